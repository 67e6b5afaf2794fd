/** Checkouts that a merchant's server makes, changes and gives up, and that its shoppers pay. */
import assert from 'node:assert/strict';
import { CARD_FIELDS } from '../support/payment-fields.ts';
import type { Answer, Fields } from '../support/test-gateway.ts';
import { type Act, oneOf } from './call.ts';
import { chargeStatusOf, endPending } from './operations.ts';
import { DECLINE, DECLINED_NUMBER, fieldsOf, moneyOf, REFERENCES, SHOP } from './payments.ts';
import { APPROVED, CHALLENGED, failedWith, recordPayment, tellOf } from './take-payment.ts';
import {
  type Begun,
  expectOutcome,
  find,
  INVALID,
  type PaymentType,
  PENDING,
  type World,
} from './world.ts';

const CREATED = '000.200.100';
const UPDATED = '000.200.101';
const DELETED = '000.200.102';
/** Another attempt was made. */
const GIVEN_UP_BY_SHOPPER = '100.396.101';
const GIVEN_UP_BY_MERCHANT = '100.396.201';

const findBegun = (world: World, id: string): Begun => {
  const begun = world.checkouts.find((each) => each.id === id);
  assert(begun, `the world has no checkout ${id}`);
  return begun;
};

/** A day that goes by is more than its half hour. */
export const isOver = ({ day }: World, { madeOn, state }: Begun): boolean =>
  state === 'deleted' || (state === 'open' && day > madeOn);

const begin: Act = (_, dice) => {
  const money = moneyOf(dice);
  const type = oneOf<PaymentType>(['DB', 'PA'], dice.how);
  const reference = oneOf(REFERENCES, dice.amount);
  return {
    ...{ endpoint: 'create-checkout', path: '/v1/checkouts', method: 'POST' },
    fields: {
      ...{ ...fieldsOf(money), paymentType: type },
      ...(reference && { merchantTransactionId: reference }),
    },
    take(world, answer) {
      expectOutcome(answer, 200, CREATED);
      world.checkouts.push({
        ...{ id: answer.body.id, ...money, type, reference, madeOn: world.day },
        ...{ state: 'open', attempt: undefined },
      });
    },
  };
};

const change: Act = (world, dice) => {
  const begun = oneOf(world.checkouts, dice.at);
  if (!begun) return undefined;
  const { id } = begun;
  const reference = oneOf(REFERENCES, dice.how);
  const isOfMoney = dice.how % 3 > 0 || reference === undefined;
  const money = moneyOf(dice);
  return {
    ...{ endpoint: 'update-checkout', path: `/v1/checkouts/${id}`, method: 'POST' },
    fields: isOfMoney ? fieldsOf(money) : { merchantTransactionId: reference },
    take(now, answer) {
      const checkout = findBegun(now, id);
      const { attempt } = checkout;
      if (checkout.state === 'paid') expectOutcome(answer, 400, INVALID);
      else if (isOver(now, checkout)) expectOutcome(answer, 404, INVALID);
      // Its shopper is with the bank.
      else if (attempt && find(now, attempt).state === 'pending') {
        expectOutcome(answer, 400, INVALID);
      } else {
        expectOutcome(answer, 200, UPDATED);
        assert.equal(answer.body.id, id);
        Object.assign(checkout, isOfMoney ? money : { reference });
      }
    },
  };
};

const CARDS: readonly { fields: Fields; outcome: typeof APPROVED }[] = [
  { fields: {}, outcome: APPROVED },
  { fields: {}, outcome: APPROVED },
  { fields: { 'card.number': DECLINED_NUMBER }, outcome: failedWith(DECLINE) },
  { fields: { 'card.number': '4200000000000018' }, outcome: CHALLENGED },
];

/** What the form posts. Then the merchant's server reads what came of it. */
const pay: Act = (world, { at, how }) => {
  const begun = oneOf(world.checkouts, at);
  if (!begun) return undefined;
  const { id } = begun;
  const { fields, outcome } = oneOf(CARDS, how);
  return {
    ...{ endpoint: 'pay-checkout', path: `/v1/checkouts/${id}/payment`, method: 'POST' },
    fields: { ...CARD_FIELDS, ...SHOP, ...fields },
    isShoppers: true,
    afterwards: (shop) => shop.read('read-checkout-payment', `/v1/checkouts/${id}/payment`),
    take(now, answer, after) {
      const checkout = findBegun(now, id);
      const read = after as Answer;
      if (checkout.state === 'paid') return expectOutcome(answer, 400, INVALID);
      if (isOver(now, checkout)) return expectOutcome(answer, 404, INVALID);
      const { type, units, currency, reference, attempt } = checkout;
      expectOutcome(answer, outcome.state === 'failed' ? 400 : 200, outcome.code);
      const before = attempt && find(now, attempt);
      if (before && before.state === 'pending') {
        endPending(now, before, failedWith(GIVEN_UP_BY_SHOPPER));
        before.answer = undefined;
      }
      const wanted = { type, units, currency, reference, outcome };
      const { id: made } = recordPayment(now, read.body, wanted);
      checkout.attempt = made;
      if (outcome.state === 'succeeded') checkout.state = 'paid';
    },
  };
};

const giveUp: Act = (world, { at }) => {
  const begun = oneOf(world.checkouts, at);
  if (!begun) return undefined;
  const { id } = begun;
  return {
    ...{ endpoint: 'delete-checkout', path: `/v1/checkouts/${id}`, method: 'DELETE', fields: {} },
    take(now, answer) {
      const checkout = findBegun(now, id);
      const payment = checkout.attempt && find(now, checkout.attempt);
      if (checkout.state === 'paid' && payment) {
        expectOutcome(answer, 400, INVALID);
        tellOf(now, payment, 'DISCARD_FAILED', chargeStatusOf(now, payment));
        return;
      }
      if (isOver(now, checkout)) return expectOutcome(answer, 404, INVALID);
      expectOutcome(answer, 200, DELETED);
      if (payment && payment.state === 'pending') {
        endPending(now, payment, failedWith(GIVEN_UP_BY_MERCHANT), true);
        payment.answer = undefined;
      }
      checkout.state = 'deleted';
    },
  };
};

const look: Act = (world, { at }) => {
  const begun = oneOf(world.checkouts, at);
  if (!begun) return undefined;
  const { id } = begun;
  return {
    ...{ endpoint: 'read-checkout-payment', path: `/v1/checkouts/${id}/payment`, method: 'GET' },
    fields: {},
    take(now, answer) {
      const checkout = findBegun(now, id);
      if (isOver(now, checkout)) return expectOutcome(answer, 404, INVALID);
      const payment = checkout.attempt && find(now, checkout.attempt);
      if (!payment) return expectOutcome(answer, 200, PENDING);
      expectOutcome(answer, payment.state === 'failed' ? 400 : 200, payment.code);
      assert.equal(answer.body.id, payment.id);
    },
  };
};

export const CHECKOUTS: Readonly<Record<string, Act>> = {
  'begin a checkout': begin,
  'change a checkout': change,
  'pay a checkout': pay,
  'give a checkout up': giveUp,
  'look at a checkout': look,
};
