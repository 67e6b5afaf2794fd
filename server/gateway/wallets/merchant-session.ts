/**
 * Apple asks the merchant's server, before it shows its payment sheet, to prove who it is: with a
 * certificate of the merchant, at an address that the shopper's browser names.
 */
import { RESULT } from '../../../contract/result-by-name.ts';
import { NotSentError } from '../../outgoing/guarded-client.ts';
import type { GatewayContext } from '../context.ts';
import type { Channel } from '../entities/index.ts';
import { ApiError, invalidParameter } from '../requests/index.ts';
import { identityOf } from './wallet-keys.ts';

/** Apple's own list of its payment servers: everywhere, in China, and for tests. */
const HOSTS =
  /^(apple-pay-gateway(-cert|-(nc|pr)-pod[1-5])?|cn-apple-pay-gateway(-cert|-(sh|tj)-pod[1-3])?)\.apple\.com$/;

const TIME_LIMIT_MS = 15_000;
const KEPT_BYTES = 65_536;
/** Characters of the name that Apple's payment sheet shows, whole ones. */
const LONGEST_NAME = 64;

/**
 * @param validationUrl as Apple has told the page
 * @param domain of the page
 * @returns what the page hands over to Apple, unread
 * @throws ApiError naming `validationURL`, or what the channel lacks
 */
export async function appleSession(
  gateway: GatewayContext,
  { id, name, settings }: Channel,
  { validationUrl, domain }: { readonly validationUrl: string; readonly domain: string },
): Promise<unknown> {
  const url = addressOf(validationUrl, gateway.wallets?.validationHosts);
  const { applePay } = settings;
  const clientCertificate = applePay && (await identityOf(gateway, id));
  if (!applePay || !clientCertificate) {
    const lacks = applePay ? 'merchant identity certificate' : 'setting applePay';
    throw new ApiError(
      400,
      RESULT.notConfiguredForPayment,
      `this channel has no ${lacks} for Apple Pay: see docs/wallets.md`,
    );
  }
  const answer = await gateway.outgoing
    .call(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        merchantIdentifier: applePay.merchantId,
        displayName: applePay.displayName ?? [...name].slice(0, LONGEST_NAME).join(''),
        initiative: 'web',
        initiativeContext: domain,
      }),
      about: id,
      timeLimitMs: TIME_LIMIT_MS,
      keptBytes: KEPT_BYTES,
      clientCertificate,
    })
    .catch((error: Error) => {
      const why = error instanceof NotSentError ? 'cannot be reached' : 'does not answer';
      throw unavailable(`Apple's server ${why}`);
    });
  if (answer.status !== 200) throw unavailable(`Apple's server answers with ${answer.status}`);
  try {
    return JSON.parse(answer.body);
  } catch {
    throw unavailable("Apple's server answers with no JSON");
  }
}

const unavailable = (why: string) => new ApiError(503, RESULT.connectorUnavailable, why);

/** Anything else would let a page call any address in the merchant's name. */
function addressOf(text: string, more: readonly string[] = []): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '';
  if (url && isPlain && (HOSTS.test(url.host) || more.includes(url.host))) return url.href;
  throw invalidParameter(
    'validationURL',
    null,
    "must be an https address of Apple's payment servers",
  );
}
