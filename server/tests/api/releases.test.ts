/** Releases of the form: each by its own address, pinned, rolled back, while instances run. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../admin/commands.ts';
import { readConfig } from '../../config.ts';
import { CHECKOUT, startAlone } from '../support/test-gateway.ts';

const test = await startAlone();
afterAll(() => test[Symbol.asyncDispose]());
const { db } = test.gateway;
const config = readConfig({});
// biome-ignore lint/suspicious/noExplicitAny: each command prints its own
const admin = async (command: string, ...words: string[]): Promise<any> =>
  COMMANDS[command]?.(db, words, {}, config, 'machine');

const OLDER = 'older-release';
const ANCIENT = 'ancient-release';
let own: string;
beforeAll(async () => {
  const row = await db.selectFrom('releases').selectAll().executeTakeFirstOrThrow();
  own = row.id;
  const script = `${row.script}\n/* older */`;
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;
  const older = { ...row, id: OLDER, script, integrity, created_at: row.created_at - 1_000 };
  await db.insertInto('releases').values(older).execute();
  const ancient = { ...older, id: ANCIENT, created_at: row.created_at - 2_000 };
  // Its frames were mended since.
  await db
    .insertInto('releases')
    .values({ ...ancient, number_frame: ancient.number_frame.replace(/data-generation="\d+"/, '') })
    .execute();
});
afterEach(async () => {
  await db.updateTable('releases').set({ withdrawn_at: null }).execute();
  await admin('release unpin', test.entityId);
  // An instance may take a second to hear of it.
  await sleep(1_100);
});

/** The script of a new checkout, and what was told of it. */
async function newCheckout() {
  const { body } = await test.call('/v1/checkouts', { ...CHECKOUT, integrity: 'true' });
  const script = (await test.call(`/v1/paymentWidgets.js?checkoutId=${body.id}`)).body;
  const hash = `sha384-${createHash('sha384').update(script).digest('base64')}`;
  expect(body.integrity).toBe(hash);
  const row = await db
    .selectFrom('checkouts')
    .select('release')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  return { id: body.id, release: row.release, script };
}

describe('the script of a release', () => {
  it.each([() => own, () => OLDER])('has an address of its own, for ever', async (release) => {
    const path = `/v1/releases/${release()}/paymentWidgets.js?checkoutId=x`;
    const { status, headers, body } = await test.call(path);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const { scripts } = (await test.call(`/v1/scripts.json?release=${release()}`)).body;
    const listed = scripts.find(({ path }: { path: string }) => path.includes('/releases/'));
    const hash = `sha384-${createHash('sha384').update(body).digest('base64')}`;
    expect(listed).toMatchObject({
      path: `/v1/releases/${release()}/paymentWidgets.js`,
      version: release(),
      integrity: hash,
    });
  });

  it.each(['no-such-release', ANCIENT])('%s is not served', async (release) => {
    expect((await test.call(`/v1/releases/${release}/paymentWidgets.js`)).status).toBe(404);
    const { status, body } = await test.call(`/v1/scripts.json?release=${release}`);
    expect([status, body.result.parameterErrors[0]]).toMatchObject([
      400,
      { name: 'release', value: release },
    ]);
  });
});

describe('a channel', () => {
  it('is pinned to a release, and its checkouts begun before keep theirs', async () => {
    const before = await newCheckout();
    await admin('release pin', test.entityId, OLDER);
    const pinned = await newCheckout();
    expect([before.release, pinned.release]).toEqual([own, OLDER]);
    expect(pinned.script).toContain('/* older */');
    expect((await test.call(`/v1/paymentWidgets.js?checkoutId=${before.id}`)).body).toBe(
      before.script,
    );
    const frame = await test.call(`/v1/frames/${OLDER}/${pinned.id}/number.html`);
    expect(frame.status).toBe(200);
    expect((await test.pay(pinned.id)).status).toBe(200);
    const [latest, older] = await admin('release list');
    expect([latest.pinned, older.pinned]).toEqual([[], [test.entityId]]);
    await admin('release unpin', test.entityId);
    expect((await newCheckout()).release).toBe(own);
  });

  it.each([
    ['release pin', 'no-such-release', 'there is no release no-such-release'],
    ['release pin', ANCIENT, `the release ${ANCIENT} is not served any more`],
  ])('%s %s is refused', async (command, release, rule) => {
    await expect(admin(command, test.entityId, release)).rejects.toThrow(rule);
    expect((await newCheckout()).release).toBe(own);
  });

  it('is not set to one that does not exist, either', async () => {
    await expect(admin('channel set', test.entityId, 'release=nothing')).rejects.toThrow(
      'there is no release nothing',
    );
  });

  it('that is pinned to a release which is no longer served gets the one in use', async () => {
    await admin('channel set', test.entityId, `release=${ANCIENT}`);
    expect((await newCheckout()).release).toBe(own);
  });
});

describe('a release that is rolled back', () => {
  it('begins no checkout any more, in any instance, and comes back', async () => {
    const before = await newCheckout();
    expect(await admin('release roll', 'back')).toEqual({ withdrawn: own, inUse: OLDER });
    await expect.poll(async () => (await newCheckout()).release).toBe(OLDER);
    // What was begun with it goes on.
    const { body } = await test.call(`/v1/paymentWidgets.js?checkoutId=${before.id}`);
    expect(body).toBe(before.script);
    expect((await test.pay(before.id)).status).toBe(200);
    await admin('release roll', 'forward', own);
    await expect.poll(async () => (await newCheckout()).release).toBe(own);
  });

  it('is not the last one', async () => {
    await admin('release roll', 'back');
    const rule = 'there is no earlier release to go back to';
    await expect(admin('release roll', 'back')).rejects.toThrow(rule);
    await expect(admin('release roll', 'forward', OLDER)).rejects.toThrow('was not rolled back');
  });
});
