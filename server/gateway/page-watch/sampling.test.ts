/** Of which checkouts the form reports the scripts of its page. */
import { expect, it } from 'vitest';
import type { Channel, ChannelSettings } from '../entities/index.ts';
import { isSampled } from './sampling.ts';

const sampledOf = (settings: Partial<ChannelSettings>, ids: readonly string[]) =>
  ids.filter((id) => isSampled({ id, channel: { settings } as Channel }));
const ids = Array.from({ length: 1000 }, (_, n) => `checkout ${n}`);

it.each<[share: number, least: number, most: number]>([
  [0, 0, 0],
  [10, 50, 150],
  [50, 400, 600],
  [100, 1000, 1000],
])('%d percent of them are the share that is set', (share, least, most) => {
  const sampled = sampledOf({ pageWatch: { share, headersEveryHours: 24 } }, ids);
  expect(sampled.length).toBeGreaterThanOrEqual(least);
  expect(sampled.length).toBeLessThanOrEqual(most);
});

it('a smaller share is part of a larger one', () => {
  const [few, many] = [20, 60].map((share) =>
    sampledOf({ pageWatch: { share, headersEveryHours: 24 } }, ids),
  );
  expect(many).toEqual(expect.arrayContaining(few ?? []));
});

it('none is where pages are not watched', () => {
  expect(sampledOf({ mode: 'test' }, ids)).toEqual([]);
  expect(sampledOf({ mode: 'live', pageWatch: null }, ids)).toEqual([]);
});

it('some are on a live channel where nothing is set', () => {
  const sampled = sampledOf({ mode: 'live' }, ids).length;
  expect(sampled > 0 && sampled < ids.length).toBe(true);
});
