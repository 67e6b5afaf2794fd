/** How long a stored card is kept: until 14 months after its last one, or 24 months longer. */
import { afterAll, describe, expect, it } from 'vitest';
import { createEntity, findChannel } from '../../gateway/entities/entities.ts';
import { purgeRegistrations, updateExpiry } from '../../gateway/registrations/index.ts';
import { ACCEPTED, CARD, expectInvalid, inShort, startMerchant } from '../support/merchant.ts';
import { shopperOf } from '../support/shopper.ts';
import type { Fields } from '../support/test-gateway.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { call, entityId, gateway, payment, payStored, register, unregister } = merchant;
const { db } = gateway;

const UNKNOWN = { status: 404, code: '100.150.200' };
/** The cards here end with May 2034. */
const LIFE_OVER = Date.UTC(2035, 7);
const LONGER_LIFE_OVER = Date.UTC(2037, 7);

const stored = async (fields: Fields = {}): Promise<string> => (await register(fields)).body.id;
const extend = (id: string, fields: Fields = {}) =>
  call(`/v1/registrations/${id}/extendlife`, { entityId, ...fields });
const pay = async (id: string) => inShort(await payStored(id));

/** Sweeps as if it were then by a channel's clock, which goes back for the next test. */
async function sweepAt(time: number, channelId = entityId): Promise<void> {
  const setClock = (offset: number) =>
    db
      .updateTable('entities')
      .set({ clock_offset_ms: offset })
      .where('id', '=', channelId)
      .execute();
  await setClock(time - Date.now());
  await purgeRegistrations(gateway);
  await setClock(0);
}
const cardsInVault = async (id: string) =>
  (await db.selectFrom('card_numbers').selectAll().where('record_id', '=', id).execute()).length;

describe('a stored card', () => {
  it('is kept until 14 months after its last one, then forgotten', async () => {
    const id = await stored();
    await sweepAt(LIFE_OVER - 60_000);
    expect(await pay(id)).toEqual(ACCEPTED);
    await sweepAt(LIFE_OVER);
    expect(await pay(id)).toEqual(UNKNOWN);
    expect(inShort(await unregister(id))).toEqual(UNKNOWN);
    expect(await cardsInVault(id)).toBe(0);
  });

  it('whose payment stored it is forgotten alike', async () => {
    const { registrationId } = (await payment({ createRegistration: 'true' })).body;
    expect(await pay(registrationId)).toEqual(ACCEPTED);
    await sweepAt(LIFE_OVER);
    expect(await pay(registrationId)).toEqual(UNKNOWN);
  });

  it('is kept 24 months longer where its merchant asks for it, however often', async () => {
    const id = await stored();
    const answers = [await extend(id), await extend(id)];
    expect(answers.map(inShort)).toEqual([ACCEPTED, ACCEPTED]);
    for (const { body } of answers) {
      expect(body).toMatchObject({ id, storedUntil: '2037-08-01 00:00:00+0000' });
    }
    await sweepAt(LONGER_LIFE_OVER - 60_000);
    expect(await pay(id)).toEqual(ACCEPTED);
    await sweepAt(LONGER_LIFE_OVER);
    expect(await pay(id)).toEqual(UNKNOWN);
  });

  it('lives by the expiry date that it has now', async () => {
    const id = await stored();
    const channel = await findChannel(db, entityId);
    if (!channel) throw new Error('the channel is gone');
    await updateExpiry(gateway, channel, id, { month: '05', year: '2036' });
    await sweepAt(LIFE_OVER);
    expect(inShort(await extend(id))).toEqual(ACCEPTED);
    expect((await extend(id)).body.storedUntil).toBe('2039-08-01 00:00:00+0000');
  });

  it('of a division goes by the slowest clock of its channels', async () => {
    const parentId = (await createEntity(db, { kind: 'merchant', name: 'Another' })).id;
    const division = (await createEntity(db, { kind: 'division', name: 'D', parentId })).id;
    const [one, other] = [
      await createEntity(db, { kind: 'channel', name: 'One', parentId: division }),
      await createEntity(db, { kind: 'channel', name: 'Other', parentId: division }),
    ];
    const id = await stored();
    await db
      .updateTable('registrations')
      .set({ entity_id: division })
      .where('id', '=', id)
      .execute();
    const row = () =>
      db.selectFrom('registrations').select('deleted_at').where('id', '=', id).executeTakeFirst();
    await sweepAt(LIFE_OVER, entityId);
    // A test that moves its clock takes no card from the channel beside it.
    await sweepAt(LIFE_OVER, other.id);
    expect(await row()).toEqual({ deleted_at: null });
    const clock = { clock_offset_ms: LIFE_OVER - Date.now() };
    await db.updateTable('entities').set(clock).where('id', '=', one.id).execute();
    await sweepAt(LIFE_OVER, other.id);
    expect(await row()).toEqual({ deleted_at: expect.any(Number) });
  });

  it('of a program before this one gets the end of its life', async () => {
    const id = await stored();
    const life = () =>
      db.selectFrom('registrations').select('life_ends_at').where('id', '=', id).executeTakeFirst();
    await db
      .updateTable('registrations')
      .set({ life_ends_at: null })
      .where('id', '=', id)
      .execute();
    await purgeRegistrations(gateway);
    expect(await life()).toEqual({ life_ends_at: LIFE_OVER });
  });

  it('that is forgotten by two instances at once is forgotten once', async () => {
    const id = await stored();
    await db.updateTable('registrations').set({ life_ends_at: 0 }).where('id', '=', id).execute();
    await Promise.all([1, 2, 3].map(() => purgeRegistrations(gateway)));
    expect(await pay(id)).toEqual(UNKNOWN);
  });
});

describe('a longer life is refused', () => {
  it('to what is unknown, deleted, or of another entity', async () => {
    const deleted = await stored();
    await unregister(deleted);
    await using other = await startMerchant();
    const theirs = (await other.register()).body.id;
    for (const id of ['0'.repeat(32), deleted, theirs]) {
      expect(inShort(await extend(id))).toEqual(UNKNOWN);
    }
    expectInvalid(await extend(await stored(), { entityId: other.entityId }), 'entityId');
  });

  it('to one that is revoked', async () => {
    const id = await stored();
    const revoked = { revoked_at: 1, revoked_by: 'consumer' } as const;
    await db.updateTable('registrations').set(revoked).where('id', '=', id).execute();
    expect(inShort(await extend(id))).toEqual({ status: 400, code: '100.150.202' });
  });

  it('to a wallet, which has no expiry date and is kept until it is deleted', async () => {
    const noCard = Object.fromEntries(Object.keys(CARD).map((name) => [name, undefined]));
    const { body } = await payment({
      ...noCard,
      paymentBrand: 'PAYPAL',
      createRegistration: 'true',
      shopperResultUrl: 'https://shop.example/result',
    });
    await shopperOf(merchant).visitWallet(body.redirect.url, 'accept');
    const { registrationId } = (await merchant.read(body.id)).body;
    const answer = await extend(registrationId);
    expect(inShort(answer)).toEqual({ status: 400, code: '600.200.800' });
    expect(answer.body.result.description).toContain('PAYPAL has no expiry date');
    await sweepAt(Date.UTC(2100, 0));
    expect(await pay(registrationId)).toEqual(ACCEPTED);
  });
});
