/**
 * What a processor has done by itself with a payment of ours, and tells us of: a chargeback, or a capture,
 * reversal or refund of its own operator. It is asked for, and recorded here as it stands there.
 */
import { toMinorUnits } from '../../../contract/currency.ts';
import { isSuccess, resultGroup } from '../../../contract/result-codes.ts';
import { realNow } from '../../store/clock.ts';
import type { PollListeners, ProcessorOperation } from '../connector.ts';
import { isOpen, knownDecline } from './answer.ts';
import type { ProcessorBody, RelayConfig } from './client.ts';
import { answerOf } from './details.ts';
import type { Inquiry } from './inquiry.ts';
import type { RelayLedger, RequestRow } from './ledger.ts';

/** What could not be found out, or does not fit yet, is left to the operator after as long. */
const GIVEN_UP_AFTER_MS = 24 * 60 * 60_000;
/** What compensates a payment of ours goes under its reference with one of these. */
const OUR_COMPENSATION = /-(R[VF])$/;
/** From a refund to its capture, and from there to the authorisation. */
const STEPS_BACK = 2;
/** Looks, of about a minute: what it comes after may have been notified of in the same moment. */
const EARLY_CHECKS = 5;
const NOT_TOLD = { amount: 0, currency: '' };

type OnOperation = PollListeners['onOperation'];

interface ProcessorOperationParts {
  readonly ledger: RelayLedger;
  readonly inquiry: Inquiry;
  readonly configOf: (channelId: string) => Promise<RelayConfig | undefined>;
  readonly report: (about: { reference: string; why: string }) => void;
}

export function createProcessorOperations({
  ledger,
  inquiry,
  configOf,
  report,
}: ProcessorOperationParts) {
  /** The request of ours that the payment there came of. Some processors copy a reference to what is not. */
  const requestOf = async (
    row: RequestRow,
    { id, merchantTransactionId = '', paymentType = '' }: ProcessorBody,
  ): Promise<RequestRow | undefined> => {
    const known = await ledger.find(merchantTransactionId);
    if (known?.channel_id !== row.channel_id) return undefined;
    const isIt = known.upstream_id === null ? known.type === paymentType : known.upstream_id === id;
    return isIt ? known : undefined;
  };

  /** Whether it came of what we asked for: a request, or what compensates one. */
  const isOurs = async (row: RequestRow, body: ProcessorBody): Promise<boolean> => {
    if (await ledger.findThere(row.channel_id, row.upstream_id ?? '')) return true;
    const { merchantTransactionId = '', paymentType = '' } = body;
    if (merchantTransactionId === '') {
      // It may be the one whose answer is on its way.
      if (!(await ledger.isAsking(row, paymentType))) return false;
      throw new Error(`a ${paymentType} of ours is under way`);
    }
    if (await requestOf(row, body)) return true;
    const [ending, compensating] = OUR_COMPENSATION.exec(merchantTransactionId) ?? [];
    if (ending === undefined || compensating !== paymentType) return false;
    return (await ledger.find(merchantTransactionId.slice(0, -ending.length))) !== undefined;
  };

  /**
   * What was done there was done with this request.
   * @returns undefined where it is none of ours
   * @throws Error when it will be one of ours, or there is no telling
   */
  const originalOf = async (
    config: RelayConfig,
    row: RequestRow,
    id: string,
    stepsBack = STEPS_BACK,
  ): Promise<RequestRow | undefined> => {
    const known = await ledger.findThere(row.channel_id, id);
    if (known || stepsBack === 0) return known;
    // Its answer is not here yet, or was lost; or it was not our request, and is not recorded yet.
    const there = await inquiry.find(config, '', id);
    const request = there && (await requestOf(row, there));
    if (request || there?.referencedId === undefined) return request;
    if (!(await originalOf(config, row, there.referencedId, stepsBack - 1))) return undefined;
    throw new Error(`the ${there.paymentType} that it is for is not recorded yet`);
  };

  /** @returns whether there is nothing more to be found out */
  const look = async (
    row: RequestRow,
    onOperation: OnOperation,
    isLast: boolean,
  ): Promise<boolean> => {
    const orLeaveIt = (error: unknown): false => {
      if (isLast) return false;
      throw error;
    };
    const config = row.channel_id === null ? undefined : await configOf(row.channel_id);
    if (!config) throw new Error('the channel has no processor now');
    const body = await inquiry.find(config, row.reference, row.upstream_id);
    if (!body?.referencedId || !isOperation(body)) return true;
    if (await isOurs(row, body)) return true;
    const original = await originalOf(config, row, body.referencedId).catch(orLeaveIt);
    if (original === undefined) return true;
    if (isOpen(body.result.code)) return false;
    const money = amountOf(body, original || undefined);
    const operation = { ...operationOf(row, body), ...(money ?? NOT_TOLD) };
    const isRecorded =
      original !== false &&
      money !== undefined &&
      (await onOperation({ ...operation, referenced: original.reference }).catch(orLeaveIt));
    if (!isRecorded) {
      if (row.checks < EARLY_CHECKS && !isLast) throw new Error('it does not fit our ledger yet');
      const { paymentType, amount = 'no amount', currency = '' } = body;
      const why = `the ${paymentType} of ${amount} ${currency} there does not fit our ledger`;
      report({ reference: row.reference, why });
    }
    await ledger.recordProcessorOperation(operation, isRecorded);
    return false;
  };

  return async (row: RequestRow, onOperation: OnOperation): Promise<void> => {
    const isLast = realNow() > row.created_at + GIVEN_UP_AFTER_MS;
    try {
      if (await look(row, onOperation, isLast)) await ledger.drop(row);
    } catch (error) {
      if (isLast) {
        const why = `what the payment ${row.upstream_id} there is could not be found out`;
        report({ reference: row.reference, why });
        await ledger.drop(row);
      }
      throw error;
    }
  };
}

/** A chargeback, or a capture, reversal or refund that was made, or may still be. */
function isOperation({ paymentType = '', result: { code } }: ProcessorBody): boolean {
  if (paymentType === 'CB') return resultGroup(code) === 'CHARGEBACK' || isOpen(code);
  return /^(CP|RC|RV|RF)$/.test(paymentType) && (isSuccess(code) || isOpen(code));
}

/** Undefined where the processor does not say. */
function amountOf(
  { paymentType, amount, currency = '' }: ProcessorBody,
  original: RequestRow | undefined,
): Pick<RequestRow, 'amount' | 'currency'> | undefined {
  // A reversal is of the whole, whether it says so or not.
  if (paymentType === 'RV' && amount === undefined) {
    return original && { amount: original.amount, currency: original.currency };
  }
  const minorUnits = toMinorUnits(amount ?? '', currency) ?? 0;
  return minorUnits > 0 ? { amount: minorUnits, currency } : undefined;
}

const operationOf = (row: RequestRow, body: ProcessorBody) => ({
  reference: row.reference,
  paymentType: body.paymentType as ProcessorOperation['paymentType'],
  resultCode: knownDecline(body.result.code),
  details: answerOf(body, body.result.code).details,
});
