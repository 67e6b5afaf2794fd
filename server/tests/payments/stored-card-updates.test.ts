/** What a processor tells of stored cards: renewed ones, and ones that nothing can be paid with. */
import { afterAll, describe, expect, it } from 'vitest';
import { SUCCESS, THROUGH } from '../support/processor-gateway.ts';
import { shopperOf } from '../support/shopper.ts';
import { CARD_FIELDS, type Fields, startTestGateway } from '../support/test-gateway.ts';

const test = await startTestGateway();
afterAll(() => test[Symbol.asyncDispose]());
const { call, entityId } = test;
const { db, vault } = test.gateway;
const { answerChallenge } = shopperOf(test);

const RENEWED = '4200000000001131';
const LOST = '4200000000001156';
const CLOSED = '4200000000001164';
const MONEY: Fields = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const RESULT_URL = { shopperResultUrl: 'https://shop.example/result' };
const REVOKED = '100.150.202';
/** Another gateway tells no numbers, and is told the card anew where it has lost it. */
const isAlone = THROUGH === 'INTERNAL';

const register = async (number: string): Promise<string> => {
  const { 'card.cvv': _, ...card } = CARD_FIELDS;
  return (await call('/v1/registrations', { entityId, ...card, 'card.number': number })).body.id;
};
const payStored = (id: string, fields: Fields = {}) =>
  call(`/v1/registrations/${id}/payments`, { entityId, ...MONEY, ...fields });
const formOf = async (checkoutId: string) =>
  (await call(`/v1/checkouts/${checkoutId}/form?brands=VISA`)).body;
const offering = (id: string) => test.createCheckout({ 'registrations[0].id': id });
const payInForm = (checkoutId: string, registrationId: string, options: RequestInit = {}) =>
  call(`/v1/checkouts/${checkoutId}/payment`, { ...RESULT_URL, registrationId }, options);

describe('a stored card that its issuer has renewed', () => {
  const CARD = { bin: '420000', last4Digits: '1149', expiryMonth: '12', expiryYear: '2039' };

  it('reads as the new one from its payment on, in answers and in the form', async () => {
    const id = await register(RENEWED);
    const before = await offering(id);
    expect((await formOf(before)).registrations).toMatchObject([
      { last4Digits: '1131', expiryYear: '2034' },
    ]);
    const { body } = await payStored(id);
    expect(body).toMatchObject({ result: { code: SUCCESS }, registrationId: id });
    expect(body.card).toEqual({ ...CARD, holder: 'Jane Jones' });
    const { bin: _, ...shown } = CARD;
    expect((await formOf(before)).registrations).toMatchObject([{ id, ...shown }]);
    expect((await payStored(id)).body.card).toMatchObject(CARD);
  });

  it.runIf(isAlone)('is paid with under its new number, which only the vault has', async () => {
    const id = await register(RENEWED);
    await payStored(id);
    expect(await vault.readCard(db, { recordId: id, entityId })).toEqual({
      number: '4200000000001149',
    });
    const { card_fingerprint } = await db
      .selectFrom('registrations')
      .select('card_fingerprint')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(card_fingerprint).toBe(vault.fingerprint('4200000000001149'));
    const ledger = await db.selectFrom('simulator_ledger').selectAll().execute();
    expect(JSON.stringify(ledger)).not.toContain('4200000000001149');
  });

  it.runIf(isAlone)('is in no ledger while its shopper is asked, either', async () => {
    const id = await register(RENEWED);
    const fields = { 'registrations[0].id': id, 'threeDSecure.challengeIndicator': '04' };
    const { body } = await payInForm(await test.createCheckout(fields), id);
    expect(body.result.code).toBe('000.200.000');
    const waiting = await db.selectFrom('simulator_undecided').selectAll().execute();
    expect(JSON.stringify(waiting)).toContain('renewed');
    expect(JSON.stringify(waiting)).not.toContain('4200000000001149');
    await answerChallenge(body.redirect.url, 'Y');
    expect((await payStored(id)).body.card).toMatchObject(CARD);
  });

  it('is the new one too where it is stored with the payment', async () => {
    const { body } = await call('/v1/payments', {
      ...{ entityId, ...MONEY, ...CARD_FIELDS, ...RESULT_URL },
      'card.number': RENEWED,
      createRegistration: 'true',
    });
    expect(body.result.code).toBe(SUCCESS);
    expect((await payStored(body.registrationId)).body.card).toMatchObject(CARD);
  });

  it('is paid with as it is where it is not stored', async () => {
    const { body } = await call('/v1/payments', {
      ...{ entityId, ...MONEY, ...CARD_FIELDS },
      'card.number': RENEWED,
    });
    expect(body).toMatchObject({ result: { code: SUCCESS }, card: { last4Digits: '1131' } });
  });
});

describe('a stored card that nothing can be paid with any more', () => {
  const GONE = [
    ['closed', CLOSED, '800.100.197'],
    ...(isAlone ? ([['lost', LOST, '100.150.205']] as const) : []),
  ] as const;

  it.each(GONE)('%s: the payment is declined, and the next one says why', async (...card) => {
    const [, number, code] = card;
    const id = await register(number);
    const { body, status } = await payStored(id);
    expect([status, body.result.code]).toEqual([400, code]);
    const again = await payStored(id);
    expect([again.status, again.body.result.code]).toEqual([400, REVOKED]);
    expect(again.body.result.description).toContain('revoked by its provider');
  });

  it.each(GONE)('%s: the shopper stays in the form, which has it no more', async (...card) => {
    const [, number, code] = card;
    const id = await register(number);
    const checkoutId = await offering(id);
    const { body, status } = await payInForm(checkoutId, id);
    expect([status, body.result.code, body.decline]).toEqual([400, code, 'declinedRestricted']);
    expect(body.redirect).toBeUndefined();
    expect(body.nonce).toMatch(/./);
    expect((await formOf(checkoutId)).registrations).toBeUndefined();
    // The checkout is open: another card pays it.
    expect((await test.pay(checkoutId)).body.result.code).toBe(SUCCESS);
  });

  it('that its shopper was asked about is answered without a way to the shop, too', async () => {
    const id = await register(CLOSED);
    const fields = { 'registrations[0].id': id, 'threeDSecure.challengeIndicator': '04' };
    const { body } = await payInForm(await test.createCheckout(fields), id);
    await answerChallenge(body.redirect.url, 'Y');
    const told = await call(new URL(body.redirect.url).pathname, undefined, {
      headers: { accept: 'application/json' },
    });
    expect([told.body.result.code, told.body.decline]).toEqual([
      '800.100.197',
      'declinedRestricted',
    ]);
    expect(told.body.redirect).toBeUndefined();
  });

  it('sends a browser without our script to the shop', async () => {
    const id = await register(CLOSED);
    const { status, headers } = await payInForm(await offering(id), id, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    });
    expect([status, headers.get('location')]).toEqual([
      303,
      expect.stringContaining('https://shop.example/result'),
    ]);
  });

  it('is refused in a form that shows it still, in the same words', async () => {
    const id = await register(CLOSED);
    const [one, other] = [await offering(id), await offering(id)];
    await payInForm(one, id);
    const { body, status } = await payInForm(other, id);
    expect([status, body.result.code, body.decline]).toEqual([400, REVOKED, 'declinedRestricted']);
  });

  it('is deleted by its merchant as ever', async () => {
    const id = await register(CLOSED);
    await payStored(id);
    const deleted = await call(`/v1/registrations/${id}?entityId=${entityId}`, undefined, {
      method: 'DELETE',
    });
    expect(deleted.status).toBe(200);
  });

  it.each([LOST, CLOSED])('%s pays where it is typed, and is stored', async (number) => {
    const id = await test.createCheckout({ createRegistration: 'true' });
    expect((await test.pay(id, { 'card.number': number })).body.result.code).toBe(SUCCESS);
  });
});

it('a decline that says nothing of the stored card leaves it, and the way to the shop', async () => {
  const id = await register('4200000000001024');
  const checkoutId = await offering(id);
  const { body } = await payInForm(checkoutId, id);
  expect([body.result.code, body.decline]).toEqual(['800.100.155', 'declinedFunds']);
  expect(body.redirect.url).toContain(checkoutId);
  expect((await formOf(checkoutId)).registrations).toMatchObject([{ id }]);
});
