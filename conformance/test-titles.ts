/** The tests of a file by their titles, as they stand in its source: templates and all. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

export const ROOT = join(import.meta.dirname, '..');

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export interface TestFile {
  /** Titles of groups and of the test, from outside; of groups themselves too. */
  readonly titles: readonly (readonly string[])[];
  /** Whether it, or a file of ours that it imports, has a text: rows of tables are named by theirs. */
  has(text: string): boolean;
}

const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

const childrenOf = (node: SyntaxNode): SyntaxNode[] =>
  Object.values(node).flat().filter(isSyntaxNode);

/** What a test may be made with: `it.each(…)`, `test.describe`. */
const MAKES_TESTS = /^(it|test|describe)(\.(each|for|describe|serial|parallel|concurrent|runIf))*$/;
/** One that is left out shows nothing, and neither does what is in it. */
const LEAVES_OUT = /^(it|test|describe)\.(.+\.)?(skip|todo|fixme)\b/;

/** `describe.each` of `describe.each(…)(…)`, `test.describe`. */
function nameOf(callee: unknown): string {
  if (!isSyntaxNode(callee)) return '';
  if (callee.type === 'Identifier') return callee['name'] as string;
  if (callee.type !== 'MemberExpression') return nameOf(callee['callee'] ?? callee['tag']);
  return `${nameOf(callee['object'])}.${nameOf(callee['property'])}`;
}

function textOf(node: unknown, source: string): string | undefined {
  if (!isSyntaxNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  return node.type === 'TemplateLiteral' ? source.slice(node.start + 1, node.end - 1) : undefined;
}

function titlesIn(
  node: SyntaxNode,
  source: string,
  outside: readonly string[],
): (readonly string[])[] {
  const name = node.type === 'CallExpression' ? nameOf(node['callee']) : '';
  if (LEAVES_OUT.test(name)) return [];
  if (MAKES_TESTS.test(name)) {
    const title = textOf((node['arguments'] as SyntaxNode[])[0], source);
    if (title !== undefined) {
      const path = [...outside, title];
      return [path, ...childrenOf(node).flatMap((child) => titlesIn(child, source, path))];
    }
  }
  return childrenOf(node).flatMap((child) => titlesIn(child, source, outside));
}

const textsIn = (node: SyntaxNode, source: string): string[] => {
  const text = textOf(node, source);
  return [
    ...(text === undefined ? [] : [text]),
    ...childrenOf(node).flatMap((child) => textsIn(child, source)),
  ];
};

const importsOf = (path: string, program: SyntaxNode): string[] =>
  childrenOf(program)
    .filter(({ type }) => type === 'ImportDeclaration')
    .map(({ source }) => (source as { value: string }).value)
    .filter((from) => from.startsWith('.') && /\.tsx?$/.test(from))
    .map((from) => join(dirname(path), from));

const parse = (source: string): SyntaxNode =>
  parseSync('test.ts', source).program as unknown as SyntaxNode;

/** @param source of a test file */
export const titlesOf = (source: string): TestFile['titles'] => titlesIn(parse(source), source, []);

interface Source {
  readonly titles: TestFile['titles'];
  readonly texts: ReadonlySet<string>;
  readonly imports: readonly string[];
}

/** Many tests import the same files. */
const sources = new Map<string, Source>();

function readSource(path: string): Source {
  const known = sources.get(path);
  if (known) return known;
  const source = readFileSync(path, 'utf8');
  const program = parse(source);
  const read = {
    titles: titlesIn(program, source, []),
    texts: new Set(textsIn(program, source)),
    imports: importsOf(path, program),
  };
  sources.set(path, read);
  return read;
}

/** @returns `undefined` where there is no such file */
export function readTestFile(file: string): TestFile | undefined {
  const path = join(ROOT, file);
  if (!existsSync(path)) return undefined;
  const { titles, texts, imports } = readSource(path);
  const has = (text: string) =>
    texts.has(text) || imports.some((each) => readSource(each).texts.has(text));
  return { titles, has };
}
