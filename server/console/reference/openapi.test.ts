/** The OpenAPI document of the admin API: valid, whole, as committed, and never less than what clients rely on. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { breakingChanges } from '../../reference/breaking-changes.ts';
import { openApiOf } from '../../tests/support/admin-openapi.ts';
import { servedRoutes, startConsole } from '../../tests/support/console-client.ts';
import { startAlone } from '../../tests/support/test-gateway.ts';
import { TYPES_FILE } from './openapi.ts';
import { schemasOfTypes } from './schemas-of-types.ts';
import { serveOpenApi } from './serve-openapi.ts';
import { adminOpenApiFile, typesFile } from './write.ts';

const document = JSON.parse(await adminOpenApiFile());
const committed = JSON.parse(
  await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'admin-openapi.json'), 'utf8'),
);

describe('the OpenAPI document of the admin API', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('breaks no client of the committed one', () => {
    expect(breakingChanges(committed, document)).toEqual([]);
  });

  it('is the committed one: npm run openapi writes it', async () => {
    expect(document).toEqual(committed);
    expect(await readFile(TYPES_FILE, 'utf8')).toBe(await typesFile());
  });

  it('names each operation once, and has a schema for all that it refers to', () => {
    const operations = Object.values<Record<string, { operationId: string }>>(document.paths)
      .flatMap((path) => Object.values(path))
      .map(({ operationId }) => operationId);
    expect(operations.filter((id, n) => operations.indexOf(id) !== n)).toEqual([]);
    const referred = JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g);
    const missing = [...referred].filter(([, name = '']) => !document.components.schemas[name]);
    expect(missing).toEqual([]);
  });

  it('is served without a session, has every route of the console, and names the console', async () => {
    await using server = await startAlone({});
    await using console = await startConsole(server.gateway);
    const served = await openApiOf(console);
    expect(served.document).toEqual({ ...document, servers: [{ url: console.url }] });
    const written = Object.entries<object>(served.document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = servedRoutes(console)
      .filter((route) => route.includes(' /admin/v1/'))
      .map((route) => route.replace(/:(\w+)/g, '{$1}'));
    expect(written.toSorted()).toEqual(routes.toSorted());
    expect(routes.length).toBeGreaterThan(50);
  });
});

it('a route that does not say what it is cannot be served', () => {
  const app = Fastify();
  serveOpenApi(app, { api: '/admin/v1/', consoleUrl: () => 'https://console.example' });
  expect(() => app.get('/admin/v1/secret', async () => ({}))).toThrow(
    'GET /admin/v1/secret does not say what it is',
  );
});

describe('a type of the contract as a schema', () => {
  it.each<[string, string, object]>([
    ['a list of values', `'a' | 'b'`, { type: 'string', enum: ['a', 'b'] }],
    ['one that may be null', 'string | null', { type: ['string', 'null'] }],
    ['values or null', `'a' | null`, { type: ['string', 'null'], enum: ['a', null] }],
    ['a list', 'readonly string[]', { type: 'array', items: { type: 'string' } }],
    [
      'names of any kind',
      'Readonly<Record<string, number>>',
      { type: 'object', additionalProperties: { type: 'number' } },
    ],
    ['a part of values', `Exclude<'a' | 'b', 'b'>`, { type: 'string', enum: ['a'] }],
  ])('%s', (_, type, schema) => {
    expect(schemasOfTypes(`export type T = ${type};`)).toEqual({ T: schema });
  });

  it('has its words, what it extends, and what may be absent', () => {
    const source = `/** Of all. */ export interface A extends B { readonly a?: string;
      /** With {@link B}. */ readonly b: B }
      export interface B { readonly c: number }`;
    expect(schemasOfTypes(source)['A']).toEqual({
      description: 'Of all.',
      allOf: [
        { $ref: '#/components/schemas/B' },
        {
          type: 'object',
          properties: {
            a: { type: 'string' },
            b: { $ref: '#/components/schemas/B', description: 'With B.' },
          },
          required: ['b'],
        },
      ],
    });
  });

  it('of a kind that is not known is refused, not left out', () => {
    expect(() => schemasOfTypes('export type T = () => void;')).toThrow('TSFunctionType');
  });
});
