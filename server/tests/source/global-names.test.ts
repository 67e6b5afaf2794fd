/** No type or class of ours has the name of one that every browser and Node.js have. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { codeOf, sourceFiles } from './source-files.ts';

/** The declarations that come with a compiler: ours has them in a package of its own for each system. */
const { resolve } = createRequire(
  createRequire(import.meta.url).resolve('@arethetypeswrong/core/package.json'),
);
const LIBRARY = join(dirname(resolve('typescript/package.json')), 'lib');
const DECLARES = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|class|type|var) (\w+)/gm;
const namesIn = (text: string) => [...text.matchAll(DECLARES)].map(([, name = '']) => name);

const KNOWN = new Set(
  readdirSync(LIBRARY)
    .filter((file) => /^lib\.(dom|es\d+)\.d\.ts$|^lib\.es5\.d\.ts$/.test(file))
    .flatMap((file) => namesIn(readFileSync(join(LIBRARY, file), 'utf8'))),
);

/** Words of the field, which the platform has for things that no code of ours deals with. */
const OURS = new Set(['Permission', 'PaymentItem', 'PaymentResponse']);
/** Is imported by name. */
const isPublished = (path: string) => path.startsWith('packages/server/src/');

it('no name hides one of the platform’s', () => {
  expect(KNOWN).toContain('Headers');
  const files = sourceFiles().filter(({ path }) => !isPublished(path));
  expect(files.length).toBeGreaterThan(900);
  const hiding = files.flatMap((file) =>
    [...codeOf(file).matchAll(/^(?:export )?(?:interface|class|type) (\w+)/gm)]
      .filter(([, name = '']) => KNOWN.has(name) && !OURS.has(name))
      .map(([, name]) => `${file.path}: ${name}`),
  );
  expect(hiding).toEqual([]);
});
