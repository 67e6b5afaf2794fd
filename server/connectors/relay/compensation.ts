/** Compensates at the processor what must not stand: reversed, or refunded where that is too late. */
import { AUTHENTICATION, REGISTRATION } from '../../../contract/catalogue.ts';
import { toAmount, toMinorUnits } from '../../../contract/currency.ts';
import { isDirectDebit, isPrepayment } from '../../../contract/other-brands.ts';
import { isPending, isSuccess } from '../../../contract/result-codes.ts';
import { isOpen } from './answer.ts';
import type { ProcessorBody, RelayClient, RelayConfig } from './client.ts';
import type { Inquiry } from './inquiry.ts';
import type { RequestRow } from './ledger.ts';

/** What compensates each type, best first. A credit, a refund or a reversal cannot be taken back. */
const COMPENSATED_BY: Readonly<Record<string, readonly ('RV' | 'RF')[]>> = {
  PA: ['RV'],
  DB: ['RV', 'RF'],
  CP: ['RF'],
};

/** Whether there is a way back at all. */
export const canBeCompensated = (type: string): boolean => (COMPENSATED_BY[type]?.length ?? 0) > 0;

/**
 * Whether it may read as failed while its outcome is unknown. A capture may not: its refund would use up the
 * authorisation, and the merchant could never be paid.
 */
export const mayBeGivenUp = (type: string): boolean =>
  ['PA', 'DB', AUTHENTICATION, REGISTRATION].includes(type);

/**
 * `absent`: there is nothing there, so far; `later`: it may still succeed there, or could not be
 * now; `manual_review`: the operator has to look at it.
 */
export type Compensation = 'done' | 'absent' | 'later' | 'manual_review';

/** Refused for who asks, or when, and not for what: it says nothing about the reversal itself. */
const NOT_NOW = new Set([401, 403, 409, 422, 429]);

export type Compensate = (
  config: RelayConfig,
  row: RequestRow,
) => Promise<{ readonly compensation: Compensation; readonly registrationId?: string | undefined }>;

export function createCompensation(
  client: RelayClient,
  inquiry: Inquiry,
  timeLimitMs: number,
): Compensate {
  /** True when it was done, now or before; undefined when there is no telling. */
  const operate = async (
    config: RelayConfig,
    row: RequestRow,
    charge: ProcessorBody,
    paymentType: 'RV' | 'RF',
  ): Promise<boolean | undefined> => {
    const reference = `${row.reference}-${paymentType}`;
    const before = await inquiry.find(config, reference);
    if (before && isSuccess(before.result.code)) return true;
    if (before && isOpen(before.result.code)) return undefined;
    const { amount = '', currency = '' } = charge;
    const { entityId, testMode } = config.settings;
    const { status, body } = await client.post(
      config,
      `/v1/payments/${encodeURIComponent(charge.id ?? '')}`,
      {
        entityId,
        paymentType,
        merchantTransactionId: reference,
        // The whole amount that was charged, which may differ from the amount that was asked for.
        ...(paymentType === 'RF' && { amount: writtenIn(amount, currency), currency }),
        ...(testMode && { testMode }),
      },
      { key: reference, timeLimitMs },
    );
    if (NOT_NOW.has(status) || isOpen(body.result.code)) return undefined;
    return isSuccess(body.result.code);
  };

  return async (config, row) => {
    const charge = await inquiry.find(config, row.reference, row.upstream_id, row.type);
    if (!charge) return { compensation: 'absent' };
    const { code } = charge.result;
    const { paymentBrand = '' } = charge;
    // A voucher that waits for its money is undone like one that has it.
    const isOpenVoucher = isPending(code) && isPrepayment(paymentBrand);
    if (isOpen(code) && !isOpenVoucher) {
      // A debit can be taken back before its bank settles it; anything else has to be decided first.
      const isDebit = isDirectDebit(paymentBrand);
      const isCancelled = isDebit && (await operate(config, row, charge, 'RV'));
      return { compensation: isCancelled ? 'done' : 'later' };
    }
    // What was agreed to is none of ours any more: it is deleted there.
    if (row.type === REGISTRATION && isSuccess(code)) {
      return { compensation: 'done', registrationId: charge.id };
    }
    // An authentication has moved nothing.
    const hasMoved = row.type !== AUTHENTICATION && (isSuccess(code) || isOpenVoucher);
    if (!hasMoved) return { compensation: 'done' };
    const { registrationId } = charge;
    for (const type of COMPENSATED_BY[row.type] ?? []) {
      const isCompensated = await operate(config, row, charge, type);
      if (isCompensated !== false)
        return { compensation: isCompensated ? 'done' : 'later', registrationId };
    }
    return { compensation: 'manual_review', registrationId };
  };
}

/** The processor's own amount, in the form that requests have. */
function writtenIn(amount: string, currency: string): string {
  const minorUnits = toMinorUnits(amount, currency);
  return minorUnits === undefined ? amount : toAmount(minorUnits, currency);
}
