/** No file needs, not even for a type, what needs it: each can be read after those that it imports. */
import { dirname, join } from 'node:path/posix';
import { expect, it } from 'vitest';
import { codeOf, sourceFiles } from './source-files.ts';

const files = sourceFiles().filter(({ path }) => !path.includes('.test.'));
const paths = new Set(files.map(({ path }) => path));

const IMPORTS = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

const importsOf = new Map(
  files.map((file) => {
    const targets = [...codeOf(file).matchAll(IMPORTS)].map(([, to = '']) =>
      join(dirname(file.path), to),
    );
    return [file.path, targets.filter((to) => paths.has(to))];
  }),
);

/** The first circle that each file is found in, as the way around it. */
function circles(): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) {
      found.push([...way.slice(start), path].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const next of importsOf.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of importsOf.keys()) visit(path, []);
  return found;
}

it('no imports go around in a circle, not even those of types', () => {
  expect(importsOf.get('server/main.ts')?.length).toBeGreaterThan(10);
  expect(circles()).toEqual([]);
});
