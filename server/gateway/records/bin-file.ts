/** A file of first digits: `400000-400499,US` a line. Read in pieces. */
import { createReadStream } from 'node:fs';
import { COUNTRIES } from '../../../contract/country-addresses.ts';
import type { CardBinRow } from '../../store/tables.ts';
import { BIN_DIGITS } from './issuer-country.ts';

/** More has no line of such a file. */
const LONGEST_LINE = 1_000;
const LONGEST_VALUE = 40;

/** Says line, rule and value; never more than eight digits of a number. */
export class BinError extends Error {}

type BinRange = Omit<CardBinRow, 'file_id'>;

/** @throws BinError where it cannot be read, or a line is none */
export async function* binRanges(path: string): AsyncGenerator<BinRange> {
  let line = 0;
  for await (const text of linesOf(path)) {
    line += 1;
    const range = rangeIn(text, line);
    if (range) yield range;
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  let lines = 0;
  try {
    for await (const chunk of createReadStream(path, 'utf8')) {
      const found = (rest + chunk).split('\n');
      rest = found.pop() ?? '';
      lines += found.length;
      yield* found;
      if (rest.length > LONGEST_LINE) {
        throw new BinError(`line ${lines + 1}: must have ${LONGEST_LINE} characters at most`);
      }
    }
  } catch (error) {
    if (error instanceof BinError || !(error instanceof Error && 'code' in error)) throw error;
    throw new BinError(`${path} cannot be read: ${error.message}`);
  }
  yield rest;
}

const RANGE = /^(\d{6,8})(?:-(\d{6,8}))?$/;
/** Of a file that a spreadsheet has written: a mark of the byte order at its beginning is trimmed, too. */
const unquoted = (value: string): string => value.trim().replace(/^"(.*)"$/, '$1');

/** Nothing for an empty line, and for a first one that has names. */
function rangeIn(text: string, line: number): BinRange | undefined {
  if (text.trim() === '' || (line === 1 && !/\d/.test(text))) return undefined;
  const refuse = (rule: string, value = ''): never => {
    const hasFewDigits = (value.match(/\p{Nd}/gu) ?? []).length <= BIN_DIGITS;
    const said =
      value !== '' && hasFewDigits ? ` (${JSON.stringify(value.slice(0, LONGEST_VALUE))})` : '';
    throw new BinError(`line ${line}: ${rule}${said}`);
  };
  const [digits = '', country = '', ...more] = text.split(',').map(unquoted);
  if (country === '' || more.length > 0) {
    return refuse(
      'must be first digits and country with a comma between, as 400000,US',
      text.trim(),
    );
  }
  const [, from, to = from] = RANGE.exec(digits) ?? [];
  if (from === undefined || to === undefined) {
    return refuse('first digits must be 6 to 8, or a range of them as 400000-400499', digits);
  }
  if (from.length !== to.length) {
    return refuse('both ends of a range must have the same number of digits', from);
  }
  if (to < from) return refuse('a range must not end before it begins', from);
  if (!COUNTRIES.includes(country)) {
    return refuse('country must be a 2-letter code in capitals (ISO 3166-1)', country);
  }
  return {
    first_bin: Number(from.padEnd(BIN_DIGITS, '0')),
    last_bin: Number(to.padEnd(BIN_DIGITS, '9')),
    ...{ line, country },
  };
}
