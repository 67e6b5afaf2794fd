/** Which index the database uses for the console's lists, before there are statistics and after. */
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { Channel } from '../gateway/entities/index.ts';
import { findChannel } from '../gateway/entities/index.ts';
import { funnelGroups } from '../reporting/funnel.ts';
import { isPostgres, refreshStatistics } from '../store/dialect.ts';
import { primaryReader } from '../store/replica.ts';
import { plansOf } from '../tests/support/query-plans.ts';
import { CARD_FIELDS, startAlone } from '../tests/support/test-gateway.ts';
import { findChargebacks } from './chargebacks/find-chargebacks.ts';
import { findCheckouts } from './checkouts/find-checkouts.ts';
import type { ConsoleContext } from './console-context.ts';
import { channelsOfPayments, findPayments } from './payments/find-payments.ts';
import { daySums } from './payments/last-day.ts';
import { findRegistrations } from './registrations/find-registrations.ts';
import { channelsOfSchedules, findSchedules } from './schedules/find-schedules.ts';
import type { SignedIn } from './sign-in/sessions.ts';

const server = await startAlone();
afterAll(() => server[Symbol.asyncDispose]());
const { db } = server.gateway;
const channel = (await findChannel(db, server.entityId)) as Channel;
const context = { gateway: server.gateway, reader: primaryReader(db) } as ConsoleContext;
const session = { entityId: null } as SignedIn;
const ROWS = 3_000;
const NOW = Date.now();

const checkouts = (filter: object, cursor?: string) => () =>
  findCheckouts(db, [channel], filter, cursor);
const registrations = (filter: object) => () =>
  findRegistrations(context, session, [channel], filter, undefined);
const schedules = (filter: object) => () => findSchedules(db, [channel], filter, undefined);
const payments = (filter: object) => () => findPayments(db, [channel], filter, undefined);
const chargebacks = (filter: object) => () => findChargebacks(db, [channel], filter);

/** Copies of one row, each of another time. */
async function fill(
  table: 'checkouts' | 'payments' | 'registrations' | 'schedules',
): Promise<void> {
  const [row] = await db
    .selectFrom(table as 'checkouts')
    .selectAll()
    .execute();
  if (!row) throw new Error(`there is nothing in ${table}`);
  const own = {
    checkouts: (n: number) => ({ merchant_transaction_id: `order-${n}` }),
    registrations: (n: number) => ({
      ...{ card_last4: String(n).padStart(4, '0'), card_holder: `holder ${n}` },
      merchant_transaction_id: `order-${n}`,
    }),
    payments: (n: number) => ({
      ...{ reference: `payment-${n}`, amount: 100 + n, state: n === 7 ? 'in_doubt' : 'succeeded' },
      ...{ brand: n === 8 ? 'JCB' : 'VISA', currency: n === 9 ? 'KWD' : 'EUR' },
      ...{ result_code: n === 10 ? '800.100.171' : '000.100.110' },
      created_at: NOW - n * 600_000,
      issuer_country: n === 12 ? 'BR' : 'US',
      ...(n % 100 === 11 && { type: 'CB', respond_by: NOW + n }),
    }),
    schedules: (n: number) => ({
      ...{ state: n === 7 ? 'suspended' : 'active', registration_id: `card-${n}` },
    }),
  }[table];
  for (let start = 0; start < ROWS; start += 500) {
    const some = Array.from({ length: 500 }, (_, at) => ({
      ...{ ...row, id: `${table}-${start + at}`, created_at: NOW - (start + at) * 60_000 },
      ...own(start + at),
    }));
    await db
      .insertInto(table as 'checkouts')
      .values(some)
      .execute();
  }
  if (isPostgres(db)) await sql`analyze ${sql.table(table)}`.execute(db);
}

const { entityId } = server;
await server.createCheckout();
await server.call('/v1/payments', {
  ...{ entityId, ...CARD_FIELDS, paymentType: 'DB', amount: '92.00', currency: 'EUR' },
});
const { body } = await server.call('/v1/registrations', { entityId, ...CARD_FIELDS });
await server.call('/scheduling/v1/schedules', {
  ...{ entityId, registrationId: body.id, paymentType: 'SD', amount: '9.00', currency: 'EUR' },
  ...{ 'job.dayOfMonth': '5', 'job.hour': '7' },
});
for (const table of ['checkouts', 'payments', 'registrations', 'schedules'] as const) {
  await fill(table);
}

describe('a list of many rows is read by an index', () => {
  it.each<[string, string, () => Promise<unknown>, string]>([
    ['checkouts', 'checkouts', checkouts({}), 'checkouts_by_age'],
    ['a later page', 'checkouts', checkouts({}, `${NOW - 9e7}-a`), 'checkouts_by_age'],
    [
      'a checkout by its reference',
      'checkouts',
      checkouts({ reference: 'order-7' }),
      'checkouts_merchant_transaction_id',
    ],
    [
      'the funnel of an hour',
      'checkouts',
      () => funnelGroups(db, channel, [NOW - 3.6e6, NOW]),
      'checkouts_by_age',
    ],
    ['saved cards', 'registrations', registrations({}), 'registrations_made'],
    [
      'a saved card by its last digits',
      'registrations',
      registrations({ last4: '0007' }),
      'registrations_card_last4',
    ],
    [
      'a saved card by its holder',
      'registrations',
      registrations({ holder: 'Holder 7' }),
      'registrations_card_holder',
    ],
    [
      'a saved card by its reference',
      'registrations',
      registrations({ reference: 'order-7' }),
      'registrations_merchant_transaction_id',
    ],
    ['schedules', 'schedules', schedules({}), 'schedules_made'],
    ['suspended schedules', 'schedules', schedules({ state: 'suspended' }), 'schedules_of_state'],
    [
      'schedules of a card',
      'schedules',
      schedules({ registration: 'none' }),
      'schedules_of_registration',
    ],
    ['payments of a rare state', 'payments', payments({ state: 'in_doubt' }), 'payments_by_state'],
    ['payments of a rare brand', 'payments', payments({ brand: 'JCB' }), 'payments_by_brand'],
    [
      'payments in a rare currency',
      'payments',
      payments({ currency: 'KWD' }),
      'payments_by_currency',
    ],
    [
      'payments with a rare result',
      'payments',
      payments({ resultCode: '800.100.171' }),
      'payments_by_result_code',
    ],
    [
      'payments with cards of a rare country',
      'payments',
      payments({ issuerCountry: 'BR' }),
      'payments_by_issuer_country',
    ],
    [
      'payments of one amount',
      'payments',
      payments({ amountMin: '7.00', amountMax: '7.00', currency: 'EUR' }),
      'payments_by_amount',
    ],
    [
      'payments of one amount in any currency',
      'payments',
      payments({ amountMin: '7.00', amountMax: '7.00' }),
      'payments_by_amount',
    ],
    [
      'a payment by an id',
      'payments',
      payments({ id: 'payments-7' }),
      isPostgres(db) ? 'payments_pkey' : 'SEARCH payments USING INDEX sqlite_autoindex_payments_1',
    ],
    [
      'the channels of payments by an id',
      'payments',
      () => channelsOfPayments(db, 'payments-7'),
      isPostgres(db) ? 'payments_pkey' : 'SEARCH payments USING INDEX sqlite_autoindex_payments_1',
    ],
    [
      'the channels of schedules of a card',
      'schedules',
      () => channelsOfSchedules(db, 'none'),
      'schedules_of_registration',
    ],
    ['the sums of a day', 'payments', () => daySums(db)(channel), 'payments_made'],
    [
      'chargebacks that can still be answered',
      'payments',
      chargebacks({ due: 'open' }),
      'payments_to_answer',
    ],
  ])('%s', async (_, table, ask, index) => {
    const plans = await plansOf(db, table, ask);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).toContain(index);
    if (isPostgres(db)) return;
    await refreshStatistics(db);
    for (const plan of await plansOf(db, table, ask)) expect(plan).toContain(index);
    await sql`delete from sqlite_stat1`.execute(db);
    await sql`analyze sqlite_schema`.execute(db);
  });
});

it('a payment is found by an id where no payment has a checkout', async () => {
  await refreshStatistics(db);
  for (const plan of await plansOf(db, 'payments', payments({ id: 'payments-7' }))) {
    expect(plan).not.toContain(isPostgres(db) ? 'Seq Scan' : 'SCAN one');
  }
});

describe('amounts that many payments have', () => {
  const amounts = { amountMin: '0.10', amountMax: '200.00' };
  const MANY = 12_000;

  it.each<[string, object, string]>([
    ['in a currency that many have', { currency: 'EUR' }, 'payments_by_currency'],
    ['in a rare currency', { currency: 'KWD' }, 'payments_by_currency'],
  ])('are looked for among the latest %s', async (_, filter, index) => {
    const [row] = await db.selectFrom('payments').selectAll().limit(1).execute();
    if (!row) throw new Error('there is none');
    const known = await db
      .selectFrom('payments')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    for (let n = Number(known.count); n < MANY; n += 500) {
      const some = Array.from({ length: 500 }, (_each, at) => ({
        ...{ ...row, id: `more-${n + at}`, reference: `more-${n + at}`, amount: 100 + at },
        ...{ created_at: NOW - (n + at) * 60_000, currency: 'EUR' },
      }));
      await db.insertInto('payments').values(some).execute();
    }
    if (isPostgres(db)) await sql`analyze payments`.execute(db);
    const plans = await plansOf(db, 'payments', payments({ ...amounts, ...filter }));
    // What is asked before only counts.
    expect(plans.at(-1)).not.toContain('payments_by_amount');
    if (!isPostgres(db)) expect(plans.at(-1)).toContain(index);
  });
});
