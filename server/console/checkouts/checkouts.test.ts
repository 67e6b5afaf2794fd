/** Checkouts that were not paid, where each stopped, and how far all have come. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CheckoutItem, Funnel, TimelineEntry } from '../../../contract/admin-api.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import { type Client, startConsole } from '../../tests/support/console-client.ts';
import { DECLINED_CARD, startMerchant } from '../../tests/support/merchant.ts';
import { makeSearchable } from '../console-work.ts';

const merchant = await startMerchant();
const { gateway, entityId, call } = merchant;
const { db } = gateway;
const console = await startConsole(gateway);
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await merchant[Symbol.asyncDispose]();
});

const PHONE =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
const COMPUTER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** What a browser asks for when it draws the form. */
const load = (id: string, locale: string, agent: string) =>
  fetch(`${gateway.publicUrl()}/v1/checkouts/${id}/form?locale=${locale}`, {
    headers: { 'user-agent': agent },
  });
/** What a field's frame tells once something stands in it. */
const type = (id: string, agent: string) =>
  fetch(`${gateway.publicUrl()}/v1/frames/any/${id}/typed`, {
    method: 'POST',
    headers: { 'user-agent': agent },
  });
/** All that was noted is written a moment later. */
const written = (count: number) =>
  vi.waitFor(
    async () =>
      expect(await db.selectFrom('form_visits').selectAll().execute()).toHaveLength(count),
    { timeout: 30_000 },
  );

let support: Client;
const made: Record<string, string> = {};
const from = new Date(Date.now() - 60 * 60_000).toISOString();
const until = new Date(Date.now() + 60 * 60_000).toISOString();

beforeAll(async () => {
  support = await console.administrator('Sam', 'support');
  for (const name of ['never', 'left', 'typed', 'refused', 'paid', 'ended']) {
    made[name] = await merchant.createCheckout({ merchantTransactionId: `order ${name}` });
    // Those of one millisecond have no order.
    await sleep(2);
  }
  await load(made['left'] ?? '', 'de', PHONE);
  await load(made['left'] ?? '', 'en', COMPUTER);
  await load(made['typed'] ?? '', 'de', PHONE);
  await type(made['typed'] ?? '', PHONE);
  await load(made['refused'] ?? '', 'ar-EG', COMPUTER);
  await load(made['paid'] ?? '', 'de', COMPUTER);
  await written(4);
  await merchant.pay(made['refused'] ?? '', { 'card.number': DECLINED_CARD });
  await merchant.pay(made['paid'] ?? '');
  await call(`/v1/checkouts/${made['ended']}?entityId=${entityId}`, undefined, {
    method: 'DELETE',
  });
});

const list = async (query: Readonly<Record<string, string>> = {}, by = support) =>
  (await by.ask(`/admin/v1/checkouts?${new URLSearchParams(query)}`)).body;
const namesOf = async (query: Readonly<Record<string, string>>) => {
  const { items } = await list(query);
  return (items as CheckoutItem[]).map(({ reference }) => reference?.replace('order ', ''));
};

it('are listed with where they stopped, the latest first, without those that were paid', async () => {
  const { items, next } = await list();
  const shown = (items as CheckoutItem[]).map(
    ({ reference, amount, currency, state, step, language, device, resultCode }) => [
      ...[reference, `${amount} ${currency}`, state, step, language, device, resultCode],
    ],
  );
  expect(next).toBeNull();
  expect(shown).toEqual([
    ['order ended', '92.00 EUR', 'given-up', 'made', null, null, null],
    ['order refused', '92.00 EUR', 'open', 'authenticated', 'ar', 'computer', '800.100.152'],
    ['order typed', '92.00 EUR', 'open', 'typed', 'de', 'phone', null],
    ['order left', '92.00 EUR', 'open', 'loaded', 'de', 'phone', null],
    ['order never', '92.00 EUR', 'open', 'made', null, null, null],
  ]);
  const [, refused] = items as CheckoutItem[];
  const { body } = await support.ask(`/admin/v1/payments/${refused?.paymentId}`);
  expect(body).toMatchObject({ checkoutId: made['refused'], state: 'failed' });
});

describe('are found', () => {
  it.each<[string, () => Readonly<Record<string, string>>, string[]]>([
    ['that never had a form', () => ({ step: 'made' }), ['ended', 'never']],
    ['whose form was left', () => ({ step: 'loaded' }), ['left']],
    ['that was left while typing', () => ({ step: 'typed' }), ['typed']],
    ['that stopped at 3-D Secure', () => ({ step: 'submitted' }), []],
    ['that the bank declined', () => ({ step: 'authenticated' }), ['refused']],
    ['that are open', () => ({ state: 'open' }), ['refused', 'typed', 'left', 'never']],
    ['that were given up', () => ({ state: 'given-up' }), ['ended']],
    ['that are over', () => ({ state: 'expired' }), []],
    ['by the reference', () => ({ reference: 'order left' }), ['left']],
    ['by the id', () => ({ id: made['never'] ?? '' }), ['never']],
    ['in a period', () => ({ from, until, step: 'loaded' }), ['left']],
    ['in another period', () => ({ until: from }), []],
  ])('%s', async (_, query, names) => {
    expect(await namesOf(query())).toEqual(names);
  });

  it('by the reference, of a release that did not keep it', async () => {
    await db
      .updateTable('checkouts')
      .set({ merchant_transaction_id: null, is_searchable: null })
      .execute();
    expect(await namesOf({ reference: 'order left' })).toEqual([]);
    await makeSearchable(db);
    expect(await namesOf({ reference: 'order left' })).toEqual(['left']);
  });

  it('page by page, each once', async () => {
    const other = await createEntity(db, { kind: 'merchant', name: 'Of many' });
    const shop = await createEntity(db, { kind: 'channel', name: 'Many', parentId: other.id });
    const [row] = await db.selectFrom('checkouts').selectAll().execute();
    if (!row) throw new Error('there is none');
    await db
      .insertInto('checkouts')
      .values(
        Array.from({ length: 120 }, (_, n) => ({
          ...{ ...row, entity_id: shop.id, id: `many-${n}`, paid_id: null, latest_id: null },
          created_at: row.created_at + (n % 7),
        })),
      )
      .execute();
    const owner = await console.administrator('Mona', 'owner', other.id);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { items, next } = await list(cursor ? { cursor } : {}, owner);
      seen.push(...(items as CheckoutItem[]).map(({ id }) => id));
      cursor = next;
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
    const places = seen.map((id) => Number(id.replace('many-', '')) % 7);
    expect(places).toEqual(places.toSorted((one, other) => other - one));
  });

  it.each(['cursor=none', 'step=paid', 'unknown=1', 'from=yesterday'])(
    'never by %s',
    async (query) => {
      expect((await support.ask(`/admin/v1/checkouts?${query}`)).status).toBe(400);
    },
  );
});

describe('the funnel', () => {
  const ask = async (query: Readonly<Record<string, string>> = { from, until }) =>
    (await support.ask(`/admin/v1/funnel?${new URLSearchParams({ channel: entityId, ...query })}`))
      .body;

  it('says how many have come how far, by language, device, way to pay and brand', async () => {
    const { steps, by }: Funnel = await ask();
    expect(steps).toEqual({
      made: 6,
      loaded: 4,
      typed: 3,
      submitted: 2,
      authenticated: 2,
      paid: 1,
    });
    const rows = Object.fromEntries(
      by.map(({ part, rows: values }) => [
        part,
        Object.fromEntries(values.map((row) => [row.value, Object.values(row.steps).join(' ')])),
      ]),
    );
    expect(rows).toEqual({
      language: { null: '2 0 0 0 0 0', de: '3 3 2 1 1 1', ar: '1 1 1 1 1 0' },
      device: { null: '2 0 0 0 0 0', phone: '2 2 1 0 0 0', computer: '2 2 2 2 2 1' },
      method: { null: '4 2 1 0 0 0', card: '2 2 2 2 2 1' },
      brand: { null: '4 2 1 0 0 0', VISA: '2 2 2 2 2 1' },
    });
  });

  it('tells a stored card from one that was typed', async () => {
    const { body } = await merchant.register();
    await merchant.set({ origins: ['https://shop.example'] });
    const checkout = await merchant.createCheckout({ 'registrations[0].id': body.id });
    const { status } = await merchant.pay(
      checkout,
      { ...NO_CARD, registrationId: body.id },
      { headers: { origin: 'https://shop.example' } },
    );
    expect(status).toBe(200);
    const { by }: Funnel = await ask();
    const methods = by.find(({ part }) => part === 'method')?.rows ?? [];
    expect(methods.find(({ value }) => value === 'stored')?.steps.paid).toBe(1);
  });

  it('is of a period that has an end', async () => {
    expect(await ask({ from: until, until: from })).toMatchObject({ reason: 'invalid' });
    const long = { from: '2026-01-01T00:00:00Z', until: '2026-06-01T00:00:00Z' };
    expect(
      (await support.ask('/admin/v1/funnel')).body.steps.made,
      'the last 30 days',
    ).toBeGreaterThan(4);
    expect((await ask(long)).parameterErrors[0].message).toContain('92 days');
    expect(
      (await ask({ from: '2020-01-01T00:00:00Z', until: '2020-02-01T00:00:00Z' })).steps.made,
    ).toBe(0);
  });
});

const NO_CARD = {
  'card.number': '',
  'card.expiryMonth': '',
  'card.expiryYear': '',
  'card.holder': '',
  paymentBrand: '',
};

it('of another merchant are not seen', async () => {
  const other = await createEntity(db, { kind: 'merchant', name: 'Another' });
  const stranger = await console.administrator('Xen', 'owner', other.id);
  expect((await list({}, stranger)).items).toEqual([]);
  expect((await stranger.ask(`/admin/v1/checkouts?channel=${entityId}`)).status).toBe(404);
});

it('say on the timeline of their payment when the form was loaded, and when the shopper typed', async () => {
  const [refused] = (await list({ id: made['refused'] ?? '' })).items as CheckoutItem[];
  await type(made['refused'] ?? '', COMPUTER);
  const formOf = async () => {
    const { body } = await support.ask(`/admin/v1/payments/${refused?.paymentId}`);
    return (body.timeline as TimelineEntry[])
      .filter(({ kind }) => kind === 'form')
      .map(({ text }) => text);
  };
  await expect
    .poll(formOf)
    .toEqual(['The form was loaded: ar, computer', 'The shopper began to type']);
});

it('one that there is not is not noted as typed in', async () => {
  expect((await type('unknown', PHONE)).status).toBe(404);
});

it('keep nothing of the browser but its kind', async () => {
  const rows = JSON.stringify(await db.selectFrom('form_visits').selectAll().execute());
  expect(rows).not.toMatch(/Mozilla|Firefox|Chrome|127\.0\.0\.1/);
});
