/**
 * The file of one month of a channel: JSON Lines, compressed. The first line says what it is, each of the
 * next is a row of `payments`, and the last one counts them and has a keyed hash of all before: a file that
 * was cut off or changed is found, also where who changed it knows the format.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { PaymentRow } from '../../store/tables.ts';

const FORMAT = 'payments of a month, 2';

/** Keyed: the vault's alone can make it. */
export type Seal = (text: string) => string;

/** Says what is wrong with a file. */
export class ArchiveError extends Error {}

export interface ArchiveHead {
  readonly channel: string;
  /** `yyyy-mm`, UTC: when what is in it began. */
  readonly month: string;
}

export interface ArchiveSummary extends ArchiveHead {
  readonly payments: number;
}

/**
 * Writes a new file: it is there whole, and on the disk, or not at all.
 * @throws ArchiveError where there is one already, or the directory takes none
 */
export async function writeArchive(
  seal: Seal,
  path: string,
  head: ArchiveHead,
  rows: AsyncIterable<PaymentRow>,
): Promise<void> {
  const unfinished = `${path}.unfinished`;
  try {
    await rm(unfinished, { force: true });
    await pipeline(
      linesOf(seal, head, rows),
      createGzip(),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    );
    // Unlike a new name, a link takes the place of nothing.
    await link(unfinished, path);
    const directory = await open(dirname(path));
    await directory.sync().finally(() => directory.close());
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new ArchiveError(`${path} cannot be written: ${(error as Error).message}`);
  } finally {
    await rm(unfinished, { force: true }).catch(() => {});
  }
}

async function* linesOf(seal: Seal, head: ArchiveHead, rows: AsyncIterable<PaymentRow>) {
  const hash = createHash('sha256');
  const line = (value: object) => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  yield line({ format: FORMAT, ...head });
  let payments = 0;
  for await (const row of rows) {
    payments += 1;
    yield line(row);
  }
  yield `${JSON.stringify({ payments, seal: seal(hash.digest('hex')) })}\n`;
}

/**
 * Reads a whole file, and takes what it says only once its hash is right.
 * @param take called with each row, in the order of the file, before the hash is known
 * @throws ArchiveError for what is no file of ours, was cut off, or changed
 */
export async function readArchive(
  seal: Seal,
  path: string,
  take: (row: PaymentRow) => void = () => {},
): Promise<ArchiveSummary> {
  let head: ArchiveHead | undefined;
  let count = 0;
  for await (const row of rowsOf(seal, path, (first) => {
    head = first;
  })) {
    count += 1;
    take(row);
  }
  if (!head) throw new ArchiveError(`${path} is no archive of payments`);
  return { ...head, payments: count };
}

/** The payment of this id, and what was made of it. */
export async function findInArchive(
  seal: Seal,
  path: string,
  id: string,
): Promise<readonly PaymentRow[]> {
  const family: PaymentRow[] = [];
  await readArchive(seal, path, (row) => {
    // Parents stand before their children.
    const isOfFamily = family.some((member) => member.id === row.referenced_id);
    if (row.id === id || isOfFamily) family.push(row);
  });
  return family;
}

/**
 * The rows of a file, one after the other, in little memory.
 * @throws ArchiveError for a row of another channel than the file, and at the end, where what was read is not
 * what was written
 */
export async function* rowsOf(
  seal: Seal,
  path: string,
  onHead: (head: ArchiveHead) => void = () => {},
): AsyncGenerator<PaymentRow> {
  const hash = createHash('sha256');
  let head: ArchiveHead | undefined;
  let count = 0;
  let end: { readonly payments: number; readonly seal: string } | undefined;
  try {
    const unpacked = createGunzip();
    const source = pipeline(createReadStream(path), unpacked);
    // It is told again by what reads.
    source.catch(() => {});
    for await (const text of createInterface({
      input: unpacked,
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      const value = JSON.parse(text);
      if (end) throw new ArchiveError(`${path} goes on behind its end`);
      if (!head) {
        if (value.format !== FORMAT) throw new ArchiveError(`${path} is no archive of payments`);
        head = { channel: value.channel, month: value.month };
        onHead(head);
      } else if ('seal' in value) {
        end = value;
        continue;
      } else {
        if (value.entity_id !== head.channel) {
          const why = `payment ${value.id} in it is of channel ${value.entity_id}`;
          throw new ArchiveError(`${path} is of channel ${head.channel}, but ${why}`);
        }
        count += 1;
        yield value;
      }
      hash.update(`${text}\n`);
    }
    await source;
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(`${path} cannot be read: ${(error as Error).message}`);
  }
  if (end?.payments !== count || end.seal !== seal(hash.digest('hex'))) {
    throw new ArchiveError(
      `${path} is not as this gateway has written it: it was cut off, changed, or is another one's`,
    );
  }
}
