/** What is read of payment pages, and when. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingAnswer } from '../../outgoing/guarded-client.ts';
import type { WatchedPageRow } from '../../store/tables.ts';
import { openWatchedChannels } from '../../tests/support/watched-channels.ts';
import { type Channel, changeSettings } from '../entities/index.ts';
import { addressMistake, readDuePages, readPage, takePages, takeRested } from './read-headers.ts';

const HOUR_MS = 60 * 60_000;
const PAGE = 'https://shop.example/checkout';
const { db, drop, call, check, tools, channelOf } = await openWatchedChannels(24);
afterAll(drop);
let channel = '';
beforeEach(async () => {
  await db.deleteFrom('watched_pages').execute();
  await db.deleteFrom('page_changes').execute();
  channel = (await channelOf()).id;
});

const answers = (headers: OutgoingAnswer['headers'], status = 200) =>
  call.mockResolvedValue({ status, headers, body: '' });
const watched = async (given: Partial<WatchedPageRow> = {}): Promise<string> => {
  const row = {
    ...{ channel_id: channel, url: PAGE, headers: null, problem: null },
    ...{ read_at: null, changed_at: null, due_at: 0, ...given },
  };
  await db.insertInto('watched_pages').values(row).execute();
  return row.url;
};
const pageOf = (url = PAGE): Promise<WatchedPageRow> =>
  db.selectFrom('watched_pages').selectAll().where('url', '=', url).executeTakeFirstOrThrow();
const changes = async () =>
  (await db.selectFrom('page_changes').selectAll().orderBy('at').execute()).map(
    ({ kind, subject, detail }) => [kind, subject, JSON.parse(detail)],
  );
const read = async (): Promise<WatchedPageRow> => {
  await db.updateTable('watched_pages').set({ due_at: 0 }).execute();
  await readDuePages(tools);
  return pageOf();
};
/** A minute is enough for what a test does. */
const isAbout = (at: number, expected: number) => Math.abs(at - expected) < 30_000;

describe('a page that is due', () => {
  it('is asked for as what it is, in the name of its channel', async () => {
    answers({});
    await watched();
    expect(await readDuePages(tools)).toBe(1);
    expect(check).toHaveBeenCalledExactlyOnceWith(PAGE, channel);
    expect(call).toHaveBeenCalledExactlyOnceWith(PAGE, {
      method: 'GET',
      headers: { accept: 'text/html', 'user-agent': 'payment-page-watch' },
      ...{ namedBy: channel, about: channel, timeLimitMs: 15_000 },
    });
    expect(await readDuePages(tools)).toBe(0);
  });

  it('is one of ten, those first that wait for longest', async () => {
    answers({});
    for (let n = 0; n < 12; n++) await watched({ url: `${PAGE}/${n}`, due_at: 100 - n });
    expect(await readDuePages(tools)).toBe(10);
    const unread = await db
      .selectFrom('watched_pages')
      .select('url')
      .where('read_at', 'is', null)
      .execute();
    expect(unread.map(({ url }) => url).sort()).toEqual([`${PAGE}/0`, `${PAGE}/1`]);
  });

  it('is due again as the channel says, and after an hour where it is watched no more', async () => {
    answers({});
    await watched();
    expect(isAbout((await read()).due_at, Date.now() + 24 * HOUR_MS)).toBe(true);
    await changeSettings(db, channel, { pageWatch: null });
    const { read_at: before } = await pageOf();
    const after = await read();
    expect(isAbout(after.due_at, Date.now() + HOUR_MS)).toBe(true);
    expect([after.read_at, call.mock.calls.length]).toEqual([before, 1]);
  });

  it('of a channel that is gone is not asked for', async () => {
    await watched({ channel_id: 'gone', problem: 'it answers 503' });
    expect(await readDuePages(tools)).toBe(1);
    expect(call).not.toHaveBeenCalled();
    // That it cannot be read is what is known of it still.
    expect([(await pageOf()).problem, await changes()]).toEqual(['it answers 503', []]);
  });
});

describe('its headers', () => {
  it('are those that say how a browser protects the page, several of one name in one', async () => {
    answers({
      ...{ 'x-powered-by': 'shop', 'set-cookie': ['jane'], 'referrer-policy': 'no-referrer' },
      ...{
        'content-security-policy': ["default-src 'self'", "script-src 'nonce-cmFuZG9t' 'nonce-b'"],
      },
      ...{ 'x-frame-options': '' },
    });
    await watched();
    const { headers, problem, read_at, changed_at } = await read();
    expect(JSON.parse(headers ?? '')).toEqual({
      'content-security-policy': "default-src 'self', script-src 'nonce-…' 'nonce-…'",
      ...{ 'referrer-policy': 'no-referrer', 'x-frame-options': '' },
    });
    expect([problem, changed_at, isAbout(read_at ?? 0, Date.now())]).toEqual([null, null, true]);
    expect(await changes()).toEqual([]);
  });

  it('that are long are kept in part, and differ in what is not kept', async () => {
    const start = 'x'.repeat(4000);
    await watched();
    answers({ 'permissions-policy': start });
    expect((await read()).headers).toBe(JSON.stringify({ 'permissions-policy': start }));
    answers({ 'permissions-policy': `${start}a` });
    const { headers } = await read();
    expect(JSON.parse(headers ?? '')['permissions-policy']).toMatch(
      /^x{4000}… sha256-[A-Za-z0-9+/]{43}=$/,
    );
    answers({ 'permissions-policy': `${start}b` });
    expect((await read()).headers).not.toBe(headers);
  });

  it('that are others are told, each with what it was and is', async () => {
    await watched({ headers: '{"x-frame-options":"DENY","referrer-policy":"origin"}' });
    answers({ 'referrer-policy': 'origin', 'x-content-type-options': 'nosniff' });
    const { changed_at } = await read();
    expect(isAbout(changed_at ?? 0, Date.now())).toBe(true);
    expect(await changes()).toEqual([
      [
        'HEADERS_CHANGED',
        PAGE,
        {
          headers: [
            { name: 'x-frame-options', before: 'DENY', after: null },
            { name: 'x-content-type-options', before: null, after: 'nosniff' },
          ],
        },
      ],
    ]);
    await read();
    expect([(await changes()).length, (await pageOf()).changed_at]).toEqual([1, changed_at]);
  });
});

describe('a page that cannot be read', () => {
  const problemOf = async () => (await read()).problem;

  it.each<[status: number, headers: OutgoingAnswer['headers'], problem: string | null]>([
    [200, {}, null],
    [299, {}, null],
    [199, {}, 'it answers 199'],
    [300, {}, 'it redirects (300) to '],
    [302, { location: '/login?jane#a' }, 'it redirects (302) to /login'],
    [303, { location: '/login#jane' }, 'it redirects (303) to /login'],
    [399, { location: '/x' }, 'it redirects (399) to /x'],
    [400, { location: '/x' }, 'it answers 400'],
    [503, {}, 'it answers 503'],
  ])('as it answers %d with %j', async (status, headers, problem) => {
    answers(headers, status);
    await watched();
    expect(await problemOf()).toBe(problem);
  });

  it('has a problem of 300 characters at most', async () => {
    answers({ location: `/${'x'.repeat(600)}` }, 302);
    await watched();
    expect(await problemOf()).toBe(`it redirects (302) to /${'x'.repeat(300)}`.slice(0, 300));
  });

  it.each([
    ['127.0.0.1 has no public address', '127.0.0.1 has no public address'],
    ['it must be https', 'it must be https'],
    ['connect ECONNREFUSED 10.0.0.1', 'it cannot be reached'],
    ['10.0.0.1 has no public address to be seen', 'it cannot be reached'],
    ['10.0.0.1: it must be https', 'it cannot be reached'],
    ['it must be https at 10.0.0.1', 'it cannot be reached'],
  ])('tells nothing of the network: %s', async (message, problem) => {
    check.mockRejectedValue(new Error(message));
    await watched();
    expect(await problemOf()).toBe(problem);
    expect(call).not.toHaveBeenCalled();
  });

  it('as it takes too long says so', async () => {
    call.mockRejectedValue(Object.assign(new Error('not in 15 s'), { name: 'TimeoutError' }));
    await watched();
    expect(await problemOf()).toBe('not in 15 s');
  });

  it('is told once, keeps its headers, and is told when it can be read', async () => {
    await watched();
    answers({ 'x-frame-options': 'DENY' });
    await read();
    answers({}, 503);
    const { headers } = await read();
    await read();
    expect(headers).toBe('{"x-frame-options":"DENY"}');
    answers({}, 404);
    await read();
    answers({ 'x-frame-options': 'DENY' });
    await read();
    expect((await pageOf()).problem).toBeNull();
    expect(await changes()).toEqual([
      ['PAGE_UNREADABLE', PAGE, { problem: 'it answers 503' }],
      ['PAGE_UNREADABLE', PAGE, { problem: 'it answers 404' }],
      ['PAGE_READABLE', PAGE, {}],
    ]);
  });

  it('as its address is none any more is not asked for', async () => {
    await watched({ url: `${PAGE}#fragment` });
    await readDuePages(tools);
    expect((await pageOf(`${PAGE}#fragment`)).problem).toContain('nor a fragment');
    expect(check).not.toHaveBeenCalled();
  });
});

describe('a page that is taken', () => {
  it('belongs to the instance for a minute', async () => {
    await watched();
    const [taken] = await db.transaction().execute((trx) =>
      takePages(trx, [
        { channel_id: channel, url: PAGE },
        { channel_id: channel, url: 'https://not.example/' },
        { channel_id: 'other', url: PAGE },
      ]),
    );
    expect(taken).toEqual(await pageOf());
    expect(isAbout(taken?.due_at ?? 0, Date.now() + 60_000)).toBe(true);
    expect(await readDuePages(tools)).toBe(0);
  });

  it('and was taken by another meanwhile is not written', async () => {
    answers({ 'x-frame-options': 'DENY' });
    await watched({ headers: '{}', due_at: 5 });
    await readPage(tools, { ...(await pageOf()), due_at: 4 });
    expect(await pageOf()).toMatchObject({ headers: '{}', read_at: null, due_at: 5 });
    expect(await changes()).toEqual([]);
  });

  it.each<[what: string, page: Partial<WatchedPageRow>, isTaken: boolean]>([
    ['was never read', { read_at: null, due_at: 0 }, true],
    ['was not read for a while', { read_at: Date.now() - 60_000, due_at: 0 }, true],
    ['is due tomorrow', { read_at: Date.now() - HOUR_MS, due_at: Date.now() + 24 * HOUR_MS }, true],
    ['was read just now', { read_at: Date.now(), due_at: Date.now() + 24 * HOUR_MS }, false],
    ['is being read', { read_at: null, due_at: Date.now() + 30_000 }, false],
  ])('where it had its rest: one that %s', async (_, page, isTaken) => {
    await watched(page);
    await watched({ url: `${PAGE}/other`, channel_id: (await channelOf()).id });
    const taken = await db.transaction().execute((trx) => takeRested(trx, channel, 30_000));
    expect(taken.map(({ url }) => url)).toEqual(isTaken ? [PAGE] : []);
  });
});

it.each([
  ['https://shop.example/', 'live', undefined],
  ['http://shop.example/', 'test', undefined],
  ['http://shop.example/', 'live', 'must be https on a live channel'],
  ['ftp://shop.example/', 'test', 'must be an https address'],
  ['xhttps://shop.example/', 'test', 'must be an https address'],
  ['https-x://shop.example/', 'test', 'must be an https address'],
  ['https://jane@shop.example/', 'test', 'must have neither credentials nor a fragment'],
  ['https://:secret@shop.example/', 'test', 'must have neither credentials nor a fragment'],
  ['https://shop.example/#a', 'test', 'must have neither credentials nor a fragment'],
] as const)('the address %s on a %s channel: %s', async (url, mode, mistake) => {
  const { settings } = await channelOf();
  expect(addressMistake({ settings: { ...settings, mode } } as Channel, url)).toBe(mistake);
});
