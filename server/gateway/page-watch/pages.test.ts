/** The pages whose headers are read, as an operator names them. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWatchedChannels } from '../../tests/support/watched-channels.ts';
import type { Channel } from '../entities/index.ts';
import { checkPages, checkRestedPages, unwatchPage, watchedPages, watchPage } from './pages.ts';
import { PageWatchError } from './script-decisions.ts';

const SHOP = 'https://shop.example';
const { db, drop, call, check, tools, channelOf } = await openWatchedChannels(1);
afterAll(drop);
let channel: Channel;
beforeEach(async () => {
  channel = await channelOf();
});
const urls = async ({ id } = channel) => (await watchedPages(db, id)).map(({ url }) => url);
const fails = () => Promise.reject(new Error('no line can be written'));

describe('a page that is named', () => {
  it('is watched from now on, under the address as browsers write it', async () => {
    const within = vi.fn(async () => {});
    const url = await watchPage(tools, channel, 'HTTPS://Shop.example:443/a b', within);
    expect(url).toBe(`${SHOP}/a%20b`);
    expect(check).toHaveBeenCalledExactlyOnceWith(url, channel.id);
    expect(within).toHaveBeenCalledExactlyOnceWith(expect.anything(), url);
    expect(await watchedPages(db, channel.id)).toEqual([
      {
        ...{ channel_id: channel.id, url, headers: null, problem: null },
        ...{ read_at: null, changed_at: null, due_at: 0 },
      },
    ]);
  });

  it('twice is one, which keeps what was read', async () => {
    await watchPage(tools, channel, `${SHOP}/b`);
    await watchPage(tools, channel, `${SHOP}/a`);
    await checkPages(tools, channel.id);
    await watchPage(tools, channel, `${SHOP}/b`);
    expect(await urls()).toEqual([`${SHOP}/a`, `${SHOP}/b`]);
    expect((await watchedPages(db, channel.id))[1]?.headers).toBe('{}');
  });

  it('is not watched where that cannot be written down', async () => {
    await expect(watchPage(tools, channel, SHOP, fails)).rejects.toThrow('no line');
    expect(await urls()).toEqual([]);
  });

  const long = `${SHOP}/${'x'.repeat(500 - SHOP.length - 1)}`;
  it.each([
    ['checkout', 'the page checkout must be an https address'],
    [`${SHOP}/#a`, 'the page https://shop.example/#a must have neither credentials nor a fragment'],
    [`${long}y`, `the page ${long} must have 500 characters at most`],
    [`${SHOP}/4200000000000000`, 'the address of a page must not hold a card number'],
  ])('is refused: %s', async (address, message) => {
    await expect(watchPage(tools, channel, address)).rejects.toThrow(new PageWatchError(message));
    expect(await urls()).toEqual([]);
  });

  it('has 500 characters at most', async () => {
    expect(await watchPage(tools, channel, long)).toBe(long);
  });

  it('is refused where it may not be called, saying why', async () => {
    check.mockRejectedValue(new Error('it has no public address'));
    await expect(watchPage(tools, channel, SHOP)).rejects.toThrow(
      new PageWatchError('the page https://shop.example : it has no public address'),
    );
  });

  it('is one of 20, of each channel', async () => {
    for (let n = 0; n < 20; n++) await watchPage(tools, channel, `${SHOP}/${n}`);
    await expect(watchPage(tools, channel, SHOP)).rejects.toThrow(
      'the page https://shop.example is one too many: a channel has 20 at most',
    );
    expect(await urls()).toHaveLength(20);
    await watchPage(tools, await channelOf(), SHOP);
  });
});

describe('a page that is given up', () => {
  it('is not watched any more, whichever way it is written, and the others are', async () => {
    const other = await channelOf();
    for (const each of [channel, other]) await watchPage(tools, each, `${SHOP}/a`);
    await watchPage(tools, channel, `${SHOP}/b`);
    const within = vi.fn(async () => {});
    await unwatchPage(db, channel.id, 'https://SHOP.example:443/a', within);
    expect(within).toHaveBeenCalledOnce();
    expect([await urls(), await urls(other)]).toEqual([[`${SHOP}/b`], [`${SHOP}/a`]]);
    await unwatchPage(db, channel.id, `${SHOP}/b`);
    expect(await urls()).toEqual([]);
  });

  it('is to be a watched one', async () => {
    for (const address of [`${SHOP}/a`, 'nothing']) {
      await expect(unwatchPage(db, channel.id, address)).rejects.toThrow(
        new PageWatchError(`the page ${address} is not watched`),
      );
    }
    await expect(unwatchPage(db, channel.id, `${SHOP}/${'a'.repeat(5_000)}`)).rejects.toThrow(
      /^the page \S{500} is not watched$/,
    );
    await expect(unwatchPage(db, channel.id, `${SHOP}/4200000000000000`)).rejects.toThrow(
      new PageWatchError('the address of a page must not hold a card number'),
    );
  });

  it('stays where that cannot be written down', async () => {
    await watchPage(tools, channel, `${SHOP}/a`);
    await expect(unwatchPage(db, channel.id, `${SHOP}/a`, fails)).rejects.toThrow('no line');
    expect(await urls()).toEqual([`${SHOP}/a`]);
  });
});

describe('to read pages now', () => {
  const called = () => call.mock.calls.map(([url]) => url).sort();
  const PAGES = [`${SHOP}/a`, `${SHOP}/b`];
  beforeEach(async () => {
    for (const url of PAGES) await watchPage(tools, channel, url);
    await watchPage(tools, await channelOf(), SHOP);
  });

  it('reads all of the channel, whenever they were read', async () => {
    await checkPages(tools, channel.id);
    await checkPages(tools, channel.id);
    expect(called()).toEqual([...PAGES, ...PAGES].sort());
  });

  it('where they had their rest reads those that were not read for a minute', async () => {
    const within = vi.fn(async () => {});
    await checkRestedPages(tools, channel.id, within);
    expect(called()).toEqual(PAGES);
    await checkRestedPages(tools, channel.id, within);
    expect(called()).toEqual(PAGES);
    expect(within).toHaveBeenCalledOnce();
    await db
      .updateTable('watched_pages')
      .set((eb) => ({ read_at: eb('read_at', '-', 61_000) }))
      .where('url', '=', `${SHOP}/b`)
      .execute();
    await checkRestedPages(tools, channel.id, within);
    expect(called()).toEqual([...PAGES, `${SHOP}/b`]);
  });

  it('reads none where that cannot be written down', async () => {
    await expect(checkRestedPages(tools, channel.id, fails)).rejects.toThrow('no line');
    expect(called()).toEqual([]);
  });
});
