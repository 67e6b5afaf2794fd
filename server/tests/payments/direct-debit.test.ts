/** Debits of a bank account by a mandate, as a merchant's server and a browser see them. */
import { afterAll, describe, expect, it } from 'vitest';
import { TEST_IBANS } from '../../../contract/test-ibans.ts';
import { pollConnectors } from '../../gateway/sweeper.ts';
import { endOverduePayments } from '../../gateway/undecided/recovery.ts';
import { SUCCESS, THROUGH } from '../support/processor-gateway.ts';
import { SHOP_ORIGIN, sealer } from '../support/seal.ts';
import { type Fields, startTestGateway } from '../support/test-gateway.ts';

const test = await startTestGateway();
const { call, entityId } = test;
const { db } = test.gateway;
afterAll(() => test[Symbol.asyncDispose]());

const TAKEN = '800.400.501';
const IBAN = 'DE89370400440532013000';
const MASKED = 'DE••••3000';
const DAY = 24 * 60 * 60;
const ACCOUNT: Fields = {
  paymentBrand: 'DIRECTDEBIT_SEPA',
  'bankAccount.holder': 'Jane Jones',
  'bankAccount.iban': IBAN,
};
const MONEY: Fields = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };

const debit = (fields: Fields = {}) =>
  call('/v1/payments', { entityId, ...MONEY, ...ACCOUNT, ...fields });
const read = async (id: string) => (await call(`/v1/payments/${id}?entityId=${entityId}`)).body;
const refer = (id: string, fields: Fields) => call(`/v1/payments/${id}`, { entityId, ...fields });
const later = async (days: number) => {
  await call('/sandbox/clock', { entityId, advance: String(days * DAY + 1) });
  await pollConnectors(test.gateway);
};
const today = async () => {
  const { body } = await call('/sandbox/clock', { entityId, advance: '0' });
  return body.channelTime.slice(0, 10);
};
/** All that lies on the disk as text, and all that was logged. */
const everythingKept = async () => {
  const tables = ['payments', 'registrations', 'simulator_undecided', 'simulator_ledger'] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  const more = await Promise.all([
    db.selectFrom('submissions').selectAll().execute(),
    db.selectFrom('nonce_claims').selectAll().execute(),
    db.selectFrom('card_numbers').selectAll().execute(),
    db.selectFrom('upstream_requests').selectAll().execute(),
  ]);
  return JSON.stringify([rows, more, test.log]);
};

describe('a debit', () => {
  it('is taken at once, with the account masked and a mandate that the gateway makes', async () => {
    const { status, body } = await debit();
    expect([status, body.result.code]).toEqual([200, TAKEN]);
    expect(body).not.toHaveProperty('redirect');
    expect(body.bankAccount).toEqual({
      holder: 'Jane Jones',
      iban: MASKED,
      country: 'DE',
      mandate: { id: expect.stringMatching(/^[0-9a-f]{32}$/), dateOfSignature: expect.any(String) },
    });
    if (THROUGH === 'INTERNAL') {
      expect(body.bankAccount.mandate.dateOfSignature).toBe(await today());
    }
    expect((await read(body.id)).bankAccount).toEqual(body.bankAccount);
  });

  it('has the mandate of the merchant, and an IBAN as people write it', async () => {
    const { body } = await debit({
      'bankAccount.iban': 'nl91 abna 0417 1643 00',
      'bankAccount.bic': 'ABNANL2A',
      'bankAccount.country': 'NL',
      'bankAccount.mandate.id': 'SHOP-2026/7',
      'bankAccount.mandate.dateOfSignature': '2026-01-31',
    });
    expect(body.result.code).toBe(TAKEN);
    expect(body.bankAccount).toEqual({
      holder: 'Jane Jones',
      iban: 'NL••••4300',
      bic: 'ABNANL2A',
      country: 'NL',
      mandate: { id: 'SHOP-2026/7', dateOfSignature: '2026-01-31' },
    });
  });

  it('is refused at once where the account is blocked', async () => {
    const { iban } = TEST_IBANS.find(({ refusedWith }) => refusedWith) ?? {};
    const { status, body } = await debit({ 'bankAccount.iban': iban });
    expect([status, body.result.code]).toEqual([400, '800.100.172']);
  });

  it('is taken back before it is settled, once', async () => {
    const { body } = await debit();
    const reversal = await refer(body.id, {
      paymentType: 'RV',
      merchantTransactionId: 'reversal-0001',
    });
    expect(reversal).toMatchObject({
      status: 200,
      body: {
        paymentType: 'RV',
        referencedId: body.id,
        amount: '92.00',
        result: { code: SUCCESS },
      },
    });
    expect((await read(body.id)).result.code).toBe('100.396.201');
    const again = await refer(body.id, { paymentType: 'RV' });
    expect([again.status, again.body.result.code]).toEqual([400, '700.400.530']);
    const refund = await refer(body.id, { paymentType: 'RF', amount: '1.00', currency: 'EUR' });
    expect(refund.body.result.code).toBe('700.400.520');
  });

  it('that is still open is neither captured nor refunded', async () => {
    const { body } = await debit();
    for (const paymentType of ['RF', 'CP']) {
      const { status } = await refer(body.id, { paymentType, amount: '1.00', currency: 'EUR' });
      expect(status).toBe(400);
    }
  });

  it('leaves its IBAN in no table, no log and no event', async () => {
    await debit({ createRegistration: 'true' });
    await debit({ 'bankAccount.iban': 'DE89370400440532013001' });
    await call(`/v1/query?bankAccount.iban=${IBAN}`);
    expect(await everythingKept()).not.toMatch(/370400440532013|3704 0044 0532 013/);
  });
});

// What another gateway's bank decides is told by it: relay-direct-debit.test.ts.
describe.runIf(THROUGH === 'INTERNAL')('by the channel’s clock a debit', () => {
  it('is settled after two days, and can be refunded', async () => {
    const { body } = await debit();
    await later(1);
    expect((await read(body.id)).result.code).toBe(TAKEN);
    await later(1);
    expect((await read(body.id)).result.code).toBe(SUCCESS);
    const refund = await refer(body.id, { paymentType: 'RF', amount: '10.00', currency: 'EUR' });
    expect(refund.body.result.code).toBe(SUCCESS);
  });

  it.each(
    TEST_IBANS.flatMap(({ iban, meaning, returned }) =>
      returned ? [{ iban, meaning, ...returned }] : [],
    ),
  )('is returned as $code ($meaning)', async ({ iban, afterDays, code }) => {
    const { body } = await debit({ 'bankAccount.iban': iban });
    await later(2);
    expect((await read(body.id)).result.code).toBe(SUCCESS);
    await later(afterDays);
    const chargebacks = await db
      .selectFrom('payments')
      .select(['type', 'state', 'amount', 'result_code'])
      .where('referenced_id', '=', body.id)
      .execute();
    expect(chargebacks).toEqual([
      { type: 'CB', state: 'succeeded', amount: 9_200, result_code: code },
    ]);
    await later(60);
    const refund = await refer(body.id, { paymentType: 'RF', amount: '1.00', currency: 'EUR' });
    expect(refund.body.result.code).toBe('700.300.600');
  });

  it('is settled, and does not time out, where weeks pass at once', async () => {
    const { body } = await debit();
    await call('/sandbox/clock', { entityId, advance: String(60 * DAY) });
    await endOverduePayments(test.gateway);
    expect((await read(body.id)).result.code).toBe(SUCCESS);
  });

  it('that was taken back is not settled any more', async () => {
    const { iban } = TEST_IBANS.find(({ returned }) => returned) ?? {};
    const { body } = await debit({ 'bankAccount.iban': iban });
    await refer(body.id, { paymentType: 'RV' });
    await later(60);
    await later(60);
    expect((await read(body.id)).result.code).toBe('100.396.201');
    const more = db.selectFrom('payments').select('type').where('referenced_id', '=', body.id);
    expect(await more.execute()).toEqual([{ type: 'RV' }]);
    expect(await db.selectFrom('simulator_debits').selectAll().execute()).toEqual([]);
  });

  it('is settled or declined at once from the sandbox', async () => {
    for (const [result, code] of [
      ['accept', SUCCESS],
      ['decline', '100.397.102'],
    ]) {
      const { body } = await debit();
      const settled = await call(`/sandbox/payments/${body.id}/settle`, { result });
      expect(settled.body.result.code).toBe(code);
      await later(60);
      expect((await read(body.id)).result.code).toBe(code);
    }
  });

  it('is settled, returned and taken back as the reports say it', async () => {
    const day = await today();
    const { body } = await debit({ 'bankAccount.iban': 'DE44500000000000001024' });
    const { body: takenBack } = await debit();
    await refer(takenBack.id, { paymentType: 'RV' });
    const these = [body.id, takenBack.id];
    await later(2);
    await later(3);
    const path = '/reports/v1/reconciliations/aggregations';
    const query = `entityId=${entityId}&date.from=${day}&date.to=${await today()}&currency=EUR`;
    const { body: report } = await call(`${path}?${query}`);
    const records = await Promise.all(
      report.aggregations.map(
        async ({ id }: { id: string }) =>
          (await call(`${path}/${id}?entityId=${entityId}`)).body.records,
      ),
    );
    const ofThese = records
      .flat()
      .filter(({ matchedTransactions, referencedId }) =>
        [...matchedTransactions.ids, referencedId].some((one) => these.includes(one)),
      )
      .map(({ paymentType, reconciliationType, amount }) => [
        paymentType,
        reconciliationType,
        amount,
      ]);
    expect(ofThese).toEqual([
      ['DB', 'SETTLED', '92.00'],
      ['CB', 'CHARGEBACK', '-92.00'],
    ]);
  });
});

describe('a mandate that is kept', () => {
  const charge = (id: string, fields: Fields = {}) =>
    call(`/v1/registrations/${id}/payments`, { entityId, ...MONEY, ...fields });
  const keep = async () =>
    (await debit({ createRegistration: 'true', recurringType: 'INITIAL' })).body;

  it('is there once its first debit is taken, charged again, and ended', async () => {
    const first = await keep();
    expect(first.registrationId).toMatch(/^[0-9a-f]{32}$/);
    const path = `/v1/registrations/${first.registrationId}?entityId=${entityId}`;
    const again = await charge(first.registrationId, { recurringType: 'REPEATED' });
    expect(again.body).toMatchObject({
      registrationId: first.registrationId,
      bankAccount: first.bankAccount,
      result: { code: TAKEN },
    });
    const deleted = await call(path, undefined, { method: 'DELETE' });
    expect(deleted.body.referencedId).toBe(first.registrationId);
    const over = await charge(first.registrationId, { recurringType: 'REPEATED' });
    expect([over.status, over.body.result.code]).toEqual([404, '100.150.200']);
    const kept = await db
      .selectFrom('card_numbers')
      .select('record_id')
      .where('record_id', 'in', [first.registrationId, first.id, again.body.id])
      .execute();
    expect(kept).toEqual([]);
  });

  it('lies in the vault as long as it is kept', async () => {
    const { registrationId } = await keep();
    const record = { recordId: registrationId, entityId };
    expect(await test.gateway.vault.readCard(db, record)).toEqual({ number: IBAN });
  });

  it('is charged by a merchant that holds it itself', async () => {
    const { body } = await debit({
      recurringType: 'REPEATED',
      'bankAccount.mandate.id': 'HELD-1',
      'bankAccount.mandate.dateOfSignature': '2026-01-31',
    });
    expect(body.result.code).toBe(TAKEN);
  });

  it('is not kept where the debit is refused', async () => {
    const { body } = await debit({
      createRegistration: 'true',
      'bankAccount.iban': 'DE66500000000000001016',
    });
    expect(body).not.toHaveProperty('registrationId');
  });

  it('stands in the form, and pays from there', async () => {
    const { registrationId } = await keep();
    const id = await test.createCheckout({ 'registrations[0].id': registrationId });
    const form = await call(`/v1/checkouts/${id}/form?brands=VISA`);
    expect(form.body.registrations).toEqual([
      { id: registrationId, brand: 'DIRECTDEBIT_SEPA', accountId: MASKED, expired: false },
    ]);
    expect(JSON.stringify(form.body.storedCards)).toContain(MASKED);
    const paid = await call(`/v1/checkouts/${id}/payment`, {
      registrationId,
      shopperResultUrl: `${SHOP_ORIGIN}/result`,
    });
    expect(paid.body.result.code).toBe(TAKEN);
  });
});

describe('in a checkout', () => {
  /** As the form posts it. */
  const pay = async (id: string, fields: Fields = {}, iban = IBAN) => {
    const seal = await sealer(test, id);
    const { 'bankAccount.iban': _, ...rest } = ACCOUNT;
    return call(`/v1/checkouts/${id}/payment`, {
      ...rest,
      shopperResultUrl: `${SHOP_ORIGIN}/result`,
      'sealed[bankAccount.iban]': await seal(id, 'bankAccount.iban', { value: iban }),
      ...fields,
    });
  };

  it('a sealed IBAN is debited once, whatever is posted', async () => {
    const id = await test.createCheckout();
    const seal = await sealer(test, id);
    const sealed = { 'sealed[bankAccount.iban]': await seal(id, 'bankAccount.iban') };
    const [first, second] = await Promise.all([pay(id, sealed), pay(id, sealed)]);
    expect(first.body.result.code).toBe(TAKEN);
    expect(second.body).toMatchObject({ result: { code: TAKEN } });
    const payments = db.selectFrom('payments').select('id').where('checkout_id', '=', id);
    expect(await payments.execute()).toHaveLength(1);
    const other = await pay(id);
    expect(other.body.result.description).toContain('a payment of this checkout is pending');
  });

  it('is paid with the mandate of the merchant', async () => {
    const id = await test.createCheckout({ 'bankAccount.mandate.id': 'SHOP-7' });
    expect((await pay(id)).body.result.code).toBe(TAKEN);
    const { body } = await call(`/v1/checkouts/${id}/payment?entityId=${entityId}`);
    expect(body.bankAccount.mandate.id).toBe('SHOP-7');
  });

  it('another account can be tried after a refusal', async () => {
    const id = await test.createCheckout();
    const refused = await pay(id, {}, 'DE66500000000000001016');
    expect(refused.body.result.code).toBe('800.100.172');
    expect((await pay(id)).body.result.code).toBe(TAKEN);
  });

  it('names what is missing, and an IBAN that is wrong by its last characters', async () => {
    const id = await test.createCheckout();
    const missing = await pay(id, {
      'bankAccount.holder': undefined,
      'sealed[bankAccount.iban]': undefined,
    });
    expect(missing.body.result.parameterErrors).toEqual([
      { name: 'bankAccount.holder', value: null, message: 'is required' },
      { name: 'bankAccount.iban', value: null, message: 'is required' },
    ]);
    const wrong = await pay(id, {}, 'DE89370400440532013001');
    expect(wrong.body.result.parameterErrors).toEqual([
      { name: 'bankAccount.iban', value: 'DE••••3001', message: 'has wrong check digits' },
    ]);
  });

  it('is sealed on a live channel', async () => {
    if (THROUGH !== 'LIVE') return;
    const id = await test.createCheckout();
    const { body } = await pay(id, {
      'sealed[bankAccount.iban]': undefined,
      'bankAccount.iban': IBAN,
    });
    expect(body.result.parameterErrors).toMatchObject([{ name: 'bankAccount.iban', value: null }]);
  });

  it('takes no IBAN of the merchant’s server', async () => {
    const { body } = await call('/v1/checkouts', { entityId, ...MONEY, 'bankAccount.iban': IBAN });
    expect(body.result.parameterErrors).toMatchObject([
      { name: 'bankAccount.iban', value: MASKED, message: 'is not an allowed parameter' },
    ]);
  });
});

describe('is refused, with parameter, rule and value', () => {
  /** Whatever the channel's clock says. */
  const FUTURE = '2999-01-01';
  it.each<[why: string, Fields, code: string, name: string, value: unknown, rule: RegExp]>([
    [
      'wrong check digits',
      { 'bankAccount.iban': 'DE88370400440532013000' },
      '100.100.101',
      'bankAccount.iban',
      MASKED,
      /wrong check digits/,
    ],
    [
      'the length of another country',
      { 'bankAccount.iban': 'DE8937040044053201300' },
      '100.100.101',
      'bankAccount.iban',
      'DE••••1300',
      /must have 22 characters, as an IBAN of DE/,
    ],
    [
      'letters where digits stand',
      { 'bankAccount.iban': 'DE8937040044053201300A' },
      '100.100.101',
      'bankAccount.iban',
      'DE••••300A',
      /letters and digits where/,
    ],
    [
      'a country outside of SEPA',
      { 'bankAccount.iban': 'BR1800360305000010009795493C1' },
      '200.300.404',
      'bankAccount.iban',
      'BR••••93C1',
      /of a country of SEPA.*BR is none/,
    ],
    [
      'no IBAN at all',
      { 'bankAccount.iban': '12345678' },
      '200.300.404',
      'bankAccount.iban',
      '••••',
      /an IBAN/,
    ],
    [
      'a missing IBAN',
      { 'bankAccount.iban': undefined },
      '200.300.404',
      'bankAccount.iban',
      null,
      /is required/,
    ],
    [
      'another currency',
      { currency: 'USD' },
      '200.300.404',
      'currency',
      'USD',
      /must be EUR with DIRECTDEBIT_SEPA/,
    ],
    [
      'a reservation',
      { paymentType: 'PA' },
      '200.300.404',
      'paymentType',
      'PA',
      /must be DB with DIRECTDEBIT_SEPA/,
    ],
    [
      'a missing holder',
      { 'bankAccount.holder': undefined },
      '200.300.404',
      'bankAccount.holder',
      null,
      /is required/,
    ],
    [
      'a holder of blanks',
      { 'bankAccount.holder': '       ' },
      '200.300.404',
      'bankAccount.holder',
      '       ',
      /not blanks alone/,
    ],
    [
      'a holder with the IBAN in it',
      { 'bankAccount.holder': 'Jane DE89 3704 0044 0532 0130 00' },
      '200.300.404',
      'bankAccount.holder',
      null,
      /must not hold an IBAN/,
    ],
    [
      'a short holder',
      { 'bankAccount.holder': 'Jan' },
      '200.300.404',
      'bankAccount.holder',
      'Jan',
      /4 to 128/,
    ],
    [
      'a BIC of nine characters',
      { 'bankAccount.bic': 'COBADEFFX' },
      '200.300.404',
      'bankAccount.bic',
      'COBADEFFX',
      /BIC of 8 or 11/,
    ],
    [
      'another country than the IBAN’s',
      { 'bankAccount.country': 'FR' },
      '200.300.404',
      'bankAccount.country',
      'FR',
      /must be that of bankAccount.iban, DE/,
    ],
    [
      'a signature in the future',
      { 'bankAccount.mandate.dateOfSignature': FUTURE },
      '200.300.404',
      'bankAccount.mandate.dateOfSignature',
      FUTURE,
      /must not be in the future/,
    ],
    [
      'a signature on no day',
      { 'bankAccount.mandate.dateOfSignature': '2026-02-30' },
      '200.300.404',
      'bankAccount.mandate.dateOfSignature',
      '2026-02-30',
      /yyyy-MM-dd/,
    ],
    [
      'an id that no bank takes',
      { 'bankAccount.mandate.id': 'Mandat_7' },
      '200.300.404',
      'bankAccount.mandate.id',
      'Mandat_7',
      /up to 35/,
    ],
    [
      'a card beside it',
      { 'card.number': '4200000000000000' },
      '200.300.404',
      'card.number',
      null,
      /for cards only/,
    ],
    [
      'an IBAN with a card brand',
      { paymentBrand: 'VISA' },
      '200.300.404',
      'bankAccount.iban',
      MASKED,
      /with VISA: it is for direct debits only/,
    ],
    [
      'an IBAN with a wallet',
      { paymentBrand: 'PAYPAL', shopperResultUrl: SHOP_ORIGIN },
      '200.300.404',
      'bankAccount.iban',
      MASKED,
      /with PAYPAL: it is for direct debits only/,
    ],
    [
      'installments',
      { 'recurring.numberOfInstallments': '3' },
      '200.300.404',
      'recurring.numberOfInstallments',
      '3',
      /for cards only/,
    ],
  ])('%s', async (_, fields, code, name, value, rule) => {
    const { status, body } = await debit(fields);
    expect([status, body.result.code]).toEqual([400, code]);
    const error = body.result.parameterErrors.find((one: { name: string }) => one.name === name);
    expect(error).toEqual({ name, value, message: expect.stringMatching(rule) });
  });

  it('a credit', async () => {
    expect((await debit({ paymentType: 'CD' })).body.result.code).toMatch(
      /^(600\.200\.800|200\.300\.404)$/,
    );
  });
});
