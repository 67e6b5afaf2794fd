/**
 * No regular expression that stands in the gateway's code takes longer than in proportion to the text that
 * it reads: one that looks from every bracket to the text's end takes hours for what one request can bring,
 * and meanwhile nothing else is answered. Those that texts without a bound never reach are listed with what bounds them.
 */
import { analyse } from 'scslre';
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { isTest, sourceFiles } from './source-files.ts';

const BOUNDED: Readonly<Record<string, string>> = {
  'contract/design-style-sheet.ts ([\\w-]+)\\(':
    'a style sheet of 10,000 characters at most, in a browser or a file',
  'contract/frame-style.ts ([\\w-]*)\\(': 'a value of 200 characters at most',
  'contract/parameters.ts \\[[^\\]]*\\]|[^.[\\]]+': 'every bracket is closed in what it reads',
  'contract/token-rules.ts \\(.*[\\w-]\\(|\\(\\s*from\\s': 'a value of 200 characters at most',
  'contract/token-values.ts ^(-?(?:\\d+\\.?\\d*|\\.\\d+))(px|rem)?$':
    'a value of 200 characters at most',
  'contract/token-values.ts ^(\\d+\\.?\\d*|\\.\\d+)(ms|s)$': 'a value of 200 characters at most',
  'contract/token-values.ts ^(\\d+\\.?\\d*|\\.\\d+)$': 'a value of 200 characters at most',
  'server/config.ts ^(mailto:[^\\s@]+@[^\\s@]+|https:\\/\\/[^\\s/]+\\S*)$': 'an operator’s setting',
  'server/connectors/relay/settings.ts \\/+$': 'an operator’s setting',
  'server/console/reference/schemas-of-types.ts \\/\\*\\*((?:(?!\\*\\/)[\\s\\S])*)\\*\\/\\s*$':
    'a file of this repository',
  'server/console/reference/schemas-of-types.ts \\n\\s*\\*': 'a file of this repository',
  'server/workbench/workbench.ts \\/+$': 'an operator’s setting',
  'server/workbench/pages/address-fields.ts .*\\.': 'the name of a field',
};

/** A look ahead or behind that goes on without an end, and begins anew at every place of the text. */
const ENDLESS_LOOK = /^[^^].*\(\?<?[=!][^()]*[*+]/;

const isSlow = (source: string, flags: string): boolean =>
  analyse({ source, flags }).reports.length > 0 || ENDLESS_LOOK.test(source);

/** `file pattern`, without those that are fine. */
function slowPatterns(path: string, text: string): string[] {
  const found: string[] = [];
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      if (isSlow(pattern, flags)) found.push(`${path} ${pattern}`);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

it.each([
  ['that looks from every bracket to the end', String.raw`/\[[^\]]*\]$/`],
  ['that parts what it reads in any of many ways', String.raw`/^\d+\.?\d*$/`],
  ['with a loop in a loop', '/^(a+)+$/'],
  ['that looks ahead from every name', '/Android(?!.*Mobile)/i'],
])('one %s is found', (_, pattern) => {
  expect(slowPatterns('a.ts', `export const a = ${pattern};`)).toHaveLength(1);
});

it('one that goes on from where it stands is not', () => {
  expect(slowPatterns('a.ts', String.raw`export const a = /^[^@\s]+@[^@\s]+$/;`)).toEqual([]);
});

it('no other than those whose texts are bounded is there', () => {
  const files = sourceFiles('contract', 'server').filter((file) => !isTest(file));
  const found = files.flatMap(({ path, text }) => slowPatterns(path, text));
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(BOUNDED).toSorted());
});
