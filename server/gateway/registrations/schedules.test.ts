/** Schedules as their merchant makes, changes and ends them: what is refused, and what each is from then on. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../store/dialect.ts';
import { registrationFromRow } from '../../store/records/registration.ts';
import { type Schedule, scheduleFromRow } from '../../store/records/schedule.ts';
import type { RegistrationRow, ScheduleRow } from '../../store/tables.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { IBAN, NUMBER, SHOWN } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { changeSettings, createEntity, existingChannel } from '../entities/index.ts';
import * as eventsRoom from '../events/index.ts';
import { publishScheduleEvent } from '../events/index.ts';
import { newId } from '../ids.ts';
import { ApiError } from '../requests/index.ts';
import {
  createSchedule,
  deschedule,
  endSchedule,
  orderOf,
  ownSchedule,
  reschedule,
  schedulesOf,
  typeOf,
} from './schedules.ts';

const { db, vault, drop, merchantId, channelId } = await openSubscribedChannel();
afterAll(drop);
const gateway = simulatedGateway(db, vault);
const channel = await existingChannel(db, channelId);
const records = await recordsOf(db, channelId);
const otherChannel = await existingChannel(
  db,
  (await createEntity(db, { kind: 'channel', name: 'Other', parentId: merchantId })).id,
);

const NOW = Date.parse('2026-06-10T12:00:00Z');
beforeEach(async () => {
  vi.spyOn(eventsRoom, 'publishScheduleEvent');
  await db.deleteFrom('schedules').execute();
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => vi.restoreAllMocks());

const at = (moment: string) => Date.parse(`${moment}T00:00:00Z`);
const JOB = {
  ...{ 'job.second': '0', 'job.minute': '0', 'job.hour': '0' },
  'job.dayOfMonth': '15',
};
const MONEY = { amount: '9.00', currency: 'EUR', paymentType: 'SD' };

type Sent = Readonly<Record<string, string>>;
const scheduleRow = (id: string) =>
  db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirst();
const existing = async (id: string) => scheduleFromRow((await scheduleRow(id)) as ScheduleRow);
const stored = async (given: Partial<RegistrationRow> = {}, number = NUMBER) => {
  const id = await records.registration({ card: JSON.stringify(SHOWN), ...given });
  await inTransaction(db, (trx) =>
    vault.keepCard(trx, { recordId: id, entityId: channelId, number, purgeAt: null }),
  );
  return id;
};
const debit = () =>
  stored(
    {
      ...{ brand: 'DIRECTDEBIT_SEPA', card: '{}' },
      parameters: JSON.stringify({ 'bankAccount.holder': 'Jane Jones' }),
    },
    IBAN,
  );
const registered = async (id: string) =>
  registrationFromRow(
    await db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
const create = (sent: Sent, id = newId(), of = channel) =>
  createSchedule(gateway, of, Object.entries({ ...MONEY, ...JOB, ...sent }), id);
const published = () =>
  vi
    .mocked(publishScheduleEvent)
    .mock.calls.map(([, , , { id, state }, action]) => [...[id, state, action]]);

describe('a schedule that is made', () => {
  it('is active, and due by its job', async () => {
    const registrationId = await stored();
    const id = newId();
    const { schedule, ignored } = await create({ registrationId, somethingElse: '1' }, id);
    const { parameters, ndc, ...rest } = schedule;
    expect(rest).toEqual({
      ...{ id, rootId: id, referencedId: null, entityId: channelId, registrationId },
      ...{ brand: 'VISA', amount: 9_00, currency: 'EUR', mode: 'INTERNAL', state: 'active' },
      ...{ nextAt: at('2026-06-15'), dueAt: null, attempts: 0, payingId: null, latestId: null },
      ...{ latestCode: null, paid: 0, declined: 0, notificationUrl: null, createdAt: NOW },
    });
    expect(parameters).toMatchObject({ ...JOB, ...MONEY });
    expect(ndc).toContain(channelId);
    expect(ignored).toEqual(['somethingElse']);
    expect(await existing(id)).toEqual(schedule);
    expect(published()).toEqual([[id, 'active', 'CREATED']]);
  });

  it('goes by the clock of its channel, and tells where its merchant wants it told', async () => {
    const ahead = { ...channel, clockOffsetMs: at('2026-07-01') - NOW };
    const notificationUrl = 'https://shop.example/told';
    const sent = { registrationId: await stored(), notificationUrl };
    const { schedule } = await create(sent, newId(), ahead);
    expect(schedule).toMatchObject({
      ...{ createdAt: at('2026-07-01'), nextAt: at('2026-07-15'), notificationUrl },
    });
  });

  it('under an id that was made before is that schedule', async () => {
    const registrationId = await stored();
    const { schedule } = await create({ registrationId }, 'same');
    const again = await create({ registrationId, amount: '1.00', somethingElse: '1' }, 'same');
    expect(again).toEqual({ schedule, ignored: ['somethingElse'] });
    expect(published()).toHaveLength(1);
    await expect(
      createSchedule(
        gateway,
        otherChannel,
        Object.entries({
          ...MONEY,
          ...JOB,
          registrationId: await stored({ entity_id: merchantId }),
        }),
        'same',
      ),
    ).rejects.toThrow();
  });

  it('is not made where it cannot be told, and that is said', async () => {
    vi.mocked(publishScheduleEvent).mockRejectedValueOnce(new Error('no such table'));
    const registrationId = await stored();
    await expect(create({ registrationId }, 'untold')).rejects.toThrow('no such table');
    expect(await scheduleRow('untold')).toBeUndefined();
  });

  it('is not made on a live channel that has no processor', async () => {
    const { id } = await createEntity(db, {
      ...{ kind: 'channel', name: 'Live', parentId: merchantId },
    });
    await changeSettings(db, id, { mode: 'live', origins: ['https://shop.example'] });
    const live = await existingChannel(db, id);
    const call = () => create({ registrationId: 'a'.repeat(32) }, newId(), live);
    expect(await refusedBy(call)).toMatchObject({ code: '500.100.201' });
  });

  it.each([
    ['no registration', { registrationId: 'a'.repeat(32) }, '100.150.200'],
    ['a job that is over', { 'job.endDate': '2026-06-09' }, 'job.endDate'],
    ['a job that ends at this moment', { 'job.endDate': '2026-06-10 12:00:00' }, 'job.endDate'],
    ['a job that is never due', { 'job.dayOfMonth': '30', 'job.month': 'FEB' }, 'job'],
    ['no amount', { amount: '0.00' }, 'amount'],
    ['another chain', { 'customParameters[NTR]': 'none' }, 'customParameters[NTR]'],
  ] as const)('is not made of %s', async (_, sent, why) => {
    const { code, errors } = await refusedBy(async () =>
      create({ registrationId: await stored(), ...sent }),
    );
    expect(errors[0]?.name ?? code).toBe(why);
    expect(await db.selectFrom('schedules').select('id').execute()).toEqual([]);
  });

  it('says what is wrong with its job', async () => {
    const registrationId = await stored();
    const over = await refusedBy(() => create({ registrationId, 'job.endDate': '2026-06-09' }));
    expect(over.errors).toEqual([
      { name: 'job.endDate', value: '2026-06-09', message: 'must not be in the past' },
    ]);
    const never = await refusedBy(() =>
      create({ registrationId, 'job.dayOfMonth': '30', 'job.month': 'FEB' }),
    );
    expect(never.errors).toEqual([
      { name: 'job', value: null, message: 'never comes due: no such day lies ahead' },
    ]);
  });

  it('is not made with what goes with no such brand', async () => {
    const registrationId = await debit();
    const sent = { registrationId, currency: 'USD' };
    expect(await refusedBy(() => create(sent))).toMatchObject({
      errors: [
        {
          ...{ name: 'currency', value: 'USD' },
          message: 'must be EUR with DIRECTDEBIT_SEPA',
        },
      ],
    });
  });

  it('is first due while its card is good, if it has one', async () => {
    const soon = (month: string) =>
      stored({ card: JSON.stringify({ ...SHOWN, expiryMonth: month, expiryYear: '2026' }) });
    const [good, over] = [await soon('06'), await soon('06')];
    await create({ registrationId: good, 'job.dayOfMonth': '30' });
    const sent = { registrationId: over, 'job.dayOfMonth': '1' };
    expect(await refusedBy(() => create(sent))).toMatchObject({
      errors: [
        {
          ...{ name: 'registrationId', value: over },
          message: 'its card ends with 06/2026, before the first payment',
        },
      ],
    });
    const { schedule } = await create({ registrationId: await debit() });
    expect(schedule.brand).toBe('DIRECTDEBIT_SEPA');
  });
});

describe('a schedule that is changed', () => {
  const change = (named: Schedule, { amount, ...sent }: Sent, id = newId()) =>
    reschedule(
      gateway,
      channel,
      named,
      Object.entries({ ...sent, ...(amount && { amount, currency: 'EUR' }) }),
      id,
    );
  const made = async (sent: Sent = {}) =>
    (await create({ registrationId: await stored(), ...sent })).schedule;
  const update = (id: string, changes: Partial<ScheduleRow>) =>
    db.updateTable('schedules').set(changes).where('id', '=', id).execute();

  it('is another one in its place, with what was sent', async () => {
    const before = await made({ 'customer.email': 'jane@example.com' });
    vi.mocked(publishScheduleEvent).mockClear();
    const { schedule, ignored } = await change(before, {
      ...{ paymentType: 'RS', amount: '5.00', 'job.dayOfMonth': '20', somethingElse: '1' },
    });
    expect(ignored).toEqual(['somethingElse']);
    expect(schedule).toMatchObject({
      ...{ rootId: before.id, referencedId: before.id, amount: 5_00, currency: 'EUR' },
      ...{ state: 'active', nextAt: at('2026-06-20'), registrationId: before.registrationId },
    });
    expect(schedule.parameters).toMatchObject({
      ...{ 'customer.email': 'jane@example.com', 'job.dayOfMonth': '20', paymentType: 'DB' },
    });
    expect(await existing(schedule.id)).toEqual(schedule);
    expect(await existing(before.id)).toMatchObject({ state: 'rescheduled', nextAt: null });
    expect(published()).toEqual([
      [before.id, 'rescheduled', 'UPDATED'],
      [schedule.id, 'active', 'CREATED'],
    ]);
  });

  it.each([
    ['RS', 'PA', 'PA'],
    ['RS', 'SD', 'DB'],
    ['PA', 'SD', 'PA'],
    ['DB', 'PA', 'DB'],
  ])('by %s where it was %s pays by %s', async (paymentType, was, type) => {
    const { schedule } = await change(await made({ paymentType: was }), { paymentType });
    expect(typeOf(schedule)).toBe(type);
  });

  it('under an id that was answered before is that one', async () => {
    const first = await made();
    const { schedule } = await change(first, { paymentType: 'RS', amount: '5.00' }, 'again');
    const again = await change(first, { paymentType: 'RS', amount: '1.00', more: '1' }, 'again');
    expect(again).toEqual({ schedule, ignored: ['more'] });
  });

  it('is the latest of its chain, which one is named', async () => {
    const first = await made();
    const { schedule: second } = await change(first, { paymentType: 'RS', amount: '5.00' });
    const { schedule: third } = await change(first, { paymentType: 'RS', amount: '6.00' });
    expect(third).toMatchObject({ rootId: first.id, referencedId: second.id });
  });

  it.each(['active', 'suspended'] as const)('may be %s', async (state) => {
    const before = await made();
    await update(before.id, { state });
    const { schedule } = await change(before, { paymentType: 'RS' });
    expect(schedule.state).toBe('active');
  });

  it.each(['descheduled', 'finished', 'registration_gone'] as const)(
    'is refused where it is %s',
    async (state) => {
      const before = await made();
      await update(before.id, { state });
      expect(await refusedBy(() => change(before, { paymentType: 'RS' }))).toMatchObject({
        ...{ status: 400, code: '200.300.404' },
        description: `invalid or missing parameter: this schedule has ended: ${state}`,
      });
    },
  );

  it('is refused where its registration is over', async () => {
    const before = await made();
    await db
      .updateTable('registrations')
      .set({ revoked_at: 1, revoked_by: 'consumer' })
      .where('id', '=', before.registrationId)
      .execute();
    expect(await refusedBy(() => change(before, { paymentType: 'RS' }))).toMatchObject({
      code: '100.150.202',
    });
  });

  describe('takes over a time', () => {
    const DUE = at('2026-06-05');
    const changed = async (was: Partial<ScheduleRow>, sent: Sent = {}) => {
      const before = await made();
      await update(before.id, was);
      const { schedule } = await change(before, { paymentType: 'RS', ...sent });
      return schedule.nextAt;
    };

    it('that is due and not begun', async () => {
      expect(await changed({ next_at: DUE })).toBe(DUE);
      expect(await changed({ next_at: NOW })).toBe(NOW);
    });

    it('but none that lies ahead, and none where there is none', async () => {
      expect(await changed({ next_at: NOW + 1 })).toBe(at('2026-06-15'));
      expect(await changed({ next_at: null, state: 'suspended' })).toBe(at('2026-06-15'));
    });

    it('but none before its own start', async () => {
      expect(await changed({ next_at: DUE }, { 'job.startDate': '2026-06-05' })).toBe(DUE);
      expect(await changed({ next_at: DUE }, { 'job.startDate': '2026-06-06' })).toBe(
        at('2026-06-15'),
      );
    });

    /** While the successor is planned. */
    const begunMeanwhile = async (begun: Partial<ScheduleRow>, sent: Sent = {}) => {
      const before = await made();
      await update(before.id, { next_at: DUE });
      const meanwhile = { ...gateway, vault: { ...vault } };
      meanwhile.vault.readCard = async (...read) => {
        await update(before.id, begun);
        return vault.readCard(...read);
      };
      const pairs = Object.entries({ paymentType: 'RS', ...sent });
      return reschedule(meanwhile, channel, before, pairs, newId());
    };

    it.each([
      ['that is begun', { due_at: DUE, attempts: 1 }, at('2026-06-15')],
      ['that is begun once more', { attempts: 1 }, at('2026-06-15')],
      ['that is begun, of those before it', { due_at: at('2026-06-15') }, at('2026-07-15')],
    ])('but none %s meanwhile', async (_, begun, next) => {
      expect((await begunMeanwhile(begun)).schedule.nextAt).toBe(next);
    });

    it('but is refused where what was begun meanwhile was the last', async () => {
      const begun = { due_at: at('2026-06-15'), attempts: 1 };
      const sent = { 'job.endDate': '2026-06-20' };
      expect(await refusedBy(() => begunMeanwhile(begun, sent))).toMatchObject({
        description: 'invalid or missing parameter: this schedule was changed meanwhile',
      });
      expect((await db.selectFrom('schedules').select('state').execute()).at(0)?.state).toBe(
        'active',
      );
    });
  });
});

describe('a schedule that is ended', () => {
  const made = async () => (await create({ registrationId: await stored() })).schedule;

  it('pays nothing any more, and that is told', async () => {
    const [schedule, other] = [await made(), await made()];
    vi.mocked(publishScheduleEvent).mockClear();
    const within = vi.fn(async () => undefined);
    const ended = await deschedule(gateway, channel, schedule, undefined, within);
    expect(ended).toEqual({ ...schedule, state: 'descheduled', nextAt: null });
    expect(await existing(schedule.id)).toEqual(ended);
    expect(await existing(other.id)).toEqual(other);
    expect(published()).toEqual([[schedule.id, 'descheduled', 'UPDATED']]);
    expect(within).toHaveBeenCalledExactlyOnceWith(expect.anything(), ended);
  });

  it('needs nothing more written', async () => {
    expect(await deschedule(gateway, channel, await made())).toMatchObject({
      state: 'descheduled',
    });
  });

  it('is only looked up where a request that got no answer has ended it', async () => {
    const schedule = await made();
    expect(await deschedule(gateway, channel, schedule, async () => false)).toEqual(schedule);
    expect((await existing(schedule.id)).state).toBe('active');
  });

  it('cannot be ended twice', async () => {
    const schedule = await made();
    await deschedule(gateway, channel, schedule);
    expect(await refusedBy(() => deschedule(gateway, channel, schedule))).toMatchObject({
      ...{
        code: '200.300.404',
        description: 'invalid or missing parameter: this schedule has ended: descheduled',
      },
    });
  });

  it('is ended once, where two do it at a time', async () => {
    const schedule = await made();
    await deschedule(gateway, channel, schedule);
    const late = inTransaction(db, (trx) =>
      endSchedule(gateway, trx, channel, schedule, 'finished'),
    );
    await expect(late).rejects.toThrow(ApiError);
    expect((await existing(schedule.id)).state).toBe('descheduled');
  });
});

describe('schedules are found', () => {
  it('by their channel alone', async () => {
    const id = await records.schedule({ registration_id: await stored() });
    expect(await ownSchedule(db, channel, id)).toMatchObject({ id });
    for (const call of [
      () => ownSchedule(db, otherChannel, id),
      () => ownSchedule(db, channel, 'never heard of'),
    ]) {
      expect(await refusedBy(call)).toMatchObject({
        ...{ status: 404, description: expect.stringMatching(/: there is no such schedule$/) },
      });
    }
  });

  it('by their registration, the latest first', async () => {
    const [registration_id, another] = [await stored(), await stored()];
    const [second, first, third] = [
      await records.schedule({ registration_id, created_at: 2 }),
      await records.schedule({ registration_id, created_at: 3 }),
      await records.schedule({ registration_id, created_at: 1 }),
    ];
    const [a, b] = [
      await records.schedule({ registration_id, created_at: 0 }),
      await records.schedule({ registration_id, created_at: 0 }),
    ].sort();
    await records.schedule({ registration_id: another });
    await records.schedule({ registration_id, entity_id: otherChannel.id });
    const found = await schedulesOf(db, channel, registration_id);
    expect(found.map(({ id }) => id)).toEqual([first, second, third, a, b]);
  });
});

describe('a payment of a schedule', () => {
  const order = async (id: string, parameters: Sent = {}) =>
    orderOf(gateway, channel, await registered(id), {
      ...{ id: 'schedule', parameters: { ...MONEY, ...parameters } },
    });

  it('is a later one of its chain, with the stored card', async () => {
    const id = await stored();
    const made = await order(id, {
      ...{ recurringType: 'INITIAL', 'standingInstruction.mode': 'INITIAL' },
      'standingInstruction.source': 'CIT',
    });
    expect(made).toMatchObject({
      ...{ checkoutId: null, registrationId: id, scheduleId: 'schedule', paymentType: 'DB' },
      ...{ brand: 'VISA', amount: 9_00, createRegistration: false },
      card: { number: NUMBER, holder: 'Jane Jones' },
      parameters: {
        'standingInstruction.type': 'RECURRING',
        'standingInstruction.mode': 'REPEATED',
        'standingInstruction.source': 'MIT',
      },
    });
    expect(made.ndc).toContain(channelId);
    expect(made.parameters).not.toHaveProperty('recurringType');
    expect(made).not.toHaveProperty('iban');
  });

  it('is of the type that was said, and reserves where that is', async () => {
    const id = await stored();
    const type = { 'standingInstruction.type': 'UNSCHEDULED' };
    const made = await order(id, { ...type, paymentType: 'PA' });
    expect(made).toMatchObject({ paymentType: 'PA', parameters: type });
  });

  it('is debited from the stored account, with what its mandate says', async () => {
    const made = await order(await debit());
    expect(made).toMatchObject({
      ...{ iban: IBAN, brand: 'DIRECTDEBIT_SEPA' },
      parameters: { 'bankAccount.holder': 'Jane Jones' },
    });
    expect(made).not.toHaveProperty('card');
  });

  it('says nothing of an account where a card pays', async () => {
    const id = await stored({ parameters: '{"bankAccount.holder":"Jane Jones"}' });
    expect((await order(id)).parameters).not.toHaveProperty(['bankAccount.holder']);
  });
});
