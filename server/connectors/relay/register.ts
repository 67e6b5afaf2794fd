/** Stores a card at a processor at once, by itself: before it is paid with (gateway-api.md, "Endpoints"). */
import { setTimeout as sleep } from 'node:timers/promises';
import { isSuccess, type ResultGroup, resultGroup } from '../../../contract/result-codes.ts';
import type { RegisterRequest, RegistrationAnswer } from '../connector.ts';
import { knownDecline } from './answer.ts';
import type { RelayClient, RelayConfig } from './client.ts';
import { explanationOf } from './details.ts';
import type { RelayRegistrations } from './registrations.ts';
import { registrationFields } from './request.ts';

/** Said of the card or its holder: a payment with it would get the same answer. */
const ABOUT_THE_CARD: ReadonlySet<ResultGroup> = new Set<ResultGroup>([
  'VAL_ACCOUNT',
  'VAL_REGISTRATION',
  'VAL_RISK',
  'REJ_BANK',
  'REJ_BLACKLIST',
  'REJ_ADDR',
  'REJ_EXT_RISK',
]);
/** For a first request that is under way there still. */
const UNDER_WAY_MS = 2_000;

/**
 * @returns what the processor decides of the card; undefined where it does not, or cannot be asked: the
 * card then goes along with its first payment
 */
export async function registerThere(
  asked: RegisterRequest,
  { settings, token }: RelayConfig,
  parts: {
    readonly client: RelayClient;
    readonly registrations: RelayRegistrations;
    readonly timeLimitMs: number;
  },
): Promise<RegistrationAnswer | undefined> {
  const { client, registrations, timeLimitMs } = parts;
  const { registrationId, channelId } = asked;
  const fields = registrationFields(asked, settings);
  const ask = () =>
    client
      .post({ settings, token }, '/v1/registrations', fields, { key: registrationId, timeLimitMs })
      .catch(() => undefined);
  // Perhaps it has stored the card: asked once more, it answers the same. The key makes it one card.
  let answered = (await ask()) ?? (await ask());
  if (answered?.status === 409) {
    await sleep(UNDER_WAY_MS);
    answered = await ask();
  }
  if (!answered) return undefined;
  const { id, result } = answered.body;
  if (isSuccess(result.code) && id !== undefined) {
    await registrations.learn({ channel_id: channelId, registration_id: registrationId }, id);
    return { isStored: true };
  }
  if (answered.status !== 400 || !ABOUT_THE_CARD.has(resultGroup(result.code))) return undefined;
  return {
    isStored: false,
    resultCode: knownDecline(result.code),
    why: explanationOf(answered.body),
  };
}
