/** Holds what the gateway says of a channel in the end against what the world knows of it. */
import assert from 'node:assert/strict';
import { everythingIsTold } from '../webhooks/published-flows.ts';
import { type Currency, exact, feeOf, written } from './money.ts';
import { REFERENCES } from './payments.ts';
import type { Shop } from './shop.ts';
import { timeless } from './take-payment.ts';
import { type Paid, type Told, UNSEEN, type World } from './world.ts';

const DAY_MS = 24 * 60 * 60_000;
export const NOT_FOUND = '700.400.580';

/** @param limit of the pages of queries */
export async function audit(
  shop: Shop,
  stranger: Shop,
  world: World,
  beganAt: number,
  limit: number,
): Promise<void> {
  await auditRecords(shop, world);
  await auditSchedules(shop, world);
  await auditQueries(shop, world, beganAt, limit);
  await auditReports(shop, world, beganAt);
  auditSums(world);
  await auditMessages(shop, world);
  await auditStranger(stranger, world);
}

async function auditRecords(shop: Shop, world: World): Promise<void> {
  for (const payment of world.payments) {
    const { id, state, code, type, units, currency, of } = payment;
    const { status, body } = await shop.read('read-payment', `/v1/payments/${id}`);
    const { paymentType, amount, currency: answered, referencedId } = body;
    assert.deepEqual(
      { status, code: body.result.code, paymentType, amount, currency: answered, referencedId },
      {
        ...{ status: state === 'failed' ? 400 : 200, code, paymentType: type },
        ...{ amount: written(units, currency), currency, referencedId: of },
      },
      `payment ${id}`,
    );
    if (payment.answer) assert.deepEqual(timeless(body), payment.answer, `payment ${id}`);
  }
  for (const { id, state, expiries } of world.registrations) {
    const { status, body } = await shop.read('read-registration', `/v1/registrations/${id}`);
    const shown = body.card && `${body.card.expiryMonth}/${body.card.expiryYear}`;
    const expiry = expiries.find((each) => each === shown) ?? expiries.join(' or ');
    assert.deepEqual(
      { status, code: body.result.code, expiry: shown },
      {
        usable: { status: 200, code: '000.100.110', expiry },
        revoked: { status: 200, code: '100.150.202', expiry },
        deleted: { status: 404, code: '100.150.200', expiry: undefined },
      }[state],
      `registration ${id}`,
    );
  }
}

async function auditSchedules(shop: Shop, world: World): Promise<void> {
  for (const { id, state, units, currency } of world.schedules) {
    const { body } = await shop.read('read-schedule', `/scheduling/v1/schedules/${id}`);
    assert.deepEqual(
      { state: body.plan.state, amount: body.amount },
      { state, amount: written(units, currency) },
      `schedule ${id}`,
    );
  }
}

const dayOf = (beganAt: number, day: number) =>
  new Date(beganAt + day * DAY_MS).toISOString().slice(0, 10);

type Record_ = { id: string; result: { code: string }; paymentType: string; amount: string };
const shortOf = ({ id, result, paymentType, amount }: Record_) => ({
  ...{ id, code: result.code, paymentType, amount },
});
const asRecord = ({ id, code, type, units, currency }: Paid) => ({
  ...{ id, code, paymentType: type, amount: written(units, currency) },
});

/** The same ones, each once, and those of an earlier step before those of a later one. */
function expectSameInOrder(world: World, found: readonly Record_[], expected: readonly Paid[]) {
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  assert.deepEqual(found.map(shortOf).sort(byId), expected.map(asRecord).sort(byId));
  const steps = found.map(({ id }) => world.payments.find((each) => each.id === id)?.step ?? 0);
  assert.deepEqual(
    steps,
    steps.toSorted((a, b) => a - b),
  );
}

async function everyPage(shop: Shop, limit: number, query: Record<string, string>) {
  const records: Record_[] = [];
  for (let pageNo = 1; ; pageNo += 1) {
    const page = { ...query, limit: String(limit), pageNo: String(pageNo) };
    const { body } = await shop.read('query-period', '/v3/query', page);
    records.push(...body.records);
    assert.equal(body.records.length <= limit, true);
    if (pageNo < body.pages) assert.equal(body.records.length, limit);
    if (pageNo >= body.pages) {
      const { body: beyond } = await shop.read('query-period', '/v3/query', {
        ...page,
        pageNo: String(pageNo + 1),
      });
      assert.deepEqual(beyond.records, []);
      assert.equal(body.pages, Math.ceil(records.length / limit));
      return records;
    }
  }
}

async function auditQueries(
  shop: Shop,
  world: World,
  beganAt: number,
  limit: number,
): Promise<void> {
  const { payments } = world;
  const period = {
    'date.from': `${dayOf(beganAt, 0)} 00:00:00`,
    'date.to': `${dayOf(beganAt, world.day)} 23:59:59`,
  };
  expectSameInOrder(world, await everyPage(shop, limit, period), payments);
  const types = ['CP', 'RF', 'DB'];
  const some = await everyPage(shop, limit, { ...period, paymentTypes: types.join() });
  const ofTypes = payments.filter(({ type }) => types.includes(type));
  expectSameInOrder(world, some, ofTypes);

  for (const reference of new Set(REFERENCES)) {
    if (reference === undefined) continue;
    const query = { merchantTransactionId: reference };
    const expected = payments.filter((payment) => payment.reference === reference);
    expectSameInOrder(world, await everyPage(shop, limit, query), expected);
    const { status, body } = await shop.read('query-by-reference', '/v1/query', query);
    if (expected.length === 0) {
      assert.deepEqual([status, body.result.code], [400, NOT_FOUND]);
    } else {
      expectSameInOrder(world, body.payments.toReversed(), expected);
    }
  }
  for (const root of new Set(payments.map((payment) => payment.root))) {
    const family = payments.filter((payment) => payment.root === root);
    const { id } = family.at(-1) as Paid;
    const linked = { includeLinkedTransactions: 'true' };
    const { body } = await shop.read('query-linked', `/v3/query/${id}`, linked);
    assert.equal(body.id, id);
    expectSameInOrder(world, body.records, family);
  }
}

/** Of what was answered alone, without what the world made of it. */
function auditSums({ payments }: World): void {
  const sumOf = (of: string, type: string) =>
    payments
      .filter((payment) => payment.of === of && payment.type === type)
      .filter(({ state }) => state === 'succeeded')
      .reduce((sum, { units }) => sum + units, 0);
  for (const { id, type, units } of payments) {
    assert(sumOf(id, 'CP') <= (type === 'PA' ? units : 0), `${id}: captured`);
    const isSale = type === 'DB' || type === 'CP';
    const back = sumOf(id, 'RF') + sumOf(id, 'RV') + (type === 'PA' ? 0 : sumOf(id, 'CB'));
    if (type !== 'PA') assert(back <= (isSale ? units : 0), `${id}: given back`);
    if (sumOf(id, 'RV') > 0) assert.equal(sumOf(id, 'CP') + sumOf(id, 'RF'), 0, `${id}: reversed`);
  }
}

const KINDS = ['SETTLED', 'FEE', 'CHARGEBACK', 'CHARGEBACK REVERSAL'] as const;
interface Line {
  readonly kind: (typeof KINDS)[number];
  readonly id: string;
  readonly units: number;
}

/** What a payment is in its day's batch. */
function linesOf(world: World, payment: Paid): Line[] {
  const { id, type, units, currency, of, state } = payment;
  const line = (kind: Line['kind'], amount: number): Line => ({ kind, id, units: amount });
  if (state !== 'succeeded') return [];
  const fee = feeOf(units, currency);
  if (type === 'CB') return [line('CHARGEBACK', -units)];
  if (type === 'RF' || type === 'CD') return [line('SETTLED', -units)];
  if (type === 'RV') {
    const isOfDebit = world.payments.some((each) => each.id === of && each.type === 'DB');
    return isOfDebit ? [line('SETTLED', -units), line('FEE', fee)] : [];
  }
  return type === 'PA' ? [] : [line('SETTLED', units), line('FEE', -fee)];
}

async function auditReports(shop: Shop, world: World, beganAt: number): Promise<void> {
  const v1 = '/reports/v1/reconciliations/aggregations';
  const v2 = '/reports/v2/reconciliations/aggregations';
  const period = { 'date.from': dayOf(beganAt, 0), 'date.to': dayOf(beganAt, world.day) };
  const { body } = await shop.read('list-aggregations', v1, period);
  const batches = new Map<string, Line[]>();
  for (const payment of world.payments) {
    const lines = linesOf(world, payment).filter(
      ({ kind, units }) => kind !== 'FEE' || units !== 0,
    );
    if (lines.length === 0) continue;
    const name = `${dayOf(beganAt, payment.settledOn ?? 0)} ${payment.currency}`;
    batches.set(name, [...(batches.get(name) ?? []), ...lines]);
  }
  const sum = (lines: readonly Line[]) => lines.reduce((total, { units }) => total + units, 0);
  const expected = [...batches].map(([name, lines]) => {
    const [date = '', currency] = name.split(' ') as [string, Currency];
    const summary = KINDS.map((kind) => {
      const of = lines.filter((line) => line.kind === kind);
      return { reconciliationType: kind, count: of.length, amount: exact(sum(of), currency) };
    });
    return { date, currency, amount: exact(sum(lines), currency), summary };
  });
  const byName = (a: { date: string; currency: string }, b: { date: string; currency: string }) =>
    `${a.date} ${a.currency}` < `${b.date} ${b.currency}` ? -1 : 1;
  // biome-ignore lint/suspicious/noExplicitAny: as a merchant's untyped code reads it
  const found = body.aggregations.map(({ date, currency, amount, summary }: any) => ({
    ...{ date, currency, amount, summary },
  }));
  assert.deepEqual(found.sort(byName), expected.sort(byName));

  for (const { id, date, currency } of body.aggregations) {
    const lines = batches.get(`${date} ${currency}`) ?? [];
    const { body: whole } = await shop.read('read-aggregation', `${v1}/${id}`);
    const { body: page } = await shop.read('read-aggregation-page', `${v2}/${id}`);
    assert.deepEqual(page.records, whole.records.slice(0, 100));
    assert.equal(page.pages, Math.ceil(whole.records.length / 100));
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const records = whole.records.map((record: any) =>
      [record.reconciliationType, record.matchedTransactions.ids.join(), record.amount].join(' '),
    );
    assert.deepEqual(
      records.sort(),
      lines.map((line) => `${line.kind} ${line.id} ${exact(line.units, currency)}`).sort(),
    );
  }
}

type Headers_ = Readonly<Record<string, string | string[] | undefined>>;
const header = (headers: Headers_, name: string) => String(headers[name]);

/** Each once and none besides, and of one payment what happened later has a higher place. */
function expectTold(
  expected: readonly Told[],
  got: readonly { readonly headers: Headers_; readonly key: string }[],
): void {
  assert.deepEqual(got.map(({ key }) => key).sort(), expected.map(({ key }) => key).sort());
  // Two chargebacks of one amount are told alike: the first one is the earlier.
  const stepsOf = new Map<string, number[]>();
  for (const { key, step } of expected) stepsOf.set(key, [...(stepsOf.get(key) ?? []), step]);
  const groups = Map.groupBy(got, ({ headers }) => header(headers, 'webhook-sequence-of'));
  for (const messages of groups.values()) {
    const steps = messages
      .toSorted(
        (a, b) =>
          Number(header(a.headers, 'webhook-sequence')) -
          Number(header(b.headers, 'webhook-sequence')),
      )
      .map(({ key }) => stepsOf.get(key)?.shift() ?? 0);
    assert.deepEqual(
      steps,
      steps.toSorted((a, b) => a - b),
    );
  }
}

async function auditMessages(shop: Shop, world: World): Promise<void> {
  // The schedules of merchants before this one may end only now, and their receivers are gone.
  await everythingIsTold(shop, shop.entityId);
  const notifications = shop.notifications();
  expectTold(
    world.notifications,
    notifications.map(({ headers, message: { type, action, payload } }) => ({
      headers,
      key: [type, action, seenId(world, type, action, payload.id), payload.result.code].join(' '),
    })),
  );
  // What was told of a payment last is what is answered of it.
  const latest = new Map(
    notifications
      .toSorted(
        (a, b) =>
          Number(header(a.headers, 'webhook-sequence')) -
          Number(header(b.headers, 'webhook-sequence')),
      )
      .map(({ message: { payload } }) => [payload.id, payload]),
  );
  for (const { id, answer } of world.payments) {
    if (answer) assert.deepEqual(timeless(latest.get(id)), answer, `notification of ${id}`);
  }
  const events = shop.events().map(({ headers, event }) => ({ headers, key: keyOf(world, event) }));
  expectTold(world.events, events);
}

const isStored = ({ registrations }: World, id: string) =>
  registrations.some((each) => each.id === id);
const seenId = (world: World, type: string, action: string, id: string) =>
  type === 'REGISTRATION' && action === 'CREATED' && !isStored(world, id) ? UNSEEN : id;
const agreementOf = (world: World, id = '') =>
  isStored(world, id.replace('agr_', '')) ? id : UNSEEN;

// biome-ignore lint/suspicious/noExplicitAny: as a merchant's untyped code reads it
const keyOf = (world: World, event: any): string =>
  [
    event.type,
    event.paymentChargeStatus ?? event.paymentAgreementStatus ?? '-',
    event.paymentChargeId ?? agreementOf(world, event.paymentAgreementId),
    event.captureId ?? event.refundId ?? event.voidId ?? '-',
    event.amount?.value,
  ].join(' ');

/** Another merchant of the gateway. */
async function auditStranger(stranger: Shop, world: World): Promise<void> {
  for (const { id } of world.payments.slice(-3)) {
    for (const [endpoint, path] of [
      ['read-payment', `/v1/payments/${id}`],
      ['query-payment', `/v1/query/${id}`],
      ['query-linked', `/v3/query/${id}`],
    ] as const) {
      const { status, body } = await stranger.read(endpoint, path);
      assert.deepEqual([status, body.result.code], [404, NOT_FOUND]);
    }
    const { status } = await stranger.ask({
      ...{ endpoint: 'refer-to-payment', path: `/v1/payments/${id}`, method: 'POST' },
      fields: { paymentType: 'RV' },
    });
    assert.equal(status, 404);
  }
  for (const { id } of world.registrations.slice(-2)) {
    const { status } = await stranger.read('read-registration', `/v1/registrations/${id}`);
    assert.equal(status, 404);
  }
  const query = { merchantTransactionId: 'order-0001' };
  const { body } = await stranger.read('query-period', '/v3/query', query);
  assert.deepEqual(body.records, []);
}
