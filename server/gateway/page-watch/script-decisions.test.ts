/** What the merchant has decided about scripts, and what holds for one. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { createEntity } from '../entities/index.ts';
import {
  approveOwnScripts,
  type Decision,
  decide,
  decisionFor,
  decisionsOf,
  PageWatchError,
  type Verdict,
} from './script-decisions.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);
const { id: parentId } = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
let channel = '';
beforeEach(async () => {
  channel = (await createEntity(db, { kind: 'channel', name: 'Channel', parentId })).id;
});

const CDN = 'https://cdn.example';
const HASH = `sha256-${'b'.repeat(43)}=`;
const SHA384 = `sha384-${'a'.repeat(64)}`;
const verdict: Verdict = { decision: 'approved', justification: 'The shop', by: 'machine' };

describe('of several decisions', () => {
  const decision = (source: string, integrity = '*') => ({ source, integrity }) as Decision;
  const exact = decision(`${CDN}/a/b.js`, SHA384);
  const address = decision(`${CDN}/a/b.js`);
  const folder = decision(`${CDN}/a/*`);
  const origin = decision(`${CDN}/*`);
  const named = (...given: readonly Decision[]) =>
    decisionFor(given, { source: `${CDN}/a/b.js`, integrity: SHA384 });

  it.each([
    ['of its integrity', [address, exact, folder], exact],
    ['of its address', [origin, folder, address], address],
    ['of the folder before that of the host', [origin, folder], folder],
    ['of the host', [origin], origin],
  ])('the one %s holds, in whichever order they were made', (_, given, holds) => {
    expect(named(...given)).toBe(holds);
    expect(named(...given.toReversed())).toBe(holds);
  });

  it.each([
    ['another integrity', decision(`${CDN}/a/b.js`, 'sha384-other')],
    ['another address', decision(`${CDN}/a/b`)],
    ['a part of the address', decision('cdn.example/*')],
    ['a folder that is another one', decision(`${CDN}/b/*`)],
  ])('none of %s holds', (_, given) => expect(named(given)).toBeUndefined());
});

describe('a decision', () => {
  it('is kept with who made it, when and why, and without spaces around that', async () => {
    const scripts = await decide(db, channel, [`${CDN}/a.js`, HASH], {
      ...verdict,
      justification: '  We built it\n',
    });
    expect(scripts).toEqual([
      { source: `${CDN}/a.js`, integrity: '*' },
      { source: HASH, integrity: '*' },
    ]);
    const kept = await decisionsOf(db, channel);
    expect(kept.map(({ source }) => source).sort()).toEqual([`${CDN}/a.js`, HASH]);
    expect(kept[0]).toEqual({
      ...{ channel_id: channel, source: expect.any(String), integrity: '*', decision: 'approved' },
      ...{ justification: 'We built it', decided_by: 'machine', decided_at: expect.any(Number) },
    });
  });

  it('takes the place of the one before', async () => {
    await decide(db, channel, [HASH], verdict);
    await decide(db, channel, [HASH], { decision: 'rejected', justification: 'No', by: 'ada' });
    expect(await decisionsOf(db, channel)).toMatchObject([
      { decision: 'rejected', justification: 'No', decided_by: 'ada' },
    ]);
  });

  it('is told of before it is there for good', async () => {
    const within = vi.fn(async () => {});
    const scripts = await decide(db, channel, [HASH], verdict, within);
    expect(within).toHaveBeenCalledExactlyOnceWith(expect.anything(), scripts);
    const fails = () => Promise.reject(new Error('no line can be written'));
    await expect(decide(db, channel, ['blob:'], verdict, fails)).rejects.toThrow('no line');
    expect(await decisionsOf(db, channel)).toHaveLength(1);
  });

  it('may be explained in 500 characters', async () => {
    const justification = 'x'.repeat(500);
    await decide(db, channel, [HASH], { ...verdict, justification: ` ${justification} ` });
    expect(await decisionsOf(db, channel)).toMatchObject([{ justification }]);
  });

  it.each<[what: string, words: readonly string[], justification: string, message: string]>([
    [
      'in more',
      [HASH],
      'x'.repeat(501),
      'a decision needs --justification, 1 to 500 characters: why it is on the page',
    ],
    [
      'in none',
      [HASH],
      ' ',
      'a decision needs --justification, 1 to 500 characters: why it is on the page',
    ],
    ['about nothing', [], 'why', 'a decision needs the id or address of a script'],
    [
      'about a long word',
      ['z'.repeat(300)],
      'why',
      `${'z'.repeat(100)} is neither the id of a script in the inventory nor an address such as https://shop.example/app.js, https://shop.example/assets/*, sha256-…`,
    ],
  ])('is refused %s', async (_, words, justification, message) => {
    const deciding = decide(db, channel, words, { ...verdict, justification });
    await expect(deciding).rejects.toThrow(new PageWatchError(message));
    expect(await decisionsOf(db, channel)).toEqual([]);
  });

  it.each([
    ['https://CDN.example:443/a.js?v=1', `${CDN}/a.js?`],
    ['https://CDN.example:443/*', `${CDN}/*`],
    [`${CDN}/größe/*`, `${CDN}/gr%C3%B6%C3%9Fe/*`],
    [`${CDN}/a/.*`, `${CDN}/a/.*`],
    [`${CDN}/a.js?v=*`, `${CDN}/a.js?*`],
    ['sha256-*', 'sha256-*'],
    ['data:*', 'data:*'],
    [`data:${HASH}`, `data:${HASH}`],
    ['blob:', 'blob:'],
  ])('about %s is one about %s', async (word, source) => {
    expect(await decide(db, channel, [word], verdict)).toEqual([{ source, integrity: '*' }]);
  });

  it.each([
    'https://*',
    'https://cdn.example*',
    'https://cdn.*/a.js',
    'https://jane@cdn.example/',
    'https://cdn.example/a*b',
    'https://a:b/*',
    'https://cdn.example/#*',
    'sha256-abc',
    'sha512-*',
    'data:sha256-*',
    'data:text/javascript,alert(1)',
    'blob:*',
    'xhttps://cdn.example/a.js',
    '*',
  ])('is not made about %s', async (word) => {
    await expect(decide(db, channel, [word], verdict)).rejects.toThrow(/ is neither the id of /);
  });

  describe('about the id of a script', () => {
    const seen = async (id: string, channelId: string) =>
      db
        .insertInto('page_scripts')
        .values({
          ...{ id, channel_id: channelId, source: `${CDN}/lib.js`, integrity: SHA384 },
          ...{ first_seen: 1, last_seen: 1, hours_seen: 1 },
        })
        .execute();

    it('is one about its address with its integrity', async () => {
      await seen('0123456789abcdef', channel);
      const scripts = await decide(db, channel, ['0123456789abcdef'], verdict);
      expect(scripts).toEqual([{ source: `${CDN}/lib.js`, integrity: SHA384 }]);
    });

    it('is not made where it is of another channel, or there is another', async () => {
      const other = (await createEntity(db, { kind: 'channel', name: 'Other', parentId })).id;
      await seen('1'.repeat(16), other);
      await seen('2'.repeat(16), channel);
      for (const id of ['1'.repeat(16), '3'.repeat(16)]) {
        await expect(decide(db, channel, [id], verdict)).rejects.toThrow(`${id} is neither`);
      }
    });
  });

  it('is one of 2000 at most, of each channel', async () => {
    const decided = { decision: 'approved' as const, justification: 'x', decided_by: 'x' };
    const decisions = Array.from({ length: 1999 }, (_, n) => ({
      ...{ channel_id: channel, source: `${CDN}/${n}.js`, integrity: '*', ...decided },
      decided_at: 1,
    }));
    await db.insertInto('page_script_decisions').values(decisions).execute();
    await decide(db, channel, [HASH], verdict);
    await expect(decide(db, channel, ['blob:'], verdict)).rejects.toThrow(
      'a channel has 2000 decisions at most: use a pattern',
    );
    expect(await decisionsOf(db, channel)).toHaveLength(2000);
    const other = (await createEntity(db, { kind: 'channel', name: 'Other', parentId })).id;
    await decide(db, other, ['blob:'], verdict);
    expect(await decisionsOf(db, other)).toHaveLength(1);
  });
});

it('the form itself is approved by the gateway, unless the merchant has decided', async () => {
  const own = 'https://gateway.example/v1/*';
  const approve = () => db.transaction().execute((trx) => approveOwnScripts(trx, channel, own));
  await approve();
  const approved = {
    ...{ source: own, integrity: '*', decision: 'approved', decided_by: 'gateway' },
    justification: 'The payment form itself: /v1/scripts.json has its hash, version and purpose.',
  };
  expect(await decisionsOf(db, channel)).toMatchObject([approved]);
  await decide(db, channel, [own], { ...verdict, decision: 'rejected' });
  await approve();
  expect(await decisionsOf(db, channel)).toMatchObject([{ decision: 'rejected' }]);
});
