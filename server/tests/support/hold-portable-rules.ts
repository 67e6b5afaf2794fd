/** Every statement that a gateway sends while it is tested keeps the portable rules. */
import { afterAll, expect } from 'vitest';
import { type StatementSent, statementSent } from '../../diagnostics.ts';
import { brokenRules } from './portable-rules.ts';

/** Changes of tables are read by `server/store/migrations/portable.test.ts`. */
const CHANGES_TABLES = /^\s*(create|alter|drop)\b/i;
/** The keys of CVVs, which are gone from PostgreSQL's disk only so (D13; docs/scaling.md). */
const EMPTIES_CVV_KEYS =
  /^(lock table|truncate) "cvv_keys_\d"|^select pg_relation_size\(\$1::regclass\)/;

/** Tests of PostgreSQL's own look into its catalogue. */
const READS_CATALOGUE = /\bfrom pg_/i;

const seen = new Set<string>();
const broken: string[] = [];
const note = (statement: unknown): void => {
  const { sql } = statement as StatementSent;
  if (seen.has(sql)) return;
  seen.add(sql);
  if ([CHANGES_TABLES, EMPTIES_CVV_KEYS, READS_CATALOGUE].some((known) => known.test(sql))) return;
  broken.push(...brokenRules(sql).map((rule) => `${rule}: ${sql}`));
};
statementSent.subscribe(note);

afterAll(() => {
  statementSent.unsubscribe(note);
  expect(broken).toEqual([]);
});
