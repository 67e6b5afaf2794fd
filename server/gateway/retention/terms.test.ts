/** How long what is kept of a channel stays, and what stays of it then (docs/operations.md). */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { changeSettings, createEntity } from '../entities/index.ts';
import { endRetention, endRetentionOnTime, monthsBefore } from './retention.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);

const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.parse('2026-06-15T12:00:00.000Z');
const TODAY = Math.floor(NOW / DAY_MS);
const daysAgo = (days: number) => NOW - days * DAY_MS;
const upgradedAt = (at: number) =>
  sql`update kysely_migration set timestamp = ${new Date(at).toISOString()}
    where name = '0026-scale'`.execute(db);

const merchant = (await createEntity(db, { kind: 'merchant', name: 'Merchant' })).id;
const newEntity = async (kind: 'division' | 'channel', parentId = merchant) =>
  (await createEntity(db, { kind, name: kind, parentId })).id;
const division = await newEntity('division');
const channel = await newEntity('channel', division);
const other = await newEntity('channel');
await changeSettings(db, channel, {
  retention: { checkoutDays: 100, personalDataMonths: 2, bookYears: 3 },
});
const records = await recordsOf(db, channel);
const others = await recordsOf(db, other);

const TABLES = ['messages', 'schedules', 'registrations', 'payments', 'checkouts'] as const;
beforeEach(async () => {
  for (const table of [...TABLES, 'retention', 'funnel_days', 'daily_sums'] as const) {
    await db.deleteFrom(table).execute();
  }
  await upgradedAt(NOW - 14 * DAY_MS);
});
afterEach(() => vi.restoreAllMocks());

const idsIn = async (table: (typeof TABLES)[number]) =>
  (await db.selectFrom(table).select('id').execute()).map(({ id }) => id).sort();
const paymentRow = (id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const registrationRow = (id: string) =>
  db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const parametersOf = async (id: string) => JSON.parse((await paymentRow(id)).parameters);

const TWO_MONTHS_AGO = Date.parse('2026-04-15T12:00:00.000Z');
/** Older than the months of the channel, and younger than those of the other. */
const PERSONAL = TWO_MONTHS_AGO - DAY_MS;
const THREE_YEARS_AGO = Date.parse('2023-06-15T00:00:00.000Z');
const SHOPPER = JSON.stringify({ 'customer.email': 'jane@example.com' });

describe('nothing of before goes', () => {
  it('within 14 days from the upgrade that brought an end to it', async () => {
    await upgradedAt(NOW - 14 * DAY_MS + 1);
    const id = await records.payment({ created_at: 0 });
    await endRetention(db, NOW);
    expect(await idsIn('payments')).toEqual([id]);
    await endRetention(db, NOW + 1);
    expect(await idsIn('payments')).toEqual([]);
  });

  it('by a clock that is not the database’s', async () => {
    await upgradedAt(0);
    const id = await records.payment({ created_at: 0 });
    const ahead = Date.now() + 60_000;
    vi.spyOn(Date, 'now').mockReturnValue(ahead);
    await endRetentionOnTime(db);
    expect(await idsIn('payments')).toEqual([id]);
    vi.restoreAllMocks();
    await endRetentionOnTime(db);
    expect(await idsIn('payments')).toEqual([]);
  });
});

describe('a checkout', () => {
  it('is deleted a day after its result can be read, by the term of its channel', async () => {
    await records.checkout({ created_at: daysAgo(101) - 1 });
    const stays = [
      await records.checkout({ created_at: daysAgo(101) }),
      // By the default, 90 days.
      await others.checkout({ created_at: daysAgo(91) }),
    ];
    await others.checkout({ created_at: daysAgo(91) - 1 });
    await endRetention(db, NOW);
    expect(await idsIn('checkouts')).toEqual(stays.sort());
  });

  it('leaves its payment and what was stored through it', async () => {
    const old = await records.checkout({ created_at: daysAgo(102) });
    const young = await records.checkout({ created_at: daysAgo(1) });
    const made = { created_at: daysAgo(1) };
    const payments = [
      await records.payment({ ...made, checkout_id: old }),
      await records.payment({ ...made, checkout_id: young }),
    ];
    const stored = await records.registration({ checkout_id: old });
    await endRetention(db, NOW);
    const checkouts = await Promise.all(
      payments.map(async (id) => (await paymentRow(id)).checkout_id),
    );
    expect(checkouts).toEqual([null, young]);
    expect((await registrationRow(stored)).checkout_id).toBeNull();
  });

  it('stays while it is being paid', async () => {
    const paying = await records.checkout({ created_at: 0, paying_id: 'f'.repeat(32) });
    await endRetention(db, NOW);
    expect(await idsIn('checkouts')).toEqual([paying]);
  });

  it('goes with what the funnel has counted until its day', async () => {
    const day = TODAY - 102;
    for (const at of [day - 2, day - 2, day]) await records.checkout({ created_at: at * DAY_MS });
    const counted = { groups_json: '[]', version: 1, recount_at: null };
    await db
      .insertInto('funnel_days')
      .values([
        { entity_id: channel, day: day - 1, ...counted },
        { entity_id: channel, day, ...counted },
        { entity_id: channel, day: day + 1, ...counted },
        { entity_id: other, day, ...counted },
      ])
      .execute();
    await endRetention(db, NOW);
    const left = await db.selectFrom('funnel_days').select(['entity_id', 'day']).execute();
    expect(left).toHaveLength(2);
    expect(left).toEqual(
      expect.arrayContaining([
        { entity_id: channel, day: day + 1 },
        { entity_id: other, day },
      ]),
    );
  });
});

describe('who the shopper of a payment was', () => {
  it('is forgotten after the months that its channel says, and what was paid is not', async () => {
    const card = { bin: '420000', last4Digits: '0000', expiryMonth: '05', expiryYear: '2034' };
    const kept = {
      merchantTransactionId: 'order-4711',
      merchantInvoiceId: 'invoice-4711',
      ...{ descriptor: 'Shop', 'merchant.name': 'Shop', testMode: 'INTERNAL' },
      ...{ transactionCategory: 'EC', 'recurring.numberOfInstallments': '3' },
      ...{ 'standingInstruction.type': 'UNSCHEDULED', 'job.hour': '1', createRegistration: 'true' },
      recurringType: 'REPEATED',
    };
    const parameters = JSON.stringify({
      ...kept,
      'customer.email': 'jane@example.com',
      'billing.city': 'Graz',
      'customParameters[note]': 'ring twice',
      'bankAccount.holder': 'Jane Jones',
      'merchants.name': 'Jane Jones',
      'cart.items[0].name': 'A mug',
    });
    const id = await records.payment({
      ...{ created_at: TWO_MONTHS_AGO - 1, parameters, card_fingerprint: 'print' },
      card: JSON.stringify({ ...card, holder: 'Jane Jones' }),
      ...{ card_holder: 'jane jones', shopper_email: 'jane@example.com' },
      ...{ card_last4: '0000', card_bin: '420000', merchant_invoice_id: 'invoice-4711' },
      ...{ merchant_transaction_id: 'order-4711', result_url: 'https://shop.example/jane' },
      field_evidence: '{"card.number":{"covered":1}}',
      chargeback_answer: JSON.stringify({ at: 1, by: 'agent', note: 'Jane called' }),
    });
    const before = await paymentRow(id);
    await endRetention(db, NOW);
    const after = await paymentRow(id);
    expect(after).toEqual({
      ...before,
      parameters: JSON.stringify(kept),
      card: JSON.stringify(card),
      ...{ card_holder: null, shopper_email: null, card_fingerprint: null },
      ...{ result_url: null, field_evidence: null },
      chargeback_answer: JSON.stringify({ at: 1, by: 'agent', note: null }),
    });
  });

  it('is known for as long as the channel says', async () => {
    const id = await records.payment({ created_at: TWO_MONTHS_AGO, parameters: SHOPPER });
    const ofOther = await others.payment({ created_at: PERSONAL, parameters: SHOPPER });
    await endRetention(db, NOW);
    for (const one of [id, ofOther]) {
      expect(await parametersOf(one)).toHaveProperty(['customer.email']);
    }
  });

  it('leaves the fingerprint of a card that later payments may name the chain of', async () => {
    const made = { created_at: PERSONAL, card_fingerprint: 'print' };
    const first = await records.payment({ ...made, parameters: '{"recurringType":"INITIAL"}' });
    const later = await records.payment({ ...made, parameters: '{"recurringType":"REPEATED"}' });
    await endRetention(db, NOW);
    expect((await paymentRow(first)).card_fingerprint).toBe('print');
    expect((await paymentRow(later)).card_fingerprint).toBeNull();
  });

  it('is forgotten once, in the order in which the payments were made', async () => {
    const early = await records.payment({ created_at: PERSONAL - 1, parameters: SHOPPER });
    await endRetention(db, NOW);
    const [mark] = await db.selectFrom('retention').selectAll().execute();
    expect(mark).toEqual({ channel_id: channel, made_at: PERSONAL - 1, payment_id: early });
    // What an operator writes into one that is done stays as it is.
    await db.updateTable('payments').set({ parameters: SHOPPER }).execute();
    const late = await records.payment({ created_at: PERSONAL, parameters: SHOPPER });
    await endRetention(db, NOW);
    expect(await parametersOf(early)).toHaveProperty(['customer.email']);
    expect(await parametersOf(late)).toEqual({});
    expect(await db.selectFrom('retention').selectAll().execute()).toEqual([
      { channel_id: channel, made_at: PERSONAL, payment_id: late },
    ]);
  });

  it('is forgotten of many payments of one moment, some at a time', async () => {
    const ids = await records.payments(450, { created_at: PERSONAL, parameters: SHOPPER });
    await endRetention(db, NOW);
    const left = await db
      .selectFrom('payments')
      .select('id')
      .where('parameters', 'like', '%jane%')
      .execute();
    expect(left).toEqual([]);
    expect(await db.selectFrom('retention').selectAll().execute()).toEqual([
      { channel_id: channel, made_at: PERSONAL, payment_id: ids.at(-1) },
    ]);
  });

  it('goes on for five seconds, and then with the next pass', async () => {
    await records.payments(450, { created_at: PERSONAL, parameters: SHOPPER });
    const left = async () => {
      const rows = db.selectFrom('payments').select('id').where('parameters', 'like', '%jane%');
      return (await rows.execute()).length;
    };
    const began = performance.now();
    let tookMs = 0;
    const timed = db.withPlugin({
      transformQuery({ node }) {
        // How far it has come is written at the end of each step.
        if (node.kind === 'InsertQueryNode')
          vi.spyOn(performance, 'now').mockReturnValue(began + tookMs);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    vi.spyOn(performance, 'now').mockReturnValue(began);
    tookMs = 5_000;
    await endRetention(timed, NOW);
    expect(await left()).toBe(250);
    vi.spyOn(performance, 'now').mockReturnValue(began);
    tookMs = 4_999;
    await endRetention(timed, NOW);
    expect(await left()).toBe(0);
  });
});

it('messages about a shopper go where its channel keeps personal data for shorter', async () => {
  await records.message({ created_at: TWO_MONTHS_AGO - 1 });
  const stays = await records.message({ created_at: TWO_MONTHS_AGO });
  const ofOther = await others.message({ created_at: PERSONAL });
  await endRetention(db, NOW);
  expect(await idsIn('messages')).toEqual([stays, ofOther].sort());
});

describe('a stored card', () => {
  const NAMED = {
    card: '{"bin":"420000","last4Digits":"0000","holder":"Jane Jones"}',
    ...{ card_holder: 'jane jones', card_last4: '0000' },
    parameters: JSON.stringify({ 'customer.email': 'jane@example.com', descriptor: 'Shop' }),
  };

  it('that was deleted loses its holder, with what its schedules say of them', async () => {
    const id = await records.registration({ ...NAMED, deleted_at: TWO_MONTHS_AGO - 1 });
    const schedule = await records.schedule({ registration_id: id, parameters: SHOPPER });
    const before = await registrationRow(id);
    await endRetention(db, NOW);
    expect(await registrationRow(id)).toEqual({
      ...before,
      card: '{"bin":"420000","last4Digits":"0000"}',
      ...{ card_holder: null, parameters: '{"descriptor":"Shop"}', card_fingerprint: '' },
    });
    expect(await db.selectFrom('schedules').select(['id', 'parameters']).execute()).toEqual([
      { id: schedule, parameters: '{}' },
    ]);
  });

  it('has its life, and its months after that', async () => {
    const ids = [
      await records.registration({ ...NAMED, created_at: 0 }),
      await records.registration({ ...NAMED, deleted_at: TWO_MONTHS_AGO }),
      await others.registration({ ...NAMED, deleted_at: PERSONAL }),
    ];
    for (const id of ids) await records.schedule({ registration_id: id, parameters: SHOPPER });
    await endRetention(db, NOW);
    for (const id of ids) expect((await registrationRow(id)).card_holder).toBe('jane jones');
    const schedules = await db.selectFrom('schedules').select('parameters').execute();
    expect(schedules.map(({ parameters }) => parameters)).toEqual([SHOPPER, SHOPPER, SHOPPER]);
  });

  it('of a division goes by the shortest term of its channels', async () => {
    const id = await records.registration({ ...NAMED, entity_id: division, deleted_at: PERSONAL });
    await endRetention(db, NOW);
    expect((await registrationRow(id)).card_holder).toBeNull();
  });

  it('is one of many, which are done some at a time and once', async () => {
    await records.registrations(201, { ...NAMED, deleted_at: 0 });
    await endRetention(db, NOW);
    const named = db.selectFrom('registrations').select('id').where('card_holder', 'is not', null);
    expect(await named.execute()).toEqual([]);
  });
});

describe('a payment', () => {
  it('goes after the years that its channel keeps books for, by whole days', async () => {
    await records.payment({ created_at: THREE_YEARS_AGO - 1 });
    const stays = [
      await records.payment({ created_at: THREE_YEARS_AGO }),
      await others.payment({ created_at: THREE_YEARS_AGO - 1 }),
    ];
    await endRetention(db, NOW);
    expect(await idsIn('payments')).toEqual(stays.sort());
  });

  it('goes after what was made of it, and stays while that does', async () => {
    const old = { created_at: THREE_YEARS_AGO - 1 };
    const gone = await records.payment(old);
    const capture = await records.payment({ ...old, type: 'CP', referenced_id: gone });
    await records.payment({ ...old, type: 'RF', referenced_id: capture });
    const charged = await records.payment(old);
    const chargeback = await records.payment({
      ...{ created_at: THREE_YEARS_AGO, type: 'CB', referenced_id: charged },
    });
    await endRetention(db, NOW);
    expect(await idsIn('payments')).toEqual([charged, chargeback].sort());
  });

  it('goes with the sums of its days, and leaves those of the days that stay', async () => {
    const first = THREE_YEARS_AGO / DAY_MS;
    const sums = { fees: '[]', settled: '[]', made: '{}' };
    const all = [
      { entity_id: channel, day: first - 1, ...sums },
      { entity_id: channel, day: first, ...sums },
      { entity_id: other, day: first - 1, ...sums },
    ];
    await db.insertInto('daily_sums').values(all).execute();
    const days = async () =>
      (await db.selectFrom('daily_sums').select(['entity_id', 'day']).execute()).length;
    await endRetention(db, NOW);
    expect(await days()).toBe(3);
    await records.payment({ created_at: THREE_YEARS_AGO - 1 });
    await endRetention(db, NOW);
    expect(await days()).toBe(2);
    expect(
      await db.selectFrom('daily_sums').select('day').where('entity_id', '=', channel).execute(),
    ).toEqual([{ day: first }]);
  });

  it('goes with many', async () => {
    await records.payments(250, { created_at: 0 });
    await endRetention(db, NOW);
    expect(await idsIn('payments')).toEqual([]);
  });
});

it('a channel that fails is named, and keeps no other and nothing else from its end', async () => {
  await records.payment({ created_at: PERSONAL, parameters: '{' });
  const named = { card_holder: 'jane jones', deleted_at: 0 };
  const card = await records.registration(named);
  const old = Date.parse('2020-01-01T00:00:00.000Z');
  const ofOther = await others.payment({ created_at: old, parameters: SHOPPER });
  const failure = await endRetention(db, NOW).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(AggregateError);
  expect(failure).toMatchObject({
    message: 'retention failed',
    errors: [{ message: `retention of channel ${channel} failed`, cause: expect.any(SyntaxError) }],
  });
  expect((await registrationRow(card)).card_holder).toBeNull();
  expect(await parametersOf(ofOther)).toEqual({});
});

it.each([
  ['2026-06-15', 1, '2026-05-15'],
  ['2026-03-31', 1, '2026-02-28'],
  ['2024-03-31', 1, '2024-02-29'],
  ['2026-01-31', 2, '2025-11-30'],
  ['2026-01-31', 1, '2025-12-31'],
  ['2024-02-29', 12, '2023-02-28'],
  ['2026-06-15', 120, '2016-06-15'],
])('%s is %i months after %s', (now, months, before) => {
  const time = 'T10:20:30.456Z';
  expect(new Date(monthsBefore(Date.parse(now + time), months)).toISOString()).toBe(before + time);
});
