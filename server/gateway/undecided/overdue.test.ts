/** What one pass of a sweeper makes of payments that nothing else ends. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connector, ConnectorAnswer } from '../../connectors/connector.ts';
import type { PaymentRow } from '../../store/tables.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { openVault } from '../../vault/vault.ts';
import type { GatewayContext } from '../context.ts';
import { createEntity } from '../entities/index.ts';
import { endOverduePayments, recoverPayments } from './recovery.ts';

const { db, location, drop } = await openTestDatabase();
afterAll(drop);
const vault = await openVault({ db, dataDir: location.dataDir });
const merchant = (await createEntity(db, { kind: 'merchant', name: 'Merchant' })).id;
const newChannel = async () =>
  (await createEntity(db, { kind: 'channel', name: 'Shop', parentId: merchant })).id;
const channel = await newChannel();
const records = await recordsOf(db, channel);

const MINUTE_MS = 60_000;
const APPROVED: ConnectorAnswer = { resultCode: '000.100.110', details: {} };
const PENDING: ConnectorAnswer = { resultCode: '000.200.000', details: {} };
const OUTCOME_UNKNOWN = '900.100.300';
const PAGE = { url: 'https://bank.example/page', method: 'GET', parameters: [] };
const STEP = JSON.stringify({ kind: 'threeDSecure', transactionId: 't', page: PAGE });

const ask = vi.fn<Connector['ask']>();
const cancel = vi.fn<Connector['cancel']>();
const gateway = withSimulator(simulatedGateway(db, vault), { leaseMs: 4_000, ask, cancel });

beforeEach(async () => {
  ask.mockReset().mockResolvedValue(APPROVED);
  cancel.mockReset().mockImplementation(async (_reference, resultCode = '900.100.500') => ({
    ...{ resultCode, details: {} },
  }));
  await db.deleteFrom('payments').execute();
});

const paymentRow = (id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** In doubt, and its lease is over. */
const inDoubt = (given: Partial<PaymentRow> = {}) =>
  records.payment({
    ...{ created_at: Date.now(), state: 'in_doubt', result_code: '000.200.000' },
    ...{ settled_at: null, lease_until: 1, lease_token: 'of the one before' },
    ...given,
  });
const pending = (given: Partial<PaymentRow> = {}) =>
  records.payment({
    ...{ created_at: Date.now(), state: 'pending', result_code: '000.200.000', due_at: 1 },
    ...given,
  });
const stateOf = async (id: string) => (await paymentRow(id)).state;

describe('a payment in doubt', () => {
  it('is taken when its lease is over, and not before', async () => {
    const leased = await inDoubt({ lease_until: Date.now() + MINUTE_MS });
    const unleased = await inDoubt({ lease_until: null });
    const waits = await pending({ lease_until: 1 });
    expect(await recoverPayments(gateway)).toBe(0);
    expect(ask).not.toHaveBeenCalled();
    const over = await inDoubt();
    expect(await recoverPayments(gateway)).toBe(1);
    const states = await Promise.all([leased, unleased, waits, over].map(stateOf));
    expect(states).toEqual(['in_doubt', 'in_doubt', 'pending', 'succeeded']);
  });

  it('has a new lease while its processor is asked', async () => {
    const [id, unknown] = [await inDoubt(), await inDoubt({ result_code: OUTCOME_UNKNOWN })];
    const references = { [(await paymentRow(id)).reference]: id };
    const meanwhile = new Map<string, PaymentRow>();
    ask.mockImplementation(async (reference) => {
      const asked = references[reference] ?? unknown;
      meanwhile.set(asked, await paymentRow(asked));
      return APPROVED;
    });
    const before = Date.now();
    expect(await recoverPayments(gateway)).toBe(2);
    for (const [each, lasts] of [
      [id, 4_000],
      [unknown, 5 * MINUTE_MS],
    ] as const) {
      const { lease_token, lease_until } = meanwhile.get(each) ?? {};
      expect(lease_token).toMatch(/^[0-9a-f]{32}$/);
      expect(Number(lease_until) - before).toBeGreaterThanOrEqual(lasts - 100);
      expect(Number(lease_until) - before).toBeLessThan(lasts + 2_000);
    }
    const tokens = [...meanwhile.values()].map(({ lease_token }) => lease_token);
    expect(new Set(tokens).size).toBe(2);
  });

  it('is among fifty that one pass takes, those whose lease was over first', async () => {
    const late = await records.payments(1, {
      ...{ created_at: 0, state: 'in_doubt', lease_until: 2, result_code: '000.200.000' },
    });
    await records.payments(50, {
      ...{ created_at: 0, state: 'in_doubt', lease_until: 1, result_code: '000.200.000' },
    });
    expect(await recoverPayments(gateway)).toBe(50);
    expect(await stateOf(late[0] ?? '')).toBe('in_doubt');
    expect(await recoverPayments(gateway)).toBe(1);
  });

  it('has the outcome that its processor knows, or waits with it', async () => {
    const id = await inDoubt();
    await recoverPayments(gateway);
    expect(ask).toHaveBeenCalledExactlyOnceWith((await paymentRow(id)).reference);
    expect(cancel).not.toHaveBeenCalled();
    ask.mockResolvedValue(PENDING);
    const other = await inDoubt();
    await recoverPayments(gateway);
    expect(cancel).not.toHaveBeenCalled();
    expect(await stateOf(other)).toBe('pending');
  });

  it('is cancelled where its processor has never heard of it, or does not answer', async () => {
    const id = await inDoubt();
    ask.mockResolvedValueOnce(undefined);
    await recoverPayments(gateway);
    expect(cancel).toHaveBeenCalledExactlyOnceWith((await paymentRow(id)).reference, undefined);
    expect(await paymentRow(id)).toMatchObject({ state: 'failed', result_code: '900.100.500' });
    const other = await inDoubt({ end_code: '100.396.201' });
    ask.mockRejectedValueOnce(new Error('no connection'));
    await recoverPayments(gateway);
    expect(cancel).toHaveBeenLastCalledWith((await paymentRow(other)).reference, '100.396.201');
    expect(await paymentRow(other)).toMatchObject({ state: 'failed', result_code: '100.396.201' });
  });

  it('does not wait once more where it was being ended, or had its shopper back', async () => {
    ask.mockResolvedValue(PENDING);
    const ended = await inDoubt({ end_code: '100.396.101' });
    const returned = await inDoubt({ next_step: STEP });
    expect(await recoverPayments(gateway)).toBe(2);
    expect(await paymentRow(ended)).toMatchObject({ state: 'failed', result_code: '100.396.101' });
    expect(await paymentRow(returned)).toMatchObject({ state: 'failed' });
    ask.mockResolvedValue(APPROVED);
    const decided = await inDoubt({ next_step: STEP, end_code: '100.396.101' });
    await recoverPayments(gateway);
    expect(await stateOf(decided)).toBe('succeeded');
  });

  it('stays in doubt where its processor can neither tell nor give it up, and reads so after half an hour', async () => {
    ask.mockRejectedValue(new Error('no connection'));
    cancel.mockRejectedValue(new Error('it may have been made'));
    const late = await inDoubt({ created_at: Date.now() - 30 * MINUTE_MS });
    const fresh = await inDoubt();
    const error = await recoverPayments(gateway).catch((reason: unknown) => reason);
    expect((error as AggregateError).errors.map(String)).toEqual([
      'Error: it may have been made',
      'Error: it may have been made',
    ]);
    expect(await paymentRow(late)).toMatchObject({
      ...{ state: 'in_doubt', result_code: OUTCOME_UNKNOWN },
    });
    expect(await paymentRow(fresh)).toMatchObject({
      ...{ state: 'in_doubt', result_code: '000.200.000' },
    });
  });
});

describe('a pending payment', () => {
  it('is ended when its time is over by its channel’s clock', async () => {
    const ahead = await newChannel();
    await db
      .updateTable('entities')
      .set({ clock_offset_ms: 2 * MINUTE_MS })
      .where('id', '=', ahead)
      .execute();
    const soon = Date.now() + MINUTE_MS;
    const [over, runs, timeless, early] = [
      await pending(),
      await pending({ due_at: soon }),
      await pending({ due_at: null }),
      await pending({ due_at: soon, entity_id: ahead }),
    ];
    const taken = await inDoubt({ due_at: 1, lease_until: Date.now() + MINUTE_MS });
    expect(await endOverduePayments(gateway)).toBe(2);
    const states = await Promise.all([over, runs, timeless, early, taken].map(stateOf));
    expect(states).toEqual(['failed', 'pending', 'pending', 'failed', 'in_doubt']);
    expect((await paymentRow(over)).result_code).toBe('100.396.103');
    expect(cancel).toHaveBeenCalledWith((await paymentRow(over)).reference, '100.396.103');
  });

  it('is among fifty that one pass ends, those that were due first', async () => {
    const given = { created_at: 0, state: 'pending', result_code: '000.200.000' } as const;
    const [late = ''] = await records.payments(1, { ...given, due_at: 2 });
    await records.payments(50, { ...given, due_at: 1 });
    expect(await endOverduePayments(gateway)).toBe(50);
    expect(await stateOf(late)).toBe('pending');
  });

  it('goes on where it was given more time since the sweeper looked', async () => {
    const id = await pending();
    let hasMoreTime = false;
    const looking: GatewayContext = {
      ...gateway,
      db: db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (!hasMoreTime && 'due_at' in (result.rows[0] ?? {})) {
            hasMoreTime = true;
            const later = { due_at: Date.now() + MINUTE_MS };
            await db.updateTable('payments').set(later).where('id', '=', id).execute();
          }
          return result;
        },
      }),
    };
    await endOverduePayments(looking);
    expect(hasMoreTime).toBe(true);
    expect(await stateOf(id)).toBe('pending');
    expect(cancel).not.toHaveBeenCalled();
  });
});
