/** A live channel that is tried out by `testMode=INTERNAL`: no money, and no mistaking it for money. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DECLINED_CARD } from '../support/merchant.ts';
import { withinOneDay } from '../support/one-window.ts';
import { connectRelay } from '../support/processor-gateway.ts';
import { startReceiver } from '../support/receiver.ts';
import { sealer } from '../support/seal.ts';
import { answerChallenge } from '../support/shopper-browser.ts';
import {
  type Answer,
  CARD,
  CARD_FIELDS,
  CHECKOUT,
  type Fields,
  startAlone,
  type TestGateway,
} from '../support/test-gateway.ts';
import { everythingIsTold } from '../webhooks/published-flows.ts';
import { read, subscribe } from '../webhooks/subscribe.ts';

const TEST: Fields = { testMode: 'INTERNAL' };
const TEST_SUCCESS = '000.100.110';
const LIVE_SUCCESS = '000.000.000';
const OTHER_MODE = '700.100.600';
const CHALLENGED = '4200000000000018';

let ours: TestGateway;
let processor: TestGateway;
beforeAll(async () => {
  ours = await startAlone({ delivers: true });
  processor = await startAlone();
  await connectRelay(ours, processor, { through: 'LIVE' });
});
beforeEach(() => ours.set({ connectivityTests: true, cardTesting: null }));
afterAll(async () => {
  await ours[Symbol.asyncDispose]();
  await processor[Symbol.asyncDispose]();
});

const pay = (fields: Fields = {}) =>
  ours.call('/v1/payments', { ...CHECKOUT, ...CARD_FIELDS, ...fields });
const operate = (id: string, paymentType: string, fields: Fields = {}) =>
  ours.call(`/v1/payments/${id}`, { paymentType, amount: '92.00', currency: 'EUR', ...fields });
const codeOf = ({ body }: Answer): string => body.result.code;
/** The period of today, as `/v3/query` takes it. */
const TODAY = (): Record<string, string> => {
  const day = new Date().toISOString().slice(0, 10);
  return { 'date.from': `${day} 00:00:00`, 'date.to': `${day} 23:59:59` };
};
/** Payments that the processor has. */
const charged = async () =>
  (await processor.gateway.db.selectFrom('payments').select('id').execute()).length;

/** Pays a checkout as its form does. */
async function payCheckout(checkout: Fields, submitted: Fields = {}, number?: string) {
  const id = await ours.createCheckout(checkout);
  const seal = await sealer(ours, id);
  const { 'card.number': _, 'card.cvv': __, ...rest } = CARD;
  const answer = await ours.call(`/v1/checkouts/${id}/payment`, {
    ...rest,
    'sealed[card.number]': await seal(id, 'card.number', number ? { value: number } : {}),
    'sealed[card.cvv]': await seal(id, 'card.cvv'),
    ...submitted,
  });
  return { id, answer };
}

describe('a connectivity test', () => {
  it('needs the channel’s leave, and the word for it is INTERNAL alone', async () => {
    const refusal = [{ name: 'testMode', message: 'must not be sent: this channel is live' }];
    const external = await pay({ testMode: 'EXTERNAL' });
    expect(external.body.result.parameterErrors).toMatchObject(refusal);
    await ours.set({ connectivityTests: false });
    const requests = [
      await pay(TEST),
      await ours.call('/v1/checkouts', { ...CHECKOUT, ...TEST }),
      await ours.call('/v1/registrations', { ...CARD_FIELDS, ...TEST }),
    ];
    for (const { status, body } of requests) {
      expect(status).toBe(400);
      expect(body.result.parameterErrors).toMatchObject(refusal);
    }
  });

  it('by the API asks no processor, and is marked wherever it is read', async () => {
    const before = await charged();
    const merchantTransactionId = 'connectivity-0001';
    const paid = await pay({ ...TEST, merchantTransactionId });
    const declined = await pay({ ...TEST, merchantTransactionId, 'card.number': DECLINED_CARD });
    expect([paid.status, codeOf(paid), declined.status]).toEqual([200, TEST_SUCCESS, 400]);
    const { records } = (
      await ours.call(`/v3/query?${new URLSearchParams({ merchantTransactionId, ...TODAY() })}`)
    ).body;
    const { payments } = (
      await ours.call(`/v1/query?${new URLSearchParams({ merchantTransactionId })}`)
    ).body;
    expect([records.length, payments.length]).toEqual([2, 2]);
    const seen = [paid.body, declined.body, ...records, ...payments];
    for (const { body } of [paid, declined]) {
      seen.push((await ours.call(`/v1/payments/${body.id}`)).body);
    }
    expect(seen.map(({ testMode }) => testMode)).toEqual(seen.map(() => 'INTERNAL'));
    expect(await charged()).toBe(before);
  });

  it('without the word is a payment', async () => {
    const before = await charged();
    const { body } = await pay();
    expect([body.result.code, body.testMode]).toEqual([LIVE_SUCCESS, undefined]);
    expect(await charged()).toBe(before + 1);
  });

  it('of a checkout is its server’s decision, never its shopper’s', async () => {
    const before = await charged();
    const tested = await payCheckout(TEST);
    expect(codeOf(tested.answer)).toBe(TEST_SUCCESS);
    const { body } = await ours.call(`/v1/checkouts/${tested.id}/payment`);
    expect([body.result.code, body.testMode]).toEqual([TEST_SUCCESS, 'INTERNAL']);
    expect(await charged()).toBe(before);

    const asked = await payCheckout({}, TEST);
    expect(asked.answer.headers.get('x-ignored-parameters')).toBe('testMode');
    expect(codeOf(asked.answer)).toBe(LIVE_SUCCESS);
    expect(await charged()).toBe(before + 1);
  });

  it('passes a challenge; one that is open when the leave ends is over', async () => {
    const challenged = () => pay({ ...TEST, ...CARD, 'card.number': CHALLENGED });
    const first = await challenged();
    expect([codeOf(first), first.body.testMode]).toEqual(['000.200.000', 'INTERNAL']);
    await answerChallenge(ours, first.body.redirect.url, 'Y');
    const done = await ours.call(`/v1/payments/${first.body.id}`);
    expect([codeOf(done), done.body.testMode]).toEqual([TEST_SUCCESS, 'INTERNAL']);

    const second = await challenged();
    await ours.set({ connectivityTests: false });
    await answerChallenge(ours, second.body.redirect.url, 'Y');
    expect(codeOf(await ours.call(`/v1/payments/${second.body.id}`))).toBe('100.396.103');
  });

  it('comes to no result of the merchant’s choice, and to no play of the sandbox', async () => {
    const forced = { ...TEST, 'customParameters[simulator.result]': LIVE_SUCCESS };
    const { body } = await pay(TEST);
    for (const answer of [await pay(forced), await operate(body.id, 'RF', forced)]) {
      expect(answer.body.result.parameterErrors).toMatchObject([
        { name: 'customParameters[simulator.result]' },
      ]);
    }
    const chargeback = await ours.call(`/sandbox/payments/${body.id}/chargeback`, {});
    expect(chargeback.status).toBe(403);
  });
});

describe('an operation', () => {
  it('on a connectivity test says so itself, and is kept by the ledger as any other', async () => {
    const before = await charged();
    const debit = await pay(TEST);
    const reserved = await pay({ ...TEST, paymentType: 'PA' });
    const reversed = await pay({ ...TEST, paymentType: 'PA' });
    const { id } = debit.body;
    for (const unsaid of [await operate(id, 'RF'), await operate(reserved.body.id, 'CP')]) {
      expect(codeOf(unsaid)).toBe(OTHER_MODE);
    }
    const part = await operate(id, 'RF', { ...TEST, amount: '60.00' });
    const more = await operate(id, 'RF', { ...TEST, amount: '60.00' });
    const done = [
      part,
      await operate(reserved.body.id, 'CP', TEST),
      await operate(reversed.body.id, 'RV', TEST),
    ];
    expect(done.map(codeOf)).toEqual(done.map(() => TEST_SUCCESS));
    expect(done.map(({ body }) => body.testMode)).toEqual(done.map(() => 'INTERNAL'));
    expect(more.status).toBe(400);
    const refund = await ours.gateway.db
      .selectFrom('audit_log')
      .select('detail')
      .where('subject', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(refund.detail)).toMatchObject({ amount: '60.00', testMode: 'INTERNAL' });
    expect(await charged()).toBe(before);
    await ours.set({ connectivityTests: false });
    expect(codeOf(await operate(id, 'RF', { ...TEST, amount: '1.00' }))).toBe(OTHER_MODE);
  });

  it('on money is none that a test could make', async () => {
    const { body } = await pay();
    const before = await charged();
    expect(codeOf(await operate(body.id, 'RF', TEST))).toBe(OTHER_MODE);
    expect(await charged()).toBe(before);
    expect(codeOf(await operate(body.id, 'RF'))).toBe(LIVE_SUCCESS);
  });
});

describe('a stored card', () => {
  it('is neither stored nor used by a connectivity test', async () => {
    const stored = await ours.call('/v1/registrations', CARD_FIELDS);
    const { id } = stored.body;
    const cards = async () =>
      (await ours.gateway.db.selectFrom('registrations').select('id').execute()).length;
    const before = [await cards(), await charged()];
    const answers = [
      await pay({ ...TEST, createRegistration: 'true' }),
      await ours.call('/v1/registrations', { ...CARD_FIELDS, ...TEST }),
      await ours.call(`/v1/registrations/${id}/payments`, { ...CHECKOUT, ...TEST }),
      await ours.call('/v1/checkouts', { ...CHECKOUT, ...TEST, createRegistration: 'true' }),
      await ours.call('/v1/checkouts', { createRegistration: 'true', ...TEST }),
      await ours.call('/v1/checkouts', { ...CHECKOUT, ...TEST, 'registrations[0].id': id }),
      (await payCheckout(TEST, { createRegistration: 'true' })).answer,
    ];
    const checkout = await ours.createCheckout({ 'registrations[0].id': id });
    answers.push(await ours.call(`/v1/checkouts/${checkout}`, TEST));
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body.result.parameterErrors).toMatchObject([{ name: 'testMode', value: 'INTERNAL' }]);
    }
    expect([await cards(), await charged()]).toEqual(before);
  });

  it('begins no chain of real payments in one', async () => {
    const initial = { recurringType: 'INITIAL' };
    const tested = await pay({ ...TEST, ...initial });
    const ntr = tested.body.resultDetails.acquirerTxId9;
    expect(ntr).toBeDefined();
    const repeated = { recurringType: 'REPEATED', 'card.cvv': undefined };
    const chain = { ...repeated, 'customParameters[NTR]': ntr };
    const { body } = await pay(chain);
    expect(body.result.parameterErrors).toMatchObject([{ name: 'customParameters[NTR]' }]);
    expect(codeOf(await pay({ ...chain, ...TEST }))).toBe(TEST_SUCCESS);
  });
});

describe('what is counted', () => {
  it('as settled has no connectivity test in it; those have a batch of their own, marked', async () => {
    await withinOneDay(5_000);
    const day = new Date().toISOString().slice(0, 10);
    const batches = async (testMode: Fields = {}) => {
      const query = new URLSearchParams({ 'date.from': day, 'date.to': day, currency: 'CHF' });
      for (const [name, value = ''] of Object.entries(testMode)) query.set(name, value);
      const { body } = await ours.call(`/reports/v1/reconciliations/aggregations?${query}`);
      return body.aggregations.map(
        (batch: { amount: string; testMode?: string }) => [batch.amount, batch.testMode] as const,
      );
    };
    const { body } = await pay({ ...TEST, currency: 'CHF', amount: '50.00' });
    await operate(body.id, 'RF', { ...TEST, currency: 'CHF', amount: '20.00' });
    expect(await batches()).toEqual([]);
    expect(await batches(TEST)).toEqual([['30.00', 'INTERNAL']]);
    const query = new URLSearchParams({ 'date.from': day, 'date.to': day, testMode: 'INTERNAL' });
    const path = '/reports/v1/reconciliations/aggregations';
    const { id } = (await ours.call(`${path}?${query}&currency=CHF`)).body.aggregations[0];
    const csv = { headers: { accept: 'text/csv' } };
    for (const version of ['v1', 'v2']) {
      const file = await ours.call(`${path.replace('v1', version)}/${id}`, undefined, csv);
      const [header = '', ...rows] = file.body.trim().split(/\r?\n/);
      expect(header).toMatch(/,testMode$/);
      expect(rows).toHaveLength(2);
      for (const row of rows) expect(row).toMatch(/,INTERNAL$/);
    }
    await pay({ currency: 'CHF', amount: '7.00' });
    expect(await batches()).toEqual([['7.00', undefined]]);
    expect(await batches(TEST)).toEqual([['30.00', 'INTERNAL']]);
  });

  it('against card testing has none in it either', async () => {
    await ours.set({ cardTesting: { serverPayments: true } });
    /** What velocity rules have counted; posts are limited by themselves, whatever they are for. */
    const counted = async () => {
      const windows = await ours.gateway.db.selectFrom('risk_windows').select('rule').execute();
      return windows.filter(({ rule }) => !rule.startsWith('submits by ')).length;
    };
    const before = await counted();
    for (let n = 0; n < 8; n += 1) {
      const server = await pay({ ...TEST, 'card.number': DECLINED_CARD });
      const form = await payCheckout(TEST, {}, DECLINED_CARD);
      expect([codeOf(server), codeOf(form.answer)]).toEqual(['800.100.152', '800.100.152']);
    }
    expect(await counted()).toBe(before);
    await pay({ 'card.number': DECLINED_CARD });
    expect(await counted()).toBeGreaterThan(before);
  });
});

describe('what is told', () => {
  it('of a connectivity test is marked, in each notification and event; of money it is not', async () => {
    await using receiver = await startReceiver();
    const notifications = await subscribe(ours, receiver);
    await subscribe(ours, receiver, { kind: 'events' });
    const told = async (fields: Fields) => {
      await everythingIsTold(ours);
      const before = receiver.received.length;
      const { body } = await pay({ ...fields, paymentType: 'PA' });
      await operate(body.id, 'CP', fields);
      await pay({ ...fields, 'card.number': DECLINED_CARD });
      await everythingIsTold(ours);
      return receiver.received
        .slice(before)
        .map((call) =>
          call.headers['webhook-signature'] === undefined
            ? read(call, notifications.secret).message.payload.testMode
            : JSON.parse(call.body).testMode,
        );
    };
    const tests = await told(TEST);
    expect(tests.length).toBeGreaterThan(6);
    expect(tests).toEqual(tests.map(() => 'INTERNAL'));
    const payments = await told({});
    expect(payments).toEqual(tests.map(() => undefined));
  });
});
