/** The runbook of docs/operations.md: every failure in it is made to happen by a test that is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');

/** Rows of the table with this head, without it. */
function rowsOf(head: string): string[][] {
  const [, table = ''] = guide.split(`${head}\n`);
  const rows = table.split('\n').slice(1);
  return rows.slice(0, rows.indexOf('')).map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

it.each([
  ['| You see | It means, and what to do | Tried by |', 20],
  ['| `/ready` says | It means | Do | Tried by |', 5],
])('%s: each row names a test that is there', (head, least) => {
  const rows = rowsOf(head);
  expect(rows.length).toBeGreaterThanOrEqual(least);
  for (const row of rows) {
    const [, file = ''] = /^`([^`]+\.test\.ts)`$/.exec(row.at(-1) ?? '') ?? [];
    expect(file, row[0]).not.toBe('');
    expect(existsSync(join(ROOT, file)), file).toBe(true);
  }
});
