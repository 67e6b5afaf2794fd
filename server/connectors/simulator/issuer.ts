/**
 * The simulated issuers and acquirer (docs/test-cards.md): whom issuers authenticate and exempt, and what
 * is found out beside the result, by a table that the documentation repeats, so that every letter of
 * gateway-api.md can be had on purpose.
 */

import { createHash } from 'node:crypto';
import { AUTHENTICATION } from '../../../contract/catalogue.ts';
import { toAmount } from '../../../contract/currency.ts';
import { eciOf } from '../../../contract/eci.ts';
import { cardBrandOf } from '../../../contract/other-brands.ts';
import { isShopperPresent } from '../../../contract/parameter-rules.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { isSuccess, type ResultGroup, resultGroup } from '../../../contract/result-codes.ts';
import {
  SOFT_DECLINE_CARDS,
  SOFT_DECLINED_AFTER_METHOD_CALL,
} from '../../../contract/test-cards.ts';
import {
  type AuthenticationCase,
  THREE_D_SECURE_CARDS,
} from '../../../contract/three-d-secure-cards.ts';
import type { AuthoriseRequest, ConnectorChecks, ThreeDSecure } from '../connector.ts';

const CASES = new Map<string, AuthenticationCase>([
  ...THREE_D_SECURE_CARDS.map((card) => [card.number, card] as const),
  [SOFT_DECLINED_AFTER_METHOD_CALL, { outcome: 'Y', methodCall: true }],
]);
const VERSION = '2.2.0';

/** What the issuer does with this payment; undefined for one without 3-D Secure. */
export function authenticationCase({
  card,
  paymentType,
  paymentBrand,
  parameters,
}: AuthoriseRequest): AuthenticationCase | undefined {
  if (!card || paymentType === 'CD' || !isShopperPresent(parameters)) return undefined;
  if (isAuthenticatedElsewhere(parameters) || card.wallet?.cryptogram) return undefined;
  if (asksForChallenge(parameters)) return { outcome: 'C', methodCall: false };
  const flow = parameters['customParameters[3DS2_flow]'];
  if (flow === 'frictionless') return { outcome: 'Y', methodCall: false };
  const known = CASES.get(card.number);
  const isEnrolled = parameters['customParameters[3DS2_enrolled]'] === 'true';
  // Its issuers know their cardholder by nothing else: there is no CVV.
  const isAlwaysAsked = cardBrandOf(paymentBrand) !== paymentBrand;
  // Who is asked for that alone authenticates anybody.
  return (
    known ??
    (isAlwaysAsked ? { outcome: 'C', methodCall: false } : undefined) ??
    (isEnrolled || paymentType === AUTHENTICATION ? { outcome: 'Y', methodCall: false } : undefined)
  );
}

/** The merchant brings what another 3-D Secure server found out. */
export const isAuthenticatedElsewhere = (parameters: ParameterSet): boolean =>
  (parameters['threeDSecure.verificationId'] ?? parameters['threeDSecure.eci']) !== undefined;

/** A challenge is mandated, unless another flow is forced. */
export function asksForChallenge(parameters: ParameterSet): boolean {
  const flow = parameters['customParameters[3DS2_flow]'];
  const isMandated = /^0?4$/.test(parameters['threeDSecure.challengeIndicator'] ?? '');
  return flow === 'challenge' || (isMandated && flow === undefined);
}

/** Whether the shopper has proved to be the cardholder by the time of the authorisation. */
export const isAuthenticated = (request: AuthoriseRequest): boolean =>
  isAuthenticatedElsewhere(request.parameters) || authenticationCase(request)?.outcome === 'C';

/** Results of authentications that the payment does not survive. */
const REJECTIONS: ReadonlyMap<string, string> = new Map([
  ['N', RESULT.authenticationFailed],
  ['D', RESULT.authenticationFailed],
  ['R', RESULT.rejectedSuspectedFraud],
  ['U', RESULT.rejectedAuthenticationUnavailable],
  ['X', RESULT.rejectedThreeDSecureTechnicalError],
  ['notEnrolled', RESULT.cardholderNotEnrolled],
  ['notParticipating', RESULT.threeDSecureNotSupported],
  ['error', RESULT.threeDSecureTechnicalError],
]);

/** Undefined where the authorisation may go on. */
export const rejectionOf = (outcome: string): string | undefined =>
  outcome === 'Y' || outcome === 'A'
    ? undefined
    : (REJECTIONS.get(outcome) ?? RESULT.rejectedThreeDSecureTechnicalError);

export function threeDSecureOf(
  brand: string,
  outcome: string,
  ids: Pick<ThreeDSecure, 'threeDSServerTransID' | 'dsTransactionId' | 'acsTransactionId'>,
  flow: ThreeDSecure['flow'],
): ThreeDSecure {
  const [full, attempted, none] = eciOf(brand);
  const eci = outcome === 'Y' ? full : outcome === 'A' ? attempted : none;
  const hasProof = outcome === 'Y' || outcome === 'A';
  return {
    ...(outcome !== 'C' && eci && { eci }),
    version: VERSION,
    flow,
    transStatus: outcome.length === 1 ? outcome : 'U',
    ...ids,
    ...(hasProof && {
      verificationId: btoa(ids.acsTransactionId.replaceAll('-', '').slice(0, 20)),
    }),
  };
}

/** Highest amounts of low value (01) and of low risk (02), in whole units of any currency. */
const LIMITS: Readonly<Record<string, number>> = { '1': 30, '2': 500 };
const REFUSING = new Set(SOFT_DECLINE_CARDS.map(({ number }) => number));

/** What the issuer says to an exemption that the merchant asks for; undefined where there is nothing to be exempt from. */
export function exemptionOf({
  card,
  paymentType,
  parameters,
  amount,
  currency,
}: AuthoriseRequest): ConnectorChecks['exemption'] {
  const flag = parameters['threeDSecure.exemptionFlag']?.replace(/^0/, '');
  const isPurchase = card !== undefined && paymentType !== 'CD' && isShopperPresent(parameters);
  if (flag === undefined || !isPurchase) return undefined;
  if (isAuthenticatedElsewhere(parameters) || asksForChallenge(parameters)) return undefined;
  const isWithinLimit = Number(toAmount(amount, currency)) <= (LIMITS[flag] ?? Infinity);
  return isWithinLimit && !REFUSING.has(card.number) ? 'granted' : 'refused';
}

/** By the last character of `billing.postcode`. */
export const AVS_BY_POSTCODE: ReadonlyMap<string, string> = new Map([
  ['1', 'A'],
  ['2', 'Z'],
  ['3', 'N'],
  ['4', 'U'],
]);
/** By the last digit of the CVV. */
export const CVV_RESPONSES: ReadonlyMap<string, string> = new Map([
  ['6', 'N'],
  ['7', 'P'],
  ['8', 'S'],
  ['9', 'U'],
]);
const HIGHEST_SCORE = 99_999;

export function simulatedChecks({ card, parameters }: AuthoriseRequest): ConnectorChecks {
  const postcode = parameters['billing.postcode'];
  const hasAddress = postcode !== undefined || parameters['billing.street1'] !== undefined;
  const hasRisk = Object.keys(parameters).some((name) => name.startsWith('risk.'));
  return {
    ...(hasAddress && { avsResponse: AVS_BY_POSTCODE.get(postcode?.at(-1) ?? '') ?? 'F' }),
    ...(card?.cvv && { cvvResponse: CVV_RESPONSES.get(card.cvv.at(-1) ?? '') ?? 'M' }),
    ...(hasRisk && { riskScore: askedScore(parameters['risk.parameters[score]']) }),
  };
}

function askedScore(requested = '0'): number {
  const score = /^[+-]?\d{1,5}$/.test(requested) ? Number(requested) : 0;
  return Math.max(-HIGHEST_SCORE, Math.min(HIGHEST_SCORE, score));
}

/** Fifteen digits, as card schemes give to the first payment of a chain. */
export function schemeTransactionId(reference: string): string {
  const hash = createHash('sha256').update(reference).digest('hex').slice(0, 15);
  return (BigInt(`0x${hash}`) % 10n ** 15n).toString().padStart(15, '0');
}

/** What an acquirer would have said in its own two characters (ISO 8583, field 39). */
const ACQUIRER_RESPONSES: ReadonlyMap<string, string> = new Map([
  [RESULT.declinedCreditExceeded, '51'],
  [RESULT.declinedExpiryDate, '54'],
  [RESULT.declinedStolenCard, '43'],
  [RESULT.declinedLimitExceeded, '61'],
  [RESULT.declinedCvv, '82'],
  [RESULT.undefinedError, '96'],
  [RESULT.rejectedByBank, '05'],
]);
/** Other results of these groups are an acquirer's, or its issuer's, without a word of their own. */
const DECLINES: readonly ResultGroup[] = ['REJ_BANK', 'REJ_ADDR', 'SOFT_DECLINE'];

/** As a detail of an answer; nothing where no acquirer was asked, or none has answered. */
export function acquirerResponse(code: string): { readonly AcquirerResponse?: string } {
  const isDecline = DECLINES.includes(resultGroup(code));
  const said = isSuccess(code) ? '00' : (ACQUIRER_RESPONSES.get(code) ?? (isDecline && '05'));
  return said ? { AcquirerResponse: said } : {};
}
