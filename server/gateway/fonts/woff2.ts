/**
 * The container of a WOFF2 file (W3C, WOFF File Format 2.0, sections 4 and 5): judged before a table is
 * read, and unpacked within a bound, so that a small file does not become a large one.
 */
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { fontError } from './font-error.ts';

/** Every shopper downloads it. */
export const MAX_FILE_BYTES = 1024 * 1024;
export const MAX_UNPACKED_BYTES = 8 * 1024 * 1024;

const HEADER_BYTES = 48;
const SIGNATURE = 'wOF2';
const COLLECTION = 'ttcf';
/** Stands for a tag that is written out. */
const ANY_TAG = 63;
/** The two whose transformation has the number 0, by number and written out. */
const OUTLINES: readonly (number | string)[] = [10, 11, 'glyf', 'loca'];
const NOT_TRANSFORMED = 3;

/** Sizes that the directory claims, and where the compressed tables begin. */
interface Directory {
  /** Of the tables as they are packed. */
  readonly packed: number;
  /** Of the tables as the font has them. */
  readonly unpacked: number;
  readonly end: number;
}

function readDirectory(file: Buffer): Directory {
  let at = HEADER_BYTES;
  /** `UIntBase128`: seven bits a byte, five bytes at most. */
  const readSize = (): number => {
    let value = 0;
    for (let n = 0; n < 5; n++) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw new RangeError('a size of more than five bytes');
  };
  let [packed, unpacked] = [0, 0];
  for (let table = file.readUInt16BE(12); table > 0; table--) {
    const flags = file.readUInt8(at++);
    const number = flags & 63;
    const tag = number === ANY_TAG ? file.toString('latin1', at, at + 4) : number;
    if (number === ANY_TAG) at += 4;
    const original = readSize();
    const isPlain = (OUTLINES.includes(tag) ? NOT_TRANSFORMED : 0) === flags >> 6;
    packed += isPlain ? original : readSize();
    unpacked += original;
  }
  return { packed, unpacked, end: at };
}

/** @throws FontError */
export async function checkContainer(file: Buffer): Promise<void> {
  if (file.length > MAX_FILE_BYTES) {
    throw fontError('file', `must have ${MAX_FILE_BYTES} bytes at most`, file.length);
  }
  if (file.length < HEADER_BYTES || file.toString('latin1', 0, 4) !== SIGNATURE) {
    const begin = JSON.stringify(file.toString('latin1', 0, 4));
    throw fontError('file', `must begin with "${SIGNATURE}", as WOFF2 fonts do`, begin);
  }
  if (file.toString('latin1', 4, 8) === COLLECTION) {
    throw fontError('file', 'must have one font', 'a collection');
  }
  if (file.readUInt32BE(8) !== file.length) {
    throw fontError(
      'file',
      `must have the ${file.readUInt32BE(8)} bytes that it says`,
      file.length,
    );
  }
  const { packed, unpacked, end } = directoryOf(file);
  const size = Math.max(packed, unpacked);
  if (size > MAX_UNPACKED_BYTES) {
    throw fontError('unpacked file', `must have ${MAX_UNPACKED_BYTES} bytes at most`, size);
  }
  const compressed = file.subarray(end, end + file.readUInt32BE(20));
  const tables = await promisify(brotliDecompress)(compressed, {
    maxOutputLength: Math.max(1, packed),
  }).catch(({ code }: NodeJS.ErrnoException) => {
    const found = code === 'ERR_BUFFER_TOO_LARGE' ? 'more' : 'not compressed as WOFF2 is';
    throw fontError('unpacked file', `must have the ${packed} bytes that it says`, found);
  });
  if (tables.length !== packed) {
    throw fontError('unpacked file', `must have the ${packed} bytes that it says`, tables.length);
  }
}

function directoryOf(file: Buffer): Directory {
  try {
    return readDirectory(file);
  } catch (error) {
    if (error instanceof RangeError) {
      throw fontError('file', 'must have a directory of its tables', 'broken off');
    }
    throw error;
  }
}
