/** The tests of a file by their titles, as they stand in its source: templates and all. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

export const ROOT = join(import.meta.dirname, '..');

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export interface TestFile {
  /** Titles of groups and of the test, from outside; of groups themselves too. */
  readonly titles: readonly (readonly string[])[];
  /** All texts of the file and of those of ours that it imports: rows of tables are named by them. */
  readonly texts: ReadonlySet<string>;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** What a test may be made with: `it.each(…)`, `test.describe`; a skipped one shows nothing. */
const MAKES_TESTS = /^(it|test|describe)(\.(each|for|describe|serial|parallel|concurrent|runIf))*$/;

/** `describe.each` of `describe.each(…)(…)`, `test.describe`. */
function nameOf(callee: unknown): string {
  if (!isNode(callee)) return '';
  if (callee.type === 'Identifier') return callee['name'] as string;
  if (callee.type !== 'MemberExpression') return nameOf(callee['callee'] ?? callee['tag']);
  return `${nameOf(callee['object'])}.${nameOf(callee['property'])}`;
}

const parse = (path: string) => {
  const source = readFileSync(path, 'utf8');
  return { source, program: parseSync(path, source).program as unknown as Node };
};

function textOf(node: unknown, source: string): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  return node.type === 'TemplateLiteral' ? source.slice(node.start + 1, node.end - 1) : undefined;
}

function titlesIn(node: Node, source: string, outside: readonly string[]): (readonly string[])[] {
  if (node.type === 'CallExpression' && MAKES_TESTS.test(nameOf(node['callee']))) {
    const title = textOf((node['arguments'] as Node[])[0], source);
    if (title !== undefined) {
      const path = [...outside, title];
      return [path, ...childrenOf(node).flatMap((child) => titlesIn(child, source, path))];
    }
  }
  return childrenOf(node).flatMap((child) => titlesIn(child, source, outside));
}

const textsIn = (node: Node, source: string): string[] => {
  const text = textOf(node, source);
  return [
    ...(text === undefined ? [] : [text]),
    ...childrenOf(node).flatMap((child) => textsIn(child, source)),
  ];
};

const importsOf = (path: string, program: Node): string[] =>
  childrenOf(program)
    .filter(({ type }) => type === 'ImportDeclaration')
    .map(({ source }) => (source as { value: string }).value)
    .filter((from) => from.startsWith('.') && /\.tsx?$/.test(from))
    .map((from) => join(dirname(path), from));

const known = new Map<string, TestFile | undefined>();

/** @returns `undefined` where there is no such file */
export function readTestFile(path: string): TestFile | undefined {
  const file = join(ROOT, path);
  if (!known.has(path) && existsSync(file)) {
    const { source, program } = parse(file);
    const imported = importsOf(file, program).map(parse);
    const texts = [{ source, program }, ...imported].flatMap((each) =>
      textsIn(each.program, each.source),
    );
    known.set(path, { titles: titlesIn(program, source, []), texts: new Set(texts) });
  }
  return known.get(path);
}
