/** What happens to a stored card: it is revoked, brought up to date, and kept for longer. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registrationFromRow, registrationToRow } from '../../store/records/registration.ts';
import type { RegistrationRow } from '../../store/tables.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { SHOWN } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { createEntity, existingChannel } from '../entities/index.ts';
import * as eventsRoom from '../events/index.ts';
import { publishRegistrationEvent } from '../events/index.ts';
import * as recordsRoom from '../records/index.ts';
import { lifeOf, usableRegistration } from '../records/index.ts';
import { extendLife, revokeRegistration, updateExpiry } from './registration-changes.ts';

const { db, vault, drop, merchantId, channelId } = await openSubscribedChannel();
afterAll(drop);
const gateway = simulatedGateway(db, vault);
const channel = { ...(await existingChannel(db, channelId)), clockOffsetMs: 500 };
const records = await recordsOf(db, channelId);

/** Itself, while it is spied on. */
const find = usableRegistration;
beforeEach(() => {
  vi.spyOn(eventsRoom, 'publishRegistrationEvent');
  vi.spyOn(recordsRoom, 'usableRegistration');
  vi.spyOn(Date, 'now').mockReturnValue(1_000);
});
afterEach(() => vi.restoreAllMocks());

const registration = async (id: string) =>
  registrationFromRow(
    await db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
const stored = (given: Partial<RegistrationRow> = {}) =>
  records.registration({
    ...registrationToRow({ card: SHOWN, ...lifeOf({ card: SHOWN, lifeExtendedAt: null }) }),
    ...given,
  });
const stage = () => vi.mocked(publishRegistrationEvent).mock.calls.map((call) => call[4]);
const otherChannel = await existingChannel(
  db,
  (await createEntity(db, { kind: 'channel', name: 'Other', parentId: merchantId })).id,
);

describe('a stored card is revoked', () => {
  it.each(['consumer', 'provider'] as const)('by its %s', async (by) => {
    const id = await stored();
    const before = await registration(id);
    const after = await revokeRegistration(gateway, channel, id, by);
    expect(after).toEqual({ ...before, revokedAt: 1_500, revokedBy: by });
    expect(await registration(id)).toEqual(after);
    expect(stage()).toEqual([`revoked_by_${by}`]);
  });

  it.each([
    [undefined, null],
    ['merchant', 'merchant'],
  ])('by no other: %s', async (by, value) => {
    const id = await stored();
    expect(await refusedBy(() => revokeRegistration(gateway, channel, id, by))).toMatchObject({
      errors: [{ name: 'by', value, message: 'must be consumer or provider' }],
    });
    expect((await registration(id)).revokedAt).toBeNull();
  });

  it('once, and only of the channel', async () => {
    const id = await stored();
    await revokeRegistration(gateway, channel, id, 'consumer');
    const again = () => revokeRegistration(gateway, channel, id, 'provider');
    expect(await refusedBy(again)).toMatchObject({ status: 400, code: '100.150.202' });
    const other = await stored();
    expect(
      await refusedBy(() => revokeRegistration(gateway, otherChannel, other, 'consumer')),
    ).toMatchObject({ status: 404 });
    expect(stage()).toHaveLength(1);
  });

  it('by one of two requests at a time', async () => {
    const id = await stored();
    vi.mocked(usableRegistration).mockImplementationOnce(async (...sought) => {
      const found = await find(...sought);
      await revokeRegistration(gateway, channel, id, 'provider');
      return found;
    });
    const late = () => revokeRegistration(gateway, channel, id, 'consumer');
    expect(await refusedBy(late)).toMatchObject({ status: 400, code: '100.150.202' });
    expect((await registration(id)).revokedBy).toBe('provider');
  });
});

it.each<[what: string, change: (id: string) => Promise<unknown>]>([
  ['revoked', (id) => revokeRegistration(gateway, channel, id, 'consumer')],
  ['brought up to date', (id) => updateExpiry(gateway, channel, id, { month: '11', year: '2038' })],
  ['kept for longer', (id) => extendLife(gateway, channel, channel.id, id)],
])('a stored card that is deleted while it would be %s is not there', async (_, change) => {
  const id = await stored();
  vi.mocked(usableRegistration).mockImplementationOnce(async (...sought) => {
    const found = await find(...sought);
    await db.updateTable('registrations').set({ deleted_at: 1 }).where('id', '=', id).execute();
    return found;
  });
  expect(await refusedBy(() => change(id))).toMatchObject({ status: 404, code: '100.150.200' });
  expect(stage()).toEqual([]);
});

describe('a stored card is brought up to date', () => {
  const update = (id: string, month?: string, year?: string) =>
    updateExpiry(gateway, channel, id, { month, year });

  it('and is kept for as long as it is good', async () => {
    const id = await stored();
    const before = await registration(id);
    const after = await update(id, '12', '2039');
    const card = { ...SHOWN, expiryMonth: '12', expiryYear: '2039' };
    expect(after).toEqual({ ...before, card, ...lifeOf({ card, lifeExtendedAt: null }) });
    expect(await registration(id)).toEqual(after);
    expect(stage()).toEqual(['changed']);
  });

  it('keeps the months that its merchant has added', async () => {
    const id = await stored({ life_extended_at: 7 });
    const { card, lifeEndsAt, lifeExtendedAt } = await update(id, '12', '2039');
    expect({ lifeEndsAt, lifeExtendedAt }).toEqual(lifeOf({ card, lifeExtendedAt: 7 }));
  });

  it.each([
    ['card.expiryMonth', '13', '2039', '13'],
    ['card.expiryMonth', undefined, '2039', null],
    ['card.expiryYear', '12', '39', '39'],
    ['card.expiryYear', '12', undefined, null],
  ])('with a right %s', async (name, month, year, value) => {
    const { errors } = await refusedBy(async () => update(await stored(), month, year));
    expect(errors).toEqual([{ name, value, message: expect.stringMatching(/^must be .*\d/) }]);
  });

  it('where it is a card, and not over', async () => {
    const agreement = await stored({ brand: 'PAYPAL', card: '{}' });
    expect(await refusedBy(() => update(agreement, '12', '2039'))).toMatchObject({
      code: '600.200.800',
      description: expect.stringMatching(/PAYPAL has no expiry date$/),
    });
    const revoked = await stored({ revoked_at: 1, revoked_by: 'consumer' });
    expect(await refusedBy(() => update(revoked, '12', '2039'))).toMatchObject({
      code: '100.150.202',
    });
  });
});

describe('a stored card is kept for longer', () => {
  const extend = (id: string, entityId = channelId) => extendLife(gateway, channel, entityId, id);

  it('once', async () => {
    const id = await stored();
    const before = await registration(id);
    const after = await extend(id);
    expect(after).toEqual({ ...before, ...lifeOf({ card: SHOWN, lifeExtendedAt: 1_500 }) });
    expect(after.lifeEndsAt).toBeGreaterThan(before.lifeEndsAt ?? 0);
    expect(stage()).toEqual(['changed']);
    vi.mocked(Date.now).mockReturnValue(9_000);
    expect(await extend(id)).toEqual(after);
    expect(stage()).toEqual(['changed']);
  });

  it('of the entity that may use it, where it is a card', async () => {
    const shared = await stored({ entity_id: merchantId });
    expect((await extend(shared, merchantId)).lifeExtendedAt).toBe(1_500);
    const own = await stored();
    expect(await refusedBy(() => extend(own, merchantId))).toMatchObject({ status: 404 });
    const agreement = await stored({ brand: 'PAYPAL', card: '{}' });
    expect(await refusedBy(() => extend(agreement))).toMatchObject({ code: '600.200.800' });
  });
});
