/** The simulated issuers: whom they authenticate, how, and what comes of it (docs/test-cards.md). */

import { AUTHENTICATION } from '../../../contract/catalogue.ts';
import { eciOf } from '../../../contract/eci.ts';
import { cardBrandOf } from '../../../contract/other-brands.ts';
import { isShopperPresent } from '../../../contract/parameter-rules.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { SOFT_DECLINED_AFTER_METHOD_CALL } from '../../../contract/test-cards.ts';
import {
  type AuthenticationCase,
  THREE_D_SECURE_CARDS,
} from '../../../contract/three-d-secure-cards.ts';
import type { AuthoriseRequest, ThreeDSecure } from '../connector.ts';

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
