/** What browsers report of Content-Security-Policies: of the payment page and of our frames (D22). */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startAlone } from '../support/test-gateway.ts';

const SHOP = 'https://shop.example';
const test = await startAlone();
afterAll(() => test[Symbol.asyncDispose]());
const { db } = test.gateway;
const path = `/v1/csp-reports/${test.entityId}`;

beforeEach(async () => {
  await test.set({ pageWatch: {}, origins: [SHOP] });
  for (const table of ['page_violations', 'page_changes'] as const)
    await db.deleteFrom(table).execute();
});

const OLD = 'application/csp-report';
const NEW = 'application/reports+json';

const post = (body: unknown, type = OLD, to = path) =>
  fetch(test.url + to, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const old = (blocked: string, more: Record<string, unknown> = {}) => ({
  'csp-report': {
    'document-uri': `${SHOP}/checkout/jane?order=1`,
    'violated-directive': "script-src-elem 'self'",
    'effective-directive': 'script-src-elem',
    'blocked-uri': blocked,
    'script-sample': 'jane@shop.example',
    referrer: `${SHOP}/jane`,
    ...more,
  },
});
const young = (blocked: string, more: Record<string, unknown> = {}) => ({
  type: 'csp-violation',
  age: 10,
  url: `${SHOP}/checkout/jane`,
  user_agent: 'Jane/1.0',
  body: {
    documentURL: `${SHOP}/checkout/jane`,
    effectiveDirective: 'connect-src',
    blockedURL: blocked,
    sample: 'jane',
    ...more,
  },
});

const kept = async () =>
  (
    await db
      .selectFrom('page_violations')
      .selectAll()
      .orderBy('directive')
      .orderBy('blocked')
      .execute()
  ).map(({ place, directive, blocked, reports }) => [place, directive, blocked, reports]);
const changes = async () =>
  (await db.selectFrom('page_changes').selectAll().execute()).map(
    ({ kind, subject }) => `${kind} ${subject}`,
  );

it('are summed up by what was blocked, without paths, samples and addresses of the shopper', async () => {
  expect((await post(old('https://skimmer.example/s.js?card=1'))).status).toBe(204);
  await post(old('https://skimmer.example/other.js'));
  await post([young('https://skimmer.example/take?n=4200000000000000'), young('inline')], NEW);
  expect(await kept()).toEqual([
    ['page', 'connect-src', 'https://skimmer.example', 1],
    ['page', 'connect-src', 'inline', 1],
    ['page', 'script-src-elem', 'https://skimmer.example', 2],
  ]);
  expect(await changes()).toHaveLength(3);
  const stored = JSON.stringify([
    await db.selectFrom('page_violations').selectAll().execute(),
    await db.selectFrom('page_changes').selectAll().execute(),
  ]);
  expect(stored).not.toMatch(/jane|4200000000000000|checkout/i);
});

it('have no card number, not even as the name of a host', async () => {
  await post(old('https://4200000000000000.skimmer.example/x.gif'));
  expect(await kept()).toEqual([['page', 'script-src-elem', 'https://….skimmer.example', 1]]);
  expect(await changes()).toEqual(['NEW_VIOLATION https://….skimmer.example']);
  const page = 'https://4200000000000000.skimmer.example/';
  const refused = await post(old('inline', { 'document-uri': page }));
  expect(refused.status).toBe(403);
  expect(await refused.text()).not.toContain('4200000000000000');
});

it('of browser extensions are noise', async () => {
  for (const blocked of [
    'chrome-extension',
    'chrome-extension://abc/x.js',
    'moz-extension://a',
    'safari-web-extension:',
  ]) {
    expect((await post(old(blocked))).status).toBe(204);
  }
  await post(old('inline', { 'source-file': 'chrome-extension' }));
  await post([young('inline', { sourceFile: 'moz-extension://a/b.js' })], NEW);
  expect(await kept()).toEqual([]);
});

it('of other kinds are left', async () => {
  expect((await post([{ type: 'deprecation', url: SHOP, body: {} }], NEW)).status).toBe(204);
  expect(await kept()).toEqual([]);
});

it('a browser that asks first may send them', async () => {
  const { status, headers } = await fetch(test.url + path, {
    method: 'OPTIONS',
    headers: { origin: SHOP, 'access-control-request-headers': 'content-type' },
  });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  expect(headers.get('access-control-allow-headers')).toBe('content-type');
});

describe('the frames', () => {
  const frame = async () => {
    const id = await test.createCheckout();
    const { release } = await db
      .selectFrom('releases')
      .select('id as release')
      .executeTakeFirstOrThrow();
    const address = `${test.url}/v1/frames/${release}/${id}/number.html`;
    const { headers } = await fetch(address);
    return { address, headers };
  };

  it('report to the gateway only', async () => {
    const { headers } = await frame();
    const to = `${test.url}${path}`;
    expect(headers.get('content-security-policy')).toContain(`; report-uri ${to}; report-to csp`);
    expect(headers.get('reporting-endpoints')).toBe(`csp="${to}"`);
  });

  it('report nothing where the channel is not watched', async () => {
    await test.set({ pageWatch: null });
    const { headers } = await frame();
    expect(headers.get('content-security-policy')).not.toContain('report');
    expect(headers.get('reporting-endpoints')).toBeNull();
  });

  it('have their reports kept apart, without the checkout', async () => {
    const { address } = await frame();
    await post(old('inline', { 'document-uri': address }));
    expect(await kept()).toEqual([['frame', 'script-src-elem', 'inline', 1]]);
  });
});

describe('a stranger', () => {
  it('adds 50 kinds a day, which is told once', async () => {
    for (let batch = 0; batch < 3; batch += 1) {
      const reports = Array.from({ length: 40 }, (_, n) => young(`https://${batch}-${n}.example/`));
      expect((await post(reports, NEW)).status).toBe(204);
    }
    expect(await kept()).toHaveLength(50);
    const told = await changes();
    expect(told.filter((change) => change.startsWith('TOO_MANY'))).toEqual([
      'TOO_MANY_VIOLATIONS page',
    ]);
  });

  it('adds no more by sending all at once', async () => {
    const send = (batch: number) =>
      post(
        Array.from({ length: 30 }, (_, n) => young(`https://${batch}-${n}.example/`)),
        NEW,
      );
    await Promise.all(Array.from({ length: 8 }, (_, batch) => send(batch)));
    expect(await kept()).toHaveLength(50);
  });

  it.each([
    [
      'for a channel that there is not',
      () => post(old('inline'), OLD, `/v1/csp-reports/${'0'.repeat(32)}`),
      404,
    ],
    [
      'of another page',
      () => post(old('inline', { 'document-uri': 'https://evil.example/' })),
      403,
    ],
    ['without a page', () => post(old('inline', { 'document-uri': '' })), 403],
    ['that is no JSON', () => post('inline'), 400],
    ['that is something else', () => post({ hello: 1 }), 400],
    ['as JSON without a type of its own', () => post(old('inline'), 'application/json'), 415],
    ['with 51 violations', () => post(Array(51).fill(young('inline')), NEW), 400],
    ['of 65 kB', () => post(old('x'.repeat(65 * 1024))), 413],
  ])('reports %s: refused', async (_, send, status) => {
    expect((await send()).status).toBe(status);
    expect(await kept()).toEqual([]);
  });

  it('is not heard on a channel that is not watched', async () => {
    await test.set({ pageWatch: null });
    expect((await post(old('inline'))).status).toBe(404);
  });

  it.each([
    ['a directive that is none', { 'effective-directive': '<script>' }],
    ['numbers for texts', { 'blocked-uri': 1, 'effective-directive': 2 }],
    ['a blocked address of 5,000 characters', { 'blocked-uri': 'x'.repeat(5000) }],
  ])('reports %s: left out', async (_, more) => {
    expect((await post(old('inline', more))).status).toBe(204);
    expect(await kept()).toEqual([]);
  });

  it('is told to wait after 60 reports a minute', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 70; n += 1) statuses.add((await post(old('inline'))).status);
    expect(statuses).toContain(429);
  });
});
