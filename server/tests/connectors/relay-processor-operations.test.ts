/** What a processor tells us of its own doing at the wrong moment, or with less than everything. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { connectorTroubles } from '../../gateway/processors/operator.ts';
import { pollConnectors } from '../../gateway/sweeper.ts';
import { sweep } from '../support/compare-ledgers.ts';
import { connectRelay, notifierOf } from '../support/processor-gateway.ts';
import { CARD, type Fields, startAlone } from '../support/test-gateway.ts';

/** A payment as the processor answers it. */
type There = { id: string } & Record<string, unknown>;

/** A processor of the test: whatever is in `there` is in its ledger. */
const there = new Map<string, There>();
/** Its answer to the next request for money waits for this; it is in its ledger before. */
let answersAfter: Promise<void> | undefined;
const SUCCESSFUL = { result: { code: '000.100.110' } };
let made = 0;
const newId = () => `${++made}`.padStart(32, 'e');

const processor = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const id = pathname.split('/')[3] ?? '';
  const send = (status: number, answer: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  if (request.method === 'POST') {
    const { amount, currency, paymentType, merchantTransactionId } = Object.fromEntries(
      new URLSearchParams(body),
    );
    const payment = {
      ...{ id: newId(), amount, currency, paymentType, merchantTransactionId, ...SUCCESSFUL },
      ...(id !== '' && { referencedId: id }),
    };
    there.set(payment.id, payment);
    await answersAfter;
    return send(200, payment);
  }
  const nothing = { result: { code: '700.400.580' } };
  if (id !== '') return send(there.has(id) ? 200 : 404, there.get(id) ?? nothing);
  const reference = searchParams.get('merchantTransactionId');
  const payments = [...there.values()].filter((one) => one['merchantTransactionId'] === reference);
  return payments.length === 0 ? send(404, nothing) : send(200, { ...SUCCESSFUL, payments });
}).listen(0, '127.0.0.1');
await once(processor, 'listening');
const url = `http://127.0.0.1:${(processor.address() as AddressInfo).port}`;

const ours = await startAlone();
const { db } = ours.gateway;
const connect = () =>
  connectRelay(ours, { url, entityId: 'a'.repeat(32), token: 'token-of-the-processor' });
await connect();
const notify = await notifierOf(ours);
const notification = (id: string, more: object = {}) => ({
  type: 'PAYMENT',
  payload: { id, ...more },
});
afterAll(async () => {
  await ours[Symbol.asyncDispose]();
  processor.close();
});
afterEach(async () => {
  answersAfter = undefined;
  await db.deleteFrom('upstream_requests').where('type', '=', 'NEWS').execute();
  await db.updateTable('upstream_requests').set({ undo: 'none' }).execute();
});

const { shopperResultUrl: _, ...card } = CARD;
const pay = async (fields: Fields = {}): Promise<string> => {
  const { body } = await ours.call('/v1/payments', {
    ...{ amount: '92.00', currency: 'EUR', paymentType: 'PA', testMode: 'EXTERNAL' },
    ...card,
    ...fields,
  });
  expect(body.result.code).toBe('000.100.112');
  return body.id;
};
const thereOf = async (id: string) => {
  const { reference } = await db
    .selectFrom('payments')
    .select('reference')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const found = [...there.values()].find((one) => one['merchantTransactionId'] === reference);
  return { id: found?.id ?? '', reference };
};
/** Something that its own operator does, or the cardholder's bank. */
const does = (paymentType: string, referencedId: string, fields: object = {}): string => {
  const id = newId();
  const money = { amount: '40.00', currency: 'EUR' };
  there.set(id, { id, paymentType, referencedId, ...money, ...SUCCESSFUL, ...fields });
  return id;
};
const bookOf = (id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const operationsOn = async (id: string) =>
  (
    await db
      .selectFrom('payments')
      .select(['type', 'amount'])
      .where('referenced_id', '=', id)
      .execute()
  ).map(({ type, amount }) => `${type} ${amount}`);
const inManualReview = async () =>
  (await connectorTroubles(ours.gateway))
    .filter(({ undo }) => undo === 'stuck')
    .map(({ type }) => type);
const inboundNotifications = () =>
  db.selectFrom('upstream_requests').selectAll().where('type', '=', 'NEWS').execute();
const tooLate = () =>
  db.updateTable('upstream_requests').set({ created_at: 0 }).where('type', '=', 'NEWS').execute();
/** Looks once more after so many looks that what is decided within a minute would be decided. */
const lookLongAfterwards = async () => {
  await db
    .updateTable('upstream_requests')
    .set({ checks: 20, check_at: 0 })
    .where('type', '=', 'NEWS')
    .execute();
  await pollConnectors(ours.gateway);
};

describe('what comes before its time is recorded when it fits', () => {
  it('while the payment is still in doubt here', async () => {
    const id = await pay();
    const state = (to: 'in_doubt' | 'succeeded') =>
      db.updateTable('payments').set({ state: to }).where('id', '=', id).execute();
    await state('in_doubt');
    await notify(notification(does('CP', (await thereOf(id)).id)));
    await pollConnectors(ours.gateway);
    await lookLongAfterwards();
    await state('succeeded');
    await sweep(ours, 1);
    expect(await operationsOn(id)).toEqual(['CP 4000']);
    expect(await bookOf(id)).toMatchObject({ captured: 4_000, reserved: 0 });
  });

  it('while another operation has the money reserved', async () => {
    const id = await pay();
    const reserved = (amount: number) =>
      db.updateTable('payments').set({ reserved: amount }).where('id', '=', id).execute();
    await reserved(9_200);
    await notify(notification(does('CP', (await thereOf(id)).id)));
    await pollConnectors(ours.gateway);
    await lookLongAfterwards();
    await reserved(0);
    await sweep(ours, 1);
    expect(await operationsOn(id)).toEqual(['CP 4000']);
  });

  it('before the processor has answered the payment itself', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answersAfter = promise;
    const paying = pay();
    await expect.poll(() => [...there.values()].at(-1)?.['paymentType']).toBe('PA');
    await notify(notification(does('CP', [...there.keys()].at(-1) ?? '')));
    await pollConnectors(ours.gateway);
    resolve();
    const id = await paying;
    await sweep(ours, 1);
    expect(await operationsOn(id)).toEqual(['CP 4000']);
  });

  it('a refund before the capture that it is of', async () => {
    const id = await pay();
    const capture = does('CP', (await thereOf(id)).id);
    await notify(notification(does('RF', capture, { amount: '10.00' })));
    await pollConnectors(ours.gateway);
    await notify(notification(capture));
    await sweep(ours, 2);
    expect(await operationsOn(id)).toEqual(['CP 4000']);
    expect(await inManualReview()).toEqual([]);
    const { id: booked } = await db
      .selectFrom('payments')
      .select('id')
      .where('referenced_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await operationsOn(booked)).toEqual(['RF 1000']);
  });

  it('a chargeback of an authorisation before its capture', async () => {
    const id = await pay();
    const { id: referenced } = await thereOf(id);
    await notify(notification(does('CB', referenced, { result: { code: '000.100.221' } })));
    await pollConnectors(ours.gateway);
    await notify(notification(does('CP', referenced)));
    await sweep(ours, 2);
    expect((await operationsOn(id)).sort()).toEqual(['CB 4000', 'CP 4000']);
  });

  it('and is left to manual review when that has not come in a day', async () => {
    const id = await pay();
    await notify(notification(does('RF', does('CP', (await thereOf(id)).id))));
    await sweep(ours, 1);
    expect(await inboundNotifications()).toHaveLength(1);
    await tooLate();
    await sweep(ours, 1);
    expect(await inboundNotifications()).toEqual([]);
    expect(await inManualReview()).toEqual(['RF']);
  });

  it('while the connector is not set', async () => {
    const id = await pay();
    await notify(notification(does('CP', (await thereOf(id)).id)));
    await db.deleteFrom('connector_secrets').where('name', '=', 'token').execute();
    await pollConnectors(ours.gateway);
    await connect();
    await sweep(ours, 1);
    expect(await operationsOn(id)).toEqual(['CP 4000']);
  });
});

it('a chargeback has all decimals of its currency', async () => {
  const id = await pay({ paymentType: 'DB', amount: '9.00', currency: 'KWD' });
  const money = { amount: '1.005', currency: 'KWD' };
  const { id: referenced } = await thereOf(id);
  await notify(notification(does('CB', referenced, { ...money, result: { code: '000.100.221' } })));
  await sweep(ours, 1);
  expect(await operationsOn(id)).toEqual(['CB 1005']);
  expect(await bookOf(id)).toMatchObject({ amount: 9_000, charged_back: 1_005 });
});

describe('whose it is', () => {
  it.each([
    ['CB', 'DB', { result: { code: '000.100.221' } }],
    ['RF', 'DB', {}],
    ['CP', 'PA', {}],
  ] as const)(
    'a %s that carries the reference of its payment is no request of ours',
    async (paymentType, original, fields) => {
      const id = await pay({ paymentType: original });
      const { id: referenced, reference } = await thereOf(id);
      const theirs = does(paymentType, referenced, { ...fields, merchantTransactionId: reference });
      await notify(notification(theirs, { merchantTransactionId: reference }));
      await sweep(ours, 1);
      expect(await operationsOn(id)).toEqual([`${paymentType} 4000`]);
      // Of the reference there is more than one payment now: `thereOf` would find either.
      there.delete(theirs);
    },
  );

  it('our own refund in flight is not recorded beside itself', async () => {
    const id = await pay({ paymentType: 'DB' });
    const { promise, resolve } = Promise.withResolvers<void>();
    answersAfter = promise;
    const fields = { paymentType: 'RF', amount: '40.00', currency: 'EUR' };
    const refunding = ours.call(`/v1/payments/${id}`, fields);
    await expect.poll(() => [...there.values()].at(-1)?.['paymentType']).toBe('RF');
    const refund = [...there.values()].at(-1) as There;
    // This one does not say by its id what was sent with it.
    const { merchantTransactionId: __, ...silent } = refund;
    there.set(refund.id, silent as There);
    await notify(notification(refund.id));
    await pollConnectors(ours.gateway);
    resolve();
    there.set(refund.id, refund);
    await refunding;
    there.set(refund.id, silent as There);
    await sweep(ours, 1);
    expect(await operationsOn(id)).toEqual(['RF 4000']);
    expect(await inboundNotifications()).toEqual([]);
  });

  it('a card that is stored there is no payment', async () => {
    const payload = { id: 'c'.repeat(32) };
    expect((await notify({ type: 'REGISTRATION', payload })).status).toBe(200);
    expect(await inboundNotifications()).toEqual([]);
  });
});

describe('how much it is', () => {
  it.each([
    ['without an amount is of the whole', { amount: undefined, currency: undefined }, 9_200, []],
    ['of the whole', { amount: '92.00' }, 9_200, []],
    ['of a part does not fit', { amount: '10.00' }, 0, ['RV']],
  ])('a reversal %s', async (_what, fields, reversed, troubles) => {
    const id = await pay({ amount: '92.00' });
    await notify(notification(does('RV', (await thereOf(id)).id, fields)));
    await sweep(ours, 6);
    expect((await bookOf(id)).reversed).toBe(reversed);
    expect(await inManualReview()).toEqual(troubles);
  });

  it('our own reversal that is answered without an amount is of the whole, too', async () => {
    const id = await pay({ amount: '92.00' });
    const fields = { paymentType: 'RV', testMode: 'EXTERNAL' };
    const { body } = await ours.call(`/v1/payments/${id}`, fields);
    expect(body).toMatchObject({ amount: '92.00', result: { code: '000.100.112' } });
    expect((await bookOf(id)).reversed).toBe(9_200);
  });

  it('a refund that does not say is left to manual review', async () => {
    const id = await pay({ paymentType: 'DB' });
    await notify(notification(does('RF', (await thereOf(id)).id, { amount: undefined })));
    await sweep(ours, 6);
    expect(await inManualReview()).toEqual(['RF']);
  });
});

describe('what does not fit books nothing, and is left to manual review', () => {
  it.each([
    ['a refund in another currency', 'RF', { currency: 'USD' }],
    ['a refund of more than was paid', 'RF', { amount: '92.01' }],
    [
      'a chargeback in another currency',
      'CB',
      { currency: 'USD', result: { code: '000.100.221' } },
    ],
    ['money received for a card', 'RC', {}],
  ])('%s', async (_what, paymentType, fields) => {
    const id = await pay({ paymentType: 'DB' });
    await notify(notification(does(paymentType, (await thereOf(id)).id, fields)));
    await sweep(ours, 6);
    expect(await operationsOn(id)).toEqual([]);
    expect(await bookOf(id)).toMatchObject({
      captured: 0,
      refunded: 0,
      charged_back: 0,
      reserved: 0,
    });
    expect(await inManualReview()).toEqual([paymentType]);
  });
});
