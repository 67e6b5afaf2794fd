/**
 * Writes `src/generated/api.ts` from docs/openapi.json, and the groups of result codes beside it:
 * `node packages/server/write-api.ts`. A test fails where they are older than what they are made from.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESULT_GROUPS } from '../../contract/result-codes.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const GENERATED = join(import.meta.dirname, 'src', 'generated');

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
  readonly description: string;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly unknown[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const HEAD = `/** Made by write-api.ts from docs/openapi.json: do not edit. */\n`;
/** A longer list of values gets a name of its own. */
const LONG_ENUM = 40;

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));
const comment = (text: string | undefined, indent = ''): string =>
  text ? `${indent}/** ${text.replaceAll('*/', '* /')} */\n` : '';
const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

function typeOf(schema: Schema): string {
  if (schema.$ref) return refName(schema.$ref);
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.enum) {
    if (schema.enum.length > LONG_ENUM) return 'Currency';
    return schema.enum
      .map((value) => (typeof value === 'string' ? quoted(value) : String(value)))
      .join(' | ');
  }
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => namedType(type, schema))
    .join(' | ');
}

function namedType(type: string, schema: Schema): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      return `ReadonlyArray<${typeOf(schema.items ?? {})}>`;
    case 'object':
      return objectType(schema);
    default:
      return type;
  }
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const more =
    typeof additionalProperties === 'object'
      ? `readonly [name: string]: ${typeOf(additionalProperties)};\n`
      : '';
  const fields = Object.entries(properties).map(
    ([name, each]) =>
      `${comment(each.description)}readonly ${nameOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(each)};\n`,
  );
  if (fields.length === 0 && more === '') return 'Readonly<Record<string, unknown>>';
  return `{\n${more}${fields.join('')}}`;
}

/** What a parameter may be given as; on the wire everything is text. */
function parameterType({ enum: values }: Schema): string {
  if (values === undefined) return 'string';
  if (values.length > LONG_ENUM) return 'Currency';
  const isBoolean = values.every((value) => ['true', 'false', '1', '0'].includes(String(value)));
  return isBoolean
    ? "boolean | 'true' | 'false'"
    : values.map((value) => quoted(String(value))).join(' | ');
}

/** `^cart\.items\[(?:0|…)\]\.name$` as a template: cart.items[${number}].name */
const templateOf = (pattern: string): string =>
  pattern
    .slice(1, -1)
    .replaceAll('\\[(?:0|[1-9][0-9]{0,2})\\]', `[\${number}]`)
    .replace(/\\\[\(\?:.*\)\\\]$/, `[\${string}]`)
    .replaceAll('\\', '');

interface Known {
  readonly types: Set<string>;
  readonly description: string | undefined;
}

export function apiSource(document: ApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      ...operation,
    })),
  );
  const known = new Map<string, Known>();
  const patternSets = new Map<string, string>();
  const note = (name: string, schema: Schema, description: string | undefined): void => {
    const entry = known.get(name) ?? { types: new Set<string>(), description };
    entry.types.add(parameterType(schema));
    known.set(name, entry);
  };
  const setOf = (patterns: readonly string[]): string => {
    const key = patterns.join('\n');
    const name = patternSets.get(key) ?? `ListedNames${patternSets.size + 1}`;
    patternSets.set(key, name);
    return name;
  };

  const entries = operations.map((operation) => {
    const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
    const query = operation.parameters.filter((each) => each.in === 'query');
    for (const { name, schema, description } of query) note(name, schema, description);
    for (const [name, schema] of Object.entries(body?.properties ?? {})) {
      note(name, schema, schema.description);
    }
    const names = [...query.map(({ name }) => name), ...Object.keys(body?.properties ?? {})];
    const required = [
      ...query.filter((each) => each.required).map(({ name }) => name),
      ...(body?.required ?? []),
    ];
    const patterns = Object.keys(body?.patternProperties ?? {}).map(templateOf);
    return { operation, names, required, patterns };
  });

  const operationTypes = entries.map(({ operation, names, required, patterns }) => {
    const { operationId, summary, description, parameters } = operation;
    const inPath = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
    const optional = names.filter((name) => !required.includes(name));
    const union = (list: readonly string[]) => list.map(quoted).join(' | ');
    const parts = [
      ...(required.length > 0 ? [`Pick<Parameters, ${union(required)}>`] : []),
      ...(optional.length > 0 ? [`Optional<${union(optional)}>`] : []),
      ...(patterns.length > 0
        ? [`{ readonly [Name in ${setOf(patterns)}]?: string | boolean | undefined }`]
        : []),
    ];
    const given = parts.length > 0 ? parts.join(' & ') : 'Record<never, never>';
    const [answer] = Object.values(operation.responses['200']?.content ?? {});
    const args = [
      ...inPath.map((name) => `${name}: string`),
      `parameters${required.length > 0 ? '' : '?'}: ${given}`,
      'options?: RequestOptions',
    ];
    return `${comment(`${summary}. ${description}`, '  ')}  ${quoted(operationId)}: {\n    args: [${args.join(', ')}];\n    answer: ${answer ? typeOf(answer.schema) : 'unknown'};\n  };\n`;
  });

  const routes = entries.map(({ operation, names }) => {
    const { operationId, path, method, security, parameters } = operation;
    const facts = [
      `method: ${quoted(method)}`,
      `path: ${quoted(path)}`,
      `hasToken: ${security === undefined}`,
      `isKeyed: ${parameters.some(({ name }) => name === 'Idempotency-Key')}`,
      `takesEntity: ${names.includes('entityId')}`,
    ];
    return `  ${quoted(operationId)}: { ${facts.join(', ')} },\n`;
  });

  const parameters = [...known].map(
    ([name, { types, description }]) =>
      `${comment(description, '  ')}  readonly ${nameOf(name)}: ${types.has('string') ? 'string' : [...types].join(' | ')};\n`,
  );
  const currencies =
    document.components.schemas['PaymentRecord']?.properties?.['currency']?.enum ?? [];
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`,
  );

  return [
    HEAD,
    "import type { RequestOptions } from '../request-options.ts';\n",
    `/** ISO 4217 */\nexport type Currency = ${currencies.map((code) => quoted(String(code))).join(' | ')};\n`,
    `/** Every parameter that has one name: as the reference writes it. */\nexport interface Parameters {\n${parameters.join('')}}\n`,
    'type Optional<Names extends keyof Parameters> = {\n  readonly [Name in Names]?: Parameters[Name] | undefined;\n};\n',
    ...[...patternSets].map(
      ([patterns, name]) =>
        `type ${name} = ${patterns
          .split('\n')
          .map((pattern) => `\`${pattern}\``)
          .join(' | ')};\n`,
    ),
    ...schemas,
    `/** What each operation takes and answers, by its id in the OpenAPI document. */\nexport interface Operations {\n${operationTypes.join('')}}\n`,
    'export type OperationId = keyof Operations;\n',
    `export interface Route {\n  readonly method: string;\n  readonly path: string;\n  /** Whether the merchant's token is sent. */\n  readonly hasToken: boolean;\n  /** Whether an Idempotency-Key makes it once. */\n  readonly isKeyed: boolean;\n  readonly takesEntity: boolean;\n}\n`,
    `export const ROUTES: Readonly<Record<OperationId, Route>> = {\n${routes.join('')}};\n`,
  ].join('\n');
}

/** The published expressions, in the order in which they are tried. */
export const groupsSource = (): string =>
  `${HEAD.replace('docs/openapi.json', 'contract/result-codes.ts')}
/** Groups of result codes, in the order in which they are tried. */
export const RESULT_GROUPS = [
${RESULT_GROUPS.map(([name, pattern]) => `  [${quoted(name)}, ${pattern}],\n`).join('')}] as const;
`;

export const openApi = (): ApiDocument =>
  JSON.parse(readFileSync(join(ROOT, 'docs', 'openapi.json'), 'utf8'));

/** By the name of their file in `src/generated`. */
export const generatedFiles = (): Readonly<Record<string, string>> => ({
  'api.ts': apiSource(openApi()),
  'result-groups.ts': groupsSource(),
});

if (import.meta.main) {
  for (const [file, source] of Object.entries(generatedFiles())) {
    writeFileSync(join(GENERATED, file), source);
  }
}
