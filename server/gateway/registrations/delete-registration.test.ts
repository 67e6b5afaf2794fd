/** The end of a stored card, by its merchant or of age: its number is gone, once, and that is told. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../store/dialect.ts';
import { registrationFromRow, registrationToRow } from '../../store/records/registration.ts';
import type { RegistrationRow } from '../../store/tables.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { NUMBER, SHOWN } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { createEntity, existingChannel } from '../entities/index.ts';
import * as eventsRoom from '../events/index.ts';
import { publishRegistrationEvent } from '../events/index.ts';
import * as recordsRoom from '../records/index.ts';
import { findRegistration, lifeOf } from '../records/index.ts';
import { deleteRegistration, purgeRegistrations } from './delete-registration.ts';

const { db, vault, drop, merchantId, channelId } = await openSubscribedChannel();
afterAll(drop);
const forget = vi.fn();
const gateway = withSimulator(simulatedGateway(db, vault), { forgetRegistration: forget });
const channel = await existingChannel(db, channelId);
const records = await recordsOf(db, channelId);

/** Itself, while it is spied on. */
const find = findRegistration;
beforeEach(async () => {
  vi.spyOn(eventsRoom, 'publishRegistrationEvent');
  vi.spyOn(recordsRoom, 'findRegistration');
  await db.deleteFrom('registrations').execute();
  forget.mockReset();
});
afterEach(() => vi.restoreAllMocks());

const NOW = Date.now();
const DAY_MS = 24 * 60 * 60_000;
const row = (id: string) =>
  db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const keptOf = ({ id, entity_id: entityId }: RegistrationRow) =>
  vault.readCard(db, { recordId: id, entityId });
const stored = async (given: Partial<RegistrationRow> = {}) => {
  const id = await records.registration({
    ...{ ...registrationToRow({ card: SHOWN }), life_ends_at: NOW + DAY_MS },
    ...given,
  });
  const { entity_id: entityId } = await row(id);
  await inTransaction(db, (trx) =>
    vault.keepCard(trx, { recordId: id, entityId, number: NUMBER, purgeAt: null }),
  );
  return id;
};
const published = () =>
  vi
    .mocked(publishRegistrationEvent)
    .mock.calls.map(([, , of, { id }, stage]) => [...[of.id, id, stage]]);

describe('a card that its merchant deletes', () => {
  const DELETION = { id: 'd'.repeat(32), ndc: 'request 1', mode: 'INTERNAL' } as const;
  const remove = async (id: string, within?: Parameters<typeof deleteRegistration>[4]) =>
    deleteRegistration(gateway, registrationFromRow(await row(id)), channel, DELETION, within);

  it('is gone here and at its processor, and that is told', async () => {
    const [id, other] = [await stored(), await stored()];
    const before = await row(id);
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000);
    const ahead = { ...channel, clockOffsetMs: 500 };
    const registration = registrationFromRow(before);
    const answer = await deleteRegistration(gateway, registration, ahead, DELETION);
    clock.mockRestore();
    expect(answer).toMatchObject({ id: DELETION.id, ndc: DELETION.ndc });
    expect(await row(id)).toEqual({ ...before, deleted_at: 1_500 });
    expect(await keptOf(before)).toBeUndefined();
    expect(forget).toHaveBeenCalledExactlyOnceWith(expect.anything(), id);
    expect(publishRegistrationEvent).toHaveBeenCalledExactlyOnceWith(
      ...[gateway, expect.anything(), ahead],
      ...[{ ...registration, deletedAt: 1_500 }, 'deleted_by_merchant', answer],
    );
    expect((await row(other)).deleted_at).toBeNull();
    expect(await keptOf(await row(other))).toBeDefined();
  });

  it('is deleted with what is written beside it, or not at all', async () => {
    const id = await stored();
    const within = async () => {
      throw new Error('no such table');
    };
    await expect(remove(id, within)).rejects.toThrow('no such table');
    expect((await row(id)).deleted_at).toBeNull();
    expect(await keptOf(await row(id))).toBeDefined();
    const written = vi.fn(async () => undefined);
    await remove(id, written);
    expect(written).toHaveBeenCalledOnce();
  });

  it('cannot be deleted twice', async () => {
    const id = await stored();
    await remove(id);
    expect(await refusedBy(() => remove(id))).toMatchObject({ status: 404, code: '100.150.200' });
    expect(published()).toHaveLength(1);
  });

  it('may have been given a longer life meanwhile', async () => {
    const id = await stored();
    const known = registrationFromRow(await row(id));
    await db
      .updateTable('registrations')
      .set({ life_ends_at: NOW * 2 })
      .where('id', '=', id)
      .execute();
    await deleteRegistration(gateway, known, channel, DELETION);
    expect((await row(id)).deleted_at).not.toBeNull();
  });
});

describe('a card whose life is over', () => {
  const over = { life_ends_at: NOW - 1 };

  it('is gone, and that is told', async () => {
    const [id, good, agreement] = [
      await stored(over),
      await stored(),
      await stored({ card: '{}', life_ends_at: null }),
    ];
    expect(await purgeRegistrations(gateway)).toBe(1);
    expect((await row(id)).deleted_at).toBeGreaterThanOrEqual(NOW);
    expect(await keptOf(await row(id))).toBeUndefined();
    expect(forget).toHaveBeenCalledExactlyOnceWith(expect.anything(), id);
    expect(published()).toEqual([[channelId, id, 'life_ended']]);
    expect(vi.mocked(publishRegistrationEvent).mock.calls[0]?.[5]).toMatchObject({
      ...{ id: expect.stringMatching(/^[0-9a-f]{32}$/), ndc: expect.stringContaining(channelId) },
    });
    for (const other of [good, agreement]) {
      expect(await row(other)).toMatchObject({ deleted_at: null });
    }
    expect(await purgeRegistrations(gateway)).toBe(0);
  });

  it('is none that was given a longer one meanwhile', async () => {
    const id = await stored(over);
    vi.mocked(findRegistration).mockImplementationOnce(async (...sought) => {
      const found = await find(...sought);
      await db
        .updateTable('registrations')
        .set({ life_ends_at: NOW * 2 })
        .where('id', '=', id)
        .execute();
      return found;
    });
    await purgeRegistrations(gateway);
    expect((await row(id)).deleted_at).toBeNull();
    expect(published()).toEqual([]);
  });

  it('goes by the clock of its channel, and one of a division by the slowest of its channels', async () => {
    const { id: division } = await createEntity(db, {
      ...{ kind: 'division', name: 'Division', parentId: merchantId },
    });
    const channelAt = async (name: string, offset: number) => {
      const { id } = await createEntity(db, { kind: 'channel', name, parentId: division });
      await db
        .updateTable('entities')
        .set({ clock_offset_ms: offset })
        .where('id', '=', id)
        .execute();
      return id;
    };
    const ahead = await channelAt('Ahead', 9 * DAY_MS);
    const soon = { life_ends_at: NOW + DAY_MS };
    const [own, shared, slow] = [
      await stored({ ...soon, entity_id: ahead }),
      await stored({ ...soon, entity_id: division }),
      await stored(soon),
    ];
    expect(await purgeRegistrations(gateway)).toBe(2);
    expect((await row(own)).deleted_at).toBeGreaterThanOrEqual(NOW + 9 * DAY_MS);
    expect((await row(shared)).deleted_at).not.toBeNull();
    expect((await row(slow)).deleted_at).toBeNull();
    await channelAt('Slow', 0);
    const another = await stored({ ...soon, entity_id: division });
    expect(await purgeRegistrations(gateway)).toBe(0);
    expect((await row(another)).deleted_at).toBeNull();
  });

  it('is among fifty in one pass', async () => {
    await records.registrations(51, over);
    expect(await purgeRegistrations(gateway)).toBe(50);
    expect(await purgeRegistrations(gateway)).toBe(1);
  });
});

describe('a card of a program that knew no lives', () => {
  it('gets the end of its own, and one that has one keeps it', async () => {
    const [id, extended, deleted, agreement] = [
      await stored({ life_ends_at: null }),
      await stored({ life_ends_at: null, life_extended_at: 7 }),
      await stored({ life_ends_at: null, deleted_at: 1 }),
      await stored({ life_ends_at: null, card: '{}' }),
    ];
    expect(await purgeRegistrations(gateway)).toBe(0);
    expect((await row(id)).life_ends_at).toBe(
      lifeOf({ card: SHOWN, lifeExtendedAt: null }).lifeEndsAt,
    );
    expect((await row(extended)).life_ends_at).toBe(
      lifeOf({ card: SHOWN, lifeExtendedAt: 7 }).lifeEndsAt,
    );
    expect((await row(deleted)).life_ends_at).toBeNull();
    expect((await row(agreement)).life_ends_at).toBeNull();
  });

  it('gets it among fifty in one pass', async () => {
    const card = JSON.stringify(SHOWN);
    const ids = await records.registrations(51, { card, life_ends_at: null });
    await purgeRegistrations(gateway);
    const [first, last] = [await row(ids[0] ?? ''), await row(ids[50] ?? '')];
    expect(first.life_ends_at).not.toBeNull();
    expect(last.life_ends_at).toBeNull();
  });
});
