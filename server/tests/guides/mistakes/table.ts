/**
 * Writes the tables of docs/what-can-go-wrong.md from the mistakes that the tests make:
 * `node server/tests/guides/mistakes/table.ts`. A test fails where the guide is older.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mistake } from './mistake.ts';
import { OTHER_MISTAKES } from './other-mistakes.ts';
import { PAGE_MISTAKES } from './page-mistakes.ts';
import { REQUEST_MISTAKES } from './request-mistakes.ts';

export const GUIDE = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  'docs',
  'what-can-go-wrong.md',
);

/** By the heading that each table stands under. */
const TABLES: Readonly<Record<string, readonly Mistake[]>> = {
  'On your server': REQUEST_MISTAKES,
  'In your page': PAGE_MISTAKES.filter(({ to }) => to === 'developer'),
  'In packages and on the command line': OTHER_MISTAKES,
  'What shoppers read': PAGE_MISTAKES.filter(({ to }) => to === 'shopper'),
};

const cell = (text: string): string => text.replaceAll('|', '\\|');
const saidIn = (text: string): string => `\`${cell(text)}\``;

const tableOf = (mistakes: readonly Mistake[]): string =>
  [
    '| What is done | What is said | Where | To |',
    '| --- | --- | --- | --- |',
    ...mistakes.map(
      ({ done, said, where, to }) => `| ${cell(done)} | ${saidIn(said)} | ${where} | ${to} |`,
    ),
  ].join('\n');

/** The guide, with its tables made anew. @throws Error naming the heading that is missing */
export function withTables(guide: string): string {
  return Object.entries(TABLES).reduce((text, [heading, mistakes]) => {
    const table = new RegExp(`(^## ${heading}\\n[^|]*?)^\\|(?:.*\\n)*?(?=\\n)`, 'm');
    if (!table.test(text)) throw new Error(`the guide has no table under "${heading}"`);
    return text.replace(table, (_, before: string) => `${before}${tableOf(mistakes)}\n`);
  }, guide);
}

if (import.meta.main) writeFileSync(GUIDE, withTables(readFileSync(GUIDE, 'utf8')));
