/** The operator's file of first digits: imported whole or not at all, and what payments make of it. */
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '../config.ts';
import { startMerchant } from '../tests/support/merchant.ts';
import { CARD_FIELDS } from '../tests/support/payment-fields.ts';
import { COMMANDS } from './commands.ts';

const merchant = await startMerchant();
const { gateway, entityId, call } = merchant;
const { db } = gateway;
const folder = mkdtempSync(join(tmpdir(), 'bins-'));
afterAll(async () => {
  await merchant[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const bins = (verb: string, ...words: string[]) =>
  // biome-ignore lint/suspicious/noExplicitAny: what a command prints
  COMMANDS[`bins ${verb}`]?.(db, words, {}, {} as Config, 'machine') as Promise<any>;
let files = 0;
const file = (content: string): string => {
  files += 1;
  const path = join(folder, `${files}.csv`);
  writeFileSync(path, content);
  return path;
};
const load = (content: string) => bins('import', file(content));
const countryOf = async (digits: string) => (await bins('show', digits)).country;
const rowsKept = async () => {
  const { count } = await db
    .selectFrom('card_bins')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** The simulator says nothing of it. */
const UNTOLD = '4012888888881881';
/** Nor of this one, which it declines. */
const DECLINED = '4012001037141112';
const BRAZILIAN = '4200000000001040';
const issued = async (id: string) => {
  const { issuer_country } = await db
    .selectFrom('payments')
    .select('issuer_country')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return issuer_country;
};
const pay = async (fields: Readonly<Record<string, string>>) =>
  issued(await merchant.paymentId(fields));

beforeEach(async () => {
  await bins('clear');
});

describe('a file of first digits', () => {
  it('has six to eight digits or ranges of them, as spreadsheets and others write it', async () => {
    const answer = await load(
      '\uFEFFbin,country\r\n"400000","US"\r\n\r\n40123456 , DE\n4100000-4100009,FR\n42000000-42000099,BR',
    );
    expect(answer).toEqual({ ranges: 4, importedAt: expect.stringMatching(/Z$/) });
    expect(await bins('show')).toEqual(answer);
    expect(await countryOf('400000')).toBe('US');
    expect(await countryOf('40000099')).toBe('US');
    expect(await countryOf('400001')).toBeNull();
    expect(await countryOf('40123456')).toBe('DE');
    expect(await countryOf('40123457')).toBeNull();
    expect(await countryOf('41000099')).toBe('FR');
    expect(await countryOf('4100010')).toBeNull();
    expect(await countryOf('42000099')).toBe('BR');
    expect(await countryOf('399999')).toBeNull();
  });

  it('is shown with all that it says of cards with the same first digits', async () => {
    await load('40123456,DE\n40123460-40123499,FR\n4100000-4100009,FR');
    expect(await bins('show', '401234')).toEqual({
      ...{ digits: '401234', country: null },
      ranges: [
        { from: '40123456', to: '40123456', country: 'DE' },
        { from: '40123460', to: '40123499', country: 'FR' },
      ],
    });
    // Nothing is known of 40123459.
    expect((await bins('show', '4012345')).country).toBeNull();
    expect(await bins('show', '4012347')).toEqual({
      ...{ digits: '4012347', country: 'FR' },
      ranges: [{ from: '40123470', to: '40123479', country: 'FR' }],
    });
    expect(await bins('show', '40123459')).toEqual({
      ...{ digits: '40123459', country: null, ranges: [] },
    });
  });

  it('takes the place of the one before, whole', async () => {
    await load('400000,US\n400001,US');
    await load('400001,DE');
    expect(await countryOf('400000')).toBeNull();
    expect(await countryOf('400001')).toBe('DE');
    expect(await rowsKept()).toBe(1);
    await bins('clear');
    expect(await countryOf('400001')).toBeNull();
    expect(await bins('show')).toMatchObject({ ranges: 0 });
    expect(await rowsKept()).toBe(0);
  });

  it('takes the place of the one before where the clock was set back since', async () => {
    await load('400000,US');
    await db
      .updateTable('card_bin_files')
      .set({ imported_at: Date.now() + 60 * 60_000 })
      .execute();
    await load('400000,DE');
    expect(await countryOf('400000')).toBe('DE');
    expect(await rowsKept()).toBe(1);
  });

  it('counts once it is whole, also where the one before cannot be deleted', async () => {
    await load('400000,US');
    const broken = new Proxy(db, {
      get(target, name) {
        if (name === 'deleteFrom') throw new Error('the connection is lost');
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const command = COMMANDS['bins import'];
    const importing = command?.(broken, [file('400000,DE')], {}, {} as Config, 'machine');
    await expect(importing).rejects.toThrow('the connection is lost');
    expect(await countryOf('400000')).toBe('DE');
    await load('400001,FR');
    expect(await rowsKept()).toBe(1);
  });

  it('of two that are imported at once is the one or the other', async () => {
    const lines = (country: string) =>
      Array.from({ length: 3_000 }, (_, n) => `${400000 + n},${country}`).join('\n');
    await Promise.all([load(lines('US')), load(lines('DE'))]);
    const countries = new Set(await Promise.all(['400000', '402999'].map(countryOf)));
    expect(countries.size).toBe(1);
    expect(countries).not.toContain(null);
    expect(await rowsKept()).toBe(3_000);
  });

  it('is read in pieces: a hundred thousand ranges', async () => {
    const path = join(folder, 'long.csv');
    const stream = createWriteStream(path);
    for (let n = 0; n < 100_000; n += 1) stream.write(`${40_000_000 + n},US\n`);
    stream.end();
    await once(stream, 'finish');
    expect(await bins('import', path)).toMatchObject({ ranges: 100_000 });
    expect(await countryOf('40099999')).toBe('US');
    expect(await countryOf('40100000')).toBeNull();
  });

  it('clears away what an import has left that was killed', async () => {
    const begun_at = Date.now() - 2 * 24 * 60 * 60_000;
    await db
      .insertInto('card_bin_files')
      .values({ id: 'killed', begun_at, imported_at: null, ranges: 0 })
      .execute();
    const row = { file_id: 'killed', first_bin: 1, last_bin: 2, line: 1, country: 'US' };
    await db.insertInto('card_bins').values(row).execute();
    await load('400000,US');
    expect(await rowsKept()).toBe(1);
  });
});

describe('a file with a mistake changes nothing, and is told by line, rule and value:', () => {
  it.each<[string, string, string]>([
    [
      'five digits',
      '40000,US',
      'line 3: first digits must be 6 to 8, or a range of them as 400000-400499 ("40000")',
    ],
    [
      'no digits',
      'VISA,US',
      'line 3: first digits must be 6 to 8, or a range of them as 400000-400499 ("VISA")',
    ],
    [
      'no country',
      '410000',
      'line 3: must be first digits and country with a comma between, as 400000,US ("410000")',
    ],
    [
      'a semicolon',
      '410000;US',
      'line 3: must be first digits and country with a comma between, as 400000,US ("410000;US")',
    ],
    [
      'three columns',
      '410000,US,x',
      'line 3: must be first digits and country with a comma between, as 400000,US ("410000,US,x")',
    ],
    [
      'a country that there is not',
      '410000,XX',
      'line 3: country must be a 2-letter code in capitals (ISO 3166-1) ("XX")',
    ],
    [
      'three letters',
      '410000,USA',
      'line 3: country must be a 2-letter code in capitals (ISO 3166-1) ("USA")',
    ],
    [
      'small letters',
      '410000,us',
      'line 3: country must be a 2-letter code in capitals (ISO 3166-1) ("us")',
    ],
    [
      'a range that ends too early',
      '410010-410009,US',
      'line 3: a range must not end before it begins ("410010")',
    ],
    [
      'ends of other lengths',
      '410000-41000999,US',
      'line 3: both ends of a range must have the same number of digits ("410000")',
    ],
    [
      'a range within another',
      '40000012,DE',
      'line 3: must not overlap line 2: both have 40000012',
    ],
    ['the same digits twice', '400000,DE', 'line 3: must not overlap line 2: both have 40000000'],
    [
      'a range around another',
      '399999-400001,DE',
      'line 3: must not overlap line 2: both have 40000000',
    ],
    ['a line without an end', 'x'.repeat(200_000), 'line 3: must have 1000 characters at most'],
  ])('%s', async (_, line, message) => {
    await load('500000,NL');
    await expect(load(`bin,country\n400000,US\n${line}`)).rejects.toThrow(message);
    expect(await countryOf('500000')).toBe('NL');
    expect(await countryOf('400000')).toBeNull();
    expect(await rowsKept()).toBe(1);
  });

  it.each([
    ['a card number', '4200000000000000,US'],
    ['nine digits', '420000000,US'],
    ['a card number in groups', '4200 0000 0000 0000,US'],
    ['a card number with hyphens', '4200-0000-0000-0000,US'],
    ['a card number in two halves', '42000000-00000000,US'],
    ['a card number for a country', '420000,4200000000000000'],
    ['a card number in a column more', '420000,US,4200000000000000'],
    ['a card number alone', '4200000000000000'],
    ['a card number in other digits', '٤٢٠٠٠٠٠٠٠٠٠٠٠٠٠٠,US'],
    ['a card number as long as a line', `${'4200000000000000'.repeat(100)}`],
  ])('%s, by its line alone', async (_, line) => {
    const refused: Error = await load(`400000,US\n${line}`).catch((error) => error);
    expect(refused.message).toMatch(/^line 2: /);
    expect(refused.message.replace(/^line 2: |400000-400499|400000,US/g, '')).not.toMatch(
      /\p{Nd}{9}|0000.?0000|٤/u,
    );
    expect(await rowsKept()).toBe(0);
  });

  it.each([
    ['nothing in it', '', /has no range/],
    ['names alone', 'bin,country\n', /has no range/],
  ])('%s', async (_, content, message) => {
    await load('500000,NL');
    await expect(load(content)).rejects.toThrow(message);
    expect(await countryOf('500000')).toBe('NL');
  });

  it('a file that there is not', async () => {
    await expect(bins('import', join(folder, 'none.csv'))).rejects.toThrow(
      /none.csv cannot be read/,
    );
    await expect(bins('import', folder)).rejects.toThrow(/cannot be read/);
    await expect(bins('import')).rejects.toThrow(/bins import FILE/);
    await expect(bins('show', UNTOLD)).rejects.toThrow(/^DIGITS must be 6 to 8 digits$/);
  });
});

describe('where a card was issued', () => {
  beforeEach(() => load('401200,AT\n401288-401289,GB\n420000,NZ'));

  it('is what the file says where its processor does not', async () => {
    expect(await pay({ 'card.number': UNTOLD })).toBe('GB');
    await load('40128888,IE\n40128880-40128887,GB');
    expect(await pay({ 'card.number': UNTOLD })).toBe('IE');
    await bins('clear');
    expect(await pay({ 'card.number': UNTOLD })).toBeNull();
  });

  it('is what its processor says where it does', async () => {
    expect(await pay({ 'card.number': BRAZILIAN })).toBe('BR');
  });

  it('is known of a payment of a form, a stored card, and one that was declined', async () => {
    const checkoutId = await merchant.createCheckout({ createRegistration: 'true' });
    await merchant.pay(checkoutId, { 'card.number': UNTOLD });
    const { issuer_country, registration_id } = await db
      .selectFrom('payments')
      .select(['issuer_country', 'registration_id'])
      .where('checkout_id', '=', checkoutId)
      .executeTakeFirstOrThrow();
    expect(issuer_country).toBe('GB');
    const again = await merchant.payStored(registration_id ?? '');
    expect(await issued(again.body.id)).toBe('GB');
    const declined = await merchant.call('/v1/payments', {
      ...{ ...CARD_FIELDS, entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' },
      'card.number': DECLINED,
    });
    expect(declined.body.result.code).toBe('000.400.102');
    expect(await issued(declined.body.id)).toBe('AT');
  });

  it('is no matter of what was paid without a card, or of a refund', async () => {
    const refunded = await merchant.paymentId({ 'card.number': UNTOLD });
    const { body } = await call(`/v1/payments/${refunded}`, {
      ...{ entityId, amount: '1.00', currency: 'EUR', paymentType: 'RF' },
    });
    expect(body.result.code, JSON.stringify(body)).toMatch(/^000/);
    expect(await issued(body.id)).toBeNull();
  });
});
