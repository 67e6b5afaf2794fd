/** The file of a month's payments: whole or not there, and true to what was written, or refused. */
import { createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PaymentRow } from '../../store/tables.ts';
import { ArchiveError, findInArchive, readArchive, rowsOf, writeArchive } from './archive-file.ts';

const HEAD = { channel: 'c'.repeat(32), month: '2024-05' };
const row = (id: string, given: Partial<PaymentRow> = {}) =>
  ({ id, entity_id: HEAD.channel, referenced_id: null, amount: 100, ...given }) as PaymentRow;
const ROWS = [
  row('debit'),
  row('authorisation'),
  row('capture', { referenced_id: 'authorisation' }),
  row('refund', { referenced_id: 'capture' }),
  row('other'),
];

const seal = (text: string) => createHmac('sha256', 'the key').update(text).digest('hex');
const another = (text: string) => createHmac('sha256', 'another').update(text).digest('hex');

let directory = '';
let file = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'archive-file-'));
  file = join(directory, 'month.jsonl.gz');
  return () => rm(directory, { recursive: true });
});
async function* each(rows: readonly PaymentRow[]) {
  yield* rows;
}
const write = (rows = ROWS) => writeArchive(seal, file, HEAD, each(rows));
const linesOf = () => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
const spoil = (lines: readonly string[]) => writeFileSync(file, gzipSync(`${lines.join('\n')}\n`));
const sealed = (body: readonly string[], by = seal) => {
  const sha256 = createHash('sha256')
    .update(`${body.join('\n')}\n`)
    .digest('hex');
  return [...body, JSON.stringify({ payments: body.length - 1, seal: by(sha256) })];
};

describe('a file', () => {
  it('has a line that says what it is, a line for each payment, and their count and seal', async () => {
    await write();
    const head = JSON.stringify({ format: 'payments of a month, 2', ...HEAD });
    expect(linesOf()).toEqual(sealed([head, ...ROWS.map((one) => JSON.stringify(one))]));
    expect(await readArchive(seal, file)).toEqual({ ...HEAD, payments: 5 });
    expect(await Array.fromAsync(rowsOf(seal, file))).toEqual(ROWS);
  });

  it('may have no payment', async () => {
    await write([]);
    expect(await readArchive(seal, file)).toEqual({ ...HEAD, payments: 0 });
  });

  it('is for its owner alone, and leaves nothing unfinished', async () => {
    await write();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['month.jsonl.gz']);
  });

  it('takes the place of one that was left unfinished, but of no other', async () => {
    writeFileSync(`${file}.unfinished`, 'half');
    await write();
    const before = readFileSync(file);
    await expect(write([])).rejects.toThrow(ArchiveError);
    await expect(write([])).rejects.toThrow(`${file} cannot be written: EEXIST`);
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(directory)).toEqual(['month.jsonl.gz']);
  });

  it('is not there where its payments cannot be read', async () => {
    async function* broken() {
      yield row('debit');
      throw new Error('the database is gone');
    }
    const failure = writeArchive(seal, file, HEAD, broken());
    await expect(failure).rejects.toThrow(/^the database is gone$/);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('is not written where there is no directory', async () => {
    file = join(directory, 'nowhere', 'month.jsonl.gz');
    await expect(write()).rejects.toThrow(/month\.jsonl\.gz cannot be written: ENOENT/);
    await expect(write()).rejects.toThrow(ArchiveError);
  });

  it('tells a payment with all that was made of it', async () => {
    await write();
    const ids = async (id: string) => (await findInArchive(seal, file, id)).map((one) => one.id);
    expect(await ids('authorisation')).toEqual(['authorisation', 'capture', 'refund']);
    expect(await ids('capture')).toEqual(['capture', 'refund']);
    expect(await ids('other')).toEqual(['other']);
    expect(await ids('unknown')).toEqual([]);
  });
});

describe('a file is refused', () => {
  const changed =
    /^ is not as this gateway has written it: it was cut off, changed, or is another one's$/;

  it.each<[why: string, change: (lines: string[]) => void, message: RegExp]>([
    ['without its end', (lines) => spoil(lines.slice(0, -1)), changed],
    ['without a payment', (lines) => spoil(lines.toSpliced(2, 1)), changed],
    ['with a payment twice', (lines) => spoil(lines.toSpliced(2, 0, lines[2] ?? '')), changed],
    ['in another order', ([a = '', b = '', c = '', ...rest]) => spoil([a, c, b, ...rest]), changed],
    [
      'with another amount',
      (lines) => spoil(lines.map((one) => one.replace('100', '900'))),
      changed,
    ],
    [
      'that was changed by one who knows the format',
      (lines) => {
        const body = lines.slice(0, -1).map((one) => one.replace('100', '900'));
        spoil(sealed(body, another));
      },
      changed,
    ],
    [
      'of another month',
      (lines) => spoil(lines.map((one) => one.replace('2024-05', '2024-06'))),
      changed,
    ],
    [
      'with another count',
      (lines) => spoil(lines.map((one) => one.replace('"payments":5', '"payments":4'))),
      changed,
    ],
    ['that goes on', (lines) => spoil([...lines, lines[1] ?? '']), /^ goes on behind its end$/],
    ['with a second end', (lines) => spoil([...lines, lines.at(-1) ?? '']), /^ goes on behind/],
    [
      'of another format',
      (lines) => spoil(lines.map((one) => one.replace('month, 2', 'month, 3'))),
      /^ is no archive of payments$/,
    ],
    ['that is no JSON', () => spoil(['hello']), /^ cannot be read: /],
    [
      'that is not compressed',
      (lines) => writeFileSync(file, lines.join('\n')),
      /^ cannot be read: /,
    ],
    [
      'that was cut in the middle',
      () => writeFileSync(file, readFileSync(file).subarray(0, -9)),
      /^ cannot be read: /,
    ],
    ['with nothing in it', () => writeFileSync(file, gzipSync('')), changed],
  ])('%s', async (_, change, message) => {
    await write();
    change(linesOf());
    for (const read of [
      () => readArchive(seal, file),
      () => findInArchive(seal, file, 'unknown'),
    ]) {
      const failure = await read().then(
        () => undefined,
        (error: Error) => error,
      );
      expect(failure).toBeInstanceOf(ArchiveError);
      const { message: said = '' } = failure ?? {};
      expect(said.startsWith(file)).toBe(true);
      expect(said.slice(file.length)).toMatch(message);
    }
  });

  it('where there is none', async () => {
    await expect(readArchive(seal, file)).rejects.toThrow(/cannot be read: ENOENT/);
    await expect(readArchive(seal, file)).rejects.toThrow(ArchiveError);
  });

  it('with a payment of another channel, before that is taken', async () => {
    await write([row('debit'), row('strange', { entity_id: 'f'.repeat(32) })]);
    const taken: string[] = [];
    await expect(readArchive(seal, file, ({ id }) => taken.push(id))).rejects.toThrow(
      `${file} is of channel ${HEAD.channel}, but payment strange in it is of channel ${'f'.repeat(32)}`,
    );
    expect(taken).toEqual(['debit']);
  });
});
