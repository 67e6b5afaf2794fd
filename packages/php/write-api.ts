/**
 * Writes `src/Generated` from docs/openapi.json and from the groups of the Node client, so that both have
 * the same names, and these names for the samples of the reference: `node packages/php/write-api.ts`. A test
 * fails where one is older.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESULT_GROUPS } from '../../contract/result-codes.ts';
import { createClient } from '../server/src/client.ts';
import { type OperationId, ROUTES } from '../server/src/generated/api.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const GENERATED = join(import.meta.dirname, 'src', 'Generated');

interface Schema {
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Operation {
  readonly operationId: OperationId;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

const HEAD = `<?php

// Made by write-api.ts from docs/openapi.json: do not edit.

declare(strict_types=1);

namespace PaymentWidgets\\Generated;
`;

/** Which method of which group of the Node client makes an operation: found by calling each. */
function methodsByOperation(): Map<
  OperationId,
  { readonly group: string; readonly method: string }
> {
  const byRoute = new Map(
    (Object.entries(ROUTES) as [OperationId, (typeof ROUTES)[OperationId]][]).map(
      ([id, { method, path }]) => [`${method} ${path.replace(/\{\w+\}/g, 'x')}`, id],
    ),
  );
  const found = new Map<OperationId, { group: string; method: string }>();
  let asked: OperationId | undefined;
  const client = createClient({
    url: 'http://gateway.example',
    accessToken: 'x',
    fetch: async (url, init) => {
      asked = byRoute.get(`${init?.method} ${new URL(String(url)).pathname}`);
      return Response.json({ result: { code: '000.000.000' } });
    },
  });
  for (const [group, methods] of Object.entries(client)) {
    for (const [method, make] of Object.entries(methods) as [
      string,
      (...args: unknown[]) => unknown,
    ][]) {
      asked = undefined;
      const made = make('x', 'x', {});
      if (made instanceof Promise) made.catch(() => undefined);
      // What is asked first is asked at once; of several methods the first is the operation itself.
      const shorthands = ['capture', 'refund', 'reverse'];
      if (asked && !found.has(asked) && !shorthands.includes(method))
        found.set(asked, { group, method });
    }
  }
  return found;
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const typeOf = ({ enum: values }: Schema): string => {
  if (!values || values.length > 40) return 'string';
  return values.every((value) => ['true', 'false', '1', '0'].includes(value))
    ? 'bool|string'
    : values.map(quoted).join('|');
};

function operations(): Operation[] {
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'docs', 'openapi.json'), 'utf8'));
  return Object.values<Record<string, Operation>>(paths).flatMap((methods) =>
    Object.values(methods),
  );
}

function methodSource(operation: Operation, name: string): string {
  const { operationId, summary, description, parameters, requestBody } = operation;
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const inPath = parameters.filter((each) => each.in === 'path').map((each) => each.name);
  const shape = [
    ...parameters
      .filter((each) => each.in === 'query')
      .map((each) => ({ name: each.name, type: typeOf(each.schema), required: each.required })),
    ...Object.entries(body?.properties ?? {}).map(([each, schema]) => ({
      name: each,
      type: typeOf(schema),
      required: body?.required?.includes(each) ?? false,
    })),
  ];
  const needed = shape.some(({ required }) => required);
  const fields = shape.map(
    ({ name: each, type, required }) => `     *   ${quoted(each)}${required ? '' : '?'}: ${type},`,
  );
  const args = [
    ...inPath.map((each) => `string $${each}`),
    `array $parameters${needed ? '' : ' = []'}`,
    '?RequestOptions $options = null',
  ];
  const answer = /script$/.test(operationId) ? 'string' : 'array';
  return `    /**
     * ${summary}. ${description.replaceAll('*/', '* /')}
     *
     * @param array{
${fields.join('\n')}
     *   ...
     * } $parameters
     *${answer === 'array' ? '\n     * @return array<string, mixed>\n     *' : ''}
     * @throws GatewayException
     */
    public function ${name}(${args.join(', ')}): ${answer}
    {
        return $this->transport->request(${[`Routes::ALL[${quoted(operationId)}]`, `[${inPath.map((each) => `$${each}`).join(', ')}]`, '$parameters', '$options'].join(', ')});
    }
`;
}

/** By the name of their file. */
export function generatedFiles(): Readonly<Record<string, string>> {
  const places = methodsByOperation();
  const all = operations();
  const groups = Map.groupBy(all, ({ operationId }) => places.get(operationId)?.group ?? '');
  const files: Record<string, string> = {};
  for (const [group, own] of groups) {
    if (group === '') throw new Error(`no method has ${own.map((each) => each.operationId)}`);
    files[`${capital(group)}.php`] = `${HEAD}
use PaymentWidgets\\GatewayException;
use PaymentWidgets\\RequestOptions;
use PaymentWidgets\\Transport;

class ${capital(group)}
{
    public function __construct(protected readonly Transport $transport)
    {
    }

${own.map((each) => methodSource(each, places.get(each.operationId)?.method ?? '')).join('\n')}}
`;
  }
  files['Routes.php'] = `${HEAD}
/** Every operation of the API, by its id in the OpenAPI document. */
final class Routes
{
    /** @var array<string, array{method: string, path: string, hasToken: bool, isKeyed: bool, takesEntity: bool}> */
    public const ALL = [
${Object.entries(ROUTES)
  .map(
    ([id, { method, path, ...facts }]) =>
      `        ${quoted(id)} => ['method' => ${quoted(method)}, 'path' => ${quoted(path)}, ${Object.entries(
        facts,
      )
        .map(([name, value]) => `${quoted(name)} => ${value}`)
        .join(', ')}],\n`,
  )
  .join('')}    ];
}
`;
  files['ResultGroups.php'] = `${HEAD}
/** Groups of result codes, in the order in which they are tried. */
final class ResultGroups
{
    /** @var array<string, string> */
    public const ALL = [
${RESULT_GROUPS.map(([name, { source }]) => `        ${quoted(name)} => ${quoted(`/${source}/`)},\n`).join('')}    ];
}
`;
  return files;
}

export const CLIENT_METHODS_FILE = join(ROOT, 'server', 'reference', 'client-methods.ts');

/** Which method of both clients makes an operation, for samples. */
export const clientMethodsSource = (): string =>
  `/** Made by packages/php/write-api.ts from the clients: do not edit. */

/** Which method of the clients makes an operation: \`checkouts.create\`. */
export const CLIENT_METHODS: Readonly<Record<string, string>> = {
${[...methodsByOperation()]
  .map(
    ([id, { group, method }]) =>
      `  ${/^\w+$/.test(id) ? id : quoted(id)}: ${quoted(`${group}.${method}`)},\n`,
  )
  .join('')}};
`;

if (import.meta.main) {
  writeFileSync(CLIENT_METHODS_FILE, clientMethodsSource());
  rmSync(GENERATED, { recursive: true, force: true });
  mkdirSync(GENERATED, { recursive: true });
  for (const [file, source] of Object.entries(generatedFiles())) {
    writeFileSync(join(GENERATED, file), source);
  }
}
