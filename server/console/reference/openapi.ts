/** The OpenAPI 3.1 document of the admin API, made from what its routes say of themselves. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { list, object, ref, type Schema } from '../../reference/schema.ts';
import type { AdminEndpoint, Taken } from './endpoint.ts';

/** Types of the contract as schemas; `npm run openapi` writes them. */
export const TYPES_FILE = join(import.meta.dirname, 'types.json');

export interface ServedRoute {
  readonly method: string;
  /** As Fastify has it: "/admin/v1/payments/:id". */
  readonly path: string;
  readonly endpoint: AdminEndpoint;
}

/** @param serverUrl where the console is, without a slash at the end */
export function adminOpenApi(serverUrl: string, routes: readonly ServedRoute[]): Schema {
  const types: Record<string, Schema> = JSON.parse(readFileSync(TYPES_FILE, 'utf8'));
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, types) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payment gateway: admin API',
      version: '1',
      description:
        'What the console does, on its own origin. JSON both ways; money is a decimal string, a time ISO 8601 in UTC. Lists answer a `next`, which is given back as `cursor`; null at the end. Changes to a version are backwards compatible; what would break a client gets a new version in its path.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ session: [] }],
    tags: [...new Set(routes.map(({ endpoint }) => endpoint.group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: {
          ...{ type: 'apiKey', in: 'cookie', name: '__Host-console' },
          description: 'The cookie that signing in sets.',
        },
        csrf: {
          ...{ type: 'apiKey', in: 'header', name: 'x-csrf-token' },
          description: 'The `csrfToken` of the session.',
        },
      },
      schemas: types,
    },
  };
}

function operationOf(
  { method, path, endpoint }: ServedRoute,
  types: Readonly<Record<string, Schema>>,
): Schema {
  const { id, group, title, needs, isKeyed = false, query, body, answer, status = 200 } = endpoint;
  const isChange = method !== 'GET';
  const description = [endpoint.description, NEEDS[needs] ?? `Needs the permission \`${needs}\`.`];
  return {
    operationId: id,
    tags: [group],
    summary: title,
    description: description.filter((one) => one).join(' '),
    ...(needs === 'nothing' && { security: [] }),
    ...(needs !== 'nothing' && isChange && { security: [{ session: [], csrf: [] }] }),
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
        ...{ name, in: 'path', required: true, schema: { type: 'string' } },
      })),
      ...(query ? queryParameters(query, types) : []),
      ...(isKeyed ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && {
      requestBody: { required: true, content: json(takenSchema(body, types)) },
    }),
    responses: {
      [status]: {
        description: 'It was done, or this is what was asked for.',
        content:
          answer === 'csv'
            ? { 'text/csv': { schema: { type: 'string' } } }
            : json(answerSchema(answer)),
      },
      ...refusalsOf(endpoint, isChange, path.includes(':')),
    },
  };
}

const NEEDS: Readonly<Record<string, string>> = {
  session: 'For every role.',
  nothing: 'Needs no session.',
};

const IDEMPOTENCY_KEY: Schema = {
  ...{ name: 'idempotency-key', in: 'header', required: true },
  description: 'The same request under the same key is made once and answered alike for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const json = (schema: Schema): Schema => ({ 'application/json': { schema } });

const PAGE = /^Page<(\w+)>$/;
const LIST = /^(\w+)\[\]$/;

/** What a name of `AdminEndpoint.answer` stands for. */
function answerSchema(answer: string): Schema {
  const [, item] = PAGE.exec(answer) ?? [];
  if (item) {
    return object({ items: list(ref(item)), next: { type: ['string', 'null'] } }, [
      'items',
      'next',
    ]);
  }
  const [, one] = LIST.exec(answer) ?? [];
  if (one) return list(ref(one));
  return answer === 'nothing' || answer === 'object' ? { type: 'object' } : ref(answer);
}

/** Formats as the route reads them, words as the contract has them. */
function takenSchema({ schema, type }: Taken, types: Readonly<Record<string, Schema>>): Schema {
  const { $schema: _, ...read } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const words = type === undefined ? {} : propertiesOf(type, types);
  const properties = Object.entries((read.properties ?? {}) as Record<string, Schema>);
  return {
    ...read,
    ...(properties.length > 0 && {
      properties: Object.fromEntries(
        properties.map(([name, one]) => {
          const description = words[name]?.['description'];
          return [name, description === undefined ? one : { ...one, description }];
        }),
      ),
    }),
  };
}

/** Its own, and those of what it extends. */
function propertiesOf(
  name: string,
  types: Readonly<Record<string, Schema>>,
): Readonly<Record<string, Schema>> {
  const schema = types[name];
  if (!schema) throw new Error(`contract/admin-api.ts has no type ${name}`);
  const parts = (schema['allOf'] ?? [schema]) as readonly Schema[];
  return Object.assign(
    {},
    ...parts.map(({ $ref: base, properties }) =>
      typeof base === 'string' ? propertiesOf(base.split('/').at(-1) ?? '', types) : properties,
    ),
  );
}

function queryParameters(query: Taken, types: Readonly<Record<string, Schema>>): Schema[] {
  const { properties, required } = takenSchema(query, types);
  const needed = (required ?? []) as readonly string[];
  return Object.entries((properties ?? {}) as Record<string, Schema>).map(
    ([name, { description, ...schema }]) => ({
      ...{ name, in: 'query', required: needed.includes(name) },
      ...(description !== undefined && { description }),
      schema,
    }),
  );
}

function refusalsOf({ needs }: AdminEndpoint, isChange: boolean, isNamed: boolean): Schema {
  const refused = (description: string) => ({ description, content: json(ref('AdminError')) });
  return {
    400: refused('A parameter is wrong, or the gateway refuses.'),
    401: refused(
      needs === 'nothing' ? 'What was sent is not right.' : 'There is no session, or it is over.',
    ),
    403: refused(
      'The role does not allow it, the token of the session is missing, or another site has asked.',
    ),
    ...((isNamed || needs.includes('.')) && {
      404: refused('It is not there, or belongs to another merchant.'),
    }),
    ...(isChange && { 409: refused('It was changed meanwhile, or is still under way.') }),
    ...(isChange && { 429: refused('Too many tries.') }),
  };
}
