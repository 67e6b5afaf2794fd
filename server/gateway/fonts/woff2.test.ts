/** The container of a font: what is refused before a table is read. */
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packTables, type Table, testFont } from '../../tests/support/test-fonts.ts';
import { checkContainer } from './woff2.ts';

const MEGABYTE = 1024 * 1024;
const small = testFont();
const table = (tag: string, bytes: number, claimed = bytes): Table => ({
  tag,
  content: Buffer.alloc(bytes, 7),
  claimed,
});

/** A font of one table whose entry in the directory, and whose content, are as given. */
function fontOf(entry: readonly number[], content: Buffer, tables = 1): Buffer {
  const packed = brotliCompressSync(content);
  const header = Buffer.alloc(48);
  header.write('wOF2', 'latin1');
  header.writeUInt32BE(header.length + entry.length + packed.length, 8);
  header.writeUInt16BE(tables, 12);
  header.writeUInt32BE(packed.length, 20);
  return Buffer.concat([header, Buffer.from(entry), packed]);
}

/** The same file, of the length that it says. */
function withLength(file: Buffer): Buffer {
  const same = Buffer.from(file);
  same.writeUInt32BE(same.length, 8);
  return same;
}

const named = (signature: string, at: number): Buffer => {
  const other = Buffer.from(small);
  other.write(signature, at, 'latin1');
  return other;
};

/** By their numbers: `glyf`, `loca`, `hmtx`, whose content is 200 bytes as the font has it and 9 as it is packed. */
const [GLYF, LOCA, HMTX] = [10, 11, 3];
const SIZES = [0x81, 0x48, 9];

describe('taken is', () => {
  it.each<[what: string, file: Buffer]>([
    ['a font', small],
    ['one of two tables', packTables([table('glyf', 60), table('head', 54)])],
    ['one of no tables', packTables([])],
    ['one of 8 MB, unpacked', packTables([table('glyf', 8 * MEGABYTE)])],
    ['outlines that are packed another way', fontOf([GLYF, ...SIZES], Buffer.alloc(9))],
    ['places that are packed another way', fontOf([LOCA, ...SIZES], Buffer.alloc(9))],
    ['outlines as they are', fontOf([GLYF | (3 << 6), 9], Buffer.alloc(9))],
    ['a table as it is', fontOf([HMTX, 9], Buffer.alloc(9))],
    ['a table that is packed another way', fontOf([HMTX | (1 << 6), ...SIZES], Buffer.alloc(9))],
    [
      'outlines that are packed another way, named in letters',
      fontOf([63, ...Buffer.from('glyf'), ...SIZES], Buffer.alloc(9)),
    ],
    [
      'places that are packed another way, named in letters',
      fontOf([63, ...Buffer.from('loca'), ...SIZES], Buffer.alloc(9)),
    ],
    ['a size in five bytes', fontOf([HMTX, 0x80, 0x80, 0x80, 0x80, 9], Buffer.alloc(9))],
    ['a megabyte', withLength(Buffer.concat([small, Buffer.alloc(MEGABYTE - small.length)]))],
  ])('%s', async (_, file) => {
    await expect(checkContainer(file)).resolves.toBeUndefined();
  });
});

describe('refused is', () => {
  const brokenOff = 'file must have a directory of its tables: broken off';
  it.each<[what: string, file: Buffer, message: string]>([
    [
      'no font',
      Buffer.from('<html>'.repeat(20)),
      'file must begin with "wOF2", as WOFF2 fonts do: "<htm"',
    ],
    ['an empty file', Buffer.alloc(0), 'file must begin with "wOF2", as WOFF2 fonts do: ""'],
    [
      'a beginning',
      small.subarray(0, 47),
      'file must begin with "wOF2", as WOFF2 fonts do: "wOF2"',
    ],
    ['a collection', named('ttcf', 4), 'file must have one font: a collection'],
    [
      '10 MB',
      Buffer.alloc(10 * MEGABYTE, 'wOF2'),
      'file must have 1048576 bytes at most: 10485760',
    ],
    [
      'a byte more than a megabyte',
      withLength(Buffer.concat([small, Buffer.alloc(MEGABYTE + 1 - small.length)])),
      'file must have 1048576 bytes at most: 1048577',
    ],
    [
      'what is cut short',
      small.subarray(0, -40),
      `file must have the ${small.length} bytes that it says: ${small.length - 40}`,
    ],
    ['a directory that is cut short', withLength(small.subarray(0, 60)), brokenOff],
    ['a header alone', withLength(small.subarray(0, 48)), brokenOff],
    [
      'a size in six bytes',
      fontOf([HMTX, 0x80, 0x80, 0x80, 0x80, 0x80, 9], Buffer.alloc(9)),
      brokenOff,
    ],
    [
      'a bomb that says so',
      packTables([table('glyf', 60, 64 * MEGABYTE)]),
      'unpacked file must have 8388608 bytes at most: 67108864',
    ],
    [
      'a bomb that says so of several tables',
      packTables([table('glyf', 60, 5 * MEGABYTE), table('head', 60, 5 * MEGABYTE)]),
      'unpacked file must have 8388608 bytes at most: 10485760',
    ],
    [
      'a bomb of outlines that are packed another way',
      fontOf([GLYF, 0x84, 0x80, 0x80, 0x01, 9], Buffer.alloc(9)),
      'unpacked file must have 8388608 bytes at most: 8388609',
    ],
    [
      'a bomb that does not',
      packTables([table('head', 9 * MEGABYTE, 5000)]),
      'unpacked file must have the 5000 bytes that it says: more',
    ],
    [
      'less than it says',
      packTables([table('head', 60, 5000)]),
      'unpacked file must have the 5000 bytes that it says: 60',
    ],
    [
      'tables where there are none',
      packTables([table('head', 60, 0)]),
      'unpacked file must have the 0 bytes that it says: more',
    ],
    [
      'what is not compressed',
      Buffer.concat([small.subarray(0, -60), Buffer.alloc(60, 255)]),
      'not compressed as WOFF2 is',
    ],
  ])('%s', async (_, file, message) => {
    await expect(checkContainer(file)).rejects.toThrow(message);
  });
});
