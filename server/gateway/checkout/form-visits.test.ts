/** Which forms were drawn, written beside everything else. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { deviceOf, type FormVisits, openFormVisits } from './form-visits.ts';

const { db, drop, channelId } = await openSubscribedChannel();
afterAll(drop);
const records = await recordsOf(db, channelId);

let errors: unknown[];
beforeEach(() => {
  errors = [];
});
const open = (of = db): FormVisits =>
  openFormVisits(of, {
    onError: (error) => void errors.push(error),
    onLost: (count) => void errors.push(count),
  });
const visit = (checkoutId: string, language: string) =>
  ({ checkoutId, language, device: 'phone', at: 1 }) as const;
const rowOf = (checkoutId: string) =>
  db
    .selectFrom('form_visits')
    .select(['language', 'device', 'loaded_at', 'typed_at'])
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst();
const languageOf = async (checkoutId: string) => (await rowOf(checkoutId))?.language;

it('the first time counts, of two that are written together and of a later one', async () => {
  const id = await records.checkout({});
  const visits = open();
  visits.note(visit(id, 'de'));
  visits.note({ ...visit(id, 'ar'), device: 'tablet', at: 2 });
  await visits.stop();
  const later = open();
  later.note({ ...visit(id, 'ja'), device: 'computer', at: 3 });
  await later.stop();
  const first = { language: 'de', device: 'phone', loaded_at: 1, typed_at: null };
  expect(await rowOf(id)).toEqual(first);
  expect(errors).toEqual([]);
});

it('are of one checkout each', async () => {
  const [one, other] = [await records.checkout({}), await records.checkout({})];
  const visits = open();
  visits.note(visit(one, 'de'));
  visits.note(visit(other, 'ar'));
  visits.noteTyped({ checkoutId: other, device: 'phone', at: 2 });
  await visits.stop();
  expect(await rowOf(one)).toMatchObject({ language: 'de', typed_at: null });
  expect(await rowOf(other)).toMatchObject({ language: 'ar', typed_at: 2 });
});

it('are lost, and counted, above those that memory has room for', async () => {
  const visits = open();
  for (let count = 0; count < 20_003; count += 1) visits.note(visit('gone', 'en'));
  await visits.stop();
  expect(errors).toEqual([3]);
});

it('a checkout that has gone meanwhile holds up no other', async () => {
  const id = await records.checkout({});
  const visits = open();
  visits.note(visit('gone', 'en'));
  visits.note(visit(id, 'ja'));
  await visits.stop();
  expect(await languageOf(id)).toBe('ja');
  expect(errors).toEqual([]);
});

it('a database that drops the connection loses none', async () => {
  const id = await records.checkout({});
  let isBack = false;
  const away = new Proxy(db, {
    get(target, name) {
      if (name === 'insertInto' && !isBack) throw new Error('the connection was lost');
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const visits = open(away);
  visits.note(visit(id, 'fr'));
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  isBack = true;
  await visits.stop();
  expect(await languageOf(id)).toBe('fr');
});

describe('that a shopper has begun to type', () => {
  const typed = (checkoutId: string, at: number) => ({ checkoutId, device: 'phone', at }) as const;

  it.each<[string, (visits: FormVisits, id: string) => void | Promise<void>]>([
    ['together with the form', (visits, id) => visits.note(visit(id, 'de'))],
    [
      'after the form was written',
      async (visits, id) => {
        visits.note(visit(id, 'de'));
        await visits.stop();
      },
    ],
  ])('is kept once, %s', async (_, load) => {
    const id = await records.checkout({});
    const first = open();
    await load(first, id);
    await first.stop();
    const visits = open();
    visits.noteTyped(typed(id, 2));
    visits.noteTyped(typed(id, 3));
    await visits.stop();
    const late = open();
    late.noteTyped(typed(id, 4));
    await late.stop();
    expect(await rowOf(id)).toMatchObject({ language: 'de', loaded_at: 1, typed_at: 2 });
    expect(errors).toEqual([]);
  });

  it('may come before the form, whose language is kept then', async () => {
    const id = await records.checkout({});
    const visits = open();
    visits.noteTyped(typed(id, 2));
    await visits.stop();
    expect(await rowOf(id)).toMatchObject({ language: '', loaded_at: 2, typed_at: 2 });
    const later = open();
    later.note(visit(id, 'de'));
    await later.stop();
    expect(await rowOf(id)).toMatchObject({ language: 'de', loaded_at: 2, typed_at: 2 });
    expect(errors).toEqual([]);
  });

  it('may be written in one with the form that comes after it', async () => {
    const id = await records.checkout({});
    const visits = open();
    visits.noteTyped(typed(id, 2));
    visits.note({ ...visit(id, 'de'), device: 'tablet', at: 3 });
    await visits.stop();
    const both = { language: 'de', device: 'phone', loaded_at: 2, typed_at: 2 };
    expect(await rowOf(id)).toEqual(both);
  });
});

describe('a device is', () => {
  const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0';
  const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0';

  it.each([
    ['phone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE}`],
    ['phone', `Mozilla/5.0 (iPod; U; CPU like Mac OS X; en) ${APPLE}`],
    ['phone', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`],
    ['phone', 'Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0'],
    ['phone', 'Mozilla/4.0 (compatible; MSIE 7.0; Windows Phone OS 7.0; Trident/3.1)'],
    ['tablet', `Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) ${APPLE} Mobile/15E148`],
    ['tablet', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`],
    ['tablet', 'Mozilla/5.0 (Android 5.0; Tablet; rv:41.0) Gecko/41.0 Firefox/41.0'],
    ['tablet', `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Silk/131.1 Safari/537.36`],
    ['tablet', 'Mozilla/5.0 (PlayBook; U; RIM Tablet OS 2.1.0; en-US) AppleWebKit/536.2+'],
    ['computer', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Safari/605.1`],
    ['computer', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`],
    ['unknown', undefined],
    ['unknown', 'curl/8.11.0'],
    ['unknown', 'PreviewBot/1.0 Mozilla/5.0 (iPhone)'],
    ['unknown', 'Mozilla'],
  ])('%s: %s', (device, agent) => {
    expect(deviceOf(agent)).toBe(device);
  });
});
