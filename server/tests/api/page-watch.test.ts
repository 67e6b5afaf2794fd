/** The scripts that payment pages report, and who hears of them (D22). */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  decide,
  listScripts,
  publishPageChanges,
  purgePageWatch,
} from '../../gateway/page-watch/index.ts';
import { withinOneHour } from '../support/one-window.ts';
import { startReceiver } from '../support/receiver.ts';
import { type Answer, CHECKOUT, startAlone } from '../support/test-gateway.ts';
import { read, subscribe } from '../webhooks/subscribe.ts';

const SHOP = 'https://shop.example';
const CDN = 'https://cdn.example';
const SHA384 = `sha384-${'A'.repeat(64)}`;
const INLINE = `sha256-${'b'.repeat(43)}=`;
const DATA = `data:sha256-${'c'.repeat(43)}=`;
const HOUR_MS = 60 * 60_000;

const alone = await startAlone({ delivers: true, trustProxy: '127.0.0.1' });
/** Behind a proxy, which says where a request comes from. */
const test: typeof alone = {
  ...alone,
  call: (path, body, { headers, ...options } = {}) =>
    alone.call(path, body, { ...options, headers: { 'x-forwarded-proto': 'https', ...headers } }),
};
const receiver = await startReceiver();
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
const { db } = test.gateway;
const createCheckout = async (): Promise<string> =>
  (await test.call('/v1/checkouts', { entityId: test.entityId, ...CHECKOUT })).body.id;
const TABLES = ['page_scripts', 'page_script_decisions', 'page_changes', 'risk_windows'] as const;

beforeEach(async () => {
  await withinOneHour();
  await test.set({ pageWatch: { share: 100 }, origins: [SHOP] });
  for (const table of TABLES) await db.deleteFrom(table).execute();
});

interface Sent {
  readonly id?: string;
  readonly origin?: string;
  readonly from?: string;
  readonly type?: string;
}

/** As the form posts it: urlencoded, without a token. */
async function report(scripts: readonly string[] | string, sent: Sent = {}): Promise<Answer> {
  const { origin = SHOP, from = '203.0.113.7', type } = sent;
  const id = sent.id ?? (await createCheckout());
  const body =
    typeof scripts === 'string'
      ? scripts
      : new URLSearchParams(scripts.map((script) => ['script', script])).toString();
  return test.call(`/v1/checkouts/${id}/scripts`, body, {
    headers: {
      ...(origin && { origin }),
      'x-forwarded-for': from,
      ...(type && { 'content-type': type }),
    },
  });
}

const listed = async () =>
  (await listScripts(db, test.entityId)).map(({ script, integrity, status }) => [
    script,
    integrity,
    status,
  ]);

const changes = async () =>
  (await db.selectFrom('page_changes').selectAll().orderBy('at').execute()).map(
    ({ kind, subject }) => `${kind} ${subject}`,
  );

/** Lets everything be so much older. */
async function pass(ms: number): Promise<void> {
  await db
    .updateTable('page_scripts')
    .set((eb) => ({ first_seen: eb('first_seen', '-', ms), last_seen: eb('last_seen', '-', ms) }))
    .execute();
  await db
    .updateTable('page_changes')
    .set((eb) => ({ at: eb('at', '-', ms), told_at: eb('told_at', '-', ms) }))
    .execute();
}

const approve = (...scripts: string[]) =>
  decide(db, test.entityId, scripts, {
    decision: 'approved',
    justification: 'The shop itself',
    by: 'administrator ada',
  });

describe('the inventory', () => {
  it('has address, integrity, and the hashes of inline scripts', async () => {
    const { status } = await report([
      `${SHOP}/app.js`,
      `${CDN}/lib.js ${SHA384}`,
      INLINE,
      DATA,
      'blob:',
    ]);
    expect(status).toBe(204);
    expect(await listed()).toEqual([
      ['blob:', 'none: known by its address alone', 'unapproved'],
      [DATA, 'its SHA-256 is its name', 'unapproved'],
      [`${CDN}/lib.js`, SHA384, 'unapproved'],
      [`${SHOP}/app.js`, 'none: known by its address alone', 'unapproved'],
      [INLINE, 'its SHA-256 is its name', 'unapproved'],
    ]);
    expect(await changes()).toHaveLength(5);
  });

  it('has nothing of the shopper, whatever is posted', async () => {
    const id = await createCheckout();
    await report(
      [
        'https://jane:secret@cdn.example/a.js?email=jane@shop.example&t=1#jane',
        `${CDN}/4200-0000-0000-0000/b.js`,
        `${CDN}/${'x'.repeat(5000)}.js`,
        `${CDN}/c.js jane@shop.example sha256-short`,
      ],
      { id },
    );
    const rows = await db.selectFrom('page_scripts').selectAll().orderBy('source').execute();
    expect(rows.map(({ source, integrity }) => [source, integrity])).toEqual(
      expect.arrayContaining([
        [`${CDN}/…/b.js`, ''],
        [`${CDN}/a.js?`, ''],
        [`${CDN}/c.js`, ''],
        [expect.stringMatching(/^https:\/\/cdn\.example\/x{280}…$/), ''],
      ]),
    );
    const stored = JSON.stringify([
      rows,
      await db.selectFrom('page_changes').selectAll().execute(),
    ]);
    expect(stored).not.toMatch(/jane|secret|4200-|203\.0\.113/);
    expect(stored).not.toContain(id);
  });

  it('names no script as a pattern, or in two lines, whatever is posted', async () => {
    await report([
      `${SHOP}/*`,
      `${CDN}/x%0A==%20Approved%20scripts%0A%1B[2J${CDN}/4200000000000000/%2A`,
      `${CDN}/4200000000000000%3Femail=jane`,
    ]);
    const scripts = await listScripts(db, test.entityId);
    expect(scripts.map(({ script }) => script).toSorted()).toEqual([
      `${CDN}/x%0A==%20Approved%20scripts%0A%1B[2J${CDN}/…/%2A`,
      `${CDN}/…%3Femail=jane`,
      `${SHOP}/%2A`,
    ]);
    // What is approved is this address, and nothing that begins like it.
    await approve(scripts.find(({ script }) => script.startsWith(SHOP))?.id ?? '');
    await report([`${SHOP}/skimmer.js`], { from: '198.51.100.1' });
    expect(await listed()).toContainEqual([`${SHOP}/skimmer.js`, expect.any(String), 'unapproved']);
  });

  it('knows the form itself', async () => {
    const { publicUrl } = test.gateway;
    await report([`${publicUrl()}/v1/paymentWidgets.js?checkoutId=1`, `${SHOP}/app.js`]);
    expect(await listed()).toEqual([
      [`${SHOP}/app.js`, expect.any(String), 'unapproved'],
      [`${publicUrl()}/v1/*`, 'none: approved by pattern', 'approved'],
    ]);
    expect(await changes()).toEqual([`NEW_SCRIPT ${SHOP}/app.js`]);
  });

  it('counts in how many hours a script was seen, and forgets one that was not for 90 days', async () => {
    const seen = () => db.selectFrom('page_scripts').select('hours_seen').execute();
    for (let hour = 0; hour < 3; hour += 1) {
      await report([`${SHOP}/app.js`]);
      await report([`${SHOP}/app.js`]);
      expect(await seen()).toEqual([{ hours_seen: hour + 1 }]);
      await pass(HOUR_MS + 1000);
    }
    await purgePageWatch(db);
    expect(await seen()).toHaveLength(1);
    await pass(90 * 24 * HOUR_MS);
    await purgePageWatch(db);
    expect(await seen()).toEqual([]);
  });
});

describe('an approval', () => {
  it('is of the script with its integrity: another one, or none, is a change', async () => {
    await report([`${CDN}/lib.js ${SHA384}`]);
    const [{ id = '' } = {}] = await listScripts(db, test.entityId);
    await approve(id);
    await pass(2 * HOUR_MS);
    await report([`${CDN}/lib.js ${SHA384}`]);
    expect(await changes()).toHaveLength(1);
    await report([`${CDN}/lib.js`]);
    expect(await changes()).toHaveLength(2);
    expect(await listed()).toEqual([
      [`${CDN}/lib.js`, 'none: known by its address alone', 'unapproved'],
      [`${CDN}/lib.js`, SHA384, 'approved'],
    ]);
    const [, approved] = await listScripts(db, test.entityId);
    expect(approved).toMatchObject({
      justification: 'The shop itself',
      decidedBy: 'administrator ada',
      decidedAt: expect.stringMatching(/^20/),
    });
  });

  it.each([
    ['https://MÜNCHEN.example/*', 'https://xn--mnchen-3ya.example/a.js'],
    ['https://CDN.example:443/*', 'https://cdn.example/a.js'],
    ['https://cdn.example/größe/*', 'https://cdn.example/gr%C3%B6%C3%9Fe/a.js'],
    ['https://cdn.example/a/.*', 'https://cdn.example/a/.b.js'],
    ['https://cdn.example/a.js?v=*', 'https://cdn.example/a.js?v=1'],
  ])('holds for %s, however it is written', async (folder, script) => {
    await approve(folder);
    await report([script, 'https://cdn.example/a/b.js']);
    const open = (await listed()).filter(([, , state]) => state === 'unapproved');
    const isAll = folder === 'https://CDN.example:443/*';
    expect(open.map(([name]) => name)).toEqual(isAll ? [] : ['https://cdn.example/a/b.js']);
  });

  it('by a pattern covers what comes, as one script', async () => {
    await approve(`${SHOP}/assets/*`, 'sha256-*');
    await report([`${SHOP}/assets/a.js`, `${SHOP}/assets/b.js`, INLINE]);
    expect(await changes()).toEqual([]);
    expect((await listed()).map(([script]) => script)).toEqual([`${SHOP}/assets/*`, 'sha256-*']);
  });

  it('by a pattern covers no host that begins alike', async () => {
    await approve(`${SHOP}/*`);
    await report(['https://shop.example.evil.example/app.js']);
    expect(await changes()).toHaveLength(1);
  });

  it('of one address wins over a rejected folder', async () => {
    await decide(db, test.entityId, [`${CDN}/*`], {
      decision: 'rejected',
      justification: 'We host our own scripts',
      by: 'machine',
    });
    await approve(`${CDN}/lib.js`);
    await report([`${CDN}/lib.js`, `${CDN}/other.js`]);
    expect(await changes()).toEqual([`REJECTED_SCRIPT ${CDN}/*`]);
  });

  it.each([
    ['without a justification', ['sha256-*'], '  ', /needs --justification/],
    ['with one that is too long', ['sha256-*'], 'x'.repeat(501), /1 to 500 characters/],
    ['of nothing', [], 'why', /needs the id or address/],
    ['of everything', ['*'], 'why', /^\* is neither the id/],
    ['of no host', ['https://a:b/*'], 'why', /is neither the id/],
    ['of every host', ['https://*'], 'why', /is neither the id/],
    ['of hosts that begin alike', ['https://shop.example*'], 'why', /is neither the id/],
    ['of an unknown id', ['0123456789abcdef'], 'why', /^0123456789abcdef is neither the id/],
  ])('%s is refused, saying why', async (_, scripts, justification, message) => {
    const verdict = { decision: 'approved', justification, by: 'machine' } as const;
    await expect(decide(db, test.entityId, scripts, verdict)).rejects.toThrow(message);
  });

  it('is not made where one word is wrong', async () => {
    await expect(approve('sha256-*', 'nothing')).rejects.toThrow('nothing is neither');
    expect(await db.selectFrom('page_script_decisions').selectAll().execute()).toEqual([]);
  });
});

describe('the merchant is told', () => {
  it('of all that is new in one notification, and of the rest an hour later', async () => {
    const { secret } = await subscribe(test, receiver, { types: 'PAGE_WATCH' });
    const before = 1;
    await report([`${SHOP}/app.js`, INLINE]);
    await publishPageChanges(test.gateway);
    await report(['https://skimmer.example/s.js'], { from: '198.51.100.1' });
    await publishPageChanges(test.gateway);
    const first = (await receiver.until(before + 1)).slice(before);
    expect(first).toHaveLength(1);
    await pass(HOUR_MS + 1000);
    await publishPageChanges(test.gateway);
    await publishPageChanges(test.gateway);
    const told = (await receiver.until(before + 2))
      .slice(before)
      .map((call) => read(call, secret).message);
    expect(told.map(({ type, action }) => [type, action])).toEqual([
      ['PAGE_WATCH', 'CREATED'],
      ['PAGE_WATCH', 'CREATED'],
    ]);
    expect(told[0]?.payload).toMatchObject({
      entityId: test.entityId,
      pageWatch: {
        changes: [
          { kind: 'NEW_SCRIPT', subject: expect.any(String), at: expect.stringMatching(/^20/) },
          { kind: 'NEW_SCRIPT' },
        ],
        more: 0,
      },
    });
    expect(told[1]?.payload.pageWatch.changes).toEqual([
      expect.objectContaining({ subject: 'https://skimmer.example/s.js', integrity: '' }),
    ]);
  });

  it('by two instances at once: once', async () => {
    await subscribe(test, receiver, { types: 'PAGE_WATCH' });
    const count = async () =>
      (await db.selectFrom('messages').select('id').where('type', '=', 'PAGE_WATCH').execute())
        .length;
    const before = await count();
    await report([`${SHOP}/app.js`]);
    await Promise.all([1, 2, 3].map(() => publishPageChanges(test.gateway)));
    expect(await count()).toBe(before + 1);
  });

  it('in the log, without an address', async () => {
    const lines: object[] = [];
    const gateway = { ...test.gateway, warn: (about: object) => void lines.push(about) };
    await report([`${SHOP}/app.js`]);
    await publishPageChanges(gateway);
    expect(lines).toEqual([{ channel: test.entityId, changes: 1, kinds: ['NEW_SCRIPT'] }]);
  });

  it('of a rejected script once a day, as long as it is there', async () => {
    await decide(db, test.entityId, ['https://skimmer.example/*'], {
      decision: 'rejected',
      justification: 'A skimmer',
      by: 'machine',
    });
    for (let hour = 0; hour < 3; hour += 1) {
      await report(['https://skimmer.example/s.js']);
      await pass(HOUR_MS + 1000);
    }
    expect(await changes()).toEqual(['REJECTED_SCRIPT https://skimmer.example/*']);
  });

  it('never of what is approved', async () => {
    await approve(`${SHOP}/app.js`, INLINE);
    await report([`${SHOP}/app.js?v=7`, `${SHOP}/app.js`, INLINE]);
    expect(await changes()).toEqual([`NEW_SCRIPT ${SHOP}/app.js?`]);
  });
});

describe('a stranger', () => {
  it('who has a checkout brings little that is new from one address', async () => {
    for (let n = 0; n < 8; n += 1) await report([`https://made-up.example/${n}.js`]);
    expect(await listed()).toHaveLength(5);
    await report([`${SHOP}/app.js`], { from: '198.51.100.1' });
    expect(await listed()).toHaveLength(6);
  });

  it('who has many addresses fills a day of one kind, which is told, and hides no inline script', async () => {
    for (let n = 0; n < 4; n += 1) {
      const scripts = Array.from(
        { length: 100 },
        (_, at) => `https://made-up.example/${n}/${at}.js`,
      );
      await report(scripts, { from: `198.51.100.${n}` });
    }
    expect(await listed()).toHaveLength(200);
    expect(await changes()).toContain('TOO_MANY_SCRIPTS script addresses');
    await report([INLINE], { from: '198.51.100.9' });
    expect(await listed()).toHaveLength(201);
    // The honest page's scripts are there still, and new ones are taken tomorrow.
    await pass(25 * HOUR_MS);
    await report([`${SHOP}/app.js`], { from: '198.51.100.10' });
    expect(await listed()).toHaveLength(202);
  });

  it('adds no more by sending all at once', async () => {
    const send = (n: number) =>
      report(
        Array.from({ length: 100 }, (_, at) => `https://made-up.example/${n}/${at}.js`),
        { from: `198.51.100.${n}` },
      );
    await Promise.all(Array.from({ length: 8 }, (_, n) => send(n)));
    expect(await listed()).toHaveLength(200);
  });

  it('reports ten times an hour of a checkout', async () => {
    const id = await createCheckout();
    const statuses = [];
    for (let n = 0; n < 12; n += 1) {
      statuses.push((await report([`${SHOP}/app.js`], { id, from: `198.51.100.${n}` })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(204), 429, 429]);
  });

  it('has nothing read after that, whatever is in it', async () => {
    const id = await createCheckout();
    const long = `ftp://made-up.example/${'4-'.repeat(30_000)}`;
    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await report([long], { id })).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  });
});

describe('a report is refused', () => {
  it.each([
    ['of an unknown checkout', { id: `${'0'.repeat(32)}.x` }, 404, /no payment session/],
    ['of a page that the channel does not list', { origin: 'https://evil.example' }, 403, /evil/],
    ['without an origin', { origin: '' }, 403, /origin/],
    ['as JSON', { type: 'application/json' }, 415, /./],
    ['as plain text', { type: 'text/plain' }, 415, /./],
  ])('%s', async (_, sent, status, message) => {
    const answer = await report([`${SHOP}/app.js`], sent);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toMatch(message);
    expect(await listed()).toEqual([]);
  });

  it.each([
    ['with nothing in it', '', /"script".*1 to 100 times/],
    ['with 101 scripts', 'script=blob:&'.repeat(101), /"script","value":"101".*1 to 100 times/],
    ['with an address that is none', 'script=app.js', /"value":"app\.js".*must be an http address/],
    ['with a script of another kind', 'script=javascript:alert(1)', /must be an http address/],
    ['with the text of a script', 'script=alert(document.cookie)', /must be an http address/],
    ['with a NUL', 'script=https://cdn.example/%00.js', /NUL/],
    ['with other parameters', 'script=blob:&email=a@b.example', /"email".*not known/],
    ['with broken encoding', 'script=%zz', /percent-encoding/],
    ['with bytes that are not in UTF-8', 'script=%ff', /not in UTF-8/],
  ])('%s', async (_, body, message) => {
    const answer = await report(body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toMatch(message);
    expect(await listed()).toEqual([]);
  });

  it('with a card number in it, which is not repeated', async () => {
    const { status, body } = await report('script=4200000000000000');
    expect([status, JSON.stringify(body.result).includes('4200')]).toEqual([400, false]);
  });

  it('with 10,000 scripts: too large', async () => {
    const scripts = Array.from({ length: 10_000 }, (_, n) => `${CDN}/${n}.js`);
    expect((await report(scripts)).status).toBe(413);
    expect(await listed()).toEqual([]);
  });

  it('of a checkout that is over', async () => {
    const id = await createCheckout();
    await db.updateTable('checkouts').set({ expires_at: 1 }).where('id', '=', id).execute();
    expect((await report([`${SHOP}/app.js`], { id })).status).toBe(404);
  });

  it('where the form was not asked for one', async () => {
    await test.set({ pageWatch: { share: 0 } });
    const { status, body } = await report([`${SHOP}/app.js`]);
    expect([status, body.result.description]).toEqual([400, expect.stringMatching(/no report/)]);
  });
});

describe('the form is asked for a report', () => {
  const asked = async (checkouts: number) => {
    const answers = [];
    for (let n = 0; n < checkouts; n += 1) {
      const id = await createCheckout();
      answers.push((await test.call(`/v1/checkouts/${id}/form`)).body.pageWatch ?? false);
    }
    return answers.filter(Boolean).length;
  };

  it('never on a test channel that does not ask for it', async () => {
    await test.set({ pageWatch: undefined });
    expect(await asked(10)).toBe(0);
  });

  it('for the share of checkouts that the channel names', async () => {
    expect(await asked(5)).toBe(5);
    await test.set({ pageWatch: { share: 50 } });
    const half = await asked(60);
    expect(half).toBeGreaterThan(10);
    expect(half).toBeLessThan(50);
    await test.set({ pageWatch: { share: 0 } });
    expect(await asked(10)).toBe(0);
  });

  it('always for the same checkout', async () => {
    await test.set({ pageWatch: { share: 50 } });
    const id = await createCheckout();
    const answers = [];
    for (let n = 0; n < 5; n += 1) {
      answers.push((await test.call(`/v1/checkouts/${id}/form`)).body.pageWatch);
    }
    expect(new Set(answers).size).toBe(1);
  });

  it.each([
    [{ share: 101 }, /share/],
    [{ share: -1 }, /share/],
    [{ headersEveryHours: 169 }, /headersEveryHours/],
    [{ sample: 1 }, /sample/],
  ])('a setting that is wrong is refused: %j', async (pageWatch, message) => {
    await expect(test.set({ pageWatch })).rejects.toThrow(message);
  });
});
