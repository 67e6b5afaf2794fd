/** What cannot be taken back, of a processor that cannot be asked: never moved twice, never for ever. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { connectorTroubles, decideUnknownOutcome } from '../../gateway/processors/operator.ts';
import { endOverduePayments } from '../../gateway/undecided/recovery.ts';
import { settled, sweep } from '../support/compare-ledgers.ts';
import { type Fault, startBehindProxy } from '../support/faulty-proxy.ts';
import { connectRelay } from '../support/processor-gateway.ts';
import { CARD_FIELDS, type Fields } from '../support/test-gateway.ts';

const way = await startBehindProxy();
const { ours, proxy, processor } = way;
const { db } = ours.gateway;
afterAll(() => way[Symbol.asyncDispose]());
afterEach(async () => {
  proxy.next();
  proxy.questions = 'none';
  await proxy.quiet();
  expect(await settled(ours, processor)).toEqual([]);
  proxy.forgetsKeys = false;
});

const pay = (fields: Fields = {}) =>
  ours.call('/v1/payments', {
    ...{ amount: '92.00', currency: 'EUR', paymentType: 'DB', testMode: 'EXTERNAL' },
    ...CARD_FIELDS,
    ...fields,
  });
const operate = (id: string, fields: Fields) =>
  ours.call(`/v1/payments/${id}`, { currency: 'EUR', ...fields });
const read = (id: string) => ours.call(`/v1/payments/${id}`);
const codeOf = async (id: string) => (await read(id)).body.result.code;
const halfAnHour = () => ours.call('/sandbox/clock', { advance: '1800' });
const columnOf = async (id: string, column: 'reserved' | 'lease_until') => {
  const row = await db
    .selectFrom('payments')
    .select(column)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row[column];
};

const SUCCESS = '000.100.112';
const PENDING = '000.200.000';
const OUTCOME_UNKNOWN = '900.100.300';
const NEVER_ARRIVED = '900.100.500';
const REFUND = { paymentType: 'RF', amount: '40.00' };

/** A refund whose request was met by the fault, and whose processor cannot be asked. */
async function unknown(fault: Fault, original: string, fields: Fields) {
  const { body } = await pay({ paymentType: original });
  proxy.next(fault);
  proxy.questions = 'fail';
  const operation = await operate(body.id, fields);
  expect([operation.status, operation.body.result.code]).toEqual([200, PENDING]);
  return { id: body.id as string, operation: operation.body.id as string };
}

describe('an operation that stays unknown', () => {
  const OPERATIONS = [
    ['CP', 'PA', { paymentType: 'CP', amount: '40.00' }, '700.400.100'],
    ['RV', 'DB', { paymentType: 'RV' }, '700.300.700'],
    ['RF', 'DB', REFUND, '700.400.200'],
  ] as const;

  it.each(OPERATIONS)(
    '%s: is definite after half an hour, is not made again, and comes out',
    async (...[, original, fields, refusal]) => {
      const { id, operation } = await unknown('lose-answer', original, fields);
      await sweep(ours, 1);
      expect(await codeOf(operation)).toBe(PENDING);
      await halfAnHour();
      await sweep(ours, 1);
      const answer = await read(operation);
      expect([answer.status, answer.body.result.code]).toEqual([400, OUTCOME_UNKNOWN]);
      expect(answer.body.resultDetails.ExtendedDescription).toMatch(/stays reserved/);
      expect(await columnOf(id, 'reserved')).toBe(fields.paymentType === 'RV' ? 9_200 : 4_000);

      const sent = proxy.charges.length;
      const again = await operate(id, fields);
      expect([again.status, again.body.result.code]).toEqual([400, refusal]);
      expect(proxy.charges).toHaveLength(sent);

      proxy.questions = 'none';
      await sweep(ours, 1);
      expect(await codeOf(operation)).toBe(SUCCESS);
      expect(await columnOf(id, 'reserved')).toBe(0);
    },
  );

  it('and was never made gives its money free', async () => {
    const { id, operation } = await unknown('fail', 'DB', REFUND);
    await halfAnHour();
    await sweep(ours, 1);
    expect(await codeOf(operation)).toBe(OUTCOME_UNKNOWN);
    proxy.questions = 'none';
    await sweep(ours, 1);
    expect(await codeOf(operation)).toBe(NEVER_ARRIVED);
    expect((await operate(id, { paymentType: 'RF', amount: '92.00' })).body.result.code).toBe(
      SUCCESS,
    );
  });

  it('is asked about as soon as the merchant tries again', async () => {
    const { id, operation } = await unknown('fail', 'DB', REFUND);
    await halfAnHour();
    await sweep(ours, 2);
    proxy.questions = 'none';
    expect(await columnOf(operation, 'lease_until')).toBeGreaterThan(Date.now() + 60_000);
    await operate(id, REFUND);
    expect(await columnOf(operation, 'lease_until')).toBeLessThanOrEqual(Date.now());
  });

  it('is told once, and once more when it comes out', async () => {
    const { operation } = await unknown('lose-answer', 'DB', {
      ...REFUND,
      notificationUrl: `${ours.url}/told`,
    });
    await halfAnHour();
    await sweep(ours, 2);
    proxy.questions = 'none';
    await sweep(ours, 1);
    const told = await db
      .selectFrom('messages')
      .select('body')
      .where('subject_id', '=', operation)
      .where('kind', '=', 'notifications')
      .orderBy('position')
      .execute();
    expect(told.map(({ body }) => JSON.parse(body).payload.result.code)).toEqual([
      OUTCOME_UNKNOWN,
      SUCCESS,
    ]);
  });

  it('keeps its processor: no other could tell', async () => {
    const { operation } = await unknown('lose-answer', 'DB', REFUND);
    const another = connectRelay(ours, { ...processor, entityId: 'f'.repeat(32) });
    await expect(another).rejects.toThrow(new RegExp(`${operation} is still open`));
    await ours.set({ descriptor: 'The same processor' });
  });

  it('a credit is told as any other', async () => {
    proxy.next('lose-answer');
    proxy.questions = 'fail';
    const { body } = await pay({ paymentType: 'CD' });
    expect(body.result.code).toBe(PENDING);
    await halfAnHour();
    await sweep(ours, 1);
    expect(await codeOf(body.id)).toBe(OUTCOME_UNKNOWN);
    proxy.questions = 'none';
    await sweep(ours, 1);
    expect(await codeOf(body.id)).toBe(SUCCESS);
  });

  it.each([
    ['made', SUCCESS, 'lose-answer'],
    ['not-made', NEVER_ARRIVED, 'fail'],
  ] as const)(
    'ends as the operator says who has asked the processor: %s',
    async (told, code, fault) => {
      const { operation } = await unknown(fault, 'DB', REFUND);
      await expect(decideUnknownOutcome(ours.gateway, operation, told)).rejects.toThrow(
        /not one whose result/,
      );
      await halfAnHour();
      await sweep(ours, 1);
      const troubles = await connectorTroubles(ours.gateway);
      expect(troubles.filter(({ undo }) => undo === 'unknown')).toMatchObject([
        { payment: operation, type: 'RF', amount: 4_000 },
      ]);
      await expect(decideUnknownOutcome(ours.gateway, operation, 'perhaps')).rejects.toThrow(
        /made or not-made/,
      );
      await decideUnknownOutcome(ours.gateway, operation, told);
      await sweep(ours, 1);
      expect(await codeOf(operation)).toBe(code);
      // The operator may have been wrong.
      const monitored = (await connectorTroubles(ours.gateway)).filter(
        ({ payment }) => payment === operation,
      );
      expect(monitored.map(({ undo }) => undo)).toEqual(told === 'made' ? [] : ['watching']);
    },
  );

  it('and that the operator says was made can be refunded: the processor is asked for its id', async () => {
    const { operation } = await unknown('lose-answer', 'PA', {
      paymentType: 'CP',
      amount: '40.00',
    });
    await halfAnHour();
    await sweep(ours, 1);
    await decideUnknownOutcome(ours.gateway, operation, 'made');
    await sweep(ours, 1);
    // As long as it cannot be asked, nothing is sent.
    expect((await operate(operation, REFUND)).body.result.code).toBe('900.100.600');
    proxy.questions = 'none';
    expect((await operate(operation, REFUND)).body.result.code).toBe(SUCCESS);
  });
});

describe('a processor that takes no notice of idempotency keys', () => {
  it('has the time to get a refund that is late: it is not told as failed meanwhile', async () => {
    const { body } = await pay();
    proxy.forgetsKeys = true;
    proxy.next('deliver-late');
    const { body: refund } = await operate(body.id, REFUND);
    expect(refund.result.code).toBe(PENDING);
    await proxy.quiet();
    await sweep(ours, 1);
    expect(await codeOf(refund.id)).toBe(SUCCESS);
  });

  it('has not got it after a quarter of an hour, and never will', async () => {
    const { body } = await pay();
    proxy.forgetsKeys = true;
    proxy.next('fail');
    const { body: refund } = await operate(body.id, REFUND);
    await sweep(ours, 1);
    expect(await codeOf(refund.id)).toBe(PENDING);
    await db
      .updateTable('upstream_requests')
      .set((eb) => ({ created_at: eb('created_at', '-', 16 * 60_000) }))
      .where('answer', 'is', null)
      .execute();
    await sweep(ours, 1);
    expect(await codeOf(refund.id)).toBe(NEVER_ARRIVED);
  });

  it('has a charge reversed that comes late', async () => {
    proxy.forgetsKeys = true;
    proxy.next('deliver-late');
    const { body } = await pay();
    expect(body.result.code).toBe(NEVER_ARRIVED);
    await proxy.quiet();
  });
});

describe('a refund that the processor has for another amount', () => {
  it('is neither told as failed nor made again: an operator has to look', async () => {
    const { body } = await pay();
    proxy.next('other-amount');
    proxy.questions = 'other-amount';
    const { body: refund } = await operate(body.id, REFUND);
    expect(refund.result.code).toBe(PENDING);
    await halfAnHour();
    await sweep(ours, 1);
    expect(await codeOf(refund.id)).toBe(OUTCOME_UNKNOWN);
    expect(await columnOf(body.id, 'reserved')).toBe(4_000);
  });
});

describe('what was given up here', () => {
  it('is compensated once the token is right again', async () => {
    proxy.next('lose-answer');
    proxy.questions = 'break';
    expect((await pay()).body.result.code).toBe('900.100.301');
    proxy.questions = 'none';
    await connectRelay(ours, processor, {
      address: proxy.url,
      token: 'the-wrong-token-of-today',
    });
    await sweep(ours, 1);
    await connectRelay(ours, processor, { address: proxy.url });
  });

  it('is monitored for as long as it may still succeed there', async () => {
    proxy.next('lose-answer');
    proxy.questions = 'break';
    const { body } = await pay({ 'customParameters[simulator.result]': PENDING });
    expect(body.result.code).toBe('900.100.301');
    proxy.questions = 'none';
    await db
      .updateTable('upstream_requests')
      .set((eb) => ({ created_at: eb('created_at', '-', 25 * 60 * 60_000) }))
      .where('undo', '=', 'watching')
      .execute();
    await sweep(ours, 1);
    const { id } = await processor.gateway.db
      .selectFrom('payments')
      .select('id')
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow();
    await processor.call(`/sandbox/payments/${id}/settle`, { result: 'accept' });
  });
});

describe('a refund that the processor has left pending', () => {
  it('is not given up after a week: it may still be paid out', async () => {
    const { body } = await pay();
    const { body: refund } = await operate(body.id, {
      ...REFUND,
      'customParameters[simulator.result]': '800.400.502',
    });
    expect(refund.result.code).toBe('800.400.502');
    await ours.call('/sandbox/clock', { advance: String(8 * 24 * 60 * 60) });
    await endOverduePayments(ours.gateway);
    expect(await codeOf(refund.id)).toBe('800.400.502');
    // Nor is it looked at in every pass from now on.
    expect(await endOverduePayments(ours.gateway)).toBe(0);
    const { id } = await processor.gateway.db
      .selectFrom('payments')
      .select('id')
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow();
    await processor.call(`/sandbox/payments/${id}/settle`, { result: 'accept' });
    await sweep(ours, 1);
    expect(await codeOf(refund.id)).toBe(SUCCESS);
  });
});
