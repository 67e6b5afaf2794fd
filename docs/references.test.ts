/** Every citation of a decision or of a requirement leads somewhere: "(D9)", "compatibility.md, section 6". */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** What git tracks, and what a change adds to it. */
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(tsx?|md|css|tsv|js)$/.test(path) && existsSync(join(ROOT, path)))
  .filter((path) => path !== 'docs/references.test.ts' && !path.startsWith('locales/'));

const headings = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text.trim());

const DECISIONS = new Set(headings('docs/decisions.md').map((text) => text.split('.')[0]));
const SPECIFICATIONS = ['gateway-api', 'event-notifications', 'compatibility'].map((name) => ({
  name: `${name}.md`,
  headings: headings(`docs/spec/${name}.md`),
}));

interface Citation {
  readonly where: string;
  readonly text: string;
}

/** In code a citation may go on in the next line of a comment. */
const citations = (pattern: RegExp, files = FILES): Citation[] =>
  files.flatMap((where) =>
    [
      ...read(where)
        .replaceAll(/\s*\n\s*(\*|\/\/)?\s*/g, ' ')
        .matchAll(pattern),
    ].map(([, text = '']) => ({ where, text })),
  );

test('a decision that is cited is among the decisions', () => {
  const cited = citations(/[(; ](D[1-9]\d?)(?=[):;,.])/g).filter(
    // Values of a table of wrong inputs, and of percent encoding, look alike.
    ({ where }) => !where.endsWith('parameter-tables.ts'),
  );
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ text }) => !DECISIONS.has(text))).toEqual([]);
});

test.each(SPECIFICATIONS)(
  'a section of $name that is cited is there',
  ({ name, headings: known }) => {
    const escaped = name.replace('.', '\\.');
    const numbered = citations(
      new RegExp(`${escaped}\`?\\)?, (?:section )?(\\d+[a-z]?(?:\\.\\d+)?)`, 'g'),
    );
    const titled = citations(new RegExp(`${escaped}\`?, (?:the end of )?"([^"]+)"`, 'g'));
    expect(numbered.length + titled.length).toBeGreaterThan(0);
    const missing = [
      ...numbered.filter(
        ({ text }) => !known.some((heading) => new RegExp(`^${text}[. ]`).test(heading)),
      ),
      ...titled.filter(({ text }) => !known.some((heading) => heading.startsWith(text))),
    ];
    expect(missing).toEqual([]);
  },
);

test('a document that is cited is in the repository', () => {
  const cited = citations(/`?((?:[\w-]+\/)*[\w-]+\.md)\b/g);
  const missing = cited.filter(
    ({ where, text }) =>
      ![ROOT, join(ROOT, dirname(where)), join(ROOT, 'docs'), join(ROOT, 'docs/spec')].some(
        (folder) => existsSync(join(folder, text)),
      ),
  );
  expect(missing).toEqual([]);
});
