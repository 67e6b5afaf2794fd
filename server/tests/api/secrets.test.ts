/**
 * After requests of every kind, right and wrong: the card number in no answer, no log line and no row
 * outside of the vault, the CVV as a whole value nowhere (D13).
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { ACCEPTED, CARD, inShort, startMerchant } from '../support/merchant.ts';
import { type Answer, CHECKOUT, type Fields } from '../support/test-gateway.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { call, entityId, payment, payStored, refer, register, unregister } = merchant;

const NUMBER = '4111111111111111';
/** Declined, against Luhn, and too long. */
const OTHER_NUMBERS = ['4200000000001016', '4111111111111112', '41111111111111111111'];
/** No number is written like that: not a time, not the id of a process, not itself as a number. */
const CVV = '0391';
const AMEX: Fields = {
  paymentBrand: 'AMEX',
  'card.number': '377777777777770',
  'card.cvv': CVV,
};
const PASSWORD = 'correct horse battery staple';

const keyed = (): RequestInit => ({ headers: { 'idempotency-key': randomUUID() } });

async function everything(): Promise<Answer[]> {
  const answers: Answer[] = [];
  const note = async (answer: Promise<Answer>) => {
    answers.push(await answer);
    return answer;
  };
  for (const number of [NUMBER, ...OTHER_NUMBERS]) {
    const card = { 'card.number': number };
    await note(payment(card));
    await note(payment(card, keyed()));
    await note(payment({ ...card, createRegistration: 'true', recurringType: 'INITIAL' }));
    await note(payment({ ...card, amount: 'much' }));
    await note(payment({ ...card, paymentBrand: 'MASTER' }));
    await note(
      payment({ ...card, paymentBrand: 'PAYSAFECARD', 'virtualAccount.password': PASSWORD }),
    );
    await note(payment({ ...card, 'virtualAccount.password': `${PASSWORD}${'x'.repeat(100)}` }));
    await note(register(card));
    await note(register({ ...card, 'card.holder': 'J' }, keyed()));
    await note(call('/v1/checkouts', { entityId, ...CHECKOUT, ...card }));
    await note(call('/v1/payments', `card.number=${number}&card.number=${number}0`));
    await note(call('/v1/payments', JSON.stringify(card)));
    await note(call('/v1/payments', `card.number=${number}%zz`));
  }
  await note(payment(AMEX));
  await note(payment({ ...AMEX, 'card.cvv': `${CVV}1` }));
  await note(payment({ ...AMEX, recurringType: 'REPEATED' }, keyed()));
  const { body: stored } = await note(register(AMEX, keyed()));
  await note(payStored(stored.id, { 'card.cvv': CVV, 'card.number': NUMBER }));
  await note(payStored(stored.id, { recurringType: 'REPEATED', 'card.cvv': CVV }));
  const { body: authorised } = await note(payment({ paymentType: 'PA' }));
  const capture = { paymentType: 'CP', amount: '1.00', currency: 'EUR' };
  await note(refer(authorised.id, { ...capture, ...CARD, 'card.number': NUMBER, 'card.cvv': CVV }));
  await note(merchant.read(authorised.id));
  await note(call(`/v1/query/${authorised.id}?entityId=${entityId}`));
  await note(unregister(stored.id));
  return answers;
}

it('neither is to be found', async () => {
  const answers = await everything();
  expect(answers.filter((answer) => inShort(answer).code === ACCEPTED.code).length).toBeGreaterThan(
    10,
  );
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);

  const { db } = merchant.gateway;
  const values: string[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      db,
    );
    values.push(...rows.flatMap((row) => Object.values(row).map(String)));
  }
  expect(values.length).toBeGreaterThan(200);
  const told = answers.map(({ body, headers }) => JSON.stringify([body, [...headers]]));

  for (const secret of [NUMBER, ...OTHER_NUMBERS, '377777777777770', PASSWORD]) {
    expect(told.filter((text) => text.includes(secret))).toEqual([]);
    expect(values.filter((text) => text.includes(secret))).toEqual([]);
    expect(merchant.log.filter((line) => line.includes(secret))).toEqual([]);
  }
  const whole = new RegExp(`(?<![\\w.-])${CVV}(?![\\w-]|\\.\\d)`);
  for (const text of [...told, ...values, ...merchant.log]) expect(text).not.toMatch(whole);
});
