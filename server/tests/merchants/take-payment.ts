/** A payment that was made: what its answer has to say, and what has to be told of it. */
import assert from 'node:assert/strict';
import type { Answer } from '../support/test-gateway.ts';
import { type Currency, written } from './money.ts';
import {
  expectOutcome,
  find,
  notify,
  type Paid,
  type PaymentType,
  PENDING,
  SUCCESS,
  tell,
  type World,
} from './world.ts';

export interface Outcome {
  readonly code: string;
  readonly state: Paid['state'];
  readonly waitsFor?: Paid['waitsFor'];
}
export const APPROVED: Outcome = { code: SUCCESS, state: 'succeeded' };
export const failedWith = (code: string): Outcome => ({ code, state: 'failed' });
export const CHALLENGED: Outcome = { code: PENDING, state: 'pending', waitsFor: 'shopper' };
export const waitingWith = (code: string): Outcome => ({
  ...{ code, state: 'pending', waitsFor: 'provider' },
});

export interface Wanted {
  readonly type: PaymentType;
  readonly units: number;
  readonly currency: Currency;
  readonly reference?: string | undefined;
  readonly of?: string | undefined;
  readonly outcome: Outcome;
}

const ID = /^[0-9a-f]{32}$/;

/** Without its time, which is when an answer was made. */
export const timeless = ({ timestamp: _, ...rest }: Record<string, unknown>) => rest;

/** Of an answer that is about the payment. */
export function takePayment(world: World, answer: Answer, wanted: Wanted): Paid {
  expectOutcome(answer, wanted.outcome.state === 'failed' ? 400 : 200, wanted.outcome.code);
  return recordPayment(world, answer.body, wanted);
}

/** @param body as `GET /v1/payments/{id}` answers it */
export function recordPayment(world: World, body: Answer['body'], wanted: Wanted): Paid {
  const { type, units, currency, reference, of, outcome } = wanted;
  assert.match(body.id, ID);
  assert(!world.payments.some(({ id }) => id === body.id), `${body.id} is there already`);
  const { paymentType, amount, currency: answered, merchantTransactionId, referencedId } = body;
  assert.deepEqual(
    { paymentType, amount, currency: answered, merchantTransactionId, referencedId },
    {
      ...{ paymentType: type, amount: written(units, currency), currency },
      ...{ merchantTransactionId: reference, referencedId: of },
    },
  );
  assert.equal(body.redirect !== undefined, outcome.waitsFor === 'shopper', 'redirect');
  const payment: Paid = {
    ...{ id: body.id, step: world.step, type, units, currency, madeOn: world.day, of, reference },
    root: of === undefined ? body.id : find(world, of).root,
    ...{ state: outcome.state, waitsFor: outcome.waitsFor, code: outcome.code },
    ...{
      captured: 0,
      refunded: 0,
      reversed: 0,
      reversedIn: undefined,
      chargedBack: 0,
      reserved: 0,
    },
    settledOn: outcome.state === 'succeeded' ? world.day : undefined,
    answer: timeless(body),
  };
  world.payments.push(payment);
  notify(world, 'PAYMENT', 'CREATED', payment.id, payment.code);
  if (type === 'PA' || type === 'DB') {
    tellOf(world, payment, 'CREATED', 'AUTHORIZATION_PROCESSING');
    tellOutcome(world, payment);
  }
  return payment;
}

/** An event of a charge, or of what refers to it. */
export function tellOf(world: World, payment: Paid, type: string, status: string): void {
  const { id, root, units } = payment;
  const operation = { CP: 'capture', RF: 'refund', RV: 'void' }[payment.type as string];
  tell(
    world,
    `PAYMENT_CHARGE_${type}`,
    status,
    `charge_${root}`,
    operation ? `${operation}_${id}` : type === 'CAPTURE_SUCCEEDED' ? `capture_${id}` : '-',
    units,
  );
}

/** What is told of a PA or DB once it has come to something. */
export function tellOutcome(world: World, payment: Paid): void {
  const { type, state, waitsFor } = payment;
  if (state === 'failed') {
    tellOf(world, payment, 'AUTHORIZATION_FAILED', 'FAILED');
  } else if (waitsFor === 'shopper') {
    tellOf(world, payment, 'AUTHENTICATION_PENDING', 'AUTHENTICATION_PENDING');
  } else if (waitsFor === 'provider') {
    tellOf(world, payment, 'PROVIDER_CONFIRMATION_PENDING', 'AUTHORIZATION_ASYNC');
  } else {
    const status = type === 'PA' ? 'CAPTURE_PENDING' : 'CAPTURE_PROCESSING';
    tellOf(world, payment, 'AUTHORIZATION_SUCCEEDED', status);
    if (type === 'DB') tellOf(world, payment, 'CAPTURE_SUCCEEDED', 'CAPTURED');
  }
}

/** A pending payment has come to something. */
export function settle(world: World, payment: Paid, outcome: Outcome): void {
  payment.state = outcome.state;
  payment.code = outcome.code;
  payment.waitsFor = undefined;
  if (outcome.state === 'succeeded') payment.settledOn = world.day;
  notify(world, 'PAYMENT', 'UPDATED', payment.id, payment.code);
}
