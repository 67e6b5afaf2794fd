/**
 * What SQL may not have, so that a distributed database which speaks PostgreSQL's language can run it:
 * docs/scaling.md says which of them lacks what.
 */
export const PORTABLE_RULES: Readonly<Record<string, RegExp>> = {
  'locks of a session': /\bpg_(try_)?advisory/i,
  'listen and notify': /^\s*(un)?listen\b|^\s*notify\b|\bpg_notify\b/i,
  'sequences, where all new rows meet':
    /\b(nextval|setval|(small|big)?serial|create sequence)\b|\bas identity\b/i,
  'locks of a table': /\block table\b/i,
  'emptying a table as a whole': /^\s*truncate\b/i,
  'tables that are not logged': /\bunlogged\b/i,
  'tables of a session': /\bcreate (local )?temp/i,
  'triggers and functions': /\bcreate (or replace )?(constraint )?(trigger|function)\b/i,
  'places of rows': /\b(ctid|xmin|xmax)\b/i,
  'files and statistics': /\b(pg_relation_size|set statistics)\b|::regclass\b/i,
  'another type for a column': /\balter column \S+ type\b/i,
  'cursors and copies': /^\s*(declare|fetch|copy)\b/i,
  'constraints that wait': /\bdeferrable\b/i,
};

/** The rules that a statement breaks. */
export const brokenRules = (statement: string): string[] =>
  Object.entries(PORTABLE_RULES).flatMap(([rule, broken]) =>
    broken.test(statement) ? [rule] : [],
  );
