/**
 * Finds what a built bundle uses that its browsers lack, by the data of MDN: functions and
 * properties by the syntax tree, CSS by the style sheets that stand in the script as texts. What is
 * called with `?.`, stands in `@supports`, or follows a declaration of the same property that older
 * browsers understand, is guarded and not found.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AtRule, type Declaration, parse, type Rule } from 'postcss';
import { parseAst } from 'vite';

interface Statement {
  readonly version_added?: string | boolean | null;
  readonly version_removed?: string;
  readonly partial_implementation?: boolean;
  readonly prefix?: string;
  readonly alternative_name?: string;
  readonly flags?: readonly unknown[];
}

/** A part of the data: features by name, and what is known of this one itself. */
interface Feature {
  readonly __compat?: { readonly support: Readonly<Record<string, Statement | Statement[]>> };
  readonly [name: string]: Feature | unknown;
}

interface Found {
  readonly path: string;
  readonly feature: Feature;
}

const DATA: Feature = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'),
);

const at = (path: string): Found | undefined => {
  let feature: Feature | undefined = DATA;
  for (const name of path.split('.')) {
    feature =
      feature && Object.hasOwn(feature, name) ? (feature[name] as Feature | undefined) : undefined;
  }
  return feature?.__compat ? { path, feature } : undefined;
};

const isUpTo = (version: string, target: string): boolean => {
  const [a = [], b = []] = [version, target].map((text) =>
    text.replace('≤', '').split('.').map(Number),
  );
  const [major = Number.NaN, minor = 0] = a;
  const [targetMajor = 0, targetMinor = 0] = b;
  return major < targetMajor || (major === targetMajor && minor <= targetMinor);
};

type Targets = Readonly<Record<string, string>>;

const isIn = ({ feature }: Found, targets: Targets): boolean =>
  Object.entries(targets).every(([browser, target]) =>
    [feature.__compat?.support[browser] ?? []]
      .flat()
      .some(
        ({ version_added: added, version_removed: removed, ...limits }) =>
          typeof added === 'string' &&
          isUpTo(added, target) &&
          !(removed && isUpTo(removed, target)) &&
          !limits.partial_implementation &&
          !limits.prefix &&
          !limits.alternative_name &&
          !limits.flags,
      ),
  );

/** Every feature of a part of the data by its last name. */
function byName(...paths: readonly string[]): ReadonlyMap<string, readonly Found[]> {
  const names = new Map<string, Found[]>();
  const add = (path: string, depth: number) => {
    const feature = path.split('.').reduce<Feature>((part, name) => part[name] as Feature, DATA);
    for (const name of Object.keys(feature)) {
      if (name === '__compat') continue;
      const inner = `${path}.${name}`;
      const found = at(inner);
      if (found && depth > 0) names.set(name, [...(names.get(name) ?? []), found]);
      if (depth < 3) add(inner, depth + 1);
    }
  };
  for (const path of paths) add(path, 0);
  return names;
}

const MEMBERS = byName('api', 'javascript.builtins');
const CSS_FUNCTIONS = byName('css.types');

interface SyntaxNode {
  readonly type: string;
  readonly [name: string]: unknown;
}

const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

const nameOf = (node: unknown): string | undefined => {
  if (!isSyntaxNode(node)) return undefined;
  if (node.type === 'Identifier') return String(node['name']);
  return node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;
};

/** Names that the script gives to properties of its own objects: those it reads are taken for these. */
function ownNames(node: SyntaxNode, names: Set<string> = new Set()): ReadonlySet<string> {
  if (node.type === 'ObjectExpression') {
    for (const property of node['properties'] as SyntaxNode[])
      names.add(nameOf(property['key']) ?? '');
  }
  for (const child of Object.values(node).flat()) if (isSyntaxNode(child)) ownNames(child, names);
  return names;
}

/** The paths of what a script uses and the targets lack. */
export function beyondTargets(script: string, targets: Targets): string[] {
  const found = new Set<string>();
  const check = (candidates: readonly (Found | undefined)[]) => {
    const known = candidates.filter((each) => each !== undefined);
    // A name that several objects have may mean the old one of them.
    if (known.some((each) => isIn(each, targets))) return;
    const [first] = known;
    if (first) found.add(first.path);
  };
  const checkGlobal = (name: string) =>
    check(['api', 'api.Window', 'javascript.builtins'].map((path) => at(`${path}.${name}`)));

  const program = parseAst(script) as unknown as SyntaxNode;
  const own = ownNames(program);
  const checkMember = (object: unknown, name: string) => {
    const owner =
      isSyntaxNode(object) && object.type === 'Identifier' ? String(object['name']) : '';
    const ofOwner = ['api', 'javascript.builtins'].flatMap((path) => [
      at(`${path}.${owner}.${name}_static`),
      at(`${path}.${owner}.${name}`),
    ]);
    if (ofOwner.some((each) => each)) check(ofOwner);
    else if (!own.has(name)) check(MEMBERS.get(name) ?? []);
  };

  const visit = (node: SyntaxNode, parent?: SyntaxNode): void => {
    const { type } = node;
    if (type === 'MemberExpression') {
      const { object, property, computed } = node;
      const isGuarded = parent?.type === 'CallExpression' && parent['optional'] === true;
      const name =
        computed && isSyntaxNode(property) && property.type === 'Identifier'
          ? ''
          : nameOf(property);
      if (name && !isGuarded) checkMember(object, name);
    } else if (type === 'ObjectPattern') {
      for (const property of node['properties'] as SyntaxNode[]) {
        const name = nameOf(property['key']);
        if (name && !property['computed']) checkMember(undefined, name);
      }
    } else if (type === 'Identifier' && isValue(node, parent)) {
      checkGlobal(String(node['name']));
    } else if (
      type === 'Literal' &&
      isSyntaxNode(node) &&
      Object(node['regex']).flags?.includes('v')
    ) {
      check([at('javascript.builtins.RegExp.unicodeSets')]);
    }
    const text = type === 'TemplateElement' ? Object(node['value']).cooked : node['value'];
    if (typeof text === 'string' && /\{[^{}]+:[^{}]+\}/.test(text)) {
      for (const path of beyondTargetsInStyle(text, targets)) found.add(path);
    }
    for (const child of Object.values(node).flat()) if (isSyntaxNode(child)) visit(child, node);
  };
  visit(program);
  return [...found].sort();
}

/** A name that stands for a value: not that of a property. */
const isValue = (node: SyntaxNode, parent?: SyntaxNode): boolean =>
  !(parent?.type === 'MemberExpression' && parent['property'] === node && !parent['computed']) &&
  !(parent?.type === 'Property' && parent['key'] === node) &&
  !(parent?.type === 'MethodDefinition' && parent['key'] === node);

/** The same of a style sheet; a text that is none has nothing. */
export function beyondTargetsInStyle(css: string, targets: Targets): string[] {
  const found = new Set<string>();
  const check = (...paths: readonly string[]) => {
    const known = paths.map(at).filter((each) => each !== undefined);
    const [first] = known;
    if (first && !known.some((each) => isIn(each, targets))) found.add(first.path);
  };
  let sheet: ReturnType<typeof parse>;
  try {
    sheet = parse(css);
  } catch {
    return [];
  }
  const isGuarded = (node: Rule | AtRule | Declaration): boolean => {
    for (let outer = node.parent; outer; outer = outer.parent as typeof outer) {
      if (outer.type === 'atrule' && (outer as AtRule).name === 'supports') return true;
    }
    return false;
  };

  sheet.walkAtRules((rule) => {
    if (!isGuarded(rule)) check(`css.at-rules.${rule.name}`);
  });
  sheet.walkRules((rule) => {
    if (isGuarded(rule)) return;
    for (const [, name] of rule.selector.matchAll(/::?([a-z-]+)/g)) check(`css.selectors.${name}`);
  });
  sheet.walkDecls((declaration) => {
    const { prop, value, parent } = declaration;
    const isSecond = parent?.nodes?.some(
      (other) =>
        other.type === 'decl' &&
        (other as Declaration).prop === prop &&
        parent.index(other) < parent.index(declaration),
    );
    if (isSecond || isGuarded(declaration)) return;
    if (!prop.startsWith('-')) check(`css.properties.${prop}`);
    if (prop === 'content' && value.includes('/')) check('css.properties.content.alt_text');
    const plain = value.replace(/"[^"]*"|'[^']*'/g, '');
    for (const [, name = ''] of plain.matchAll(/([a-z-]+)\(/g)) {
      check(
        ...(CSS_FUNCTIONS.get(name) ?? []).map(({ path }) => path),
        `css.properties.${prop}.${name}`,
      );
    }
    for (const [name] of plain.matchAll(/(?<![\w-])[a-z][a-z-]+(?![\w(-])/g)) {
      check(`css.properties.${prop}.${name}`);
    }
  });
  return [...found].sort();
}
