/** A direct debit through another gateway: what its bank decides days later arrives here. */
import { afterAll, expect, it } from 'vitest';
import { pollConnectors } from '../../gateway/sweeper.ts';
import { sweep } from '../support/compare-ledgers.ts';
import { connectRelay, notifierOf } from '../support/processor-gateway.ts';
import { type Fields, startAlone } from '../support/test-gateway.ts';

const ours = await startAlone();
const processor = await startAlone();
await connectRelay(ours, processor);
const notify = await notifierOf(ours);
afterAll(async () => {
  await ours[Symbol.asyncDispose]();
  await processor[Symbol.asyncDispose]();
});

const IBAN = 'DE89370400440532013000';
const DAY = 24 * 60 * 60;
const TAKEN = '800.400.501';
const PAID = '000.100.112';

const debit = async (fields: Fields = {}) =>
  (
    await ours.call('/v1/payments', {
      entityId: ours.entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      testMode: 'EXTERNAL',
      paymentBrand: 'DIRECTDEBIT_SEPA',
      'bankAccount.holder': 'Jane Jones',
      'bankAccount.iban': IBAN,
      'bankAccount.mandate.id': 'SHOP-7',
      'bankAccount.mandate.dateOfSignature': '2026-01-31',
      ...fields,
    })
  ).body;
const read = async (id: string) => (await ours.call(`/v1/payments/${id}`)).body;
const thereOf = (id: string) =>
  ours.gateway.db
    .selectFrom('upstream_requests')
    .innerJoin('payments', 'payments.reference', 'upstream_requests.reference')
    .select('upstream_id')
    .where('payments.id', '=', id)
    .executeTakeFirstOrThrow()
    .then(({ upstream_id }) => upstream_id ?? '');
/** Days pass at the processor, and we ask there whatever is due. */
const passThere = async (days: number) => {
  const { entityId } = processor;
  await processor.call('/sandbox/clock', { entityId, advance: String(days * DAY) });
  await pollConnectors(processor.gateway);
  await sweep(ours);
};

it('carries the whole account and its mandate, and is settled when its bank settles it', async () => {
  const { id, result, bankAccount } = await debit();
  expect(result.code).toBe(TAKEN);
  const there = (await processor.call(`/v1/payments/${await thereOf(id)}`)).body;
  expect(there.bankAccount).toEqual(bankAccount);
  await passThere(2);
  expect((await read(id)).result.code).toBe(PAID);
});

it('keeps the mandate there, too, and charges it there the next time', async () => {
  const { registrationId, id } = await debit({
    createRegistration: 'true',
    recurringType: 'INITIAL',
  });
  await passThere(2);
  expect((await read(id)).result.code).toBe(PAID);
  const { body } = await ours.call(`/v1/registrations/${registrationId}/payments`, {
    entityId: ours.entityId,
    amount: '10.00',
    currency: 'EUR',
    paymentType: 'DB',
    testMode: 'EXTERNAL',
    recurringType: 'REPEATED',
  });
  expect(body.result.code).toBe(TAKEN);
  const there = (await processor.call(`/v1/payments/${await thereOf(body.id)}`)).body;
  expect(there.registrationId).toMatch(/^[0-9a-f]{32}$/);
  expect(there.bankAccount).toEqual(body.bankAccount);
});

it('keeps it there once, where it is charged again before it is settled, and as long as it is kept here', async () => {
  const stored = async () =>
    (
      await processor.gateway.db
        .selectFrom('registrations')
        .select('id')
        .where('deleted_at', 'is', null)
        .execute()
    ).length;
  const before = await stored();
  const { registrationId } = await debit({ createRegistration: 'true', recurringType: 'INITIAL' });
  const { body } = await ours.call(`/v1/registrations/${registrationId}/payments`, {
    entityId: ours.entityId,
    amount: '10.00',
    currency: 'EUR',
    paymentType: 'DB',
    testMode: 'EXTERNAL',
    recurringType: 'REPEATED',
  });
  expect(body.result.code).toBe(TAKEN);
  expect(await stored()).toBe(before + 1);
  await passThere(2);
  expect((await read(body.id)).result.code).toBe(PAID);
  expect(await stored()).toBe(before + 1);
  await ours.call(`/v1/registrations/${registrationId}`, undefined, { method: 'DELETE' });
  await sweep(ours);
  expect(await stored()).toBe(before);
});

it('is asked about less and less often, as long as it is pending', async () => {
  const { id } = await debit();
  const upstream_id = await thereOf(id);
  const ofIt = ours.gateway.db
    .updateTable('upstream_requests')
    .where('upstream_id', '=', upstream_id);
  await ofIt.set({ checks: 10, check_at: 0 }).execute();
  await pollConnectors(ours.gateway);
  const { check_at, checks } = await ours.gateway.db
    .selectFrom('upstream_requests')
    .select(['check_at', 'checks'])
    .where('upstream_id', '=', upstream_id)
    .executeTakeFirstOrThrow();
  expect(checks).toBe(11);
  // 2 ** 10 times two seconds from now: 34 minutes.
  expect(check_at).toBeGreaterThan(Date.now() + 30 * 60_000);
});

it('is returned here when the processor notifies of its return', async () => {
  const { id } = await debit({ 'bankAccount.iban': 'DE44500000000000001024' });
  await passThere(2);
  expect((await read(id)).result.code).toBe(PAID);
  await passThere(3);
  const { id: returned } = await processor.gateway.db
    .selectFrom('payments')
    .select('id')
    .where('referenced_id', '=', await thereOf(id))
    .executeTakeFirstOrThrow();
  await notify({ type: 'PAYMENT', payload: { id: returned } });
  await sweep(ours);
  const here = ours.gateway.db
    .selectFrom('payments')
    .select(['type', 'amount', 'result_code'])
    .where('referenced_id', '=', id);
  expect(await here.execute()).toEqual([{ type: 'CB', amount: 9_200, result_code: '000.100.203' }]);
});

it('that is taken back before it is settled is taken back there at once', async () => {
  const { id } = await debit();
  const { body } = await ours.call(`/v1/payments/${id}`, {
    entityId: ours.entityId,
    paymentType: 'RV',
    testMode: 'EXTERNAL',
  });
  expect(body.result.code).toBe(PAID);
  const there = (await processor.call(`/v1/payments/${await thereOf(id)}`)).body;
  expect(there.result.code).toBe('100.396.201');
  await passThere(2);
  expect((await read(id)).result.code).toBe('100.396.201');
});
