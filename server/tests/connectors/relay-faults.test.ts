/** What becomes of a payment when the way to the processor, or the processor, fails. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { differences, settled, sweep } from '../support/compare-ledgers.ts';
import { type Fault, startBehindProxy } from '../support/faulty-proxy.ts';
import { CARD_FIELDS, type Fields } from '../support/test-gateway.ts';

const way = await startBehindProxy();
const { ours, proxy, processor } = way;
afterAll(() => way[Symbol.asyncDispose]());

/** Ours and theirs agree, and nothing was asked for twice. */
afterEach(async () => {
  proxy.next();
  proxy.questions = 'none';
  await proxy.quiet();
  expect(await settled(ours, processor)).toEqual([]);
  const references = proxy.charges.map((charge) => charge.get('merchantTransactionId'));
  expect(new Set(references).size).toBe(references.length);
  const inManualReview = await ours.gateway.db
    .selectFrom('upstream_requests')
    .select('reference')
    .where('undo', '=', 'stuck')
    .execute();
  expect(inManualReview).toEqual([]);
});

const pay = (fields: Fields = {}) =>
  ours.call('/v1/payments', {
    ...{ amount: '92.00', currency: 'EUR', paymentType: 'DB', testMode: 'EXTERNAL' },
    ...CARD_FIELDS,
    ...fields,
  });
const operate = (id: string, fields: Fields) =>
  ours.call(`/v1/payments/${id}`, { currency: 'EUR', ...fields });
const codeOf = async (id: string) => (await ours.call(`/v1/payments/${id}`)).body.result.code;

const SUCCESS = '000.100.112';
const NEVER_ARRIVED = '900.100.500';
const REVERSED = '900.100.301';
const UNBELIEVABLE = '900.100.100';

describe('a charge', () => {
  it.each<[Fault, string]>([
    ['none', SUCCESS],
    ['slow', SUCCESS],
    ['break', NEVER_ARRIVED],
    ['hang', NEVER_ARRIVED],
    ['deliver-late', NEVER_ARRIVED],
    ['fail', NEVER_ARRIVED],
    ['lose-answer', SUCCESS],
    ['hang-after', SUCCESS],
    ['cut-answer', SUCCESS],
    ['fail-after', SUCCESS],
    ['garbage', SUCCESS],
    ['empty-json', SUCCESS],
    ['other-amount', SUCCESS],
    ['other-currency', SUCCESS],
    ['other-payment', SUCCESS],
  ])('%s: %s, at once and for ever', async (fault, code) => {
    proxy.next(fault);
    const { body, status } = await pay();
    expect([status, body.result.code]).toEqual([code === SUCCESS ? 200 : 400, code]);
    await proxy.quiet();
    await sweep(ours);
    expect(await codeOf(body.id)).toBe(code);
  });

  it.each<Fault>(['break', 'hang', 'fail', 'garbage'])(
    'whose processor cannot be asked any more (%s) is reversed when it can',
    async (questions) => {
      proxy.next('lose-answer');
      proxy.questions = questions;
      const { body } = await pay();
      expect(body.result.code).toBe(REVERSED);
    },
  );

  it.each<Fault>(['other-amount', 'other-currency'])(
    'that was made for something else (%s, in its ledger as well) is reversed',
    async (fault) => {
      proxy.next(fault);
      proxy.questions = fault;
      const { body } = await pay();
      expect(body.result.code).toBe(UNBELIEVABLE);
    },
  );

  it('of an authorisation only is reversed as well', async () => {
    proxy.next('lose-answer');
    proxy.questions = 'break';
    expect((await pay({ paymentType: 'PA' })).body.result.code).toBe(REVERSED);
  });

  it('is refunded where a reversal comes too late', async () => {
    await processor.set({ reversalCutOff: 0 });
    proxy.next('lose-answer');
    proxy.questions = 'break';
    expect((await pay()).body.result.code).toBe(REVERSED);
    proxy.questions = 'none';
    await sweep(ours);
    expect(await differences(ours, processor)).toEqual([]);
    await processor.set({ reversalCutOff: 1_440 });
  });

  it('that was declined stays declined when the answer is lost', async () => {
    proxy.next('lose-answer');
    const { body } = await pay({ 'card.number': '4200000000001016' });
    expect(body.result.code).toBe('800.100.152');
  });

  it('in a checkout leaves it free for another card, and pays it once', async () => {
    const id = await ours.createCheckout({ testMode: 'EXTERNAL' });
    proxy.next('deliver-late');
    expect((await ours.pay(id)).body.result.code).toBe(NEVER_ARRIVED);
    expect((await ours.pay(id)).body.result.code).toBe(SUCCESS);
  });
});

describe('a capture, a reversal and a refund', () => {
  const made = async (paymentType: string) => (await pay({ paymentType })).body.id;
  const OPERATIONS = [
    ['CP', 'PA', { paymentType: 'CP', amount: '40.00' }],
    ['RV', 'DB', { paymentType: 'RV' }],
    ['RF', 'DB', { paymentType: 'RF', amount: '40.00' }],
  ] as const;

  it.each(
    OPERATIONS.flatMap(([, type, fields]) =>
      (
        [
          ['none', SUCCESS],
          ['lose-answer', SUCCESS],
          ['fail-after', SUCCESS],
          ['break', NEVER_ARRIVED],
          ['deliver-late', NEVER_ARRIVED],
        ] as const
      ).map(([fault, code]) => ({ type, fields, fault, code })),
    ),
  )('$fields.paymentType, $fault: $code', async ({ type, fields, fault, code }) => {
    const id = await made(type);
    proxy.next(fault);
    const { body } = await operate(id, fields);
    expect(body.result.code).toBe(code);
    await proxy.quiet();
    // With any outcome: what is left can still be done, once.
    if (code !== SUCCESS) expect((await operate(id, fields)).body.result.code).toBe(SUCCESS);
  });

  it.each(OPERATIONS)(
    '%s whose processor cannot be asked stays pending, is made once, and ends when it can',
    async (_type, original, fields) => {
      const id = await made(original);
      proxy.next('lose-answer');
      proxy.questions = 'fail';
      const { body } = await operate(id, fields);
      expect(body.result.code).toBe('000.200.000');
      proxy.questions = 'none';
      await sweep(ours);
      expect(await codeOf(body.id)).toBe(SUCCESS);
    },
  );
});
