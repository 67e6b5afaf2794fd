/** Schedules: made, listed, changed, ended, and what they pay by the channel's clock. */
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createEntity, findChannel } from '../../gateway/entities/index.ts';
import { newId } from '../../gateway/ids.ts';
import { ownSchedule, reschedule, runSchedules } from '../../gateway/registrations/index.ts';
import { startDeliveries } from '../../notifications/delivery-worker.ts';
import {
  ACCEPTED,
  CARD,
  DECLINE,
  DECLINED_CARD,
  expectInvalid,
  ignoredIn,
  inShort,
  SUCCESS,
  startMerchant,
} from '../support/merchant.ts';
import { connectRelay, THROUGH } from '../support/processor-gateway.ts';
import { startReceiver } from '../support/receiver.ts';
import { shopperOf } from '../support/shopper.ts';
import { type Answer, type Fields, startAlone } from '../support/test-gateway.ts';
import { read, subscribe } from '../webhooks/subscribe.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { call, entityId, gateway, payment, register, unregister } = merchant;
const { db } = gateway;

const PATH = '/scheduling/v1/schedules';
const MONTHLY: Fields = { 'job.dayOfMonth': '5', 'job.hour': '7' };
const MONEY: Fields = { amount: '9.00', currency: 'EUR', paymentType: 'SD' };
const TWELVE = { amount: '12.00', currency: 'EUR' };
const NO_CARD: Fields = Object.fromEntries(Object.keys(CARD).map((name) => [name, undefined]));
const UNKNOWN = { status: 404, code: '200.300.406' };
const SAID_SINCE = Date.UTC(2033, 0, 1);

/** The channel's clock; it goes back between tests. */
const setClock = (time: number) =>
  db
    .updateTable('entities')
    // It never runs behind the real one, which has gone on meanwhile.
    .set({ clock_offset_ms: Math.max(0, time - Date.now()) })
    .where('id', '=', entityId)
    .execute();
afterEach(async () => {
  await db.updateTable('schedules').set({ state: 'descheduled' }).execute();
  await setClock(Date.now());
});

async function stored(fields: Fields = {}): Promise<string> {
  const answer = await register(fields);
  expect(inShort(answer)).toEqual(ACCEPTED);
  return answer.body.id;
}
async function schedule(fields: Fields = {}): Promise<Answer> {
  await setClock(SAID_SINCE);
  const registrationId = fields['registrationId'] ?? (await stored());
  return call(PATH, { entityId, ...MONEY, ...MONTHLY, ...fields, registrationId });
}
const revoke = (registrationId: string) =>
  db
    .updateTable('registrations')
    .set({ revoked_at: 1, revoked_by: 'provider' })
    .where('id', '=', registrationId)
    .execute();
const readOne = async (id: string) => (await call(`${PATH}/${id}?entityId=${entityId}`)).body;

/** What is due by then, whatever it takes: payments are begun, settled and written down. */
async function runAt(time: string): Promise<void> {
  await setClock(Date.parse(`${time}Z`));
  while ((await runSchedules(gateway)) > 0);
}
const paymentsOf = async (scheduleId: string) => {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('schedule_id', '=', scheduleId)
    .orderBy('created_at')
    .execute();
  return Promise.all(rows.map(async ({ id }) => (await merchant.read(id)).body));
};
const resultsOf = async (id: string) => (await paymentsOf(id)).map(({ result }) => result.code);

describe('a schedule', () => {
  it('is made, read, and listed by its registration', async () => {
    const answer = await schedule({ merchantTransactionId: 'subscription-1', colour: 'blue' });
    expect(inShort(answer)).toEqual(ACCEPTED);
    expect(ignoredIn(answer)).toEqual(['colour']);
    const { id, registrationId } = answer.body;
    expect(answer.body).toMatchObject({
      paymentType: 'SD',
      paymentBrand: 'VISA',
      amount: '9.00',
      currency: 'EUR',
      merchantTransactionId: 'subscription-1',
      job: { dayOfMonth: '5', hour: '7' },
      plan: {
        active: true,
        state: 'ACTIVE',
        paymentType: 'DB',
        nextPayment: '2033-01-05 07:00:00+0000',
        payments: 0,
        declinesInARow: 0,
      },
    });
    expect(await readOne(id)).toMatchObject({ id, plan: { active: true } });
    for (const query of [`?registrationId=${registrationId}&`, `/${registrationId}?`]) {
      const { body } = await call(`${PATH}${query}entityId=${entityId}`);
      expect(body.schedules).toEqual([expect.objectContaining({ id, registrationId })]);
    }
  });

  it('that is asked for twice under a key is one', async () => {
    const registrationId = await stored();
    const ask = () =>
      call(
        PATH,
        { entityId, registrationId, ...MONEY, ...MONTHLY },
        { headers: { 'idempotency-key': `schedule of ${registrationId}` } },
      );
    const [one, two] = await Promise.all([ask(), ask()]);
    expect(one.body.id).toBe(two.body.id);
  });

  it('pays when it is due, as the scheduler, and again a month later', async () => {
    const { id, registrationId } = (await schedule()).body;
    await runAt('2033-01-05T06:59:59');
    expect(await paymentsOf(id)).toEqual([]);
    await runAt('2033-01-05T07:00:00');
    await runAt('2033-01-05T07:00:01');
    expect(await paymentsOf(id)).toEqual([
      expect.objectContaining({
        registrationId,
        source: 'SCHEDULER',
        scheduleId: id,
        paymentType: 'DB',
        amount: '9.00',
        result: expect.objectContaining({ code: SUCCESS }),
        standingInstruction: { type: 'RECURRING', mode: 'REPEATED', source: 'MIT' },
      }),
    ]);
    await runAt('2033-02-05T07:00:00');
    expect(await resultsOf(id)).toEqual([SUCCESS, SUCCESS]);
    expect((await readOne(id)).plan).toMatchObject({
      active: true,
      payments: 2,
      nextPayment: '2033-03-05 07:00:00+0000',
      latestResult: { code: SUCCESS },
    });
  });

  it('reserves with PA', async () => {
    const { body } = await schedule({ paymentType: 'PA' });
    await runAt('2033-01-05T07:00:00');
    expect(await paymentsOf(body.id)).toEqual([expect.objectContaining({ paymentType: 'PA' })]);
  });

  it('pays once for all times that were missed, and goes on', async () => {
    const { id } = (await schedule()).body;
    await runAt('2033-06-20T00:00:00');
    expect(await resultsOf(id)).toEqual([SUCCESS]);
    expect((await readOne(id)).plan.nextPayment).toBe('2033-07-05 07:00:00+0000');
  });

  it('pays a time once, with many instances at it', async () => {
    const { id } = (await schedule()).body;
    await setClock(Date.UTC(2033, 0, 5, 7));
    await Promise.all(Array.from({ length: 6 }, () => runSchedules(gateway)));
    await runAt('2033-01-05T07:00:01');
    expect(await resultsOf(id)).toEqual([SUCCESS]);
    expect((await readOne(id)).plan.payments).toBe(1);
  });

  it('ends with its last time', async () => {
    const { id } = (await schedule({ 'job.endDate': '2033-02-05' })).body;
    await runAt('2033-01-05T07:00:00');
    expect((await readOne(id)).plan.state).toBe('ACTIVE');
    await runAt('2033-02-05T07:00:00');
    expect((await readOne(id)).plan).toMatchObject({
      active: false,
      state: 'FINISHED',
      payments: 2,
    });
    await runAt('2033-05-05T07:00:00');
    expect(await resultsOf(id)).toHaveLength(2);
  });

  it('begins with its start, and pays nothing of the past', async () => {
    const past = (await schedule({ 'job.startDate': '2032-01-01' })).body;
    expect(past.plan.nextPayment).toBe('2033-01-05 07:00:00+0000');
    const later = (await schedule({ 'job.startDate': '2033-03-01 00:00:00' })).body;
    expect(later.plan.nextPayment).toBe('2033-03-05 07:00:00+0000');
  });
});

describe('a schedule that cannot be read', () => {
  afterEach(() => db.deleteFrom('schedules').where('parameters', '=', 'broken').execute());
  /** As if its payment was settled elsewhere. */
  const settle = async ({ id }: { readonly id: string }) =>
    db
      .updateTable('schedules')
      .set({ paying_id: await merchant.paymentId() })
      .where('id', '=', id)
      .execute();

  it.each<[what: string, prepare: (broken: Answer['body']) => Promise<unknown>]>([
    ['ended', ({ registrationId }) => revoke(registrationId)],
    ['finished', settle],
    ['begun', async () => {}],
  ])('stops no other where it would be %s', async (_, prepare) => {
    const made = async () => (await schedule()).body;
    const broken = await made();
    const [ended, finished, begun] = [await made(), await made(), await made()];
    await prepare(broken);
    await revoke(ended.registrationId);
    await settle(finished);
    const unreadable = { parameters: 'broken' };
    await db.updateTable('schedules').set(unreadable).where('id', '=', broken.id).execute();
    await setClock(Date.UTC(2033, 0, 5, 7));
    await expect(runSchedules(gateway)).rejects.toThrow(AggregateError);
    expect((await readOne(ended.id)).plan.state).toBe('REGISTRATION_GONE');
    expect((await readOne(finished.id)).plan.payments).toBe(1);
    expect(await resultsOf(begun.id)).toEqual([SUCCESS]);
  });
});

describe('a payment of a schedule that is declined', () => {
  it('is told, and the schedule goes on; three in a row suspend it until it is changed', async () => {
    const { id } = (await schedule({ registrationId: await declining() })).body;
    await runAt('2033-01-05T07:00:00');
    await runAt('2033-02-05T07:00:00');
    expect(await resultsOf(id)).toEqual([DECLINE, DECLINE]);
    expect((await readOne(id)).plan).toMatchObject({ active: true, declinesInARow: 2 });
    await runAt('2033-03-05T07:00:00');
    expect((await readOne(id)).plan).toMatchObject({ active: false, state: 'SUSPENDED' });
    await runAt('2033-04-05T07:00:00');
    expect(await resultsOf(id)).toHaveLength(3);
    const { body } = await call(`${PATH}/${id}/reschedule`, { entityId, paymentType: 'RS' });
    expect(body.plan).toMatchObject({ active: true, declinesInARow: 0 });
    await runAt('2033-05-05T07:00:00');
    expect(await resultsOf(body.id)).toEqual([DECLINE]);
  });

  it('does not count once one has succeeded', async () => {
    const { id } = (await schedule()).body;
    await db.updateTable('schedules').set({ declined: 2 }).where('id', '=', id).execute();
    await runAt('2033-01-05T07:00:00');
    expect((await readOne(id)).plan.declinesInARow).toBe(0);
  });

  it('is one whose card has expired: no payment is made', async () => {
    const expiry = { 'card.expiryMonth': '01', 'card.expiryYear': '2033' };
    const { id } = (await schedule({ registrationId: await stored(expiry) })).body;
    await runAt('2033-01-05T07:00:00');
    await runAt('2033-02-05T07:00:00');
    expect(await resultsOf(id)).toEqual([SUCCESS]);
    expect((await readOne(id)).plan).toMatchObject({
      declinesInARow: 1,
      latestResult: { code: '100.100.303' },
    });
  });
});

describe('a schedule is changed', () => {
  it('by a successor, which pays from then on alone', async () => {
    const { id } = (await schedule({ merchantTransactionId: 'subscription-2' })).body;
    const changed = await call(`${PATH}/${id}/reschedule`, {
      entityId,
      amount: '12.00',
      currency: 'EUR',
      'job.dayOfMonth': '?',
      'job.dayOfWeek': 'MON',
    });
    expect(inShort(changed)).toEqual(ACCEPTED);
    expect(changed.body).toMatchObject({
      referencedId: id,
      paymentType: 'RS',
      amount: '12.00',
      merchantTransactionId: 'subscription-2',
      job: { hour: '7', dayOfWeek: 'MON' },
      plan: { active: true, nextPayment: '2033-01-03 07:00:00+0000' },
    });
    expect((await readOne(id)).plan).toMatchObject({ active: false, state: 'RESCHEDULED' });
    await runAt('2033-01-05T07:00:00');
    expect(await resultsOf(id)).toEqual([]);
    expect(await paymentsOf(changed.body.id)).toEqual([
      expect.objectContaining({ amount: '12.00' }),
    ]);
  });

  it('keeps what it was where nothing is said of it', async () => {
    const { id } = (await schedule({ paymentType: 'PA' })).body;
    const { body } = await call(`${PATH}/${id}/reschedule`, { entityId, paymentType: 'RS' });
    expect(body).toMatchObject({ amount: '9.00', plan: { paymentType: 'PA' } });
  });

  it('while a time of it is due: the successor pays it', async () => {
    const { id } = (await schedule()).body;
    await setClock(Date.UTC(2033, 0, 5, 7));
    const changed = await call(`${PATH}/${id}/reschedule`, { entityId, ...TWELVE });
    expect(inShort(changed)).toEqual(ACCEPTED);
    await runAt('2033-01-05T07:00:01');
    expect(await resultsOf(id)).toEqual([]);
    expect(await paymentsOf(changed.body.id)).toEqual([
      expect.objectContaining({ amount: '12.00' }),
    ]);
    const { nextPayment } = (await readOne(changed.body.id)).plan;
    expect(nextPayment).toBe('2033-02-05 07:00:00+0000');
  });

  it('to start later, while a time of it is due: nothing is paid before its start', async () => {
    const { id } = (await schedule()).body;
    await setClock(Date.UTC(2033, 0, 5, 7));
    const later = { entityId, 'job.startDate': '2033-03-01' };
    const { body } = await call(`${PATH}/${id}/reschedule`, later);
    expect(body.plan.nextPayment).toBe('2033-03-05 07:00:00+0000');
    await runAt('2033-01-05T07:00:01');
    expect(await resultsOf(body.id)).toEqual([]);
  });

  it('while a time of it is being begun: it is paid once', async () => {
    const { id } = (await schedule()).body;
    await setClock(Date.UTC(2033, 0, 5, 6));
    const channel = await findChannel(db, entityId);
    if (!channel) throw new Error('there is no channel');
    const named = await ownSchedule(db, channel, id);
    // Between what the successor is planned with and the end of the one before.
    using _ = vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
      const later = {
        async execute(work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) {
          await runAt('2033-01-05T07:00:00');
          return db.transaction().execute(work);
        },
      };
      return later as ReturnType<typeof db.transaction>;
    });
    const changed = await reschedule(gateway, channel, named, Object.entries(TWELVE), newId());
    await runAt('2033-01-05T07:00:01');
    expect(await resultsOf(id)).toEqual([SUCCESS]);
    expect(await resultsOf(changed.schedule.id)).toEqual([]);
    const { nextPayment } = (await readOne(changed.schedule.id)).plan;
    expect(nextPayment).toBe('2033-02-05 07:00:00+0000');
  });

  it('is not changed wrongly, or once it has ended', async () => {
    const { id } = (await schedule()).body;
    const change = (fields: Fields) => call(`${PATH}/${id}/reschedule`, { entityId, ...fields });
    expectInvalid(await change({ amount: '0.00', currency: 'EUR' }), 'amount');
    expectInvalid(await change({ amount: '1.00' }), 'currency');
    expectInvalid(await change({ 'job.endDate': '2032-12-31' }), 'job.endDate');
    // The day of the month that was said before still holds.
    expectInvalid(await change({ 'job.dayOfWeek': 'MON' }), 'job.dayOfWeek');
    expect((await readOne(id)).plan.active).toBe(true);
    await call(`${PATH}/${id}/deschedule`, { entityId });
    expect(inShort(await change({}))).toEqual({ status: 400, code: '200.300.404' });
  });
});

describe('a schedule ends', () => {
  it.each(['deschedule', 'DELETE'])('by %s, with any id of its chain', async (how) => {
    const { id } = (await schedule()).body;
    const { body } = await call(`${PATH}/${id}/reschedule`, { entityId });
    const end = () =>
      how === 'DELETE'
        ? call(`${PATH}/${id}?entityId=${entityId}`, undefined, { method: 'DELETE' })
        : call(`${PATH}/${id}/deschedule`, { entityId, paymentType: 'DS' });
    const ended = await end();
    expect(inShort(ended)).toEqual(ACCEPTED);
    expect(ended.body).toMatchObject({
      paymentType: 'DS',
      referencedId: body.id,
      plan: { active: false, state: 'DESCHEDULED' },
    });
    expect(inShort(await end())).toEqual({ status: 400, code: '200.300.404' });
    await runAt('2033-02-05T07:00:00');
    expect(await resultsOf(body.id)).toEqual([]);
  });

  it('once under a key, also where its answer was lost', async () => {
    const { id } = (await schedule()).body;
    const end = (key: string) =>
      call(`${PATH}/${id}/deschedule`, { entityId }, { headers: { 'idempotency-key': key } });
    const first = await end(`end of ${id}`);
    expect(inShort(first)).toEqual(ACCEPTED);
    await db.updateTable('idempotency_keys').set({ answer: null, lease_until: 0 }).execute();
    const { plan, result } = first.body;
    const again = await end(`end of ${id}`);
    expect(again.body).toMatchObject({ id: first.body.id, referencedId: id, plan, result });
    for (const _ of [1, 2]) {
      expect(inShort(await end(`other of ${id}`))).toEqual({ status: 400, code: '200.300.404' });
    }
  });

  it.each(['deleted', 'revoked'])('with its registration, %s', async (how) => {
    const { id, registrationId } = (await schedule()).body;
    if (how === 'deleted') await unregister(registrationId);
    else await revoke(registrationId);
    await runAt('2033-01-05T07:00:00');
    expect(await resultsOf(id)).toEqual([]);
    expect((await readOne(id)).plan).toMatchObject({ active: false, state: 'REGISTRATION_GONE' });
  });

  it('with its registration, where more have gone than one pass ends', async () => {
    const { id, registrationId } = (await schedule()).body;
    const row = await db
      .selectFrom('schedules')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new Error('no such schedule');
    const ids = Array.from({ length: 100 }, (_, n) => n.toString(16).padStart(32, 'f'));
    await db
      .insertInto('schedules')
      .values(ids.map((other) => ({ ...row, id: other, root_id: other })))
      .execute();
    await revoke(registrationId);
    await setClock(Date.UTC(2033, 0, 5, 7));
    await runSchedules(gateway);
    const paid = await Promise.all([id, ...ids].map(resultsOf));
    expect(paid.flat()).toEqual([]);
    const left = await db
      .selectFrom('schedules')
      .select('id')
      .where('registration_id', '=', registrationId)
      .where('state', '=', 'active')
      .execute();
    // The pass ends 50 as such, and 50 where it would pay.
    expect(left).toHaveLength(1);
  });

  it('with its registration, revoked while a payment is about to begin', async () => {
    const { id, registrationId } = (await schedule()).body;
    await setClock(Date.UTC(2033, 0, 5, 7));
    const { vault } = gateway;
    const readCard = vault.readCard.bind(vault);
    using spy = vi.spyOn(vault, 'readCard').mockImplementation(async (...request) => {
      await revoke(registrationId);
      return readCard(...request);
    });
    await runSchedules(gateway);
    expect(spy).toHaveBeenCalled();
    expect(await resultsOf(id)).toEqual([]);
    expect((await readOne(id)).plan.state).toBe('REGISTRATION_GONE');
  });
});

// Through a processor the channel is set up for that one.
describe.runIf(THROUGH === 'INTERNAL')('a schedule that was made in test', () => {
  afterEach(() => merchant.set({ mode: 'test', connector: null }));

  it.each(['active', 'suspended'] as const)(
    'keeps its channel from going live, %s',
    async (state) => {
      const { id } = (await schedule()).body;
      await db.updateTable('schedules').set({ state }).where('id', '=', id).execute();
      // A clock that was moved is another reason.
      await setClock(Date.now());
      await expect(merchant.set({ mode: 'live', origins: ['any'] })).rejects.toThrow(
        `the test schedule ${id} has not ended`,
      );
    },
  );

  it('ends where its channel is live all the same, and pays nothing', async () => {
    await using processor = await startAlone();
    const { id } = (await schedule()).body;
    await db.updateTable('schedules').set({ state: 'descheduled' }).execute();
    await setClock(Date.now());
    await connectRelay(merchant, processor, { through: 'LIVE' });
    const due = { state: 'active', next_at: Date.now() - 1000 } as const;
    await db.updateTable('schedules').set(due).where('id', '=', id).execute();
    await runSchedules(gateway);
    expect(await paymentsOf(id)).toEqual([]);
    expect((await readOne(id)).plan).toMatchObject({ active: false, state: 'MODE_CHANGED' });
  });
});

describe('a schedule is refused', () => {
  it.each<[why: string, fields: Fields, name: string]>([
    ['no registration', { registrationId: '' }, 'registrationId'],
    ['no amount', { amount: undefined }, 'amount'],
    ['an amount of nothing', { amount: '0.00' }, 'amount'],
    ['a fraction that the currency has not', { amount: '9.50', currency: 'JPY' }, 'amount'],
    ['another payment type', { paymentType: 'CD' }, 'paymentType'],
    ['no day', { 'job.dayOfMonth': undefined }, 'job.dayOfMonth'],
    ['days said twice', { 'job.dayOfWeek': 'MON' }, 'job.dayOfWeek'],
    ['a weekday by number', { 'job.dayOfMonth': '?', 'job.dayOfWeek': '2' }, 'job.dayOfWeek'],
    ['every minute', { 'job.minute': '*' }, 'job.minute'],
    ['an end in the past', { 'job.endDate': '2032-12-31' }, 'job.endDate'],
    ['a year in the past', { 'job.year': '2032' }, 'job'],
    ['a day that never comes', { 'job.dayOfMonth': '30', 'job.month': 'FEB' }, 'job'],
    ['the first payment of a chain', { recurringType: 'INITIAL' }, 'recurringType'],
    [
      'a shopper who is there',
      { 'standingInstruction.source': 'CIT' },
      'standingInstruction.source',
    ],
    ['an unknown chain', { 'customParameters[NTR]': 'none' }, 'customParameters[NTR]'],
  ])('with %s', async (_, fields, name) => {
    const refused = await (fields['registrationId'] === ''
      ? call(PATH, { entityId, ...MONEY, ...MONTHLY })
      : schedule(fields));
    expectInvalid(refused, name);
  });

  it('with a card that ends before its first payment', async () => {
    const registrationId = await stored({ 'card.expiryMonth': '03', 'card.expiryYear': '2033' });
    const answer = await schedule({ registrationId, 'job.startDate': '2033-04-01' });
    expectInvalid(answer, 'registrationId');
    expect(answer.body.result.parameterErrors[0].message).toContain('its card ends with 03/2033');
    expect(inShort(await schedule({ registrationId }))).toEqual(ACCEPTED);
  });

  it('with a registration that is unknown, deleted, revoked or of another entity', async () => {
    const deleted = await stored();
    await unregister(deleted);
    await using other = await startMerchant();
    const theirs = (await other.register()).body.id;
    for (const registrationId of ['0'.repeat(32), deleted, theirs]) {
      expect(inShort(await schedule({ registrationId }))).toEqual({
        status: 404,
        code: '100.150.200',
      });
    }
    const revoked = await stored();
    await revoke(revoked);
    expect(inShort(await schedule({ registrationId: revoked }))).toEqual({
      status: 400,
      code: '100.150.202',
    });
  });

  it('to other merchants, who neither read, change nor end it', async () => {
    const { id, registrationId } = (await schedule()).body;
    await using other = await startMerchant();
    const theirs = `entityId=${other.entityId}`;
    expect(inShort(await other.call(`${PATH}/${id}?${theirs}`))).toEqual(UNKNOWN);
    expect(inShort(await call(`${PATH}/${'0'.repeat(32)}?entityId=${entityId}`))).toEqual(UNKNOWN);
    for (const how of ['reschedule', 'deschedule']) {
      const answer = await other.call(`${PATH}/${id}/${how}`, { entityId: other.entityId });
      expect(inShort(answer)).toEqual(UNKNOWN);
    }
    const list = await other.call(`${PATH}?registrationId=${registrationId}&${theirs}`);
    expect(list.body.schedules).toEqual([]);
    expectInvalid(await call(`${PATH}?entityId=${entityId}`), 'registrationId');
  });
});

describe('the id of a registration that is read as one of a schedule', () => {
  it('lists its schedules, once it is deleted, too, and is unknown to other entities', async () => {
    const { id, registrationId } = (await schedule()).body;
    await unregister(registrationId);
    const ask = () => call(`${PATH}/${registrationId}?entityId=${entityId}`);
    expect((await ask()).body.schedules).toEqual([expect.objectContaining({ id })]);
    const another = await createEntity(db, { kind: 'merchant', name: 'Another' });
    await db
      .updateTable('registrations')
      .set({ entity_id: another.id })
      .where('id', '=', registrationId)
      .execute();
    expect(inShort(await ask())).toEqual(UNKNOWN);
  });
});

describe('beside cards', () => {
  it('a stored wallet is paid by schedule, in its currencies and types', async () => {
    const { body } = await payment({
      ...NO_CARD,
      paymentBrand: 'TRUSTLY',
      createRegistration: 'true',
      shopperResultUrl: 'https://shop.example/result',
    });
    await shopperOf(merchant).visitWallet(body.redirect.url, 'accept');
    const { registrationId } = (await merchant.read(body.id)).body;
    expectInvalid(await schedule({ registrationId, currency: 'USD' }), 'currency');
    expectInvalid(await schedule({ registrationId, paymentType: 'PA' }), 'paymentType');
    const { id } = (await schedule({ registrationId })).body;
    await runAt('2033-01-05T07:00:00');
    expect(await resultsOf(id)).toEqual([SUCCESS]);
  });

  it('a bank account is debited by its mandate, and the schedule waits for what becomes of it', async () => {
    const { body: first } = await payment({
      ...NO_CARD,
      paymentBrand: 'DIRECTDEBIT_SEPA',
      'bankAccount.holder': 'Jane Jones',
      'bankAccount.iban': 'DE89370400440532013000',
      'bankAccount.mandate.id': 'SHOP-7',
      createRegistration: 'true',
    });
    expect(first).toMatchObject({
      result: { code: '800.400.501' },
      registrationId: expect.any(String),
    });
    const { id } = (await schedule({ registrationId: first.registrationId })).body;
    await runAt('2033-01-05T07:00:00');
    expect(await paymentsOf(id)).toEqual([
      expect.objectContaining({
        result: expect.objectContaining({ code: '800.400.501' }),
        bankAccount: { ...first.bankAccount, holder: 'Jane Jones' },
      }),
    ]);
    expect(first.bankAccount).toMatchObject({
      iban: 'DE••••3000',
      mandate: { id: 'SHOP-7' },
    });
    expect((await readOne(id)).plan).toMatchObject({ active: true, payments: 0 });
  });
});

describe('a notification', () => {
  it('tells of the schedule and of its payments', async () => {
    await using receiver = await startReceiver();
    const { secret } = await subscribe(merchant, receiver, { types: 'SCHEDULE,PAYMENT' });
    const { body } = await schedule({ 'job.endDate': '2033-01-31' });
    await runAt('2033-01-05T07:00:00');
    const deliveries = startDeliveries(gateway, (error) => {
      throw error;
    });
    await receiver.until(4);
    await deliveries.stop();
    const told = receiver.received.slice(1).map((call) => read(call, secret).message);
    const inOrder = (type: string) => told.filter((message) => message.type === type);
    expect(inOrder('SCHEDULE')).toEqual([
      expect.objectContaining({
        action: 'CREATED',
        payload: expect.objectContaining({ id: body.id, paymentType: 'SD' }),
      }),
      expect.objectContaining({
        action: 'UPDATED',
        payload: expect.objectContaining({
          id: body.id,
          plan: expect.objectContaining({ state: 'FINISHED', payments: 1 }),
        }),
      }),
    ]);
    expect(inOrder('PAYMENT')).toEqual([
      expect.objectContaining({
        payload: expect.objectContaining({ source: 'SCHEDULER', scheduleId: body.id }),
      }),
    ]);
  });
});

/** A card that is stored, and declined when it pays. */
async function declining(): Promise<string> {
  const { body } = await register({ 'card.number': DECLINED_CARD });
  expect(body.result.code).toBe(SUCCESS);
  return body.id;
}
