/** Rows end at the store's edge: routes know records and their fields, no tables and no columns. */
import { expect, it } from 'vitest';
import { codeOf, isTest, type SourceFile, sourceFiles } from './source-files.ts';

/** Of all tables; a column of one word may be any word. */
const columns = new Set(
  sourceFiles('server/store').flatMap(({ path, text }) =>
    /tables\.ts$/.test(path)
      ? [...text.matchAll(/^ {2}([a-z0-9]+(?:_[a-z0-9]+)+)\??:/gm)].map(([, name]) => name ?? '')
      : [],
  ),
);

const linesWith = (file: SourceFile, isWrong: (line: string) => boolean): string[] =>
  codeOf(file)
    .split('\n')
    .filter(isWrong)
    .map((line) => `${file.path}: ${line.trim()}`);

const routes = ['server/http', 'server/console/routes'].flatMap((room) =>
  sourceFiles(room).filter((file) => !isTest(file)),
);

it('no route names a column', () => {
  expect(columns.size).toBeGreaterThan(60);
  expect(routes.length).toBeGreaterThan(60);
  const namesColumn = (line: string) =>
    [...line.matchAll(/\b[a-z0-9]+(?:_[a-z0-9]+)+\b/g)].some(([name]) => columns.has(name));
  expect(routes.flatMap((file) => linesWith(file, namesColumn))).toEqual([]);
});

it('no route asks a table', () => {
  const asks = (line: string) => /\b(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(line);
  expect(routes.flatMap((file) => linesWith(file, asks))).toEqual([]);
});

it('no route takes a row', () => {
  const takesRow = (line: string) =>
    /\b[A-Z]\w*Row\b.*store\/\w*tables\.ts|store\/tables/.test(line);
  expect(routes.flatMap((file) => linesWith(file, takesRow))).toEqual([]);
});
