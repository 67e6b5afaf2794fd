/**
 * What a processor tells of a stored card without a payment: that its issuer has renewed it, or that it is
 * gone. The notification is a hint to ask; what the processor answers is believed, of the cards that were
 * stored there through this channel.
 */

import { RESULT } from '../../../contract/result-by-name.ts';
import { isSuccess } from '../../../contract/result-codes.ts';
import { realNow } from '../../store/clock.ts';
import type { PollListeners, StoredCardUpdate } from '../connector.ts';
import type { ProcessorAnswer, RelayClient, RelayConfig } from './client.ts';
import { renewed } from './details.ts';
import type { RelayLedger, RequestRow } from './ledger.ts';

/** A processor that cannot be asked for as long has forgotten, too. */
const GIVEN_UP_AFTER_MS = 24 * 60 * 60_000;
/** It may be asked again later. */
const NOT_NOW = new Set([401, 403, 429]);

export function createStoredCardNotifications({
  ledger,
  client,
  configOf,
  askMs,
}: {
  readonly ledger: RelayLedger;
  readonly client: RelayClient;
  readonly configOf: (channelId: string) => Promise<RelayConfig | undefined>;
  readonly askMs: number;
}) {
  const ask = async (config: RelayConfig, id: string): Promise<ProcessorAnswer | undefined> => {
    const { entityId } = config.settings;
    const path = `/v1/registrations/${encodeURIComponent(id)}`;
    const answered = await client.get(config, path, { entityId }, askMs).catch(() => undefined);
    return answered && !NOT_NOW.has(answered.status) ? answered : undefined;
  };

  return async (row: RequestRow, onStoredCard: PollListeners['onStoredCard']): Promise<void> => {
    const { channel_id: channelId, registration_id: registrationId, upstream_id: id } = row;
    const config = channelId === null ? undefined : await configOf(channelId);
    const answered = config && id !== null ? await ask(config, id) : undefined;
    if (!answered && realNow() - row.created_at < GIVEN_UP_AFTER_MS) return;
    const update = answered && updateIn(answered, id);
    if (update && channelId !== null && registrationId !== null) {
      await onStoredCard({ registrationId, channelId }, update);
    }
    await ledger.drop(row);
  };
}

/**
 * A card that the processor has only lost is no news: the vault has it, and the next payment takes it there
 * again.
 */
function updateIn({ body }: ProcessorAnswer, id: string | null): StoredCardUpdate | undefined {
  if (body.id !== id) return undefined;
  const { result, card } = body;
  if (result.code === RESULT.registrationRevoked) return { kind: 'gone' };
  return card && isSuccess(result.code) ? renewed(card) : undefined;
}
