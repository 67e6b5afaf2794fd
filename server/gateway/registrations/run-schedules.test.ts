/** What schedules have due is paid: each time once, as long as it may be, and what came of it is kept. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTime } from '../../../contract/schedule-times.ts';
import type { Connector, ConnectorAnswer } from '../../connectors/connector.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { PaymentRow, RegistrationRow, ScheduleRow } from '../../store/tables.ts';
import { NUMBER, SHOWN } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import * as entitiesRoom from '../entities/index.ts';
import { changeSettings, createEntity } from '../entities/index.ts';
import * as eventsRoom from '../events/index.ts';
import { publishScheduleEvent } from '../events/index.ts';
import { newId } from '../ids.ts';
import * as recordsRoom from '../records/index.ts';
import { findPayment } from '../records/index.ts';
import { runSchedules } from './run-schedules.ts';

const { db, vault, drop, merchantId, channelId } = await openSubscribedChannel();
afterAll(drop);
const records = await recordsOf(db, channelId);

const ask = vi.fn<Connector['authorise']>();
/** Its lease is over at once: what is left in doubt is not waited for. */
const gateway = withSimulator(simulatedGateway(db, vault), { leaseMs: -2_950, authorise: ask });
const APPROVED: ConnectorAnswer = { resultCode: '000.100.110', details: {} };
/** Itself, while it is spied on. */
const find = findPayment;
beforeEach(async () => {
  vi.spyOn(eventsRoom, 'publishScheduleEvent');
  vi.spyOn(recordsRoom, 'findPayment');
  await db.deleteFrom('schedules').execute();
  ask.mockReset();
  ask.mockResolvedValue(APPROVED);
});
afterEach(() => vi.restoreAllMocks());

const DAY_MS = 24 * 60 * 60_000;
const YEAR_MS = 366 * DAY_MS;
const NOW = Date.now();
/** Ten days ago, by a job that is due once a month, so that no midnight changes what is due. */
const due = new Date(NOW - 10 * DAY_MS);
const DUE = Date.UTC(due.getUTCFullYear(), due.getUTCMonth(), due.getUTCDate());
const JOB = {
  ...{ 'job.second': '0', 'job.minute': '0', 'job.hour': '0' },
  'job.dayOfMonth': String(due.getUTCDate()),
};
const NEXT = nextTime(JOB, NOW) ?? 0;
const SENT = { ...JOB, amount: '1.00', currency: 'EUR', paymentType: 'SD' };
const LASTING = { ...SHOWN, expiryYear: '2099' };

const scheduleRow = (id: string) =>
  db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const change = (id: string, changes: Partial<ScheduleRow>) =>
  db.updateTable('schedules').set(changes).where('id', '=', id).execute();
const stored = async (given: Partial<RegistrationRow> = {}) => {
  const { entity_id: entityId = channelId } = given;
  const id = await records.registration({ card: JSON.stringify(LASTING), ...given });
  await inTransaction(db, (trx) =>
    vault.keepCard(trx, { recordId: id, entityId, number: NUMBER, purgeAt: null }),
  );
  return id;
};
/** One that is due. */
const scheduled = async (given: Partial<ScheduleRow> = {}, of: Partial<RegistrationRow> = {}) =>
  records.schedule({
    ...{ registration_id: given.registration_id ?? (await stored(of)), state: 'active' },
    ...{ next_at: DUE, parameters: JSON.stringify(SENT) },
    ...given,
  });
const paymentsOf = (id: string) =>
  db.selectFrom('payments').selectAll().where('schedule_id', '=', id).execute();
const published = () =>
  vi
    .mocked(publishScheduleEvent)
    .mock.calls.map(([, , , schedule, action]) => [...[schedule.id, schedule.state, action]]);

describe('a time that is due', () => {
  it('is paid with what is stored, as a later payment of a chain', async () => {
    const id = await scheduled();
    const before = await scheduleRow(id);
    expect(await runSchedules(gateway)).toBe(1);
    const [payment, ...more] = await paymentsOf(id);
    expect(more).toEqual([]);
    expect(payment).toMatchObject({
      ...{ state: 'succeeded', amount: 100, registration_id: before.registration_id },
    });
    expect(ask.mock.calls[0]?.[0]).toMatchObject({
      ...{ amount: 100, currency: 'EUR', paymentType: 'DB', isStored: true },
      card: { number: NUMBER },
      parameters: {
        'standingInstruction.mode': 'REPEATED',
        'standingInstruction.source': 'MIT',
        'standingInstruction.type': 'RECURRING',
      },
    });
    expect(await scheduleRow(id)).toEqual({
      ...before,
      ...{
        due_at: DUE,
        next_at: NEXT,
        attempts: 1,
        paying_id: payment?.id,
        latest_id: payment?.id,
      },
    });
    expect(published()).toEqual([]);
  });

  it('is paid once, and what came of it is written down in the pass after that', async () => {
    const id = await scheduled();
    await runSchedules(gateway);
    expect(await runSchedules(gateway)).toBe(1);
    expect(await runSchedules(gateway)).toBe(0);
    expect(await paymentsOf(id)).toHaveLength(1);
    expect(await scheduleRow(id)).toMatchObject({
      ...{ paying_id: null, paid: 1, declined: 0, latest_code: '000.100.110', next_at: NEXT },
    });
    expect(published()).toEqual([]);
  });

  it('of several that were missed is the latest', async () => {
    const id = await scheduled({ next_at: DUE - YEAR_MS });
    await runSchedules(gateway);
    expect(await scheduleRow(id)).toMatchObject({ due_at: DUE, next_at: NEXT });
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  it('is paid once where the clock of this process is behind the database’s', async () => {
    const id = await scheduled();
    vi.spyOn(Date, 'now').mockReturnValue(DUE - 1_000);
    await runSchedules(gateway);
    expect(await scheduleRow(id)).toMatchObject({ due_at: DUE, next_at: NEXT });
  });

  it('that is no day of its job any more is paid all the same', async () => {
    const id = await scheduled({ next_at: DUE + 5 });
    await runSchedules(gateway);
    expect(await scheduleRow(id)).toMatchObject({ due_at: DUE + 5, next_at: NEXT });
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  it('counts how often it was begun, and another begins anew', async () => {
    const [again, other] = [
      await scheduled({ due_at: DUE, attempts: 1 }),
      await scheduled({ due_at: DUE - 1, attempts: 2 }),
    ];
    await runSchedules(gateway);
    expect((await scheduleRow(again)).attempts).toBe(2);
    expect((await scheduleRow(other)).attempts).toBe(1);
  });

  it('is due by the clock of its channel', async () => {
    const { id: ahead } = await createEntity(db, {
      ...{ kind: 'channel', name: 'Ahead', parentId: merchantId },
    });
    await db
      .updateTable('entities')
      .set({ clock_offset_ms: YEAR_MS })
      .where('id', '=', ahead)
      .execute();
    const [there, here] = [
      await scheduled({ entity_id: ahead, next_at: NOW + DAY_MS }, { entity_id: ahead }),
      await scheduled({ next_at: NOW + DAY_MS }),
    ];
    expect(await runSchedules(gateway)).toBe(1);
    expect(await paymentsOf(there)).toHaveLength(1);
    expect(await paymentsOf(here)).toEqual([]);
  });

  it.each([
    ['is not due yet', { next_at: NOW + DAY_MS }],
    ['is suspended', { state: 'suspended' }],
    ['was ended', { state: 'descheduled' }],
    ['has no time left', { next_at: null }],
  ] as const)('is not paid where its schedule %s', async (_, given) => {
    const id = await scheduled(given);
    const before = await scheduleRow(id);
    expect(await runSchedules(gateway)).toBe(0);
    expect(await scheduleRow(id)).toEqual(before);
    expect(ask).not.toHaveBeenCalled();
  });

  it.each(['in_doubt', 'pending'] as const)(
    'is not paid while a payment before it is %s',
    async (state) => {
      const paying = await records.payment({ created_at: NOW, state });
      const id = await scheduled({ paying_id: paying });
      const before = await scheduleRow(id);
      expect(await runSchedules(gateway)).toBe(0);
      expect(await scheduleRow(id)).toEqual(before);
    },
  );

  it('is the last one where none is left: the schedule is finished with its payment', async () => {
    const end = new Date(DUE).toISOString().slice(0, 10);
    const id = await scheduled({ parameters: JSON.stringify({ ...SENT, 'job.endDate': end }) });
    await runSchedules(gateway);
    expect(await scheduleRow(id)).toMatchObject({ state: 'active', next_at: null });
    await runSchedules(gateway);
    expect(await scheduleRow(id)).toMatchObject({ state: 'finished', paid: 1, paying_id: null });
    expect(published()).toEqual([[id, 'finished', 'UPDATED']]);
  });

  it('is among fifty in one pass, the earliest first', async () => {
    const registration_id = await stored();
    const ids: string[] = [];
    for (let n = 0; n < 51; n += 1) {
      ids.push(await scheduled({ registration_id, next_at: DUE + 50 - n }));
    }
    expect(await runSchedules(gateway)).toBe(50);
    expect(await paymentsOf(ids[0] ?? '')).toEqual([]);
    // Fifty that are settled, and the one that was left.
    expect(await runSchedules(gateway)).toBe(51);
    expect(await paymentsOf(ids[0] ?? '')).toHaveLength(1);
  });
});

describe('a schedule is ended', () => {
  const GONE = [{ deleted_at: 1 }, { revoked_at: 1, revoked_by: 'consumer' as const }];

  it.each(GONE)('where its registration is over: %j', async (given) => {
    const [active, suspended, ended, other] = [
      await scheduled({}, given),
      await scheduled({ state: 'suspended', next_at: null }, given),
      await scheduled({ state: 'descheduled', next_at: null }, given),
      await scheduled({ next_at: NOW + DAY_MS }),
    ];
    expect(await runSchedules(gateway)).toBe(2);
    for (const id of [active, suspended]) {
      expect(await scheduleRow(id)).toMatchObject({ state: 'registration_gone', next_at: null });
    }
    expect((await scheduleRow(ended)).state).toBe('descheduled');
    expect((await scheduleRow(other)).state).toBe('active');
    expect(published().sort()).toEqual(
      [active, suspended].map((id) => [id, 'registration_gone', 'UPDATED']).sort(),
    );
    expect(ask).not.toHaveBeenCalled();
  });

  it.each(GONE)('where that is seen only when it is to be paid: %j', async (given) => {
    // More than one pass ends: what is due soonest comes first, what is suspended last.
    const gone = await stored(given);
    await vault.forgetCard(db, { recordId: gone, entityId: channelId });
    for (let n = 0; n < 50; n += 1) {
      await scheduled({ registration_id: gone, next_at: DUE - 1 });
    }
    const [suspended, last] = [
      await scheduled({ registration_id: gone, state: 'suspended', next_at: null }),
      await scheduled({ registration_id: gone }),
    ];
    await runSchedules(gateway);
    expect((await scheduleRow(suspended)).state).toBe('suspended');
    expect((await scheduleRow(last)).state).toBe('registration_gone');
    expect(ask).not.toHaveBeenCalled();
  });

  it('once: where another instance was faster, that is no failure', async () => {
    const id = await scheduled({}, { deleted_at: 1 });
    const { findChannel } = entitiesRoom;
    vi.spyOn(entitiesRoom, 'findChannel').mockImplementationOnce(async (...sought) => {
      await change(id, { state: 'descheduled', next_at: null });
      return findChannel(...sought);
    });
    expect(await runSchedules(gateway)).toBe(1);
    expect((await scheduleRow(id)).state).toBe('descheduled');
    expect(published()).toEqual([]);
  });

  it('where its channel charges money now, and it never did, or did and does not', async () => {
    const { id: live } = await createEntity(db, {
      ...{ kind: 'channel', name: 'Live', parentId: merchantId },
    });
    await changeSettings(db, live, { mode: 'live', origins: ['https://shop.example'] });
    const of = { entity_id: live };
    const ids = [await scheduled(of, of), await scheduled({ mode: 'LIVE' })];
    expect(await runSchedules(gateway)).toBe(2);
    for (const id of ids) {
      expect(await scheduleRow(id)).toMatchObject({ state: 'mode_changed', next_at: null });
    }
    expect(ask).not.toHaveBeenCalled();
  });

  it('where its registration is revoked while its payment is prepared', async () => {
    const id = await scheduled();
    const { registration_id } = await scheduleRow(id);
    const meanwhile = { ...gateway, vault: { ...vault } };
    meanwhile.vault.readCard = async (...read) => {
      await db
        .updateTable('registrations')
        .set({ revoked_at: 1, revoked_by: 'consumer' })
        .where('id', '=', registration_id)
        .execute();
      return vault.readCard(...read);
    };
    expect(await runSchedules(meanwhile)).toBe(1);
    expect(await scheduleRow(id)).toMatchObject({ state: 'registration_gone', attempts: 0 });
    expect(await paymentsOf(id)).toEqual([]);
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('a payment is not begun', () => {
  it.each([
    ['begun it', { paying_id: 'another' }],
    ['ended it', { state: 'descheduled', next_at: null }],
    ['moved it', { next_at: NEXT }],
  ] as const)('where another instance has %s meanwhile', async (_, given) => {
    const id = await scheduled();
    const another = await records.payment({ created_at: NOW, state: 'in_doubt' });
    const changes = { ...given, ...('paying_id' in given && { paying_id: another }) };
    const meanwhile = { ...gateway, vault: { ...vault } };
    meanwhile.vault.readCard = async (...read) => {
      await change(id, changes);
      return vault.readCard(...read);
    };
    await runSchedules(meanwhile);
    expect(await scheduleRow(id)).toMatchObject({ ...changes, attempts: 0, due_at: null });
    expect(await paymentsOf(id)).toEqual([]);
    expect(ask).not.toHaveBeenCalled();
  });

  it('where it cannot be made: that is a decline, and the third suspends', async () => {
    const parameters = JSON.stringify({ ...SENT, amount: '0.00' });
    const [first, third] = [
      await scheduled({ parameters, declined: 0 }),
      await scheduled({ parameters, declined: 2 }),
    ];
    expect(await runSchedules(gateway)).toBe(2);
    expect(await scheduleRow(first)).toMatchObject({
      ...{ state: 'active', declined: 1, latest_code: '200.300.404', next_at: NEXT, due_at: DUE },
      ...{ attempts: 1, paying_id: null, latest_id: null },
    });
    expect(await scheduleRow(third)).toMatchObject({
      ...{ state: 'suspended', declined: 3, next_at: null },
    });
    expect(published().sort()).toEqual(
      [
        [first, 'active', 'UPDATED'],
        [third, 'suspended', 'UPDATED'],
      ].sort(),
    );
    expect(ask).not.toHaveBeenCalled();
  });

  it('where something breaks: that is told, and stops no other', async () => {
    const [broken, whole] = [await scheduled(), await scheduled()];
    const { registration_id } = await scheduleRow(broken);
    const failing = { ...gateway, vault: { ...vault } };
    failing.vault.readCard = async (at, record) => {
      if (record.recordId === registration_id) throw new Error('no such key');
      return vault.readCard(at, record);
    };
    const failure = await runSchedules(failing).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AggregateError);
    expect((failure as AggregateError).message).toBe('schedules failed');
    expect((failure as AggregateError).errors).toMatchObject([{ message: 'no such key' }]);
    expect(await paymentsOf(broken)).toEqual([]);
    expect(await paymentsOf(whole)).toHaveLength(1);
  });

  it('where the database is gone: each step tells of that', async () => {
    const broken = {
      ...gateway,
      get db(): never {
        throw new Error('no connection');
      },
    };
    const failure = await runSchedules(broken).catch((error: unknown) => error);
    const errors = Array.from({ length: 3 }, () =>
      expect.objectContaining({ message: 'no connection' }),
    );
    expect((failure as AggregateError).errors).toEqual(errors);
  });

  it('where a whole step breaks the others are done', async () => {
    vi.mocked(findPayment).mockRejectedValueOnce(new Error('no connection'));
    const settled = await records.payment({ created_at: NOW });
    await scheduled({ paying_id: settled, next_at: NEXT });
    const id = await scheduled();
    await expect(runSchedules(gateway)).rejects.toMatchObject({
      errors: [{ message: 'no connection' }],
    });
    expect(await paymentsOf(id)).toHaveLength(1);
  });
});

describe('what came of a payment', () => {
  const finished = async (
    payment: Partial<PaymentRow>,
    given: Partial<ScheduleRow> = {},
    done = 1,
  ) => {
    const paying = await records.payment({ created_at: NOW, ...payment });
    const before = {
      ...{ paying_id: paying, latest_id: paying, due_at: DUE, next_at: NEXT, attempts: 1 },
      ...{ paid: 4, declined: 2, ...given },
    };
    const id = await scheduled(before);
    const row = await scheduleRow(id);
    expect(await runSchedules(gateway)).toBe(done);
    const after = await scheduleRow(id);
    return Object.fromEntries(
      Object.entries(after).filter(([name, value]) => value !== row[name as keyof ScheduleRow]),
    );
  };
  const DECLINED = { state: 'failed', result_code: '800.100.152' } as const;
  const LOST = { state: 'failed', result_code: '900.100.500' } as const;

  it('is counted where it succeeded, and declines before it are forgotten', async () => {
    expect(await finished({ state: 'succeeded' })).toEqual({
      ...{ paying_id: null, paid: 5, declined: 0, latest_code: '000.100.110' },
    });
    expect(published()).toEqual([]);
  });

  it('is counted where it was declined', async () => {
    expect(await finished(DECLINED, { declined: 1 })).toEqual({
      ...{ paying_id: null, declined: 2, latest_code: '800.100.152' },
    });
    expect(published()).toEqual([]);
  });

  it('suspends the schedule where it is the third decline, and that is told', async () => {
    expect(await finished(DECLINED)).toEqual({
      ...{ paying_id: null, declined: 3, latest_code: '800.100.152' },
      ...{ state: 'suspended', next_at: null },
    });
    expect(published()).toMatchObject([[expect.any(String), 'suspended', 'UPDATED']]);
  });

  it('suspends none that was ended meanwhile', async () => {
    expect(await finished(DECLINED, { state: 'descheduled', next_at: null })).toEqual({
      ...{ paying_id: null, declined: 3, latest_code: '800.100.152' },
    });
    expect(published()).toEqual([]);
  });

  it('is begun again where it never reached its processor', async () => {
    const again = await finished(LOST, { attempts: 2 }, 2);
    expect(again).toEqual({
      ...{ attempts: 3, latest_code: '900.100.500' },
      ...{ paying_id: expect.any(String), latest_id: again['paying_id'] },
    });
    expect(ask).toHaveBeenCalledOnce();
  });

  it('finishes nothing where its time, the last one, is begun again', async () => {
    expect(await finished(LOST, { next_at: null }, 2)).toMatchObject({ next_at: NEXT });
    expect(published()).toEqual([]);
  });

  it('is a decline where it has never reached it three times', async () => {
    expect(await finished(LOST, { attempts: 3, declined: 0 })).toEqual({
      ...{ paying_id: null, declined: 1, latest_code: '900.100.500' },
    });
  });

  it('is not begun again where the schedule was ended meanwhile', async () => {
    expect(await finished(LOST, { state: 'descheduled', next_at: null })).toEqual({
      ...{ paying_id: null, latest_code: '900.100.500' },
    });
  });

  it('finishes the schedule where no time is left', async () => {
    expect(await finished(DECLINED, { declined: 0, next_at: null })).toMatchObject({
      ...{ state: 'finished', declined: 1 },
    });
  });

  it.each([
    ['ended it', { state: 'descheduled' }],
    ['moved it', { next_at: NOW + 2 * YEAR_MS }],
    ['written that down', { paying_id: null, paid: 7, latest_code: '1' }],
  ] as const)('is not written where another has %s meanwhile', async (_, changes) => {
    const paying = await records.payment({ created_at: NOW });
    const id = await scheduled({ paying_id: paying, next_at: NEXT, due_at: DUE });
    vi.mocked(findPayment).mockImplementationOnce(async (...sought) => {
      await change(id, changes);
      return find(...sought);
    });
    const before = await scheduleRow(id);
    await runSchedules(gateway);
    expect(await scheduleRow(id)).toEqual({ ...before, ...changes });
  });

  it('is of the schedules that were due first, fifty in one pass', async () => {
    const registration_id = await stored();
    const ids: string[] = [];
    for (let n = 0; n < 51; n += 1) {
      const paying_id = await records.payment({ created_at: NOW, id: newId() });
      ids.push(
        await scheduled({ registration_id, paying_id, next_at: NEXT, due_at: DUE + 50 - n }),
      );
    }
    expect(await runSchedules(gateway)).toBe(50);
    expect((await scheduleRow(ids[0] ?? '')).paid).toBe(0);
  });
});
