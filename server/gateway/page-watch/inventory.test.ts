/** What operators and assessors see of watched pages. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { type Channel, changeSettings, createEntity, findChannel } from '../entities/index.ts';
import { listPages, listScripts, pageWatchReport } from './inventory.ts';
import { decide } from './script-decisions.ts';

const DAY_MS = 24 * 60 * 60_000;
const { db, drop } = await openTestDatabase();
afterAll(drop);
const { id: parentId } = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
let channel = '';
beforeEach(async () => {
  channel = (await createEntity(db, { kind: 'channel', name: 'Channel', parentId })).id;
});

const AT = Date.UTC(2026, 10, 28, 12);
const SAID = '2026-11-28T12:00:00.000Z';
const CDN = 'https://cdn.example';
const HASH = `sha256-${'b'.repeat(43)}=`;
const SHA384 = `sha384-${'a'.repeat(64)}`;
const script = (source: string, integrity = '', channel_id = channel) =>
  db
    .insertInto('page_scripts')
    .values({
      ...{ id: `${channel_id} ${source} ${integrity}`, channel_id, source, integrity },
      ...{ first_seen: AT, last_seen: AT + DAY_MS, hours_seen: 7 },
    })
    .execute();
const decided = (decision: 'approved' | 'rejected', word: string) =>
  decide(db, channel, [word], { decision, justification: 'The shop', by: 'ada' });

describe('the list of scripts', () => {
  it('has those without a decision first, then the rejected, each by name', async () => {
    for (const name of ['e', 'd', 'c', 'b', 'a']) await script(`${CDN}/${name}.js`);
    await script(`${CDN}/e.js`, 'x');
    await script(`${CDN}/0.js`, '', 'another');
    await decided('approved', `${CDN}/a.js`);
    await decided('rejected', `${CDN}/b.js`);
    await decided('approved', `${CDN}/d.js`);
    const listed = await listScripts(db, channel);
    expect(listed.map(({ script: name, status }) => `${name.slice(-4)} ${status}`)).toEqual([
      ...['c.js unapproved', 'e.js unapproved', 'e.js unapproved'],
      ...['b.js rejected', 'a.js approved', 'd.js approved'],
    ]);
    expect(listed[2]?.integrity).toBe('x');
  });

  it('says of each when it was seen, and of a decision whose it is', async () => {
    await script('blob:');
    await script(`${CDN}/a.js`);
    await decided('approved', `${CDN}/a.js`);
    const seen = { firstSeen: SAID, lastSeen: '2026-11-29T12:00:00.000Z', hoursSeen: 7 };
    const integrity = 'none: known by its address alone';
    expect(await listScripts(db, channel)).toEqual([
      { id: `${channel} blob: `, script: 'blob:', status: 'unapproved', integrity, ...seen },
      {
        ...{ id: `${channel} ${CDN}/a.js `, script: `${CDN}/a.js`, status: 'approved', integrity },
        ...{ justification: 'The shop', decidedBy: 'ada', decidedAt: expect.any(String) },
        ...seen,
      },
    ]);
  });

  it.each([
    [`${CDN}/a.js`, SHA384, SHA384],
    [`${CDN}/a.js`, '*', 'none: known by its address alone'],
    [`${CDN}/*`, '*', 'none: approved by pattern'],
    [HASH, '', 'its SHA-256 is its name'],
    ['sha256-*', '*', 'none: approved by pattern'],
  ])('says how the integrity is assured: %s %s', async (source, integrity, said) => {
    await script(source, integrity);
    expect((await listScripts(db, channel))[0]?.integrity).toBe(said);
  });
});

const page = (url: string, more: object = {}) =>
  db
    .insertInto('watched_pages')
    .values({
      ...{ channel_id: channel, url, headers: null, problem: null, read_at: null },
      ...{ changed_at: null, due_at: 0, ...more },
    })
    .execute();

it('the list of pages has their headers as they were read last', async () => {
  await page('https://b.example/', { problem: 'it answers 503' });
  await page('https://a.example/', { headers: '{"x":"y"}', read_at: AT, changed_at: AT + DAY_MS });
  expect(await listPages(db, channel)).toEqual([
    {
      ...{ page: 'https://a.example/', readAt: SAID, changedAt: '2026-11-29T12:00:00.000Z' },
      headers: { x: 'y' },
    },
    {
      ...{ page: 'https://b.example/', readAt: null, changedAt: null, headers: null },
      problem: 'it answers 503',
    },
  ]);
});

describe('the report', () => {
  const violation = (blocked: string, last_seen: number, channel_id = channel) =>
    db
      .insertInto('page_violations')
      .values({
        ...{ channel_id, place: 'page', directive: 'img-src', blocked, reports: 3 },
        ...{ first_seen: AT, last_seen },
      })
      .execute();
  const change = (once: string, days: number, channel_id = channel) =>
    db
      .insertInto('page_changes')
      .values({
        ...{ channel_id, once, kind: 'NEW_SCRIPT', subject: once, detail: '{"integrity":"x"}' },
        ...{ at: Date.now() - days * DAY_MS, told_at: null },
      })
      .execute();
  const reported = async (days: number) =>
    pageWatchReport(db, (await findChannel(db, channel)) as Channel, days);

  it('has all that there is of the channel', async () => {
    await changeSettings(db, channel, { pageWatch: { share: 7 } });
    await script('blob:');
    await page('https://a.example/');
    await violation('older', AT);
    await violation('later', AT + DAY_MS);
    await violation('elsewhere', AT, 'another');
    const { scripts, pages, violations, changes, madeAt, settings, ...rest } = await reported(30);
    expect(rest).toEqual({ channel, name: 'Channel', days: 30 });
    expect(settings).toMatchObject({ share: 7 });
    expect(Math.abs(Date.parse(madeAt) - Date.now())).toBeLessThan(30_000);
    expect([scripts, pages, changes]).toMatchObject([
      ...[[{ script: 'blob:' }], [{ page: 'https://a.example/' }], []],
    ]);
    const seen = { place: 'page', directive: 'img-src', reports: 3, firstSeen: SAID };
    expect(violations).toEqual([
      { blocked: 'later', lastSeen: '2026-11-29T12:00:00.000Z', ...seen },
      { blocked: 'older', lastSeen: SAID, ...seen },
    ]);
  });

  it('has the changes of its days, the first ones first', async () => {
    await change('today', 0);
    await change('in time', 29);
    await change('too old', 31);
    await change('elsewhere', 1, 'another');
    const { changes, settings } = await reported(30);
    expect(settings).toBeNull();
    expect(changes).toEqual(
      ['in time', 'today'].map((subject) => ({
        ...{ kind: 'NEW_SCRIPT', subject, integrity: 'x' },
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      })),
    );
  });
});
