/**
 * What the simulator finds out beside the result, by a table that the documentation repeats: every
 * letter of gateway-api.md can be had on purpose.
 */

import { createHash } from 'node:crypto';
import { RESULT } from '../../../contract/result-by-name.ts';
import { isSuccess, type ResultGroup, resultGroup } from '../../../contract/result-codes.ts';
import type { AuthoriseRequest, ConnectorChecks } from '../connector.ts';

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

function askedScore(wish = '0'): number {
  const score = /^[+-]?\d{1,5}$/.test(wish) ? Number(wish) : 0;
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
