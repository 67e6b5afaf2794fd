/** Merchants, divisions and channels: where they stand, and what a change of settings has to keep. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { PaymentRow, ProcessorRequestRow, ScheduleRow } from '../../store/tables.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { newId } from '../ids.ts';
import {
  changeSettings,
  channels,
  channelsOpenToAnyPage,
  channelsPinnedTo,
  channelsWithin,
  createEntity,
  EntityError,
  entitiesWithin,
  existingChannel,
  findChannel,
  findEntity,
  furthestNow,
  idsUpwards,
  isWithin,
  listEntities,
  merchantAbove,
} from './entities.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);

const SHOP = 'https://shop.example';
const create = async (kind: 'merchant' | 'division' | 'channel', parentId?: string) =>
  (await createEntity(db, { kind, name: `A ${kind}`, ...(parentId && { parentId }) })).id;
/** Created one millisecond after the other, from a time when there was nothing else. */
let clock = 1_000;
const created: typeof create = async (kind, parentId) => {
  clock += 1;
  const now = vi.spyOn(Date, 'now').mockReturnValue(clock);
  const id = await create(kind, parentId);
  now.mockRestore();
  return id;
};
const merchant = await created('merchant');
const division = await created('division', merchant);
const shop = await created('channel', division);
const app = await created('channel', merchant);
const other = await created('merchant');
const theirs = await created('channel', other);
const records = await recordsOf(db, shop);

const newChannel = () => create('channel', merchant);
const settingsRow = async (id: string) =>
  (
    await db
      .selectFrom('entities')
      .select('settings')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).settings;
const anyRelease = async () =>
  (await db.selectFrom('releases').select('id').executeTakeFirstOrThrow()).id;
const moveClock = (id: string, clock_offset_ms: number) =>
  db.updateTable('entities').set({ clock_offset_ms }).where('id', '=', id).execute();

describe('an entity', () => {
  it('is found as it was created', async () => {
    expect(await findEntity(db, merchant)).toEqual({
      ...{ id: merchant, kind: 'merchant', name: 'A merchant', parentId: null },
    });
    expect(await findEntity(db, division)).toEqual({
      ...{ id: division, kind: 'division', name: 'A division', parentId: merchant },
    });
    expect(await findEntity(db, shop)).toMatchObject({
      ...{ id: shop, kind: 'channel', name: 'A channel', parentId: division, clockOffsetMs: 0 },
      settings: { mode: 'test', brands: null },
    });
    expect(await findEntity(db, 'none')).toBeUndefined();
  });

  it('is a channel, or none', async () => {
    expect(await findChannel(db, shop)).toEqual(await findEntity(db, shop));
    expect(await existingChannel(db, shop)).toEqual(await findEntity(db, shop));
    for (const id of [merchant, division, 'none']) {
      expect(await findChannel(db, id)).toBeUndefined();
      await expect(existingChannel(db, id)).rejects.toThrow(`the channel ${id} is gone`);
    }
  });

  it('has an id of its own, or the one that it is given', async () => {
    expect(shop).toMatch(/^[0-9a-f]{32}$/);
    const id = newId();
    expect(await createEntity(db, { kind: 'merchant', name: 'Given', id })).toMatchObject({ id });
    expect(await findEntity(db, id)).toMatchObject({ name: 'Given' });
  });

  it('that is no channel has no settings, and is given none', async () => {
    const { id } = await createEntity(db, { kind: 'merchant', name: 'M' });
    expect(await settingsRow(id)).toBe('{}');
    for (const [kind, parentId] of [['merchant'], ['division', merchant]] as const) {
      const given = { kind, name: 'X', ...(parentId && { parentId }), settings: { mode: 'live' } };
      await expect(createEntity(db, given)).rejects.toThrow(
        new EntityError(`a ${kind} has no settings, those of a channel count: mode`),
      );
    }
  });

  it('of kind channel is pinned to a release that is there', async () => {
    const given = { kind: 'channel', name: 'X', parentId: merchant } as const;
    const refused = createEntity(db, { ...given, settings: { release: 'none' } });
    await expect(refused).rejects.toThrow(new EntityError('there is no release none'));
    const release = await anyRelease();
    const { id } = await createEntity(db, { ...given, settings: { release } });
    expect((await existingChannel(db, id)).settings).toMatchObject({ release });
    await changeSettings(db, id, { release: undefined });
  });

  // No test is called by an id: it would have another name each time.
  const PLACES = { merchant, division, shop, none: 'none' } as const;
  it.each([
    ['merchant', 'merchant', 'a merchant has no parent'],
    ['division', undefined, 'a division needs a parent of kind merchant'],
    ['division', 'division', 'a division needs a parent of kind merchant'],
    ['channel', undefined, 'a channel needs a parent of kind merchant or division'],
    ['channel', 'shop', 'a channel needs a parent of kind merchant or division'],
    ['channel', 'none', 'there is no entity none'],
  ] as const)('of kind %s is refused below %s', async (kind, place, why) => {
    const before = await listEntities(db);
    const parent = place && { parentId: PLACES[place] };
    const refused = createEntity(db, { kind, name: 'X', ...parent });
    await expect(refused).rejects.toThrow(new EntityError(why));
    expect(await listEntities(db)).toEqual(before);
  });

  it('of kind channel is refused settings that are wrong', async () => {
    const given = { kind: 'channel', name: 'X', parentId: merchant } as const;
    await expect(createEntity(db, { ...given, settings: { mode: 'real' } })).rejects.toThrow(
      /^✖ Invalid option: expected one of "test"\|"live"; it is "real"\n {2}→ at mode$/,
    );
    await expect(createEntity(db, { ...given, settings: { mode: 'live' } })).rejects.toThrow(
      /^origins must name the pages/,
    );
  });

  it('says as an error what it is', () => {
    expect(new EntityError('x').name).toBe('EntityError');
  });
});

describe('the tree', () => {
  it('is read upwards, from an id or from what is known already', async () => {
    expect(await idsUpwards(db, shop)).toEqual([shop, division, merchant]);
    expect(await idsUpwards(db, merchant)).toEqual([merchant]);
    expect(await idsUpwards(db, 'none')).toEqual(['none']);
    expect(await idsUpwards(db, { id: 'a new one', parentId: division })).toEqual([
      ...['a new one', division, merchant],
    ]);
    expect(await idsUpwards(db, { id: 'a new one', parentId: null })).toEqual(['a new one']);
  });

  it('says what is within what', async () => {
    for (const root of [shop, division, merchant])
      expect(await isWithin(db, shop, root)).toBe(true);
    expect(await isWithin(db, app, division)).toBe(false);
    expect(await isWithin(db, division, shop)).toBe(false);
    expect(await isWithin(db, theirs, merchant)).toBe(false);
    expect(await isWithin(db, 'none', merchant)).toBe(false);
  });

  it('has a merchant at its top', async () => {
    expect(await merchantAbove(db, shop)).toBe(merchant);
    expect(await merchantAbove(db, theirs)).toBe(other);
    expect(await merchantAbove(db, merchant)).toBe(merchant);
  });

  it('is read downwards, oldest first', async () => {
    const idsOf = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id);
    expect(idsOf(await entitiesWithin(db, division))).toEqual([division, shop]);
    expect(idsOf((await entitiesWithin(db, merchant)).slice(0, 4))).toEqual([
      ...[merchant, division, shop, app],
    ]);
    expect(idsOf(await channelsWithin(db, division))).toEqual([shop]);
    expect(idsOf(await channelsWithin(db, theirs))).toEqual([theirs]);
    expect(idsOf(await channelsWithin(db, other))).toEqual([theirs]);
    expect(await channelsWithin(db, 'none')).toEqual([]);
    expect(idsOf((await channels(db)).slice(0, 3))).toEqual([shop, app, theirs]);
    expect(await channelsWithin(db, division)).toEqual([await existingChannel(db, shop)]);
  });

  it('of one millisecond is read in the order of ids', async () => {
    clock += 1;
    vi.spyOn(Date, 'now').mockReturnValue(clock);
    const root = await create('merchant');
    const ids = [await create('channel', root), await create('channel', root)];
    vi.restoreAllMocks();
    const order = (await channelsWithin(db, root)).map(({ id }) => id);
    expect(order).toEqual([...ids].sort());
  });
});

it('the clock that is furthest ahead is found', async () => {
  const { now } = await db.selectNoFrom(furthestNow(db).as('now')).executeTakeFirstOrThrow();
  expect(Math.abs(Number(now) - Date.now())).toBeLessThan(5_000);
  const [one, further] = [await newChannel(), await newChannel()];
  await moveClock(one, 1_000_000);
  await moveClock(further, 9_000_000);
  const ahead = await db.selectNoFrom(furthestNow(db).as('now')).executeTakeFirstOrThrow();
  expect(Math.abs(Number(ahead.now) - Date.now() - 9_000_000)).toBeLessThan(5_000);
  expect(await findChannel(db, further)).toMatchObject({ clockOffsetMs: 9_000_000 });
  for (const id of [one, further]) await moveClock(id, 0);
});

it('live channels that let any page embed their form are told', async () => {
  const root = await create('merchant');
  const channelWith = async (settings: object) =>
    (await createEntity(db, { kind: 'channel', name: 'X', parentId: root, settings })).id;
  const open = await channelWith({ mode: 'live', origins: ['any'] });
  await channelWith({ mode: 'live', origins: [SHOP] });
  await channelWith({ origins: ['any'] });
  expect(await channelsOpenToAnyPage(db)).toEqual([open]);
});

describe('a change of settings', () => {
  it('keeps what it does not name, and says what is in force', async () => {
    const id = await newChannel();
    await changeSettings(db, id, { country: 'DE', maxInstallments: 3 });
    const settings = await changeSettings(db, id, { maxInstallments: 6 });
    expect(settings).toMatchObject({ country: 'DE', maxInstallments: 6 });
    expect((await existingChannel(db, id)).settings).toEqual(settings);
    expect((await existingChannel(db, app)).settings).toMatchObject({ maxInstallments: 12 });
  });

  it('may go by the settings as they are', async () => {
    const id = await newChannel();
    await changeSettings(db, id, { origins: [SHOP] });
    const { origins } = await changeSettings(db, id, (before) => ({
      origins: [...before.origins, 'https://app.example'],
    }));
    expect(origins).toEqual([SHOP, 'https://app.example']);
  });

  it('loses none of two at once', async () => {
    const id = await newChannel();
    const add = (origin: string) =>
      changeSettings(db, id, ({ origins }) => ({ origins: [...origins, origin] }));
    await Promise.all([add('https://one.example'), add('https://two.example')]);
    expect((await existingChannel(db, id)).settings.origins).toHaveLength(2);
  });

  it('writes what goes with it in the same transaction, and nothing where all is as it was', async () => {
    const id = await newChannel();
    const within = vi.fn(async () => undefined);
    await changeSettings(db, id, { country: 'DE' }, within);
    expect(within).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      (await existingChannel(db, id)).settings,
    );
    expect(await changeSettings(db, id, { country: 'DE' }, within)).toMatchObject({
      country: 'DE',
    });
    expect(within).toHaveBeenCalledOnce();
    const failing = changeSettings(db, id, { country: 'FR' }, () => Promise.reject(new Error('x')));
    await expect(failing).rejects.toThrow('x');
    expect((await existingChannel(db, id)).settings.country).toBe('DE');
  });

  it.each([
    [{ mode: 'live' }, 'origins must name the pages'],
    [{ ofTomorrow: {} }, 'ofTomorrow'],
    [{ release: 'none' }, 'there is no release none'],
    [{ origins: ['shop.example'] }, '; it is "shop.example"\n  → at origins[0]'],
    [{ maxInstallments: 99 }, '; it is 99\n'],
    [{ descriptor: 'x'.repeat(200) }, `; it is "${'x'.repeat(99)}\n`],
    [{ country: '4200000000000000' }, '; it is "…"\n'],
    [{ brands: { VISAA: ['DB'] } }, 'brands has VISAA, which is no brand: did you mean VISA?'],
    [{ brands: { VISA: ['DB'], ZZTOP: ['DB'] } }, 'brands has ZZTOP, which is no brand'],
  ])('to %j is refused', async (changes, why) => {
    const refused = changeSettings(db, app, changes);
    await expect(refused).rejects.toThrow(EntityError);
    await expect(refused).rejects.toThrow(why);
  });

  it('of what is no channel is refused', async () => {
    for (const id of ['none', division]) {
      const refused = changeSettings(db, id, { country: 'DE' });
      await expect(refused).rejects.toThrow(new EntityError(`there is no channel ${id}`));
    }
  });

  it('of a newer release is passed over, until the channel is changed', async () => {
    const id = await newChannel();
    const settings = JSON.stringify({ ...JSON.parse(await settingsRow(id)), ofTomorrow: 1 });
    await db.updateTable('entities').set({ settings }).where('id', '=', id).execute();
    expect((await existingChannel(db, id)).settings).not.toHaveProperty('ofTomorrow');
  });

  it('keep a brand that only another release knows', async () => {
    const id = await newChannel();
    const brands = { OF_TOMORROW: ['DB'] };
    const settings = JSON.stringify({ ...JSON.parse(await settingsRow(id)), brands });
    await db.updateTable('entities').set({ settings }).where('id', '=', id).execute();
    const more = { ...brands, VISA: ['DB'] };
    expect(await changeSettings(db, id, { brands: more })).toMatchObject({ brands: more });
  });

  it('pins a release that is there, and lets go of it', async () => {
    const [release, id] = [await anyRelease(), await newChannel()];
    await changeSettings(db, id, { release });
    expect(await channelsPinnedTo(db, release)).toEqual([id]);
    await db.deleteFrom('releases').where('id', '=', release).execute();
    // What was there when it was pinned keeps no other change from being made.
    expect(await changeSettings(db, id, { country: 'DE' })).toMatchObject({ release });
    await changeSettings(db, id, { release: undefined });
    expect(await channelsPinnedTo(db, release)).toEqual([]);
  });
});

describe('a test channel becomes live', () => {
  const LIVE = { mode: 'live', origins: [SHOP] };
  const payment = (entity_id: string, given: Partial<PaymentRow>) =>
    records.payment({ created_at: 0, entity_id, ...given });
  const schedule = async (entity_id: string, given: Partial<ScheduleRow>) =>
    records.schedule({ entity_id, registration_id: newId(), ...given });

  it('where all has ended that the simulator began', async () => {
    const id = await newChannel();
    await payment(id, { state: 'succeeded' });
    await payment(id, { state: 'failed' });
    await schedule(id, { state: 'descheduled' });
    await schedule(id, { state: 'active', mode: 'LIVE' });
    await payment(app, { state: 'pending' });
    await schedule(app, { state: 'active' });
    expect(await changeSettings(db, id, LIVE)).toMatchObject({ mode: 'live' });
    await payment(id, { state: 'pending' });
    await schedule(id, { state: 'active' });
    expect(await changeSettings(db, id, { country: 'DE' })).toMatchObject({ country: 'DE' });
    expect(await changeSettings(db, id, { mode: 'test' })).toMatchObject({ mode: 'test' });
  });

  it.each(['pending', 'in_doubt'] as const)('not while a payment is %s', async (state) => {
    const id = await newChannel();
    const open = await payment(id, { state });
    await expect(changeSettings(db, id, LIVE)).rejects.toThrow(
      new EntityError(
        `the test payment ${open} is still open: end it, or use a channel of its own for live payments`,
      ),
    );
    expect(await changeSettings(db, id, { country: 'DE' })).toMatchObject({ country: 'DE' });
  });

  it.each(['active', 'suspended'] as const)('not while a schedule is %s', async (state) => {
    const id = await newChannel();
    const open = await schedule(id, { state });
    await expect(changeSettings(db, id, LIVE)).rejects.toThrow(
      new EntityError(
        `the test schedule ${open} has not ended: end it, or use a channel of its own for live payments`,
      ),
    );
  });

  it('not with a clock that was moved', async () => {
    const id = await newChannel();
    await moveClock(id, 1);
    await expect(changeSettings(db, id, LIVE)).rejects.toThrow(
      new EntityError(
        "this channel's clock was moved in the sandbox: live payments need a channel of their own",
      ),
    );
    expect(await changeSettings(db, id, { country: 'DE' })).toMatchObject({ country: 'DE' });
  });
});

describe('a channel whose processor still has a request of it', () => {
  const relay = {
    ...{ kind: 'upstream', address: 'https://psp.example', entityId: 'a'.repeat(32) },
  };
  const withRequest = async (given: Partial<ProcessorRequestRow> = {}) => {
    const id = await newChannel();
    await changeSettings(db, id, { connector: relay });
    await db
      .insertInto('upstream_requests')
      .values({
        ...{ reference: newId(), channel_id: id, type: 'DB', amount: 100, currency: 'EUR' },
        ...{ mode: 'EXTERNAL', upstream_id: null, registration_id: null, answer: null },
        ...{ undo: 'none', check_at: null, checks: 0, created_at: 0 },
        ...given,
      })
      .execute();
    return id;
  };
  const OTHERS = [null, { kind: 'simulator' }, { ...relay, entityId: 'b'.repeat(32) }];

  it.each(OTHERS)('is not given the connector %j', async (connector) => {
    const reference = newId();
    const id = await withRequest({ reference });
    await expect(changeSettings(db, id, { connector })).rejects.toThrow(
      new EntityError(
        `the payment ${reference} is still open at the processor: end it, or use a channel of its own for another processor`,
      ),
    );
    const paymentId = await records.payment({ created_at: 0, entity_id: id, reference });
    await expect(changeSettings(db, id, { connector })).rejects.toThrow(paymentId);
  });

  it('keeps the account, and may be changed otherwise', async () => {
    const id = await withRequest();
    const changed = { connector: { ...relay, brands: ['VISA'] }, country: 'DE' };
    expect(await changeSettings(db, id, changed)).toMatchObject(changed);
  });

  it.each(OTHERS)('is given the connector %j once that is decided', async (connector) => {
    const id = await withRequest({ answer: '{}' });
    const { connector: after } = await changeSettings(db, id, { connector });
    expect(after?.kind).toBe(connector?.kind);
  });

  it('of a connector that has no such requests may have any other', async () => {
    const id = await newChannel();
    await changeSettings(db, id, { connector: { kind: 'simulator' } });
    expect(await changeSettings(db, id, { connector: null })).toMatchObject({ connector: null });
  });
});
