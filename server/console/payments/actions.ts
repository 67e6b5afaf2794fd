/** What can be done with a payment now, and how much of it. */
import type { PaymentAction, PaymentDetail } from '../../../contract/admin-api.ts';
import { toAmount, toMinorUnits } from '../../../contract/currency.ts';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import { refuseOperation } from '../../gateway/processors/index.ts';
import { ApiError } from '../../gateway/requests/index.ts';
import { channelNow } from '../../store/clock.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { ConsoleContext } from '../console-context.ts';
import { may } from '../permissions.ts';
import type { SignedIn } from '../sign-in/sessions.ts';

const REFUNDED = ['DB', 'CP', 'RC'];

/** In smallest units, what is neither booked nor with the processor. */
export const leftOf = ({
  amount,
  captured,
  refunded,
  reserved,
  chargedBack,
  reversed,
}: Payment): number =>
  Math.max(0, amount - captured - refunded - reserved - chargedBack - reversed);

export type GoneBack = Pick<Payment, 'refunded' | 'chargedBack'>;

/** @param parts captures and receipts of a preauthorisation: what goes back is of theirs, not of its own */
export function sumsOf(payment: Payment, parts: readonly GoneBack[]): PaymentDetail['sums'] {
  const decimal = (units: number) => toAmount(units, payment.currency);
  const { amount, state, captured, reversed, reserved } = payment;
  const ofAll = (sum: keyof GoneBack) =>
    parts.reduce((total, part) => total + part[sum], payment[sum]);
  const isGood = state === 'succeeded';
  return {
    authorised: decimal(isGood ? amount : 0),
    captured: decimal(payment.type === 'PA' || !isGood ? captured : amount),
    refunded: decimal(ofAll('refunded')),
    reversed: decimal(reversed),
    chargedBack: decimal(ofAll('chargedBack')),
    reserved: decimal(reserved),
    left: decimal(isGood ? leftOf(payment) : 0),
  };
}

/** The limit of a role in smallest units of a currency; undefined for none. */
export function limitOf(
  { refundLimits }: ConsoleContext,
  { role }: Pick<SignedIn, 'role'>,
  currency: string,
): number | undefined {
  const limit = refundLimits[role];
  return limit === null ? undefined : toMinorUnits(limit, currency);
}

/**
 * By the same rules as the operation itself, which asks them again.
 * @param given what the administrator has given back of it before, in smallest units
 */
export function actionsOf(
  context: ConsoleContext,
  session: SignedIn,
  channel: Channel,
  payment: Payment,
  given: number,
): PaymentAction[] {
  const { type, state, brand, amount, currency, captured, refunded, reserved } = payment;
  if (state !== 'succeeded') return [];
  const left = leftOf(payment);
  const isUntouched = captured + refunded + reserved + payment.reversed + payment.chargedBack === 0;
  const isInTime =
    channelNow(channel.clockOffsetMs) <
    payment.createdAt + channel.settings.reversalCutOff * 60_000;
  const isPossible = (operation: 'CP' | 'RF' | 'RV', units: number) => {
    try {
      refuseOperation(channel, payment, { type: operation, amount: units, parameters: {} });
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  };
  const maximum = toAmount(left, currency);
  const limit = limitOf(context, session, currency);
  const free = limit === undefined ? undefined : Math.max(0, limit - given);
  const actions: PaymentAction[] = [];
  if (
    type === 'PA' &&
    left > 0 &&
    may(session.role, 'payments.capture') &&
    isPossible('CP', left)
  ) {
    actions.push({ type: 'capture', maximum });
  }
  const isRefundable = REFUNDED.includes(type) && OTHER_BRANDS.get(brand)?.refundable !== false;
  if (isRefundable && left > 0 && may(session.role, 'payments.refund') && isPossible('RF', left)) {
    actions.push({
      ...{ type: 'refund', maximum },
      ...(free !== undefined && { limit: toAmount(free, currency) }),
    });
  }
  // What was only authorised goes back without a limit: the merchant has none of it.
  const isWithinLimit = type === 'PA' || free === undefined || amount <= free;
  const isReversible = (type === 'PA' || type === 'DB') && isUntouched && isInTime && isWithinLimit;
  if (isReversible && may(session.role, 'payments.reverse') && isPossible('RV', amount)) {
    actions.push({ type: 'reverse', maximum: toAmount(amount, currency) });
  }
  return actions;
}
