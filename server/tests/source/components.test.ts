/** A component is drawn once: it hands signals on, and reads none of their values while it is drawn. */

import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { isTest, sourceFiles } from './source-files.ts';

interface Drawn {
  readonly name: string;
  /** The lines in which it reads `value` itself, not in a function that is called later. */
  readonly reads: readonly string[];
}

/** The components of a file: functions whose names begin with a capital letter. */
function componentsOf(path: string, text: string): Drawn[] {
  const found: Drawn[] = [];
  /** From the outermost on; undefined for a function that is no component. */
  const around: ({ name: string; reads: string[] } | undefined)[] = [];
  /** Names of arrow functions, by where they start. */
  const names = new Map<number, string>();
  const lineAt = (start: number) => text.slice(0, start).split('\n').length;
  const enter = (name = '') => {
    const isComponent = /^[A-Z]/.test(name);
    const component = isComponent ? { name, reads: [] } : undefined;
    if (component) found.push(component);
    around.push(component);
  };
  const leave = () => {
    around.pop();
  };
  const read = (start: number) => {
    around.at(-1)?.reads.push(`${path}:${lineAt(start)}`);
  };
  new Visitor({
    FunctionDeclaration: ({ id }) => enter(id?.name),
    'FunctionDeclaration:exit': leave,
    FunctionExpression: () => enter(),
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: ({ start }) => enter(names.get(start)),
    'ArrowFunctionExpression:exit': leave,
    MemberExpression({ property, start }) {
      if (property.type === 'Identifier' && property.name === 'value') read(start);
    },
    VariableDeclarator({ id, init, start }) {
      if (id.type === 'Identifier' && init) names.set(init.start, id.name);
      if (id.type === 'ObjectPattern' && /\bvalue\b/.test(text.slice(id.start, id.end)))
        read(start);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

it('a read of a value is found where it is drawn, and not where it is called later', () => {
  const drawn = componentsOf(
    'a.tsx',
    `export function Shop({ open, sum }: Props) {
  const { value } = open;
  const later = computed(() => sum.value);
  return <p title={later} onClick={() => sum.value}>{sum.value}</p>;
}
export const asText = (sum: Sum) => sum.value;
const Sum = ({ sum }: Props) => <b>{sum.value}</b>;`,
  );
  expect(drawn).toEqual([
    { name: 'Shop', reads: ['a.tsx:2', 'a.tsx:4'] },
    { name: 'Sum', reads: ['a.tsx:7'] },
  ]);
});

it('no component reads a value while it is drawn: it would be drawn again', () => {
  const components = sourceFiles('widget/page')
    .filter((file) => !isTest(file) && file.path.endsWith('.tsx'))
    .flatMap(({ path, text }) => componentsOf(path, text));
  expect(components.length).toBeGreaterThan(7);
  expect(components.flatMap(({ reads }) => reads)).toEqual([]);
});
