/** A shopper who wants to be forgotten: how they are found, and what has to wait. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { createEntity } from '../entities/index.ts';
import { eraseShopper } from './erase.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);

const merchant = (await createEntity(db, { kind: 'merchant', name: 'Merchant' })).id;
const newEntity = async (kind: 'division' | 'channel', parentId: string) =>
  (await createEntity(db, { kind, name: kind, parentId })).id;
const division = await newEntity('division', merchant);
const channel = await newEntity('channel', division);
const sibling = await newEntity('channel', merchant);
const records = await recordsOf(db, channel);
const siblings = await recordsOf(db, sibling);

const TABLES = [
  ...['deliveries', 'messages', 'schedules', 'registrations', 'payments', 'checkouts'],
] as const;
beforeEach(async () => {
  for (const table of TABLES) await db.deleteFrom(table as 'payments').execute();
});

const EMAIL = { 'customer.email': 'Jane@Example.com' };
const HERS = JSON.stringify({ ...EMAIL, merchantTransactionId: 'order-1' });
const LEFT = JSON.stringify({ merchantTransactionId: 'order-1' });
const UNNAMED = JSON.stringify({ 'customer.givenName': 'Jane' });
const OTHERS = JSON.stringify({ 'customer.email': 'otto@example.com' });
const made = { created_at: 1 };
const LATER = Date.now() + 60 * 60_000;

const erase = (shopper = 'jane@example.com', entityId = channel) =>
  eraseShopper(db, entityId, shopper);
const parametersOf = async (table: 'payments' | 'registrations' | 'checkouts', id: string) =>
  (
    await db
      .selectFrom(table as 'payments')
      .select('parameters')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).parameters;
const NOTHING = { payments: 0, registrations: 0, checkouts: 0, messages: 0, inUse: [] };

describe('a shopper is found', () => {
  it.each<[how: string, parameters: Record<string, string>, shopper: string, isFound: boolean]>([
    ['by e-mail, in whichever letters', EMAIL, 'jANE@example.com', true],
    [
      'by e-mail of the address',
      { 'shipping.customer.email': 'jane@example.com' },
      'jane@example.com',
      true,
    ],
    ['by the id of the shop', { 'customer.merchantCustomerId': 'C-1' }, 'C-1', true],
    ['by the id of the shop as it is', { 'customer.merchantCustomerId': 'C-1' }, 'c-1', false],
    ['not by another e-mail', EMAIL, 'ane@example.com', false],
    ['not by another id', { 'customer.merchantCustomerId': 'C-11' }, 'C-1', false],
    ['not by a text', { 'customParameters[x]': 'jane@example.com' }, 'jane@example.com', false],
    ['not by a reference', { merchantTransactionId: 'C-1' }, 'C-1', false],
  ])('%s', async (_, parameters, shopper, isFound) => {
    await records.payment({ ...made, parameters: JSON.stringify(parameters) });
    expect(await erase(shopper)).toEqual({ ...NOTHING, payments: isFound ? 1 : 0 });
  });

  it('in the entity and below, and nowhere else', async () => {
    const own = await records.payment({ ...made, parameters: HERS });
    const other = await siblings.payment({ ...made, parameters: HERS });
    expect(await erase(undefined, division)).toMatchObject({ payments: 1 });
    expect(await parametersOf('payments', own)).toBe(LEFT);
    expect(await parametersOf('payments', other)).toBe(HERS);
    // What is done says no more whose it was.
    expect(await erase(undefined, merchant)).toMatchObject({ payments: 1 });
    expect(await parametersOf('payments', other)).toBe(LEFT);
  });

  it('among more than are read at once', async () => {
    await records.payments(500, { ...made, parameters: OTHERS });
    await records.payment({ ...made, id: 'g'.repeat(32), parameters: HERS });
    expect(await erase()).toEqual({ ...NOTHING, payments: 1 });
  });
});

describe('a payment of the shopper', () => {
  it('says no more who they were, and keeps no fingerprint of the card', async () => {
    const initial = JSON.stringify({ ...EMAIL, recurringType: 'INITIAL' });
    const id = await records.payment({
      ...{ ...made, parameters: initial, card_fingerprint: 'print', card_holder: 'jane' },
      card: '{"bin":"420000","last4Digits":"0000","holder":"Jane"}',
    });
    await erase();
    const row = await db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      parameters: '{"recurringType":"INITIAL"}',
      card: '{"bin":"420000","last4Digits":"0000"}',
      ...{ card_fingerprint: null, card_holder: null, amount: 100 },
    });
  });

  it('goes with all that was made of it, and of that', async () => {
    const id = await records.payment({ ...made, parameters: HERS });
    const capture = await records.payment({ ...made, referenced_id: id, parameters: OTHERS });
    const refund = await records.payment({ ...made, referenced_id: capture, parameters: UNNAMED });
    const other = await records.payment({ ...made, parameters: OTHERS });
    expect(await erase()).toEqual({ ...NOTHING, payments: 3 });
    for (const one of [capture, refund]) expect(await parametersOf('payments', one)).toBe('{}');
    expect(await parametersOf('payments', other)).toBe(OTHERS);
  });

  it.each(['pending', 'in_doubt'] as const)(
    'waits as a whole while one of them is %s',
    async (state) => {
      const id = await records.payment({ ...made, parameters: HERS });
      const refund = await records.payment({
        ...made,
        referenced_id: id,
        parameters: UNNAMED,
        state,
      });
      expect(await erase()).toEqual({ ...NOTHING, inUse: [refund] });
      expect(await parametersOf('payments', id)).toBe(HERS);
      await db.updateTable('payments').set({ state: 'failed' }).execute();
      expect(await erase()).toEqual({ ...NOTHING, payments: 2 });
    },
  );

  it('takes the messages about it along, also those that wait', async () => {
    const id = await records.payment({ ...made, parameters: HERS });
    const refund = await records.payment({ ...made, referenced_id: id });
    const gone = await records.message({ group_id: id });
    await records.message({ group_id: refund });
    const stays = await records.message({});
    await records.delivery({ message_id: gone });
    const delivery = await records.delivery({ message_id: stays });
    expect(await erase()).toEqual({ ...NOTHING, payments: 2, messages: 2 });
    expect(await db.selectFrom('messages').select('id').execute()).toEqual([{ id: stays }]);
    expect(await db.selectFrom('deliveries').select('id').execute()).toEqual([{ id: delivery }]);
  });

  it('that was made of another one takes along the messages about both', async () => {
    const id = await records.payment({ ...made, parameters: OTHERS });
    await records.payment({ ...made, referenced_id: id, parameters: HERS });
    await records.message({ group_id: id });
    expect(await erase()).toEqual({ ...NOTHING, payments: 1, messages: 1 });
    expect(await parametersOf('payments', id)).toBe(OTHERS);
  });

  it('is counted once, also where a refund of it is found first', async () => {
    const [first, last] = ['0'.repeat(32), 'f'.repeat(32)];
    await records.payment({ ...made, id: last, parameters: HERS });
    await records.payment({ ...made, id: first, referenced_id: last, parameters: HERS });
    expect(await erase()).toEqual({ ...NOTHING, payments: 2 });
  });
});

describe('what the shopper has stored', () => {
  const CARD = '{"bin":"420000","last4Digits":"0000","holder":"Jane"}';
  const deleted = { deleted_at: 1, card: CARD, card_holder: 'jane' };
  const rowOf = (id: string) =>
    db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('is forgotten once it was deleted, with its schedules, payments and messages', async () => {
    const id = await records.registration({ ...deleted, parameters: HERS });
    await records.schedule({ registration_id: id, parameters: UNNAMED });
    const other = await records.registration({ ...deleted, parameters: OTHERS });
    await records.schedule({ registration_id: other, parameters: OTHERS });
    await records.payment({ ...made, registration_id: id, parameters: UNNAMED });
    await records.payment({ ...made, registration_id: other, parameters: OTHERS });
    await records.message({ group_id: id });
    await records.message({ group_id: other });
    expect(await erase()).toEqual({ ...NOTHING, payments: 1, registrations: 1, messages: 1 });
    expect(await rowOf(id)).toMatchObject({
      ...{ parameters: LEFT, card_holder: null, card_fingerprint: '' },
      card: '{"bin":"420000","last4Digits":"0000"}',
    });
    expect(await rowOf(other)).toMatchObject({ parameters: OTHERS, card_holder: 'jane' });
    const schedules = await db
      .selectFrom('schedules')
      .select(['registration_id', 'parameters'])
      .execute();
    expect(schedules).toEqual(
      expect.arrayContaining([
        { registration_id: id, parameters: '{}' },
        { registration_id: other, parameters: OTHERS },
      ]),
    );
  });

  it('is named while it is in use, and what was paid with it is forgotten', async () => {
    const id = await records.registration({ ...deleted, deleted_at: null, parameters: HERS });
    const paid = await records.payment({ ...made, registration_id: id, parameters: UNNAMED });
    expect(await erase()).toEqual({ ...NOTHING, payments: 1, inUse: [id] });
    expect(await parametersOf('payments', paid)).toBe('{}');
    expect(await rowOf(id)).toMatchObject({ parameters: HERS, card_holder: 'jane' });
  });

  it('is found by a schedule that alone names them', async () => {
    const id = await records.registration({ ...deleted, parameters: UNNAMED });
    await records.schedule({ registration_id: id, parameters: HERS });
    const other = await records.registration({ ...deleted, parameters: OTHERS });
    await records.schedule({ registration_id: other, parameters: OTHERS });
    expect(await erase()).toEqual({ ...NOTHING, registrations: 1 });
    expect((await rowOf(id)).card_holder).toBeNull();
  });

  it('is found by a payment that alone names them, with all that was paid with it before', async () => {
    const id = await records.registration({ ...deleted, parameters: UNNAMED });
    const [first = '', second = ''] = ['0'.repeat(32), 'f'.repeat(32)];
    await records.payment({ ...made, id: first, registration_id: id, parameters: UNNAMED });
    await records.payment({ ...made, id: second, registration_id: id, parameters: HERS });
    expect(await erase()).toEqual({ ...NOTHING, payments: 2, registrations: 1 });
    expect(await parametersOf('payments', first)).toBe('{}');
  });

  it('keeps the payment that alone names them while it is in use, to be found again', async () => {
    const id = await records.registration({ ...deleted, deleted_at: null, parameters: UNNAMED });
    const paid = await records.payment({ ...made, registration_id: id, parameters: HERS });
    expect(await erase()).toEqual({ ...NOTHING, inUse: [id] });
    expect(await parametersOf('payments', paid)).toBe(HERS);
    await db.updateTable('registrations').set({ deleted_at: 1 }).execute();
    expect(await erase()).toEqual({ ...NOTHING, payments: 1, registrations: 1 });
  });

  it('stays to be found again while a payment with it has no result', async () => {
    const id = await records.registration({ ...deleted, parameters: HERS });
    const paid = await records.payment({
      ...{ ...made, registration_id: id, parameters: UNNAMED, state: 'pending' },
    });
    expect(await erase()).toEqual({ ...NOTHING, inUse: [paid] });
    expect(await rowOf(id)).toMatchObject({ parameters: HERS });
  });

  it('by another entity, a division that shares it, is that one’s to forget', async () => {
    const id = await records.registration({ ...deleted, entity_id: division, parameters: UNNAMED });
    await records.payment({ ...made, registration_id: id, parameters: HERS });
    await records.schedule({ registration_id: id, parameters: HERS });
    expect(await erase()).toEqual({ ...NOTHING, payments: 1 });
    expect((await rowOf(id)).card_holder).toBe('jane');
  });
});

describe('a checkout of the shopper', () => {
  it('is forgotten when it is over', async () => {
    const result_url = 'https://shop.example/jane';
    const id = await records.checkout({ parameters: HERS, result_url });
    const other = await records.checkout({ parameters: OTHERS, result_url });
    expect(await erase()).toEqual({ ...NOTHING, checkouts: 1 });
    const rows = await db
      .selectFrom('checkouts')
      .select(['id', 'parameters', 'result_url'])
      .execute();
    expect(rows).toEqual(
      expect.arrayContaining([
        { id, parameters: '{}', result_url: null },
        { id: other, parameters: OTHERS, result_url },
      ]),
    );
  });

  it.each([
    ['can still be paid', { expires_at: LATER }],
    ['is being paid', { paying_id: 'f'.repeat(32) }],
  ])('waits while it %s', async (_, open) => {
    const id = await records.checkout({ parameters: HERS, ...open });
    expect(await erase()).toEqual({ ...NOTHING, inUse: [id] });
    expect(await parametersOf('checkouts', id)).toBe(HERS);
  });

  it('is found by its payment, which waits for it', async () => {
    const id = await records.checkout({ parameters: UNNAMED, expires_at: LATER });
    const paid = await records.payment({ ...made, checkout_id: id, parameters: HERS });
    expect(await erase()).toEqual({ ...NOTHING, inUse: [id] });
    expect(await parametersOf('payments', paid)).toBe(HERS);
    await db.updateTable('checkouts').set({ expires_at: 0 }).execute();
    expect(await erase()).toEqual({ ...NOTHING, payments: 1, checkouts: 1 });
    expect(await parametersOf('checkouts', id)).toBe('{}');
  });

  it('that names them itself keeps no payment waiting', async () => {
    const id = await records.checkout({ parameters: HERS, expires_at: LATER });
    await records.payment({ ...made, checkout_id: id, parameters: HERS });
    expect(await erase()).toEqual({ ...NOTHING, payments: 1, inUse: [id] });
  });
});
