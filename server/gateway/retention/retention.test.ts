/** What is kept how long, and what stays of a shopper who wants to be forgotten. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../admin/commands.ts';
import { perform } from '../../admin/permissions.ts';
import { readConfig } from '../../config.ts';
import { type Merchant, startMerchant } from '../../tests/support/merchant.ts';
import { createEntity } from '../entities/index.ts';
import { endRetention, eraseShopper, monthsBefore } from './index.ts';

const DAY_MS = 24 * 60 * 60_000;
const inDays = (days: number) => Date.now() + days * DAY_MS;

const SHOPPER = {
  'customer.email': 'Jane.Jones@example.com',
  'customer.merchantCustomerId': 'customer 4711',
  'customer.givenName': 'Jane',
  'customer.surname': 'Jones',
  'billing.street1': '1 Long Street',
  'billing.city': 'Springfield',
  'billing.postcode': '12345',
  'billing.country': 'US',
  'customParameters[SHOPPER_note]': 'ring twice',
};
const ORDER = { merchantTransactionId: 'order-4711', merchantInvoiceId: 'invoice-4711' };
const WORDS = /jane|jones|4711 ?customer|customer 4711|long street|springfield|ring twice/i;

/** Everything that the tables of records say. */
async function written({ gateway: { db } }: Merchant): Promise<string> {
  const tables = ['payments', 'registrations', 'checkouts', 'messages', 'schedules'] as const;
  const rows = tables.map((table) => db.selectFrom(table).selectAll().execute());
  return JSON.stringify(await Promise.all(rows));
}

const visits = ({ gateway: { db } }: Merchant) =>
  db.selectFrom('form_visits').selectAll().execute();

const subscribe = ({ call, entityId }: Merchant) =>
  call('/v1/webhooks', { entityId, url: 'http://127.0.0.1:9/hook', kind: 'notifications' });

async function settlement({ call, entityId }: Merchant) {
  const day = new Date().toISOString().slice(0, 10);
  const { body } = await call(
    `/reports/v1/reconciliations/aggregations?entityId=${entityId}&date.from=${day}&date.to=${day}`,
  );
  return body.aggregations;
}

describe('records of a channel', () => {
  let merchant: Merchant;
  let checkoutId = '';
  let id = '';
  let refundId = '';
  beforeAll(async () => {
    merchant = await startMerchant();
    checkoutId = await merchant.createCheckout({ ...SHOPPER, ...ORDER });
    await merchant.pay(checkoutId);
    const { call, entityId, gateway } = merchant;
    await fetch(`${gateway.publicUrl()}/v1/checkouts/${checkoutId}/form`);
    await vi.waitFor(async () => expect(await visits(merchant)).toHaveLength(1), 5_000);
    const { body } = await call(`/v1/checkouts/${checkoutId}/payment?entityId=${entityId}`);
    id = body.id;
    const refund = { paymentType: 'RF', amount: '2.00', currency: 'EUR' };
    refundId = (await merchant.refer(id, refund)).body.id;
  });
  afterAll(() => merchant[Symbol.asyncDispose]());
  const read = (path: string) => merchant.call(`${path}?entityId=${merchant.entityId}`);

  it('are all there for 90 days', async () => {
    await endRetention(merchant.gateway.db, inDays(90));
    expect((await read(`/v1/checkouts/${checkoutId}/payment`)).body.id).toBe(id);
  });

  it('lose the checkout then, whose payment stays', async () => {
    // What its post is remembered by goes by itself.
    const { db } = merchant.gateway;
    await db.deleteFrom('submissions').execute();
    await db.deleteFrom('nonce_claims').execute();
    await endRetention(db, inDays(92));
    expect((await read(`/v1/checkouts/${checkoutId}/payment`)).status).toBe(404);
    expect(await db.selectFrom('checkouts').selectAll().execute()).toEqual([]);
    expect(await visits(merchant)).toEqual([]);
    expect((await read(`/v1/query/${id}`)).body).toMatchObject({
      customer: { email: 'Jane.Jones@example.com' },
      card: { holder: 'Jane Jones' },
    });
  });

  it('stay for 14 days after the upgrade that brought an end to them', async () => {
    const { db } = merchant.gateway;
    const upgraded = (at: number) =>
      sql`update kysely_migration set timestamp = ${new Date(at).toISOString()}
        where name = '0026-scale'`.execute(db);
    await upgraded(inDays(25 * 31 - 13));
    await endRetention(db, inDays(25 * 31));
    expect(await written(merchant)).toMatch(WORDS);
    await upgraded(Date.now());
  });

  it('do not say who the shopper was after 24 months, and still what was paid', async () => {
    const { db } = merchant.gateway;
    const before = (await read(`/v1/query/${id}`)).body;
    const sums = await settlement(merchant);
    await endRetention(db, inDays(23 * 30));
    expect(await written(merchant)).toMatch(WORDS);
    await endRetention(db, inDays(25 * 31));
    expect(await written(merchant)).not.toMatch(WORDS);

    const { customer: _, billing, shipping, card, customParameters, ...books } = before;
    const { holder: __, ...shownCard } = card;
    const { body } = await read(`/v1/query/${id}`);
    expect({ ...body, timestamp: '' }).toMatchObject({ ...books, timestamp: '', card: shownCard });
    expect(body).not.toHaveProperty('customer');
    expect(body).not.toHaveProperty('billing');
    expect(body.card).not.toHaveProperty('holder');
    expect(await settlement(merchant)).toEqual(sums);
    expect(sums[0].amount).toBe('90.00');
    const found = await merchant.call(
      `/v3/query?entityId=${merchant.entityId}&merchantTransactionId=order-4711`,
    );
    expect(found.body.records).toMatchObject([{ id, merchantInvoiceId: 'invoice-4711' }]);
  });

  it('go with what was made of them after 10 years', async () => {
    const { db } = merchant.gateway;
    await endRetention(db, inDays(10 * 365 - 10));
    expect((await read(`/v1/query/${refundId}`)).status).toBe(200);
    await endRetention(db, inDays(10 * 366));
    expect((await read(`/v1/query/${refundId}`)).status).toBe(404);
    expect((await read(`/v1/query/${id}`)).status).toBe(404);
  });
});

describe('a channel with terms of its own', () => {
  it('keeps personal data as long as it says', async () => {
    await using merchant = await startMerchant();
    await merchant.set({ retention: { personalDataMonths: 1, checkoutDays: 400 } });
    await merchant.paymentId(SHOPPER);
    await endRetention(merchant.gateway.db, inDays(27));
    expect(await written(merchant)).toMatch(WORDS);
    await endRetention(merchant.gateway.db, inDays(32));
    expect(await written(merchant)).not.toMatch(WORDS);
    // What is made later is anonymised when its time has come, too.
    await merchant.paymentId(SHOPPER);
    await endRetention(merchant.gateway.db, inDays(32));
    expect(await written(merchant)).not.toMatch(WORDS);
  });

  it.each([
    [{ checkoutDays: 89 }, 'checkoutDays'],
    [{ personalDataMonths: 121 }, 'personalDataMonths must not be more than bookYears'],
    [{ bookYears: 0 }, 'bookYears'],
    [{ years: 7 }, 'years'],
  ])('refuses %o', async (retention, why) => {
    await using merchant = await startMerchant();
    await expect(merchant.set({ retention })).rejects.toThrow(why);
  });

  it('can still be asked for a payment of a chain whose first one is anonymised', async () => {
    await using merchant = await startMerchant();
    const { body } = await merchant.payment({
      ...{ ...SHOPPER, 'standingInstruction.mode': 'INITIAL' },
      ...{ 'standingInstruction.source': 'CIT', 'standingInstruction.type': 'UNSCHEDULED' },
    });
    await endRetention(merchant.gateway.db, inDays(800));
    expect(await written(merchant)).not.toMatch(WORDS);
    const repeated = await merchant.payment({
      ...{ 'standingInstruction.mode': 'REPEATED', 'standingInstruction.source': 'MIT' },
      ...{ 'standingInstruction.type': 'UNSCHEDULED', 'card.cvv': undefined },
      ...{ 'customParameters[NTR]': body.resultDetails.acquirerTxId9 },
    });
    expect(repeated.status, JSON.stringify(repeated.body)).toBe(200);
  });
});

describe('a channel that fails', () => {
  it('is named, and keeps neither its deleted cards nor other channels from their end', async () => {
    await using merchant = await startMerchant();
    const { db } = merchant.gateway;
    const [unreadable, others] = [await merchant.paymentId(), await merchant.paymentId(SHOPPER)];
    const { body: card } = await merchant.register(SHOPPER);
    await merchant.unregister(card.id);
    const { id: parentId } = await createEntity(db, { kind: 'merchant', name: 'Another' });
    const { id: younger } = await createEntity(db, { kind: 'channel', name: 'Other', parentId });
    const change = (id: string) => db.updateTable('payments').where('id', '=', id);
    await change(unreadable).set({ parameters: '{', card: '{}', card_holder: null }).execute();
    await change(others).set({ entity_id: younger }).execute();

    const failures = await endRetention(db, inDays(800)).catch(({ errors }) => errors);
    expect(failures).toMatchObject([
      {
        message: `retention of channel ${merchant.entityId} failed`,
        cause: expect.any(SyntaxError),
      },
    ]);
    expect(await written(merchant)).not.toMatch(WORDS);
  });
});

describe('a shopper who wants to be forgotten', () => {
  it.each([
    ['by e-mail', 'jane.jones@EXAMPLE.com'],
    ["by the merchant's id", 'customer 4711'],
  ])('is, %s, in payments, refunds, deleted cards, checkouts and messages', async (_, shopper) => {
    await using merchant = await startMerchant();
    const { db } = merchant.gateway;
    await subscribe(merchant);
    const other = {
      ...SHOPPER,
      'customer.merchantCustomerId': 'other',
      'customer.email': 'o@x.de',
    };
    const others = await merchant.paymentId({ ...other, 'customer.givenName': 'Otto' });
    const id = await merchant.paymentId({ ...SHOPPER, ...ORDER, paymentType: 'PA' });
    const money = { amount: '5.00', currency: 'EUR' };
    const { body: capture } = await merchant.refer(id, { paymentType: 'CP', ...money });
    const note = { 'customParameters[note]': 'Jane.Jones@example.com sent it back' };
    await merchant.refer(capture.id, { paymentType: 'RF', ...money, ...note });
    const { body: card } = await merchant.register(SHOPPER);
    await merchant.createCheckout(SHOPPER);
    const sums = await settlement(merchant);

    const first = await eraseShopper(db, merchant.entityId, shopper);
    expect(first).toMatchObject({ payments: 3, registrations: 0, checkouts: 0 });
    expect(first.inUse).toHaveLength(2);
    expect(first.inUse).toContain(card.id);
    expect(await settlement(merchant)).toEqual(sums);
    await merchant.unregister(card.id);
    await db.updateTable('checkouts').set({ expires_at: 0 }).execute();
    const second = await eraseShopper(db, merchant.entityId, shopper);
    expect(second).toMatchObject({ registrations: 1, checkouts: 1, inUse: [] });

    const left = await written(merchant);
    expect(left).not.toMatch(/customer 4711|Jane.Jones@example/i);
    expect(left).toContain('Otto');
    expect((await merchant.read(others)).body.customer.givenName).toBe('Otto');
    expect((await merchant.read(id)).body).not.toHaveProperty('customer');
  });

  it('is found by what was paid with a card, or through a checkout, that does not name them', async () => {
    await using merchant = await startMerchant();
    const { call, entityId, gateway } = merchant;
    const NAMED = { 'customer.email': 'jane@example.com' };
    const { body: card } = await merchant.register({ 'card.holder': 'Jane Jones' });
    const charge = { amount: '5.00', currency: 'EUR', paymentType: 'DB', ...NAMED };
    const paid = await call(`/v1/registrations/${card.id}/payments`, { entityId, ...charge });
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    const checkoutId = await merchant.createCheckout({ 'customer.givenName': 'Jane' });
    await merchant.pay(checkoutId, NAMED);
    const erase = () => eraseShopper(gateway.db, entityId, 'jane@example.com');

    // Only what is still in use is not forgotten, and it is found again.
    const first = await erase();
    expect(first.inUse.toSorted()).toEqual([card.id, checkoutId].toSorted());
    await merchant.unregister(card.id);
    await gateway.db.updateTable('checkouts').set({ expires_at: 0 }).execute();
    expect(await erase()).toMatchObject({ registrations: 1, checkouts: 1, inUse: [] });
    expect(await written(merchant)).not.toMatch(WORDS);
  });

  it('is in no message of a card, also where the payment that stored it is archived', async () => {
    await using merchant = await startMerchant();
    const { entityId, gateway } = merchant;
    const { db } = gateway;
    await subscribe(merchant);
    const stored = { createRegistration: 'true', recurringType: 'INITIAL' };
    const id = await merchant.paymentId({ ...SHOPPER, ...stored });
    const { registrationId } = (await merchant.read(id)).body;
    await db.deleteFrom('payments').where('id', '=', id).execute();
    await merchant.unregister(registrationId);
    const ofCard = () =>
      db.selectFrom('messages').select('type').where('subject_id', '=', registrationId).execute();
    expect(await ofCard()).not.toEqual([]);
    await eraseShopper(db, entityId, 'jane.jones@example.com');
    expect(await ofCard()).toEqual([]);
  });

  it('is not looked for beyond the entity, in what a division has stored for its channels', async () => {
    await using merchant = await startMerchant();
    const { gateway, entityId } = merchant;
    const { db } = gateway;
    const { body: card } = await merchant.register({ 'card.holder': 'Jane Jones' });
    const NAMED = { 'customer.email': 'jane@example.com' };
    const charge = { amount: '5.00', currency: 'EUR', paymentType: 'DB', ...NAMED };
    await merchant.call(`/v1/registrations/${card.id}/payments`, { entityId, ...charge });
    await merchant.unregister(card.id);
    const root = await db.selectFrom('entities').selectAll().execute();
    const parentId = root.find(({ kind }) => kind === 'merchant')?.id ?? '';
    const { id: division } = await createEntity(db, {
      ...{ kind: 'division', name: 'Division', parentId },
    });
    await db.updateTable('registrations').set({ entity_id: division }).execute();
    const erased = await eraseShopper(db, entityId, 'jane@example.com');
    expect(erased).toMatchObject({ payments: 1, registrations: 0 });
    expect(await written(merchant)).toContain('Jane Jones');
  });

  it('is found again by a deleted account while a debit of it has no result yet', async () => {
    await using merchant = await startMerchant();
    const { call, entityId, gateway } = merchant;
    const { body: account } = await call('/v1/registrations', {
      ...{ entityId, paymentBrand: 'DIRECTDEBIT_SEPA', 'customer.email': 'jane@example.com' },
      ...{ 'bankAccount.holder': 'Jane Jones', 'bankAccount.iban': 'DE89370400440532013000' },
    });
    const { body: debit } = await call(`/v1/registrations/${account.id}/payments`, {
      ...{ entityId, amount: '5.00', currency: 'EUR', paymentType: 'DB' },
      recurringType: 'REPEATED',
    });
    await merchant.unregister(account.id);
    const erase = () => eraseShopper(gateway.db, entityId, 'jane@example.com');
    expect(await erase()).toMatchObject({ payments: 0, inUse: [debit.id] });
    await call(`/sandbox/payments/${debit.id}/settle`, { entityId, result: 'accept' });
    expect(await erase()).toMatchObject({ payments: 1, registrations: 1, inUse: [] });
    expect(await written(merchant)).not.toMatch(WORDS);
  });

  it('keeps a payment whole while a refund of it has no result yet', async () => {
    await using merchant = await startMerchant();
    const { db } = merchant.gateway;
    const id = await merchant.paymentId(SHOPPER);
    const note = { 'customParameters[note]': 'sent back' };
    const refund = { paymentType: 'RF', amount: '5.00', currency: 'EUR', ...note };
    const { body } = await merchant.refer(id, refund);
    const inState = (state: 'in_doubt' | 'succeeded') =>
      db.updateTable('payments').set({ state }).where('id', '=', body.id).execute();
    const erase = () => eraseShopper(db, merchant.entityId, 'customer 4711');
    await inState('in_doubt');
    expect(await erase()).toMatchObject({ payments: 0, inUse: [body.id] });
    expect(await written(merchant)).toContain('sent back');
    expect((await merchant.read(id)).body.customer.givenName).toBe('Jane');
    await inState('succeeded');
    expect(await erase()).toMatchObject({ payments: 2, inUse: [] });
    expect(await written(merchant)).not.toMatch(/jane|sent back/i);
  });

  it('is not named in the audit log', async () => {
    await using merchant = await startMerchant();
    const { db, vault } = merchant.gateway;
    await merchant.paymentId(SHOPPER);
    const config = readConfig({});
    const [words, options] = [[merchant.entityId], { shopper: 'customer 4711' }];
    const run = async () => COMMANDS['erase']?.(db, words, options, config, 'machine');
    const tools = { db, vault: async () => vault };
    const answer = await perform(tools, undefined, { command: 'erase', words, options }, run);
    expect(answer).toMatchObject({ payments: 1 });
    const log = JSON.stringify(await db.selectFrom('audit_log').selectAll().execute());
    expect(log).toContain('admin erase');
    expect(log).not.toMatch(WORDS);
    await expect(
      COMMANDS['erase']?.(db, words, {}, config, 'machine') ?? Promise.resolve(),
    ).rejects.toThrow('erase needs --shopper');
  });
});

it.each([
  ['2026-08-31', 6, '2026-02-28'],
  ['2028-03-31', 1, '2028-02-29'],
  ['2028-02-29', 12, '2027-02-28'],
  ['2026-01-15', 24, '2024-01-15'],
])('counted back from %s, %i months are since %s', (now, months, since) => {
  expect(monthsBefore(Date.parse(now), months)).toBe(Date.parse(since));
});
