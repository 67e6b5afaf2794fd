import type { Fields } from '../support/test-gateway.ts';
import { type Act, type Dice, oneOf } from './call.ts';
import { type Currency, unitsOf, written } from './money.ts';
import { fieldsOf, forced, REFERENCES } from './payments.ts';
import {
  APPROVED,
  failedWith,
  type Outcome,
  settle,
  takePayment,
  tellOf,
  tellOutcome,
  timeless,
  waitingWith,
} from './take-payment.ts';
import { expectOutcome, find, INVALID, leftOf, type Paid, tell, type World } from './world.ts';

type Operation = 'CP' | 'RV' | 'RF';

const NO_PREAUTHORISATION = '700.400.510';
const NOT_REVERSIBLE = '700.400.530';
const TOO_LATE = '700.300.700';
const CAPTURE_TOO_LARGE = '700.400.100';
const NOT_REFUNDABLE = '700.300.100';
const NOT_SUCCESSFUL = '700.400.520';
const REFUNDED = '700.300.300';
const REFUND_TOO_LARGE = '700.400.200';
const CHARGED_BACK = '700.300.600';
const OTHER_CURRENCY = '700.100.500';

/** By the type and the state of what is referred to. */
function refusedByType({ type, state }: Paid, operation: Operation): string | undefined {
  const isDone = state === 'succeeded';
  if (operation === 'CP') return type === 'PA' && isDone ? undefined : NO_PREAUTHORISATION;
  if (operation === 'RV') {
    return (type === 'PA' || type === 'DB') && isDone ? undefined : NOT_REVERSIBLE;
  }
  if (type !== 'DB' && type !== 'CP') return NOT_REFUNDABLE;
  return isDone ? undefined : NOT_SUCCESSFUL;
}

/** By what was done to it before. */
function refusedByLedger(payment: Paid, operation: Operation, units: number): string | undefined {
  const { captured, refunded, reversed, reserved, chargedBack } = payment;
  const left = leftOf(payment);
  if (operation === 'CP') {
    if (reversed > 0) return NO_PREAUTHORISATION;
    return units > left ? CAPTURE_TOO_LARGE : undefined;
  }
  if (operation === 'RV') {
    if (chargedBack > 0) return CHARGED_BACK;
    return captured + refunded + reversed + reserved > 0 ? TOO_LATE : undefined;
  }
  if (chargedBack > 0 && left === 0) return CHARGED_BACK;
  if (reversed > 0) return NOT_SUCCESSFUL;
  if (left === 0) return REFUNDED;
  return units > left ? REFUND_TOO_LARGE : undefined;
}

/** A reversal that is under way at the same moment holds the whole, and nobody knows yet what comes of it. */
const WHILE_REVERSED: Readonly<Record<string, string>> = {
  [NO_PREAUTHORISATION]: CAPTURE_TOO_LARGE,
  [NOT_SUCCESSFUL]: REFUNDED,
};

/** How much of what is left: often the edge. */
function partOf(payment: Paid, { amount, how }: Dice): number {
  const left = Math.max(0, leftOf(payment));
  const least = unitsOf(1, payment.currency);
  const steps = left / least;
  const some = 1 + (steps > 1 ? amount % (steps - 1) : 0);
  return Math.max(1, oneOf([some, some, steps, steps + 1, some, 1], how)) * least;
}

function book(payment: Paid, operation: Operation, outcome: Outcome, units: number): void {
  if (outcome.state === 'failed') return;
  if (outcome.state === 'pending') payment.reserved += units;
  else if (operation === 'CP') payment.captured += units;
  else if (operation === 'RF') payment.refunded += units;
  else payment.reversed += units;
}

const EVENTS = { CP: 'CAPTURE', RF: 'REFUND', RV: 'VOID' } as const;
const DONE = { CP: 'CAPTURED', RF: 'REFUNDED', RV: 'VOIDED' } as const;

/** What a charge has come to, for an event that leaves it as it was. */
export function chargeStatusOf(world: World, root: Paid): string {
  const family = world.payments.filter((each) => each.root === root.id);
  const refunds = family.filter(({ type }) => type === 'RF');
  if (refunds.some(({ state }) => state === 'pending')) return 'REFUND_PROCESSING';
  if (refunds.some(({ state }) => state === 'succeeded')) return 'REFUNDED';
  if (root.reversed > 0) return 'VOIDED';
  return root.type === 'DB' || root.captured > 0 ? 'CAPTURED' : 'CAPTURE_PENDING';
}

function tellOperation(world: World, payment: Paid): void {
  const { type, state } = payment;
  const operation = type as Operation;
  const name = EVENTS[operation];
  if (state === 'pending') tellOf(world, payment, `${name}_PENDING`, 'REFUND_PROCESSING');
  else if (state === 'succeeded') tellOf(world, payment, `${name}_SUCCEEDED`, DONE[operation]);
  else tellOf(world, payment, `${name}_FAILED`, chargeStatusOf(world, find(world, payment.root)));
}

const NOT_FORCED = { fields: {}, outcome: APPROVED };
const FAILS = { fields: forced('800.100.171'), outcome: failedWith('800.100.171') };
const WAITS = { fields: forced('800.400.502'), outcome: waitingWith('800.400.502') };

const refer =
  (operation: Operation, { fields, outcome }: { fields: Fields; outcome: Outcome }): Act =>
  (world, dice) => {
    // Mostly what it can be done to.
    const suited = world.payments.filter((payment) => !refusedByType(payment, operation));
    const isAny = dice.how % 5 === 0 || suited.length === 0;
    const target = oneOf(isAny ? world.payments : suited, dice.at);
    if (!target) return undefined;
    const { id } = target;
    const isSilent = operation === 'RV' && dice.how % 4 > 2;
    const isWhole = operation === 'RV' && dice.how % 4 !== 1;
    const units = isWhole ? target.units : partOf(target, dice);
    const other = target.currency === 'EUR' ? 'JPY' : 'EUR';
    const isOther = dice.how % 13 === 7 && !isSilent;
    const said = isOther
      ? { units: unitsOf(1 + dice.amount, other), currency: other as Currency }
      : { units, currency: target.currency };
    const reference = oneOf(REFERENCES, dice.how);
    return {
      endpoint: 'refer-to-payment',
      path: `/v1/payments/${id}`,
      method: 'POST',
      fields: {
        ...fields,
        paymentType: operation,
        ...(!isSilent && fieldsOf(said)),
        ...(reference && { merchantTransactionId: reference }),
      },
      take(now, answer) {
        const payment = find(now, id);
        const why =
          refusedByType(payment, operation) ??
          (isOther ? OTHER_CURRENCY : undefined) ??
          (operation === 'RV' && units !== payment.units ? INVALID : undefined) ??
          (operation === 'RV' && now.day > payment.madeOn ? TOO_LATE : undefined) ??
          refusedByLedger(payment, operation, units);
        const isUnderWay = payment.reversed > 0 && payment.reversedIn === now.step;
        const other = isUnderWay ? WHILE_REVERSED[why ?? ''] : undefined;
        if (why) {
          const isHeld = answer.body.result.code === other;
          return expectOutcome(answer, 400, isHeld ? (other ?? why) : why);
        }
        const { currency: own } = payment;
        const wanted = { type: operation, units, currency: own, reference, of: id, outcome };
        const made = takePayment(now, answer, wanted);
        book(payment, operation, outcome, units);
        if (operation === 'RV') payment.reversedIn = now.step;
        tellOperation(now, made);
      },
    };
  };

const PENDING_ENDS = { accept: APPROVED, decline: failedWith('100.397.102') } as const;

/** The bank, days later. */
const settlePending: Act = (world, { at, how }) => {
  const pending = world.payments.filter(({ state }) => state === 'pending');
  const target = how % 5 === 4 ? oneOf(world.payments, at) : oneOf(pending, at);
  if (!target) return undefined;
  const { id } = target;
  const result = oneOf(['accept', 'accept', 'decline'] as const, how);
  return {
    endpoint: 'settle-payment',
    path: `/sandbox/payments/${id}/settle`,
    method: 'POST',
    fields: { result },
    take(now, answer) {
      const payment = find(now, id);
      if (payment.state !== 'pending') return expectOutcome(answer, 400, INVALID);
      const outcome = PENDING_ENDS[result];
      expectOutcome(answer, result === 'accept' ? 200 : 400, outcome.code);
      endPending(now, payment, outcome);
      payment.answer = timeless(answer.body);
    },
  };
};

/** @param isDiscarded it was given up, and not declined */
export function endPending(
  world: World,
  payment: Paid,
  outcome: Outcome,
  isDiscarded = false,
): void {
  settle(world, payment, outcome);
  const { id, of, type, units } = payment;
  const checkout = world.checkouts.find(({ attempt }) => attempt === id);
  if (checkout && outcome.state === 'succeeded') checkout.state = 'paid';
  if (type === 'PA' || type === 'DB') {
    if (isDiscarded) tellOf(world, payment, 'DISCARDED', 'DISCARDED');
    else tellOutcome(world, payment);
  }
  if (of === undefined) return;
  const original = find(world, of);
  original.reserved -= units;
  book(original, type as Operation, outcome, units);
  tellOperation(world, payment);
}

const NEEDS_PAYMENT = '700.400.550';
const NOT_CHARGEABLE = '700.400.400';

/** What is charged back of a payment: itself, or the captures of a PA, the earliest first. */
function chargeable(world: World, payment: Paid): Paid[] {
  if (payment.state !== 'succeeded') return [];
  if (payment.type === 'DB' || payment.type === 'CP') return [payment];
  if (payment.type !== 'PA') return [];
  return world.payments.filter(
    ({ of, type, state }) => of === payment.id && type === 'CP' && state === 'succeeded',
  );
}

const chargeBack: Act = (world, dice) => {
  const suited = world.payments.filter((payment) => chargeable(world, payment).length > 0);
  const isAny = dice.how % 5 === 0 || suited.length === 0;
  const target = oneOf(isAny ? world.payments : suited, dice.at);
  if (!target) return undefined;
  const { id, currency } = target;
  const isWhole = dice.how % 3 === 0;
  const least = unitsOf(1, currency);
  const units = isWhole ? undefined : (1 + (dice.amount % (target.units / least))) * least;
  return {
    endpoint: 'charge-back',
    path: `/sandbox/payments/${id}/chargeback`,
    method: 'POST',
    fields: { ...(units !== undefined && { amount: written(units, currency) }) },
    take(now, answer) {
      const parts = chargeable(now, find(now, id));
      if (parts.length === 0) return expectOutcome(answer, 400, NEEDS_PAYMENT);
      const total = parts.reduce((sum, part) => sum + leftOf(part), 0);
      if (total === 0 || (units ?? 0) > total) return expectOutcome(answer, 400, NOT_CHARGEABLE);
      const amount = units ?? total;
      const outcome: Outcome = { code: '000.100.200', state: 'succeeded' };
      const wanted = { type: 'CB', units: amount, currency, of: id, outcome } as const;
      const made = takePayment(now, answer, wanted);
      let rest = amount;
      for (const part of parts) {
        const taken = Math.min(rest, leftOf(part));
        part.chargedBack += taken;
        rest -= taken;
      }
      tell(now, 'CHARGEBACK_SUCCEEDED', '-', `charge_${made.root}`, '-', amount);
    },
  };
};

export const OPERATIONS: Readonly<Record<string, Act>> = {
  capture: refer('CP', NOT_FORCED),
  reverse: refer('RV', NOT_FORCED),
  refund: refer('RF', NOT_FORCED),
  'capture, which fails': refer('CP', FAILS),
  'reverse, which fails': refer('RV', FAILS),
  'refund, which fails': refer('RF', FAILS),
  'refund, which waits': refer('RF', WAITS),
  'settle what is pending': settlePending,
  'charge back': chargeBack,
};
