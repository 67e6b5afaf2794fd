/** The result codes that there are: the published table, read by itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const TABLE = join(import.meta.dirname, '../../../docs/spec/result-codes.tsv');

export const RESULT_CODES: ReadonlySet<string> = new Set(
  readFileSync(TABLE, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[0] ?? ''),
);
