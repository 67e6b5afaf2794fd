/** Payments whose processor cannot tell what became of them: what the merchant reads, and cannot do meanwhile. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paymentFromRow } from '../../store/records/payment.ts';
import type { PaymentRow } from '../../store/tables.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway } from '../../tests/support/simulated-gateway.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { openVault } from '../../vault/vault.ts';
import { createEntity } from '../entities/index.ts';
import { markOutcomeUnknown, refuseWhileOutcomeUnknown } from './unknown-outcome.ts';

const { db, location, drop } = await openTestDatabase();
afterAll(drop);
const gateway = simulatedGateway(db, await openVault({ db, dataDir: location.dataDir }));
const merchant = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
const { id: channel } = await createEntity(db, {
  ...{ kind: 'channel', name: 'Shop', parentId: merchant.id },
});
const records = await recordsOf(db, channel);

const HALF_HOUR_MS = 30 * 60_000;
const OUTCOME_UNKNOWN = '900.100.300';
const NOW = Date.now();

beforeEach(async () => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
  await db.deleteFrom('messages').execute();
});
afterEach(() => vi.restoreAllMocks());

const charge = () => records.payment({ created_at: NOW - HALF_HOUR_MS });
const operation = async (given: Partial<PaymentRow> = {}) =>
  records.payment({
    ...{ created_at: NOW - HALF_HOUR_MS, type: 'RF', state: 'in_doubt', settled_at: null },
    ...{ result_code: '000.200.000', lease_token: 'ours', referenced_id: await charge() },
    ...given,
  });
const paymentRow = (id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const resultOf = async (id: string) => (await paymentRow(id)).result_code;
const mark = async (id: string, clockOffsetMs = 0) =>
  markOutcomeUnknown(gateway, paymentFromRow(await paymentRow(id)), clockOffsetMs);
const messages = async () =>
  (await db.selectFrom('messages').select('type').execute()).map(({ type }) => type);

describe('an outcome that stays unknown', () => {
  it('reads so, and is told, half an hour after the operation', async () => {
    const id = await operation();
    await mark(id);
    expect(await paymentRow(id)).toMatchObject({
      ...{ state: 'in_doubt', result_code: OUTCOME_UNKNOWN, lease_token: 'ours' },
      result_details: JSON.stringify({
        ExtendedDescription:
          'the processor cannot tell what became of it: the amount stays reserved until it can',
      }),
    });
    expect(await messages()).toEqual(['PAYMENT_CHARGE_REFUND_PENDING']);
  });

  it('reads as pending before that, by the channel’s clock', async () => {
    const [id, ahead] = [
      await operation({ created_at: NOW - HALF_HOUR_MS + 1 }),
      await operation({ created_at: NOW - HALF_HOUR_MS + 1 }),
    ];
    await mark(id);
    expect(await resultOf(id)).toBe('000.200.000');
    expect(await messages()).toEqual([]);
    await mark(ahead, 1);
    expect(await resultOf(ahead)).toBe(OUTCOME_UNKNOWN);
  });

  it('is told once', async () => {
    const id = await operation({ result_code: OUTCOME_UNKNOWN, result_details: '{"a":"b"}' });
    await mark(id);
    expect((await paymentRow(id)).result_details).toBe('{"a":"b"}');
    expect(await messages()).toEqual([]);
  });

  it('of a charge that is for nothing else is told, too', async () => {
    const id = await operation({ type: 'CD', referenced_id: null });
    await mark(id);
    expect(await resultOf(id)).toBe(OUTCOME_UNKNOWN);
  });

  it('is not written over what was settled, or taken by another instance, meanwhile', async () => {
    for (const changes of [{ state: 'succeeded' }, { lease_token: 'of another' }] as const) {
      const [id, untouched] = [await operation(), await operation()];
      const asItWas = paymentFromRow(await paymentRow(id));
      await db.updateTable('payments').set(changes).where('id', '=', id).execute();
      await markOutcomeUnknown(gateway, asItWas, 0);
      expect(await resultOf(id)).toBe('000.200.000');
      expect(await resultOf(untouched)).toBe('000.200.000');
    }
    expect(await messages()).toEqual([]);
  });
});

describe('while the outcome of an operation is unknown', () => {
  it.each([
    ['CP', '700.400.100'],
    ['RV', '700.300.700'],
    ['RF', '700.400.200'],
  ] as const)(
    'a %s of the same payment is refused, which asks the processor at once',
    async (type, code) => {
      const id = await charge();
      const far = NOW + HALF_HOUR_MS;
      const unknown = await operation({
        ...{ referenced_id: id, result_code: OUTCOME_UNKNOWN, lease_until: far },
        ...{ amount: 1_250, currency: 'JPY' },
      });
      const refused = await refusedBy(() => refuseWhileOutcomeUnknown(gateway, { id }, type));
      expect(refused).toMatchObject({ status: 400, code });
      expect(refused.description).toContain(
        'what became of the RF of 1250.00 JPY is not known yet',
      );
      expect((await paymentRow(unknown)).lease_until).toBeLessThan(far);
    },
  );

  it.each([
    ['of another payment', { result_code: OUTCOME_UNKNOWN }, false],
    ['that is known by now', { result_code: OUTCOME_UNKNOWN, state: 'failed' }, true],
    ['that is only pending', {}, true],
  ] as const)('nothing is refused for one %s', async (_, given, isOfSame) => {
    const id = await charge();
    await operation({ ...given, ...(isOfSame && { referenced_id: id }) });
    await expect(refuseWhileOutcomeUnknown(gateway, { id }, 'RF')).resolves.toBeUndefined();
  });
});
