/** What a processor's answer means to us: decided, to be waited for, or not to be believed. */

import { REGISTRATION } from '../../../contract/catalogue.ts';
import { toMinorUnits } from '../../../contract/currency.ts';
import { APPROVED } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { isPending, isSuccess, RESULT_CODES } from '../../../contract/result-codes.ts';
import type { ProcessorRequestRow } from '../../store/tables.ts';
import type { ConnectorAnswer } from '../connector.ts';
import type { ProcessorAnswer, ProcessorBody } from './client.ts';
import { answerOf, nextStepOf } from './details.ts';
import type { RelaySettings } from './settings.ts';

export type Outcome =
  | {
      readonly kind: 'decided' | 'pending';
      readonly answer: ConnectorAnswer;
      readonly processorId?: string;
      readonly registrationId?: string;
    }
  /** A success, but not of what was asked for: it has to be compensated. */
  | { readonly kind: 'wrong'; readonly why: string; readonly processorId?: string };

/** Declined, and we do not know the word for why. */
const DECLINED = RESULT.declinedForUnknownReason;
/** Nothing can be processed until the operator has mended the configuration. */
export const MISCONFIGURED = RESULT.connectorUnavailable;
const TOO_MANY_REQUESTS = RESULT.tooManyRequests;
const LIVE_SUCCESS = /^000\.000\./;
const TEST_SUCCESS = /^000\.100\.11/;

export type Asked = Pick<
  ProcessorRequestRow,
  'reference' | 'amount' | 'currency' | 'mode' | 'type' | 'registration_id'
>;

/**
 * Reads the answer to a request.
 * @throws Error where it says nothing definite: what became of the request has to be asked for
 */
export function readAnswer(
  { status, body }: ProcessorAnswer,
  asked: Asked,
  settings: RelaySettings,
): Outcome {
  const { code } = body.result;
  if (status === 401 || status === 403) {
    return refused(MISCONFIGURED, `the processor refused our credentials (HTTP ${status})`);
  }
  if (status === 429) return refused(TOO_MANY_REQUESTS, 'the processor takes no more requests now');
  if (status === 409 || status === 422) {
    throw new Error(`the processor answered HTTP ${status}, ${code}`);
  }
  return readOutcome(body, asked, settings);
}

/** Whether it may still succeed there: it is pending, or the processor itself is in doubt. */
export const isOpen = (code: string): boolean => isPending(code) || code === RESULT.outcomeUnknown;

/**
 * Reads a payment as the processor has it in its ledger.
 * @throws Error where they say nothing definite
 */
export function readOutcome(body: ProcessorBody, asked: Asked, settings: RelaySettings): Outcome {
  const { id, result } = body;
  const isAgreed = asked.type === REGISTRATION && isSuccess(result.code);
  const registrationId = isAgreed ? id : body.registrationId;
  // Its own doubt, and not its last word: what became of it has to be asked for.
  if (result.code === RESULT.outcomeUnknown) throw new Error('the processor is in doubt itself');
  const found = {
    ...(id !== undefined && { processorId: id }),
    ...(registrationId !== undefined && { registrationId }),
  };
  if (isPending(result.code) && id !== undefined) {
    const nextStep = nextStepOf(body);
    const answer = { ...answerOf(body, known(result.code) ?? RESULT.pending), ...nextStep };
    return { kind: 'pending', answer, ...found };
  }
  if (!isSuccess(result.code)) {
    if (isPending(result.code)) throw new Error('a pending answer without an id');
    return { kind: 'decided', answer: answerOf(body, knownDecline(result.code)), ...found };
  }
  const why = whyNot(body, asked, settings);
  if (why !== undefined) return { kind: 'wrong', why, ...found };
  return { kind: 'decided', answer: answerOf(body, ourSuccess(result.code, asked)), ...found };
}

/** A failure of our own making: nothing was sent, or nothing was accepted. */
export const refused = (resultCode: string, why: string): Outcome & { kind: 'decided' } => ({
  kind: 'decided',
  answer: { resultCode, details: { ExtendedDescription: why } },
});

const known = (code: string) => (RESULT_CODES.has(code) ? code : undefined);

/** The code of a refusal, as merchants know it. */
export const knownDecline = (code: string): string => known(code) ?? DECLINED;

/** A plain success reads by our own mode; one with something to review keeps its code. */
const ourSuccess = (code: string, { mode }: Asked): string =>
  LIVE_SUCCESS.test(code) || TEST_SUCCESS.test(code)
    ? APPROVED[mode]
    : (known(code) ?? APPROVED[mode]);

/** Why a success is none of ours; undefined for one that is. */
function whyNot(
  { id, amount = '', currency = '', merchantTransactionId, paymentType, result }: ProcessorBody,
  asked: Asked,
  { testMode }: RelaySettings,
): string | undefined {
  if (id === undefined) return 'a success without an id';
  if (merchantTransactionId !== undefined && merchantTransactionId !== asked.reference) {
    return 'a success of another payment';
  }
  if (paymentType !== undefined && paymentType !== asked.type) {
    return `a success of type ${paymentType.slice(0, 2)}`;
  }
  const isRehearsal = testMode !== null;
  if (asked.mode === 'LIVE' && !isRehearsal && TEST_SUCCESS.test(result.code)) {
    return 'a success in test mode, on a live channel';
  }
  if (asked.mode !== 'LIVE' && LIVE_SUCCESS.test(result.code)) {
    return 'a live success, on a test channel';
  }
  if (asked.type === REGISTRATION) return undefined;
  // A reversal is sent without an amount: one that names none is of the whole.
  const isOfTheWhole = asked.type === 'RV' && amount === '';
  if (isOfTheWhole && (currency === '' || currency === asked.currency)) return undefined;
  const isAmount = /^\d{1,12}(\.\d{1,2})?$/.test(amount) && currency === asked.currency;
  if (!isAmount || toMinorUnits(amount, currency) !== asked.amount) {
    return `a success for ${`${amount} ${currency}`.slice(0, 40)}`;
  }
  return undefined;
}
