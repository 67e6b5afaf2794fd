/** Saved cards and their schedules in the console: found, shown, ended. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegistrationItem, ScheduleItem } from '../../../contract/admin-api.ts';
import { issueToken } from '../../gateway/access/access-tokens.ts';
import { auditEntries } from '../../gateway/access/index.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import { runSchedules } from '../../gateway/registrations/index.ts';
import { type Client, startConsole } from '../../tests/support/console-client.ts';
import { CARD, startMerchant } from '../../tests/support/merchant.ts';
import { makeSearchable } from '../console-work.ts';

const merchant = await startMerchant();
const { gateway, entityId, call } = merchant;
const { db } = gateway;
const console = await startConsole(gateway);
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await merchant[Symbol.asyncDispose]();
});

let support: Client;
let operator: Client;
beforeAll(async () => {
  support = await console.administrator('Sam', 'support');
  operator = await console.administrator('Opal', 'operator');
  await merchant.register({ 'card.number': '5454545454545454', paymentBrand: 'MASTER' });
});

const register = async (fields: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await merchant.register(fields)).body.id;
const schedule = async (registrationId: string): Promise<string> => {
  const job = { 'job.dayOfMonth': '5', 'job.hour': '7', merchantTransactionId: 'monthly-77' };
  const sent = { registrationId, paymentType: 'SD', amount: '9.00', currency: 'EUR', ...job };
  const { body } = await call('/scheduling/v1/schedules', { entityId, ...sent });
  if (!body.id) throw new Error(JSON.stringify(body));
  return body.id;
};
const registrations = async (query: string, by = support): Promise<RegistrationItem[]> =>
  (await by.ask(`/admin/v1/registrations?${query}`)).body.items;
const idsOf = async (query: string, by = support) =>
  (await registrations(query, by)).map(({ id }) => id);
const schedules = async (query: string): Promise<ScheduleItem[]> =>
  (await support.ask(`/admin/v1/schedules?${query}`)).body.items;
const end = (path: string, by = operator) => by.ask(`/admin/v1/${path}`, {}, { method: 'DELETE' });

describe('a saved card', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['the last four digits', { 'card.number': '4012001037141112' }, 'last4=1112'],
    ['the holder, in any case', { 'card.holder': 'Ana María Öz' }, 'holder=ana maría öz'],
    ['the reference', { merchantTransactionId: 'customer-77' }, 'reference=customer-77'],
    [
      'the brand',
      { paymentBrand: 'AMEX', 'card.number': '377777777777770', 'card.cvv': '1234' },
      'brand=AMEX',
    ],
  ])('is found by %s', async (_, fields, query) => {
    const before = await idsOf(query);
    const id = await register(fields);
    expect(await idsOf(query)).toEqual([id, ...before]);
    expect(await idsOf(`id=${id}`)).toEqual([id]);
    expect((await idsOf('')).length).toBeGreaterThan((await idsOf(query)).length);
    // A release that did not keep what it is searched by.
    await db
      .updateTable('registrations')
      .set({ ...NO_COLUMNS, is_searchable: null })
      .execute();
    await makeSearchable(db);
    expect(await idsOf(query)).toEqual([id, ...before]);
  });

  it('says what it is, without its number, and what was paid with it', async () => {
    const id = await register({ merchantTransactionId: 'customer-78' });
    const { body: paid } = await merchant.payStored(id);
    const { body } = await support.ask(`/admin/v1/registrations/${id}`);
    expect(body).toMatchObject({
      ...{ id, entityId, brand: 'VISA', last4: '0000', holder: 'Jane Jones', expiry: '05/2034' },
      ...{ reference: 'customer-78', state: 'active', endedAt: null },
    });
    expect(JSON.stringify(body)).not.toContain(CARD['card.number']);
    const payments = (await support.ask(`/admin/v1/payments?id=${id}`)).body.items;
    expect(payments.map((payment: { id: string }) => payment.id)).toEqual([paid.id]);
  });

  it('is removed once, by an operator, and pays nothing any more', async () => {
    const id = await register();
    expect((await end(`registrations/${id}`, support)).status).toBe(403);
    expect((await end(`registrations/${id}`)).status).toBe(200);
    expect((await merchant.payStored(id)).status).toBe(404);
    expect((await support.ask(`/admin/v1/registrations/${id}`)).body.state).toBe('removed');
    expect((await end(`registrations/${id}`)).body).toMatchObject({ reason: 'conflict' });
    expect(await idsOf(`state=removed&id=${id}`)).toEqual([id]);
    expect(await idsOf(`state=active&id=${id}`)).toEqual([]);
    const noted: string[] = [];
    for await (const { action, subject, actor } of auditEntries(db)) {
      if (subject === id) noted.push(`${actor}: ${action}`);
    }
    expect(noted).toEqual(['administrator Opal: saved card removed']);
  });

  it('that the shopper has revoked says so', async () => {
    const id = await register();
    await call(`/sandbox/registrations/${id}/revoke`, { entityId, by: 'consumer' });
    const { body } = await support.ask(`/admin/v1/registrations/${id}`);
    expect(body).toMatchObject({ state: 'revoked', revokedBy: 'consumer' });
    expect(await idsOf(`state=revoked&id=${id}`)).toEqual([id]);
  });

  it('of a division is seen and removed by its administrators, and by none of a channel alone', async () => {
    const top = await createEntity(db, { kind: 'merchant', name: 'Group' });
    const division = await createEntity(db, {
      ...{ kind: 'division', name: 'North', parentId: top.id },
    });
    const shop = await createEntity(db, {
      ...{ kind: 'channel', name: 'Shop', parentId: division.id },
    });
    const { token } = await issueToken(db, { entityId: top.id, label: 'group' });
    const answer = await fetch(`${gateway.publicUrl()}/v1/registrations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams({ ...(CARD as Record<string, string>), entityId: division.id }),
    });
    const { id } = await answer.json();
    const owner = await console.administrator('Dora', 'owner', division.id);
    const clerk = await console.administrator('Clara', 'owner', shop.id);
    expect(await idsOf('', owner)).toEqual([id]);
    expect(await idsOf('', clerk)).toEqual([]);
    expect((await clerk.ask(`/admin/v1/registrations/${id}`)).status).toBe(404);
    expect((await end(`registrations/${id}`, clerk)).status).toBe(404);
    expect((await end(`registrations/${id}`, owner)).status).toBe(200);
  });
});

describe('a schedule', () => {
  it('says when it pays next, and how its payments went', async () => {
    const registration = await register();
    const id = await schedule(registration);
    const [shown, ...others] = await schedules(`registration=${registration}`);
    expect(others).toEqual([]);
    expect(shown).toMatchObject({
      ...{ id, registrationId: registration, amount: '9.00', currency: 'EUR', state: 'active' },
      ...{ reference: 'monthly-77', payments: 0, declinesInARow: 0, latestPaymentId: null },
    });
    expect(shown?.nextAt).toMatch(/-05T07:00:00.000Z$/);
    const due = { next_at: Date.now() - 1_000 };
    await db.updateTable('schedules').set(due).where('id', '=', id).execute();
    while ((await runSchedules(gateway)) > 0);
    const [paid] = await schedules(`state=active&registration=${registration}`);
    expect(paid).toMatchObject({ payments: 1, declinesInARow: 0 });
    expect(paid?.latestResultDescription).toContain('successfully');
    const { body } = await support.ask(`/admin/v1/payments/${paid?.latestPaymentId}`);
    expect(body).toMatchObject({ registrationId: registration, amount: '9.00' });
    expect(await schedules(`state=suspended&registration=${registration}`)).toEqual([]);
  });

  it('is cancelled once, by an operator, and is told apart from one that was changed', async () => {
    const registration = await register();
    const first = await schedule(registration);
    const changed = await call(`/scheduling/v1/schedules/${first}/reschedule`, {
      ...{ entityId, paymentType: 'RS', amount: '10.00', currency: 'EUR' },
    });
    expect(await schedules(`registration=${registration}`)).toMatchObject([
      { id: changed.body.id, amount: '10.00' },
    ]);
    expect(await schedules(`registration=${registration}&state=changed`)).toMatchObject([
      { id: first },
    ]);
    expect((await end(`schedules/${changed.body.id}`, support)).status).toBe(403);
    expect((await end(`schedules/${changed.body.id}`)).body).toMatchObject({ state: 'cancelled' });
    expect((await end(`schedules/${changed.body.id}`)).body).toMatchObject({ reason: 'refused' });
    const noted: string[] = [];
    for await (const { action, subject } of auditEntries(db)) {
      if (subject === changed.body.id) noted.push(action);
    }
    expect(noted).toEqual(['schedule cancelled']);
  });
});

it('what was paid with a saved card, and its schedules, are shown beside more than fifty channels, too', async () => {
  const group = await createEntity(db, { kind: 'merchant', name: 'Large group' });
  const large = await createEntity(db, { kind: 'division', name: 'Large', parentId: group.id });
  const shops = [];
  for (let at = 0; at < 51; at++) {
    shops.push(await createEntity(db, { kind: 'channel', name: `Shop ${at}`, parentId: large.id }));
  }
  const [shop] = shops;
  const { token } = await issueToken(db, { entityId: group.id, label: 'large' });
  const ask = async (path: string, fields: Readonly<Record<string, string>>) => {
    const headers = { authorization: `Bearer ${token}` };
    const body = new URLSearchParams(fields);
    const answer = await fetch(gateway.publicUrl() + path, { method: 'POST', headers, body });
    const { id, result } = await answer.json();
    if (!id) throw new Error(JSON.stringify(result));
    return String(id);
  };
  const money = { entityId: shop?.id ?? '', amount: '9.00', currency: 'EUR' };
  // All channels of the division may pay with it.
  const registration = await ask('/v1/registrations', {
    ...(CARD as Record<string, string>),
    entityId: large.id,
  });
  const payment = await ask(`/v1/registrations/${registration}/payments`, {
    ...{ ...money, paymentType: 'DB' },
  });
  const monthly = await ask('/scheduling/v1/schedules', {
    ...{ ...money, registrationId: registration, paymentType: 'SD' },
    ...{ 'job.dayOfMonth': '5', 'job.hour': '7' },
  });
  const found = async (query: string, by: Client) => {
    const { body } = await by.ask(`/admin/v1/${query}`);
    return body.items?.map(({ id }: { id: string }) => id);
  };
  const stranger = await console.administrator('Sten', 'owner', entityId);
  for (const [query, id] of [
    [`payments?id=${registration}`, payment],
    [`payments?id=${payment}`, payment],
    [`schedules?registration=${registration}`, monthly],
  ] as const) {
    expect(await found(query, support)).toEqual([id]);
    expect(await found(query, stranger)).toEqual([]);
  }
  const all = await support.ask('/admin/v1/payments');
  expect(all).toMatchObject({ status: 400, body: { parameterErrors: [{ name: 'channel' }] } });
});

const NO_COLUMNS = { card_last4: null, card_holder: null, merchant_transaction_id: null };
