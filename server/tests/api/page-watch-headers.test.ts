/** Security headers of payment pages, as the gateway reads them itself (D22). */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findChannel } from '../../gateway/entities/index.ts';
import {
  checkPages,
  listPages,
  readDuePages,
  unwatchPage,
  watchPage,
} from '../../gateway/page-watch/index.ts';
import { createOutgoing } from '../../outgoing/guarded-client.ts';
import { type Answering, startReceiver, status } from '../support/receiver.ts';
import { startAlone } from '../support/test-gateway.ts';

const test = await startAlone();
const site = await startReceiver();
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});
const { db } = test.gateway;
const POLICY = "script-src 'nonce-abc' https://cdn.example";
const page = (headers: Record<string, string>): Answering => status(200, headers, '<p>4242');
const DAY_MS = 24 * 60 * 60_000;

beforeEach(async () => {
  await test.set({ mode: 'test', pageWatch: {} });
  for (const table of ['watched_pages', 'page_changes'] as const)
    await db.deleteFrom(table).execute();
  site.answer(page({ 'content-security-policy': POLICY, 'x-powered-by': 'shop' }));
});

const channel = async () => {
  const found = await findChannel(db, test.entityId);
  if (!found) throw new Error('no channel');
  return found;
};
const watch = async (url: string) => watchPage(test.gateway, await channel(), url);
const check = () => checkPages(test.gateway, test.entityId);
const listed = () => listPages(db, test.entityId);
const changes = async () =>
  (await db.selectFrom('page_changes').selectAll().orderBy('at').execute()).map(
    ({ kind, detail }) => [kind, JSON.parse(detail)],
  );

it('are kept without nonces, and nothing else of the page is', async () => {
  const url = await watch(`${site.url}/checkout`);
  expect(await readDuePages(test.gateway)).toBe(1);
  expect(site.received.at(-1)?.headers).toMatchObject({
    'user-agent': 'payment-page-watch',
    'x-subject-id': test.entityId,
  });
  expect(await listed()).toEqual([
    {
      page: url,
      readAt: expect.stringMatching(/^20/),
      changedAt: null,
      headers: { 'content-security-policy': "script-src 'nonce-…' https://cdn.example" },
    },
  ]);
  const rows = await db.selectFrom('watched_pages').select(['headers', 'problem']).execute();
  expect(JSON.stringify(rows)).not.toMatch(/4242|x-powered-by|abc/);
  expect(await changes()).toEqual([]);
});

it('are read again after a day, or as the channel says, by one instance', async () => {
  await watch(`${site.url}/once`);
  const reads = () => site.received.filter(({ path }) => path === '/once').length;
  const sweep = () => Promise.all([1, 2, 3].map(() => readDuePages(test.gateway)));
  await sweep();
  await sweep();
  expect(reads()).toBe(1);
  const due = async () => {
    const row = await db.selectFrom('watched_pages').select('due_at').executeTakeFirstOrThrow();
    return row.due_at - Date.now();
  };
  expect(Math.abs((await due()) - DAY_MS)).toBeLessThan(60_000);
  await test.set({ pageWatch: { headersEveryHours: 168 } });
  await db.updateTable('watched_pages').set({ due_at: 1 }).execute();
  await sweep();
  expect(reads()).toBe(2);
  expect(Math.abs((await due()) - 7 * DAY_MS)).toBeLessThan(60_000);
  await test.set({ pageWatch: null });
  await db.updateTable('watched_pages').set({ due_at: 1 }).execute();
  await sweep();
  expect(reads()).toBe(2);
});

it('that change are told once, with what they were', async () => {
  await watch(`${site.url}/changing`);
  await check();
  site.answer(page({ 'content-security-policy': POLICY.replace('abc', 'xyz') }));
  await check();
  expect(await changes()).toEqual([]);
  site.answer(page({ 'content-security-policy': 'script-src *', 'x-frame-options': 'DENY' }));
  await check();
  await check();
  expect(await changes()).toEqual([
    [
      'HEADERS_CHANGED',
      {
        headers: [
          {
            name: 'content-security-policy',
            before: "script-src 'nonce-…' https://cdn.example",
            after: 'script-src *',
          },
          { name: 'x-frame-options', before: null, after: 'DENY' },
        ],
      },
    ],
  ]);
  expect((await listed())[0]?.changedAt).toMatch(/^20/);
});

describe('a page that cannot be read is told, and keeps its headers', () => {
  it.each([
    [
      'a redirect, which is not followed',
      status(302, { location: `${site.url}/to?a=1` }),
      /redirects \(302\) to .*\/to$/,
    ],
    ['an error', status(503), /^it answers 503$/],
    [
      'a connection that ends',
      ((response) => response.destroy()) as Answering,
      /^it cannot be reached$/,
    ],
  ])('%s', async (_, answering, problem) => {
    await watch(`${site.url}/broken`);
    await check();
    const [before] = await listed();
    site.answer(answering);
    await check();
    await check();
    const [after] = await listed();
    expect(after).toMatchObject({
      problem: expect.stringMatching(problem),
      headers: before?.headers,
    });
    expect(await changes()).toEqual([
      ['PAGE_UNREADABLE', { problem: expect.stringMatching(problem) }],
    ]);
    site.answer(page({ 'content-security-policy': POLICY }));
    await check();
    expect((await changes()).map(([kind]) => kind)).toEqual(['PAGE_UNREADABLE', 'PAGE_READABLE']);
    expect(site.received.some(({ path }) => path.startsWith('/to'))).toBe(false);
  });

  it('one that was moved to a private address meanwhile', async () => {
    await watch(`${site.url}/moved`);
    const outgoing = createOutgoing({ allowPrivate: false });
    await checkPages({ db, outgoing }, test.entityId);
    expect((await listed())[0]).toMatchObject({ problem: '127.0.0.1 has no public address' });
  });

  it('one of a channel that went live without https', async () => {
    await watch(`${site.url}/plain`);
    await test.set({ mode: 'live' });
    await check();
    expect((await listed())[0]).toMatchObject({ problem: 'must be https on a live channel' });
  });
});

describe('an address is refused, saying why', () => {
  it.each([
    ['checkout', /must be an https address/],
    ['ftp://shop.example/', /must be an https address/],
    ['https://jane:secret@shop.example/', /neither credentials nor a fragment/],
    ['https://shop.example/#pay', /neither credentials nor a fragment/],
    ['https://shop.example/4200000000000000', /must not hold a card number/],
    [`https://shop.example/${'x'.repeat(600)}`, /500 characters/],
  ])('%s', async (url, message) => {
    await expect(watch(url)).rejects.toThrow(message);
    expect(await listed()).toEqual([]);
  });

  it('http on a live channel', async () => {
    await test.set({ mode: 'live' });
    await expect(watch(`${site.url}/`)).rejects.toThrow('must be https on a live channel');
  });

  it('a private one', async () => {
    const outgoing = createOutgoing({ allowPrivate: false });
    const watching = watchPage({ db, outgoing }, await channel(), 'https://127.0.0.1/');
    await expect(watching).rejects.toThrow('127.0.0.1 has no public address');
  });

  it('the 21st of a channel', async () => {
    for (let n = 0; n < 20; n += 1) await watch(`${site.url}/${n}`);
    await expect(watch(`${site.url}/21`)).rejects.toThrow('20 at most');
    expect(await listed()).toHaveLength(20);
    await unwatchPage(db, test.entityId, `${site.url}/0`);
    await expect(unwatchPage(db, test.entityId, `${site.url}/0`)).rejects.toThrow('not watched');
    await watch(`${site.url}/21`);
  });
});
