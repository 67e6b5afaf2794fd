/** Code speaks of results by their names. Tests write the codes, because clients see those. */
import { expect, it } from 'vitest';
import { RESULT } from '../../../contract/result-by-name.ts';
import { RESULT_CODES } from '../../../contract/result-codes.ts';
import { codeOf, isTest, sourceFiles } from './source-files.ts';

const TABLES = ['contract/result-codes.ts', 'contract/result-by-name.ts'];

const codesIn = (text: string) =>
  [...text.matchAll(/\b\d{3}\.\d{3}\.\d{3}\b/g)].map(([code]) => code);

/** Packages know the API as their users do, by its codes; the mapping of the documents has their words. */
const NAMES_CODES = /^(packages|conformance|examples)\//;

it('no code writes a result code but the two tables', () => {
  const files = sourceFiles();
  expect(files.length).toBeGreaterThan(400);
  const literals = files
    .filter((file) => !isTest(file) && !TABLES.includes(file.path) && !NAMES_CODES.test(file.path))
    .flatMap((file) => codesIn(codeOf(file)).map((code) => `${file.path}: ${code}`));
  expect(literals).toEqual([]);
});

it('each name has a code of its own that clients know', () => {
  const codes = Object.values(RESULT);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(RESULT_CODES.has(code), code).toBe(true);
});

it('each name is used', () => {
  const text = sourceFiles()
    .filter(({ path }) => !TABLES.includes(path))
    .map(({ text }) => text)
    .join('\n');
  const unused = Object.keys(RESULT).filter(
    (name) => !new RegExp(`RESULT\\.${name}\\b`).test(text),
  );
  expect(unused).toEqual([]);
});
