/** Payments that a merchant's server makes with a card. */
import assert from 'node:assert/strict';
import { CARD_FIELDS } from '../support/payment-fields.ts';
import type { Fields } from '../support/test-gateway.ts';
import { type Act, type Call, type Dice, oneOf } from './call.ts';
import { CURRENCIES, type Currency, installments, unitsOf, written } from './money.ts';
import {
  APPROVED,
  CHALLENGED,
  failedWith,
  type Outcome,
  takePayment,
  waitingWith,
} from './take-payment.ts';
import { takeStored } from './take-stored.ts';
import { expectOutcome, INVALID, notify, type PaymentType, PENDING, UNSEEN } from './world.ts';

const NUMBER = 'card.number';
export const DECLINED_NUMBER = '4200000000001016';
export const DECLINE = '800.100.152';
export const SHOP: Fields = { shopperResultUrl: 'https://shop.example/result' };
export const forced = (code: string): Fields => ({ 'customParameters[simulator.result]': code });

/** Few, so that several payments have the same. */
export const REFERENCES = ['order-0001', 'order-0002', 'order-0003', undefined, undefined] as const;

export interface Money {
  readonly units: number;
  readonly currency: Currency;
}
export const moneyOf = ({ amount, at }: Dice): Money => {
  const currency = oneOf<Currency>(['EUR', 'EUR', 'EUR', ...CURRENCIES], at);
  return { units: unitsOf(1 + amount, currency), currency };
};
export const fieldsOf = ({ units, currency }: Money): Fields => ({
  ...{ amount: written(units, currency), currency },
});

/** A card, or something around it, and what comes of it. */
interface Way {
  readonly fields: Fields;
  /** Of a credit nobody is asked. */
  readonly outcome: (type: PaymentType) => Outcome;
  readonly stores?: { readonly isAgreement: boolean };
  /** What is declined stores nothing, and that is told. */
  readonly storesNothing?: true;
}
const approved = () => APPROVED;
const WAYS: readonly Way[] = [
  { fields: {}, outcome: approved },
  { fields: { [NUMBER]: DECLINED_NUMBER }, outcome: () => failedWith(DECLINE) },
  {
    fields: { [NUMBER]: '4200000000000018', ...SHOP },
    outcome: (type) => (type === 'CD' ? APPROVED : CHALLENGED),
  },
  { fields: forced(PENDING), outcome: () => waitingWith(PENDING) },
  { fields: forced('800.100.171'), outcome: () => failedWith('800.100.171') },
  { fields: { [NUMBER]: '4200000000000026', ...SHOP }, outcome: approved },
  {
    fields: { createRegistration: 'true' },
    outcome: approved,
    stores: { isAgreement: false },
  },
  {
    fields: { createRegistration: 'true', recurringType: 'INITIAL' },
    outcome: approved,
    stores: { isAgreement: true },
  },
  {
    fields: { createRegistration: 'true', [NUMBER]: DECLINED_NUMBER },
    outcome: () => failedWith(DECLINE),
    storesNothing: true,
  },
];

const typeOf = ({ how }: Dice): PaymentType => oneOf(['DB', 'PA', 'DB', 'PA', 'PA', 'CD'], how);

const payment = (fields: Fields, take: Call['take']): Call => ({
  ...{ endpoint: 'create-payment', path: '/v1/payments', method: 'POST', fields, take },
});

const pay =
  (way: Way): Act =>
  (_, dice) => {
    const type = typeOf(dice);
    const money = moneyOf(dice);
    const reference = oneOf(REFERENCES, dice.at + dice.how);
    const isCredit = type === 'CD';
    // A credit begins no chain, and stores no card here.
    if (isCredit && way.fields['createRegistration']) return undefined;
    const fields: Fields = {
      ...CARD_FIELDS,
      ...way.fields,
      ...fieldsOf(money),
      paymentType: type,
      ...(isCredit && { 'card.cvv': undefined }),
      ...(reference && { merchantTransactionId: reference }),
    };
    return payment(fields, (world, answer) => {
      const outcome = way.outcome(type);
      takePayment(world, answer, { type, ...money, reference, outcome });
      if (way.storesNothing) notify(world, 'REGISTRATION', 'CREATED', UNSEEN, DECLINE);
      const { registrationId } = answer.body;
      assert.equal(registrationId !== undefined, way.stores !== undefined, 'registrationId');
      if (way.stores) {
        takeStored(world, registrationId, { ...way.stores, declines: false, units: money.units });
      }
    });
  };

/** The whole in parts. */
const payInInstallments: Act = (_, dice) => {
  const money = { currency: 'EUR', units: 100 + dice.amount } as const;
  const count = 2 + (dice.how % 11);
  const fields: Fields = {
    ...{ ...CARD_FIELDS, ...fieldsOf(money), paymentType: 'DB' },
    'recurring.numberOfInstallments': String(count),
  };
  return payment(fields, (world, answer) => {
    takePayment(world, answer, { type: 'DB', ...money, outcome: APPROVED });
    const parts = installments(money.units, count, money.currency);
    assert.deepEqual(
      answer.body.recurring.installments.map(({ amount }: { amount: string }) => amount),
      parts.map((units) => written(units, money.currency)),
    );
  });
};

const MISTAKES: readonly Fields[] = [
  { amount: '1.5' },
  { amount: '0.00' },
  { amount: undefined },
  { currency: 'XYZ' },
  { paymentType: 'CP' },
  { merchantTransactionId: 'short' },
  { [NUMBER]: '42' },
  { recurringType: 'INITIAL', 'card.cvv': undefined },
];
const payWrongly: Act = (_, dice) => {
  const fields = { ...CARD_FIELDS, ...fieldsOf(moneyOf(dice)), paymentType: 'DB' };
  return payment({ ...fields, ...oneOf(MISTAKES, dice.how) }, (_world, answer) =>
    expectOutcome(answer, 400, INVALID),
  );
};

export const PAYMENTS: Readonly<Record<string, Act>> = {
  pay: pay(WAYS[0] as Way),
  'pay in any way': (world, dice) => pay(oneOf(WAYS, dice.amount))(world, dice),
  'pay in installments': payInInstallments,
  'pay wrongly': payWrongly,
};
