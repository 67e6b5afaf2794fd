/** What is kept of reports of a Content-Security-Policy. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { PageViolationRow } from '../../store/tables.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { changeSettings, createEntity } from '../entities/index.ts';
import type { ApiError } from '../requests/index.ts';
import { cspReportPath, takeViolations } from './violations.ts';

const SHOP = 'https://shop.example';
const DAY_MS = 24 * 60 * 60_000;
const { db, drop } = await openTestDatabase();
afterAll(drop);
const gateway = { db, publicUrl: () => 'https://gateway.example' };
const { id: parentId } = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
let channel = '';
beforeEach(async () => {
  channel = (await createEntity(db, { kind: 'channel', name: 'Channel', parentId })).id;
  await changeSettings(db, channel, { pageWatch: {}, origins: [SHOP] });
});

/** In the form of `application/csp-report`. */
const old = (more: Record<string, unknown> = {}) => ({
  'csp-report': {
    ...{ 'document-uri': `${SHOP}/checkout`, 'effective-directive': 'script-src-elem' },
    ...{ 'blocked-uri': 'inline', ...more },
  },
});
/** In the form of `application/reports+json`. */
const young = (more: Record<string, unknown> = {}) => ({
  ...{ type: 'csp-violation', url: `${SHOP}/checkout` },
  body: { effectiveDirective: 'img-src', blockedURL: 'inline', ...more },
});
const take = (report: unknown) => takeViolations(gateway, channel, JSON.stringify(report));
const rows = (): Promise<PageViolationRow[]> =>
  db
    .selectFrom('page_violations')
    .selectAll()
    .where('channel_id', '=', channel)
    .orderBy('directive')
    .orderBy('blocked')
    .execute();
const kept = async () =>
  (await rows()).map(({ place, directive, blocked, reports }) => [
    ...[place, directive, blocked, reports],
  ]);
const changes = async () =>
  (await db.selectFrom('page_changes').selectAll().where('channel_id', '=', channel).execute()).map(
    ({ kind, subject, detail }) => [kind, subject, JSON.parse(detail)],
  );
const refusal = (report: unknown) =>
  take(report).then(
    () => 'taken',
    ({ status, result }: ApiError) => [status, result.parameterErrors?.[0] ?? result.description],
  );

describe('a report', () => {
  it('is kept as a sum, which is told when it is new', async () => {
    await take([young(), young(), young({ blockedURL: 'eval' })]);
    await take(old());
    await take(young());
    expect(await kept()).toEqual([
      ['page', 'img-src', 'eval', 1],
      ['page', 'img-src', 'inline', 3],
      ['page', 'script-src-elem', 'inline', 1],
    ]);
    expect(await changes()).toEqual(
      expect.arrayContaining([
        ['NEW_VIOLATION', 'inline', { place: 'page', directive: 'img-src' }],
        ['NEW_VIOLATION', 'eval', { place: 'page', directive: 'img-src' }],
        ['NEW_VIOLATION', 'inline', { place: 'page', directive: 'script-src-elem' }],
      ]),
    );
    expect(await changes()).toHaveLength(3);
  });

  it('that comes again has been seen just now', async () => {
    await take(old());
    await db.updateTable('page_violations').set({ first_seen: 1, last_seen: 1 }).execute();
    await take(old());
    const [row] = await rows();
    expect(row).toMatchObject({ first_seen: 1, reports: 2 });
    expect(row?.last_seen).toBeGreaterThan(Date.now() - DAY_MS);
  });

  it('of another channel is another sum', async () => {
    await take(old());
    const first = channel;
    channel = (await createEntity(db, { kind: 'channel', name: 'Other', parentId })).id;
    await changeSettings(db, channel, { pageWatch: {}, origins: [SHOP] });
    await take(old());
    expect(await kept()).toEqual([['page', 'script-src-elem', 'inline', 1]]);
    channel = first;
    expect(await kept()).toEqual([['page', 'script-src-elem', 'inline', 1]]);
  });

  it.each<[what: string, report: object, directive: string]>([
    [
      'of browsers that know no effective directive',
      old({ 'effective-directive': undefined, 'violated-directive': "font-src 'self'" }),
      'font-src',
    ],
    [
      'whose directive has a value',
      old({ 'effective-directive': "style-src 'self'" }),
      'style-src',
    ],
    [
      'in the young form with a value',
      young({ effectiveDirective: "frame-src 'none'" }),
      'frame-src',
    ],
  ])('%s is kept by the name of the directive', async (_, report, directive) => {
    await take(report);
    expect(await kept()).toEqual([['page', directive, 'inline', 1]]);
  });

  it('names its page in itself, or around it', async () => {
    const elsewhere = 'https://evil.example/';
    await take({ ...young({ documentURL: `${SHOP}/` }), url: elsewhere });
    expect(await kept()).toHaveLength(1);
    expect(await refusal({ ...young({ documentURL: elsewhere }) })).toEqual([
      ...[403, expect.stringContaining('https://evil.example ')],
    ]);
  });

  it('of a frame is kept apart from those of the page', async () => {
    const frame = 'https://gateway.example/v1/frames/1/2/number.html';
    await take([old({ 'document-uri': frame }), old()]);
    expect((await kept()).map(([place]) => place).sort()).toEqual(['frame', 'page']);
    const other = 'https://gateway.example/v1/other/';
    expect(await refusal(old({ 'document-uri': other }))).toMatchObject({ 0: 403 });
  });

  it('of another page is left out beside one of the shop', async () => {
    await take([young(), { ...young({ blockedURL: 'eval' }), url: 'https://evil.example/' }]);
    expect(await kept()).toEqual([['page', 'img-src', 'inline', 1]]);
  });
});

describe('what was blocked', () => {
  it.each([
    ['eval', 'eval'],
    ['wasm-eval', 'wasm-eval'],
    [`a${'b'.repeat(30)}`, `a${'b'.repeat(30)}`],
    ['https://CDN.example:443/a.js?jane#jane', 'https://cdn.example'],
    ['http://cdn.example:8080/', 'http://cdn.example:8080'],
    ['ws://cdn.example/a', 'ws://cdn.example'],
    ['wss://cdn.example/a', 'wss://cdn.example'],
    ['data:text/plain,jane', 'data:'],
    ['blob:https://shop.example/1', 'blob:'],
    ['shttp://jane.example/', 'shttp:'],
    ['https://4200000000000000.example/', 'https://….example'],
    [`https://${'a.'.repeat(120)}example/`, `https://${'a.'.repeat(96)}`],
  ])('is kept without what may be of the shopper: %s', async (uri, blocked) => {
    await take(old({ 'blocked-uri': uri }));
    expect((await kept()).map(([, , found]) => found)).toEqual([blocked]);
  });

  it.each([
    ...['', 'ab', 'Inline', 'two words', '-eval', 'eval1', `a${'b'.repeat(31)}`, 'x:', 'ab:jane'],
    ...[
      'a+b:jane',
      'a+bcd:jane',
      `a${'b'.repeat(31)}:jane`,
      'chrome-extension',
      'moz-extension://a/b.js',
    ],
    ...['safari-web-extension://a', 'webkit-masked-url://hidden/', 'CHROME-EXTENSION://a'],
  ])('is noise: %j', async (uri) => {
    await take([old({ 'blocked-uri': uri }), old()]);
    expect(await kept()).toEqual([['page', 'script-src-elem', 'inline', 1]]);
  });

  it('by a script of an extension is noise, by one that is called so is not', async () => {
    await take(old({ 'source-file': 'moz-extension' }));
    await take(young({ sourceFile: 'chrome-extension://a/b.js' }));
    expect(await kept()).toEqual([]);
    await take(old({ 'source-file': `${SHOP}/chrome-extension/a.js` }));
    await take(young({ sourceFile: 'my-extensions' }));
    expect(await kept()).toHaveLength(2);
  });

  it.each([...['', 'ab', 'Script-src', '1script', 'script_src', `a${'b'.repeat(40)}`]])(
    'by the directive %j is noise',
    async (directive) => {
      await take(old({ 'effective-directive': directive }));
      expect(await kept()).toEqual([]);
    },
  );
});

describe('reports are refused', () => {
  const notReports = [
    400,
    { name: 'body', value: null, message: 'must be a report of a Content-Security-Policy' },
  ];

  it.each<[what: string, report: unknown, answer: unknown]>([
    ['that are none', { hello: 1 }, notReports],
    ['that are a number', 1, notReports],
    ['that are nothing', null, notReports],
    ['with one that is none', [young(), 'x'], notReports],
    [
      'that are 51',
      Array(51).fill(young()),
      [400, { name: 'reports', value: '51', message: 'must be 50 at most' }],
    ],
    [
      'of another page',
      old({ 'document-uri': 'https://evil.example/jane' }),
      [403, expect.stringContaining('the origin https://evil.example is not one of those')],
    ],
    [
      'of a page that is not said',
      old({ 'document-uri': 7 }),
      [403, expect.stringContaining('the origin that is not said is not one of those')],
    ],
  ])('%s', async (_, report, answer) => {
    expect(await refusal(report)).toEqual(answer);
    expect(await kept()).toEqual([]);
  });

  it('that are no JSON', async () => {
    await expect(takeViolations(gateway, channel, 'hello')).rejects.toMatchObject({ status: 400 });
  });

  it('of a channel that is not watched, or not there', async () => {
    await changeSettings(db, channel, { pageWatch: null });
    const refused = [404, expect.stringContaining('no such channel takes reports')];
    expect(await refusal(old())).toEqual(refused);
    channel = 'nowhere';
    expect(await refusal(old())).toEqual(refused);
  });

  it('not where they are 50, or of another kind, or none', async () => {
    await take(Array(50).fill(young()));
    expect(await kept()).toEqual([['page', 'img-src', 'inline', 50]]);
    expect(await refusal([{ type: 'deprecation', url: 'https://evil.example/' }])).toBe('taken');
    expect(await refusal([])).toBe('taken');
    expect(await kept()).toHaveLength(1);
  });
});

describe('a channel has', () => {
  const many = (count: number, first_seen: number, place: 'page' | 'frame' = 'page') =>
    db
      .insertInto('page_violations')
      .values(
        Array.from({ length: count }, (_, n) => ({
          ...{ channel_id: channel, place, directive: 'img-src', blocked: `old-${n}` },
          ...{ reports: 1, first_seen, last_seen: first_seen },
        })),
      )
      .execute();
  const refused = ['TOO_MANY_VIOLATIONS', 'page', {}];

  it('50 new kinds a day', async () => {
    await many(49, Date.now() - DAY_MS / 2);
    await many(100, Date.now() - DAY_MS / 2, 'frame');
    await take(old());
    await take(young());
    await take(young());
    expect((await changes()).map(([kind]) => kind).sort()).toEqual([
      'NEW_VIOLATION',
      'TOO_MANY_VIOLATIONS',
    ]);
    expect(await changes()).toContainEqual(refused);
    expect(await rows()).toHaveLength(150);
  });

  it('new ones a day later', async () => {
    await many(50, Date.now() - DAY_MS - 60_000);
    await take(old());
    expect(await rows()).toHaveLength(51);
  });

  it('500 kinds, which are counted on', async () => {
    await many(499, 1);
    await take(old());
    await take(old());
    expect(await changes()).not.toContainEqual(refused);
    await take(young());
    expect(await rows()).toHaveLength(500);
    expect(await changes()).toContainEqual(refused);
    expect(await kept()).toContainEqual(['page', 'script-src-elem', 'inline', 2]);
  });
});

it('reports of a channel go to an address of its own', () => {
  expect(cspReportPath('abc')).toBe('/v1/csp-reports/abc');
});
