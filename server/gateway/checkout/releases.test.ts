/** Which form a new checkout begins with, and what an operator does about it while instances run. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../../store/database.ts';
import type { ReleaseRow } from '../../store/tables.ts';
import { channelWith } from '../../tests/support/a-channel.ts';
import { statementsOf } from '../../tests/support/count-statements.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { createEntity, existingChannel } from '../entities/index.ts';
import {
  chooseRelease,
  findRelease,
  isServed,
  knowsCardRules,
  listReleases,
  pinRelease,
  ReleaseError,
  registerRelease,
  releaseOfCheckout,
  rollBack,
  rollForward,
} from './releases.ts';

const FRAMES = join(import.meta.dirname, '..', '..', '..', 'widget', 'frame');
/** What the frames of today say of themselves. */
const [GENERATION = ''] =
  /data-generation="\d+"/.exec(await readFile(join(FRAMES, 'number.html'), 'utf8')) ?? [];
const UNPINNED = channelWith();

const { db: anyInstance, location, drop } = await openTestDatabase();
afterAll(drop);
const merchant = await createEntity(anyInstance, { kind: 'merchant', name: 'Merchant' });

/** An instance that has begun just now, and knows nothing yet. */
let db: Database;
beforeEach(async () => {
  db = await openDatabase(location);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.deleteFrom('checkouts').execute();
  await db.deleteFrom('releases').execute();
  await db.destroy();
});

/** A release whose frames are those of today. @param at when an instance has brought it */
async function bring(id: string, at: number, given: Partial<ReleaseRow> = {}) {
  const row = {
    ...{ id, integrity: `sha384-${id}`, script: `script of ${id}`, created_at: at },
    ...{ number_frame: `<html ${GENERATION} data-field="number">`, withdrawn_at: null },
    ...{ cvv_frame: `<html ${GENERATION} data-field="cvv">` },
    ...{ iban_frame: `<html ${GENERATION} data-field="iban">` },
    ...given,
  };
  await db.insertInto('releases').values(row).execute();
  return { id, integrity: row.integrity };
}
const OLD_FRAME = '<html data-generation="0">';
const rowOf = (id: string) =>
  db.selectFrom('releases').selectAll().where('id', '=', id).executeTakeFirst();
const forget = (id: string) => db.deleteFrom('releases').where('id', '=', id).execute();
const newChannel = async () => {
  const { id } = await createEntity(db, { kind: 'channel', name: 'Shop', parentId: merchant.id });
  return id;
};
const pinOf = async (channelId: string) => (await existingChannel(db, channelId)).settings.release;
/** The connection is lost once. */
const failOnce = () =>
  vi.spyOn(db.getExecutor(), 'executeQuery').mockRejectedValueOnce(new Error('connection lost'));

describe('a build', () => {
  const FILES = {
    'release.json': JSON.stringify({ release: 'one', integrity: 'sha384-one' }),
    'paymentWidgets.js': 'script',
    'number.html': 'frame of the number',
    'cvv.html': 'frame of the CVV',
    'iban.html': 'frame of the IBAN',
  };
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'build-'));
    for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is made known to all instances', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_000);
    expect(await registerRelease(db, folder)).toEqual({
      ...{ id: 'one', integrity: 'sha384-one', script: 'script' },
      ...{ numberFrame: 'frame of the number', cvvFrame: 'frame of the CVV' },
      ibanFrame: 'frame of the IBAN',
    });
    expect(await rowOf('one')).toEqual({
      ...{ id: 'one', integrity: 'sha384-one', script: 'script', created_at: 1_000 },
      ...{ number_frame: 'frame of the number', cvv_frame: 'frame of the CVV' },
      ...{ iban_frame: 'frame of the IBAN', withdrawn_at: null },
    });
  });

  it('that an instance has brought before stays as old, and as withdrawn, as it was', async () => {
    await bring('one', 1_000, { withdrawn_at: 2_000 });
    expect((await registerRelease(db, folder)).id).toBe('one');
    expect(await rowOf('one')).toMatchObject({ created_at: 1_000, withdrawn_at: 2_000 });
  });

  it.each(Object.keys(FILES))('is none without %s', async (name) => {
    await rm(join(folder, name));
    await expect(registerRelease(db, folder)).rejects.toMatchObject({
      message: `no build of the widget in ${folder}: run npm run build`,
      cause: { code: 'ENOENT', path: join(folder, name) },
    });
  });
});

describe('a release', () => {
  it('is found with all of its documents', async () => {
    await bring('one', 1);
    await bring('other', 2);
    expect(await findRelease(db, 'one')).toEqual({
      ...{ id: 'one', integrity: 'sha384-one', script: 'script of one' },
      numberFrame: `<html ${GENERATION} data-field="number">`,
      cvvFrame: `<html ${GENERATION} data-field="cvv">`,
      ibanFrame: `<html ${GENERATION} data-field="iban">`,
    });
    expect(await findRelease(db, 'none')).toBeUndefined();
  });

  it('of before direct debits is found without their frame', async () => {
    await bring('one', 1, { iban_frame: null });
    expect(await findRelease(db, 'one')).toMatchObject({ id: 'one', ibanFrame: null });
  });

  it.each(['number_frame', 'cvv_frame', 'iban_frame'])(
    'is not found where its %s is one of before a mend',
    async (frame) => {
      await bring('one', 1, { [frame]: OLD_FRAME });
      expect(await findRelease(db, 'one')).toBeUndefined();
      expect(await isServed(db, 'one')).toBe(false);
    },
  );

  it('is looked up until it is found, once in each instance', async () => {
    expect(await isServed(db, 'one')).toBe(false);
    await bring('one', 1);
    expect(await isServed(db, 'one')).toBe(true);
    expect(await statementsOf(db, () => isServed(db, 'one'))).toEqual([]);
    expect(await isServed(db, 'other')).toBe(false);
    await forget('one');
    expect([await isServed(db, 'one'), await isServed(anyInstance, 'one')]).toEqual([true, false]);
  });

  it('is known of a checkout', async () => {
    const records = await recordsOf(db, await newChannel());
    await bring('one', 1);
    const other = await records.checkout({});
    const id = await records.checkout({ release: 'one' });
    expect(await releaseOfCheckout(db, id)).toBe('one');
    expect(await releaseOfCheckout(db, other)).toMatch(/^[\da-f]{32}$/);
    expect(await releaseOfCheckout(db, 'none')).toBeUndefined();
  });
});

describe('that a form asks for CVV and holder as its data say', () => {
  const script = 'if (hidden) send("card.holderHidden")';

  it('is seen in its script', async () => {
    await bring('today', 2, { script });
    await bring('before', 1);
    const ids = ['today', 'before', 'none'];
    const known = await Promise.all(ids.map((id) => knowsCardRules(db, id)));
    expect(known).toEqual([true, false, false]);
  });

  it('is looked up once in each instance, by all that pay at once', async () => {
    await bring('one', 1, { script });
    const asked = await statementsOf(db, async () => {
      const all = [knowsCardRules(db, 'one'), knowsCardRules(db, 'one')];
      expect(await Promise.all(all)).toEqual([true, true]);
      expect(await knowsCardRules(db, 'one')).toBe(true);
    });
    expect(asked).toHaveLength(1);
    await forget('one');
    expect(await knowsCardRules(anyInstance, 'one')).toBe(false);
  });

  it('is looked up again where the connection was lost', async () => {
    await bring('one', 1, { script });
    failOnce();
    await expect(knowsCardRules(db, 'one')).rejects.toThrow('connection lost');
    expect(await knowsCardRules(db, 'one')).toBe(true);
  });
});

describe('a new checkout begins with', () => {
  const withdrawn = { withdrawn_at: 9 };

  it('the release of its instance, whatever others have brought', async () => {
    await bring('before', 1);
    const own = await bring('own', 2);
    await bring('after', 3);
    expect(await chooseRelease(db, UNPINNED, own)).toEqual(own);
  });

  it('that of its instance also where the table does not have it', async () => {
    await bring('before', 1);
    const own = { id: 'own', integrity: 'sha384-own' };
    expect(await chooseRelease(db, UNPINNED, own)).toEqual(own);
  });

  it('the latest before it, of those that are in use and served, once it is rolled back', async () => {
    await bring('oldest', 1);
    const before = await bring('before', 2);
    await bring('mended', 3, { cvv_frame: OLD_FRAME });
    await bring('also rolled back', 4, withdrawn);
    const own = await bring('own', 5, withdrawn);
    await bring('after', 6);
    expect(await chooseRelease(db, UNPINNED, own)).toEqual(before);
  });

  it('the first by its id, of two that were brought at once', async () => {
    const own = await bring('own', 2, withdrawn);
    for (const id of ['c', 'a', 'b']) await bring(id, 1);
    expect((await chooseRelease(db, UNPINNED, own)).id).toBe('a');
  });

  it('one that was rolled back, where there is no other', async () => {
    await bring('mended', 1, { cvv_frame: OLD_FRAME });
    await bring('also rolled back', 2, withdrawn);
    const own = await bring('own', 3, withdrawn);
    expect(await chooseRelease(db, UNPINNED, own)).toEqual(own);
  });

  it('another one a second after the operator has said so', async () => {
    const before = await bring('before', 1);
    const own = await bring('own', 2);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000);
    const choose = () => chooseRelease(db, UNPINNED, own);
    expect(await choose()).toEqual(own);
    await rollBack(db);
    clock.mockReturnValue(10_999);
    expect(await choose()).toEqual(own);
    clock.mockReturnValue(11_000);
    expect(await choose()).toEqual(before);
    await rollForward(db, 'own');
    clock.mockReturnValue(11_999);
    expect(await choose()).toEqual(before);
    clock.mockReturnValue(12_000);
    expect(await choose()).toEqual(own);
  });

  it('what is asked for again, where the connection was lost', async () => {
    const own = await bring('own', 1);
    failOnce();
    await expect(chooseRelease(db, UNPINNED, own)).rejects.toThrow('connection lost');
    expect(await chooseRelease(db, UNPINNED, own)).toEqual(own);
  });

  describe('where its channel is pinned', () => {
    const pinned = channelWith({ release: 'pinned' });

    it('the release of the pin, rolled back or not', async () => {
      const one = await bring('pinned', 1, withdrawn);
      const own = await bring('own', 2);
      await bring('after', 3);
      expect(await chooseRelease(db, pinned, own)).toMatchObject(one);
    });

    it('its own release, which is that of the pin and was rolled back', async () => {
      const before = await bring('before', 1);
      const own = await bring('own', 2, withdrawn);
      const toOwn = channelWith({ release: 'own' });
      expect(await chooseRelease(db, toOwn, own)).toEqual(own);
      expect(await chooseRelease(db, UNPINNED, own)).toEqual(before);
    });

    it('the one in use, where that of the pin is not served any more', async () => {
      await bring('pinned', 1, { number_frame: OLD_FRAME });
      const own = await bring('own', 2);
      expect(await chooseRelease(db, pinned, own)).toEqual(own);
    });

    it('the one in use, where there is none as the pin says', async () => {
      await bring('other', 1);
      const own = await bring('own', 2);
      expect(await chooseRelease(db, pinned, own)).toEqual(own);
    });
  });
});

describe('a pin', () => {
  it('is set to a release that is served, and taken away, with what goes with it', async () => {
    await bring('one', 1);
    await bring('other', 2);
    const channelId = await newChannel();
    const within = vi.fn(async () => {});
    await pinRelease(db, channelId, 'one', within);
    expect(await pinOf(channelId)).toBe('one');
    expect(within).toHaveBeenCalledOnce();
    await pinRelease(db, channelId, undefined, within);
    expect(await pinOf(channelId)).toBeUndefined();
    expect(within).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['old', 'the release old is not served any more: its frames were mended since'],
    ['none', 'there is no release none'],
  ])('is not set to %s', async (id, message) => {
    await bring('one', 1);
    await bring('old', 2, { iban_frame: OLD_FRAME });
    const channelId = await newChannel();
    const refused = pinRelease(db, channelId, id);
    await expect(refused).rejects.toThrow(ReleaseError);
    await expect(refused).rejects.toMatchObject({ name: 'ReleaseError', message });
    expect(await pinOf(channelId)).toBeUndefined();
  });
});

describe('an operator', () => {
  it('sees all releases, newest first, and which are served', async () => {
    await bring('middle', 2, { cvv_frame: OLD_FRAME });
    await bring('oldest', 1, { withdrawn_at: 9 });
    for (const id of ['c', 'a', 'b']) await bring(id, 3);
    const listed = await listReleases(db);
    expect(listed.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'middle', 'oldest']);
    expect(listed.slice(3)).toEqual([
      {
        ...{ id: 'middle', integrity: 'sha384-middle', created_at: 2 },
        ...{ withdrawn_at: null, isServed: false },
      },
      {
        ...{ id: 'oldest', integrity: 'sha384-oldest', created_at: 1 },
        ...{ withdrawn_at: 9, isServed: true },
      },
    ]);
  });

  it('takes back the latest that is in use, for the one before it', async () => {
    await bring('before', 1);
    await bring('mended', 2, { number_frame: OLD_FRAME });
    await bring('rolled back', 3, { withdrawn_at: 9 });
    await bring('latest', 4);
    await bring('newer', 5, { withdrawn_at: 9 });
    vi.spyOn(Date, 'now').mockReturnValue(1_000);
    expect(await rollBack(db)).toEqual({ withdrawn: 'latest', inUse: 'before' });
    const listed = await listReleases(db);
    expect(listed.map(({ id, withdrawn_at }) => [id, withdrawn_at])).toEqual([
      ['newer', 9],
      ['latest', 1_000],
      ['rolled back', 9],
      ['mended', null],
      ['before', null],
    ]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['there is none', async () => {}],
    ['there is one', () => bring('one', 2)],
    [
      'the others are not in use',
      async () => {
        await bring('mended', 1, { number_frame: OLD_FRAME });
        await bring('one', 2);
        await bring('rolled back', 3, { withdrawn_at: 9 });
      },
    ],
  ])('takes back no release where %s', async (_, given) => {
    await given();
    const refused = rollBack(db);
    await expect(refused).rejects.toThrow(ReleaseError);
    await expect(refused).rejects.toThrow('there is no earlier release to go back to');
    expect((await rowOf('one'))?.withdrawn_at ?? null).toBeNull();
  });

  it('lets checkouts begin again with one that was rolled back, and with no other', async () => {
    for (const id of ['one', 'other']) await bring(id, 1, { withdrawn_at: 9 });
    await rollForward(db, 'one');
    expect(await rowOf('one')).toMatchObject({ withdrawn_at: null });
    expect(await rowOf('other')).toMatchObject({ withdrawn_at: 9 });
    for (const id of ['one', 'none']) {
      const refused = rollForward(db, id);
      await expect(refused).rejects.toThrow(ReleaseError);
      await expect(refused).rejects.toThrow(`the release ${id} was not rolled back`);
    }
  });
});
