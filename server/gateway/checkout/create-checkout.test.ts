/** What a merchant's server asks for, and changes until it is paid; from which pages, and for whom. */
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { CheckoutRow } from '../../store/tables.ts';
import { channelWith as channelOf, RELAY, refusedBy } from '../../tests/support/a-channel.ts';
import { SHOWN } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { SHOP_ORIGIN } from '../../tests/support/seal.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { type Channel, changeSettings, createEntity, existingChannel } from '../entities/index.ts';
import { newId } from '../ids.ts';
import * as recordsRoom from '../records/index.ts';
import { CHECKOUT_VALIDITY_MS, type Checkout, existingCheckout } from '../records/index.ts';
import {
  createCheckout,
  offeredRegistrations,
  ownerToBe,
  refuseForeignOrigin,
  refuseRegistrationFrom,
  updateCheckout,
} from './create-checkout.ts';

const { db, drop, merchantId, channelId } = await openSubscribedChannel();
afterAll(drop);
afterEach(() => vi.restoreAllMocks());
const records = await recordsOf(db, channelId);
const channel = await existingChannel(db, channelId);
const { release } = await records.openCheckout({});

const MONEY = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const STORES = { createRegistration: 'true' };
type Sent = Readonly<Record<string, string>>;
const entity = async (kind: 'channel' | 'division', parentId = merchantId) =>
  (await createEntity(db, { kind, name: kind, parentId })).id;
const channelWith = async (settings: Parameters<typeof changeSettings>[2]) => {
  const id = await entity('channel');
  await changeSettings(db, id, settings);
  return existingChannel(db, id);
};
const create = (sent: Sent, of: Channel = channel) =>
  createCheckout(db, of, release, Object.entries(sent));
const update = (checkout: Checkout, sent: Sent) =>
  updateCheckout(db, checkout, Object.entries(sent));
const now = ({ id }: Pick<Checkout, 'id'>) => existingCheckout(db, id);
const change = ({ id }: Checkout, changes: Partial<CheckoutRow>) =>
  db.updateTable('checkouts').set(changes).where('id', '=', id).execute();
const stored = (entity_id = channelId) =>
  records.registration({ entity_id, card: JSON.stringify(SHOWN) });
const about = (name: string, message = expect.any(String)) => ({
  errors: [expect.objectContaining({ name, message })],
});

describe('a checkout that is created', () => {
  it('is open for half an hour, by the clock of its channel', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_000);
    const ahead = { ...channel, clockOffsetMs: 500 };
    const sent = { ...MONEY, merchantTransactionId: 'order-0001' };
    const { checkoutId, parameters, ignored } = await create(
      { ...sent, somethingElse: '1' },
      ahead,
    );
    expect([parameters, ignored]).toEqual([sent, ['somethingElse']]);
    expect(await now({ id: checkoutId })).toMatchObject({
      ...{ id: checkoutId, release, parameters: sent, createdAt: 1_500, channel },
      ...{ expiresAt: 1_500 + CHECKOUT_VALIDITY_MS, payingId: null, paidId: null, latestId: null },
      ...{ resultUrl: null, callDueAt: null, callLeaseUntil: null, callAttempts: 0 },
    });
  });

  it.each<[what: string, sent: Sent, name: string]>([
    ['without money', { currency: 'EUR', paymentType: 'DB' }, 'amount'],
    [
      'with more installments than its amount has cents',
      { ...MONEY, amount: '0.01', 'recurring.numberOfInstallments': '3' },
      'recurring.numberOfInstallments',
    ],
    [
      'with a card that there is not',
      { ...MONEY, 'registrations[0].id': 'a'.repeat(32) },
      'registrations[0].id',
    ],
  ])('is refused %s', async (_what, sent, name) => {
    expect(await refusedBy(() => create(sent))).toMatchObject(about(name));
  });

  it('offers stored cards of its channel, and none of another', async () => {
    const [own, foreign] = [await stored(), await stored(await entity('channel'))];
    await create({ ...MONEY, 'registrations[0].id': own });
    const sent = { ...MONEY, 'registrations[0].id': own, 'registrations[1].id': foreign };
    expect(await refusedBy(() => create(sent))).toMatchObject({
      errors: [
        {
          ...{ name: 'registrations[1].id', value: foreign },
          message: 'is not a registration of this channel',
        },
      ],
    });
  });

  it('fails where a stored card cannot be looked up', async () => {
    const id = await stored();
    vi.spyOn(recordsRoom, 'usableRegistration').mockRejectedValueOnce(new Error('broken'));
    await expect(create({ ...MONEY, 'registrations[0].id': id })).rejects.toThrow('broken');
  });

  it('goes back to a page of its shop', async () => {
    const own = await channelWith({ origins: [SHOP_ORIGIN] });
    const back = (origin: string) =>
      create({ ...MONEY, shopperResultUrl: `${origin}/result` }, own);
    await back(SHOP_ORIGIN);
    expect(await refusedBy(() => back('https://evil.example'))).toMatchObject(
      about('shopperResultUrl'),
    );
  });

  it('stores and offers nothing where a test of a live channel asks no processor', async () => {
    const trying = await channelWith({
      ...{ mode: 'live', origins: [SHOP_ORIGIN], connectivityTests: true, connector: RELAY },
    });
    const id = await stored(trying.id);
    const test = { ...MONEY, testMode: 'INTERNAL' };
    await create(test, trying);
    for (const more of [STORES, { 'registrations[0].id': id }]) {
      expect(await refusedBy(() => create({ ...test, ...more }, trying))).toMatchObject(
        about('testMode'),
      );
      await create({ ...MONEY, ...more }, trying);
    }
  });
});

describe('a checkout that is changed', () => {
  it('is what it was, and what is sent', async () => {
    const checkout = await records.openCheckout({
      ...MONEY,
      entityId: channelId,
      'cart.items[0].name': 'Book',
    });
    const sent = { amount: '50.00', merchantTransactionId: 'order-0002', somethingElse: '1' };
    const { checkoutId, parameters, ignored } = await update(checkout, sent);
    expect([checkoutId, ignored]).toEqual([checkout.id, ['somethingElse']]);
    expect(parameters).toEqual({
      ...{ ...checkout.parameters, amount: '50.00', merchantTransactionId: 'order-0002' },
    });
    const found = await now(checkout);
    expect(found).toEqual({ ...checkout, parameters });
    const row = db
      .selectFrom('checkouts')
      .select('merchant_transaction_id')
      .where('id', '=', checkout.id);
    expect(await row.executeTakeFirst()).toEqual({ merchant_transaction_id: 'order-0002' });
  });

  it('stays whose it was', async () => {
    const division = await entity('division');
    const entity_id = await entity('channel', division);
    const checkout = await records.openCheckout({ ...STORES, entityId: division }, { entity_id });
    const { parameters } = await update(checkout, { entityId: entity_id });
    expect(parameters['entityId']).toBe(division);
    const unsaid = await records.openCheckout(STORES);
    expect((await update(unsaid, { entityId: division })).parameters['entityId']).toBe(channelId);
  });

  it('of a division goes on storing only', async () => {
    const division = await entity('division');
    const entity_id = await entity('channel', division);
    const checkout = await records.openCheckout({ ...STORES, entityId: division }, { entity_id });
    expect(await refusedBy(() => update(checkout, MONEY))).toMatchObject({
      errors: [{ name: 'paymentType', value: 'DB', message: 'a division only stores cards' }],
    });
    await update(checkout, { 'customer.email': 'a@b.example' });
    const own = await records.openCheckout({ ...STORES, entityId: entity_id }, { entity_id });
    await update(own, MONEY);
  });

  it.each<[what: string, sent: Sent, name: string]>([
    ['what is no value', { amount: 'much' }, 'amount'],
    [
      'what contradicts what it was',
      { recurringType: 'REPEATED', 'standingInstruction.mode': 'INITIAL' },
      'standingInstruction.mode',
    ],
    ['a card that there is not', { 'registrations[0].id': 'a'.repeat(32) }, 'registrations[0].id'],
    [
      'installments that its amount does not have',
      { amount: '0.01', 'recurring.numberOfInstallments': '3' },
      'recurring.numberOfInstallments',
    ],
  ])('is refused with %s, and stays as it was', async (_what, sent, name) => {
    const checkout = await records.openCheckout(MONEY);
    expect(await refusedBy(() => update(checkout, sent))).toMatchObject(about(name));
    expect(await now(checkout)).toEqual(checkout);
  });

  it('has a list as it was sent last, and what is not sent as it was', async () => {
    const of = (n: number, name: string) => ({ [`cart.items[${n}].name`]: name });
    const data = { ...of(0, 'Book'), 'cart.items[0].sku': '1', ...of(1, 'Pen') };
    const others = { 'customParameters[4711]': '1', 'registrations[0].id': 'r'.repeat(32) };
    const checkout = await records.openCheckout({ ...MONEY, ...data, ...others });
    await update(checkout, { amount: '50.00', ...of(0, 'Ink'), 'customParameters[4712]': '2' });
    const { parameters } = await now(checkout);
    expect(parameters).toMatchObject({
      ...others,
      ...{ 'customParameters[4712]': '2', 'cart.items[0].name': 'Ink' },
    });
    expect(Object.keys(parameters).filter((name) => name.startsWith('cart.items'))).toEqual([
      'cart.items[0].name',
    ]);
  });

  it('is held to what its channel asks for', async () => {
    const strict = await channelWith({ strictCustomerData: true });
    const screened = await channelWith({ riskScreening: true } as never);
    const given = (of: Channel) => records.openCheckout(MONEY, { entity_id: of.id });
    const long = { 'risk.serviceId': 'longer than one' };
    await update(await given(channel), { 'customer.givenName': 'Jane' });
    const lax = await given(strict);
    expect(
      (await refusedBy(() => update(lax, { 'customer.givenName': 'Jane' }))).errors,
    ).not.toEqual([]);
    const other = await given(screened);
    expect(await refusedBy(() => update(other, long))).toMatchObject(about('risk.serviceId'));
  });

  it('goes back to a page of its shop, and is whole as a new one', async () => {
    const { id: entity_id } = await channelWith({ origins: [SHOP_ORIGIN] });
    const checkout = await records.openCheckout(MONEY, { entity_id });
    const elsewhere = { shopperResultUrl: 'https://evil.example/result' };
    expect(await refusedBy(() => update(checkout, elsewhere))).toMatchObject(
      about('shopperResultUrl'),
    );
    await update(checkout, { shopperResultUrl: `${SHOP_ORIGIN}/result` });
    const stores = await records.openCheckout(STORES);
    expect(await refusedBy(() => update(stores, { paymentType: 'DB' }))).toMatchObject({
      errors: [{ name: 'amount' }, { name: 'currency' }],
    });
  });

  it('may go on offering a card that has gone, and takes no new one that has', async () => {
    const id = await stored();
    const checkout = await records.openCheckout({ ...MONEY, 'registrations[0].id': id });
    await db.updateTable('registrations').set({ deleted_at: 1 }).where('id', '=', id).execute();
    await update(checkout, { amount: '50.00' });
    const again = await now(checkout);
    expect(await refusedBy(() => update(again, { 'registrations[0].id': id }))).toMatchObject(
      about('registrations[0].id'),
    );
  });

  it('is over when it is paid, or its time is', async () => {
    const paid = await records.openCheckout(MONEY, { paid_id: 'p'.repeat(32) });
    expect(await refusedBy(() => update(paid, { amount: '1.00' }))).toMatchObject({ status: 400 });
    const old = await records.openCheckout(MONEY, { expires_at: Date.now() });
    expect(await refusedBy(() => update(old, { amount: '1.00' }))).toMatchObject({ status: 404 });
    for (const checkout of [paid, old]) expect(await now(checkout)).toEqual(checkout);
  });

  it('waits for no payment that is being made', async () => {
    const checkout = await records.openCheckout(MONEY);
    const payment = await records.payment({ created_at: 0 });
    await change(checkout, { paying_id: payment });
    // As it is now, and as a request has read it just before.
    for (const found of [await now(checkout), checkout]) {
      expect(await refusedBy(() => update(found, { amount: '1.00' }))).toMatchObject({
        ...{ status: 400, code: '200.300.404' },
        description: expect.stringMatching(/a payment of this checkout is being made$/),
      });
    }
    expect((await now(checkout)).parameters).toEqual(MONEY);
  });

  it('keeps what another request has changed meanwhile', async () => {
    const checkout = await records.openCheckout(MONEY);
    await update(checkout, { merchantTransactionId: 'order-0003' });
    const { parameters } = await update(checkout, { amount: '50.00' });
    expect(parameters).toMatchObject({ amount: '50.00', merchantTransactionId: 'order-0003' });
    expect((await now(checkout)).parameters).toEqual(parameters);
  });

  it('is not changed when it is paid, or gone, meanwhile', async () => {
    const paid = await records.openCheckout(MONEY);
    await change(paid, { paid_id: 'p'.repeat(32) });
    expect(await refusedBy(() => update(paid, { amount: '1.00' }))).toMatchObject({
      description: expect.stringMatching(/this checkout is already paid$/),
    });
    expect((await now(paid)).parameters).toEqual(MONEY);
    const gone = await records.openCheckout(MONEY);
    await db.deleteFrom('checkouts').where('id', '=', gone.id).execute();
    expect(await refusedBy(() => update(gone, { amount: '1.00' }))).toMatchObject({ status: 404 });
  });
});

describe('a page', () => {
  const of = (settings: Parameters<typeof channelOf>[0]) =>
    ({ channel: channelOf(settings) }) as Checkout;
  const LISTED = of({ origins: [SHOP_ORIGIN] });
  const LIVE = of({ mode: 'live', origins: [SHOP_ORIGIN] });

  it.each<[origins: string, checkout: Checkout, origin: string | undefined]>([
    ['none', of({}), 'https://evil.example'],
    ['none', of({}), 'null'],
    ['any', of({ mode: 'live', origins: ['any'] }), 'https://evil.example'],
    ['its own', LISTED, SHOP_ORIGIN],
    ['its own', LISTED, undefined],
  ])('of a channel that lists %s may post', (_origins, checkout, origin) => {
    expect(() => refuseForeignOrigin(checkout, origin)).not.toThrow();
  });

  it.each(['https://evil.example', 'null', `${SHOP_ORIGIN}.evil.example`])(
    'from %s may not post where others are listed',
    async (origin) => {
      expect(await refusedBy(() => refuseForeignOrigin(LISTED, origin))).toMatchObject({
        ...{ status: 403, description: expect.stringContaining(origin) },
      });
      expect(await refusedBy(() => refuseRegistrationFrom(LISTED, origin))).toMatchObject({
        ...{ status: 403, description: expect.stringContaining(origin) },
      });
    },
  );

  it('is needed to pay with what is stored, on a live channel that lists its own', async () => {
    expect(() => refuseRegistrationFrom(LIVE, SHOP_ORIGIN)).not.toThrow();
    expect(() => refuseRegistrationFrom(LISTED, undefined)).not.toThrow();
    expect(await refusedBy(() => refuseRegistrationFrom(LIVE, undefined))).toMatchObject({
      ...{ status: 403, code: '200.300.404' },
      description: expect.stringMatching(/the header Origin is missing$/),
    });
  });
});

describe('what a checkout stores', () => {
  const owner = async (parameters: ParameterSet) =>
    ownerToBe(db, { channel, parameters } as Checkout);

  it('is of the division that it is for, where it only stores', async () => {
    const division = await entity('division');
    expect(await owner({ ...STORES, entityId: division })).toBe(division);
    expect(await owner({ ...MONEY, ...STORES, entityId: division })).toBe(channelId);
  });

  it('is of its channel else', async () => {
    for (const parameters of [STORES, { ...STORES, entityId: channelId }]) {
      expect(await owner(parameters)).toBe(channelId);
    }
    for (const entityId of [merchantId, newId()]) {
      expect(await owner({ ...STORES, entityId })).toBe(channelId);
    }
  });

  it('is offered in the order of its numbers', () => {
    const offered = {
      'registrations[10].id': 'c',
      amount: '1.00',
      'registrations[9].id': 'b',
      'registrations[0].id': 'a',
    };
    expect(offeredRegistrations(offered)).toEqual([
      ['registrations[0].id', 'a'],
      ['registrations[9].id', 'b'],
      ['registrations[10].id', 'c'],
    ]);
  });
});
