/** The OpenAPI 3.1 document of the API, made from the catalogue and the list of endpoints. */
import { ANSWERS, MEDIA_TYPES } from './answers.ts';
import { type Endpoint, filledSample, pathNames, pathWords } from './endpoint.ts';
import { type EndpointParameter, parametersOf } from './endpoint-parameters.ts';
import { ENDPOINTS } from './endpoints.ts';
import { ref, type Schema, schemaOf } from './schema.ts';
import { messageSchemas, webhookSection } from './webhook-section.ts';

/** Version of the API, which is in its paths; not of the program. */
const API_VERSION = '1';

/** What the placeholders of samples stand for in a document that is not of any day. */
const EXAMPLE_VALUES = { today: '2026-01-31', inbox: 'https://shop.example/webhooks' };

const ID_OF: Readonly<Record<NonNullable<Endpoint['about']>, Schema>> = {
  checkout: { type: 'string', pattern: '^[A-Za-z0-9.-]{32,48}$' },
  authentication: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  payment: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  registration: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  schedule: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  batch: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  webhook: { type: 'string', pattern: '^[0-9a-f]{32}$' },
};

/** @param serverUrl where the gateway is, without a slash at the end */
export function openApiDocument(serverUrl: string): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const endpoint of ENDPOINTS) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = operationOf(endpoint);
    paths[endpoint.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payment gateway',
      version: API_VERSION,
      description:
        'Payments, registrations, checkouts of the payment form, queries and settlement reports. Changes to a version are backwards compatible; what would break a client gets a new version in its path.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ accessToken: [] }],
    tags: [...new Set(ENDPOINTS.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    webhooks: webhookSection(),
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', description: 'The access token.' },
      },
      schemas: { ...ANSWERS, ...messageSchemas() },
    },
  };
}

function operationOf(endpoint: Endpoint): Schema {
  const { id, group, title, description, caller, method } = endpoint;
  const parameters = parametersOf(endpoint);
  const inBody = method === 'POST';
  const example = Object.fromEntries(filledSample(endpoint, EXAMPLE_VALUES));
  const inPath = pathNames(endpoint).map((name) => pathParameter(name, endpoint.about));
  return {
    operationId: id,
    tags: [group],
    summary: title,
    description,
    ...(caller === 'browser' && { security: [] }),
    parameters: [
      ...inPath,
      ...(inBody ? [] : parameters.map((each) => queryParameter(each, example[each.name]))),
      ...(inBody && caller === 'server' ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(inBody && {
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: bodySchema(parameters),
            ...(Object.keys(example).length > 0 && { example }),
          },
        },
      },
    }),
    responses: responsesOf(endpoint),
  };
}

const pathParameter = (name: string, about: Endpoint['about']): Schema => ({
  name,
  in: 'path',
  required: true,
  description: pathWords({ ...(about && { about }) }, name),
  schema: name === 'id' && about ? ID_OF[about] : { type: 'string' },
});

const IDEMPOTENCY_KEY: Schema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same request under the same key is made once and answered alike for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const describe = ({ format, rules }: EndpointParameter): string =>
  [format.words, ...rules.filter((rule) => rule !== 'required')].join('; ');

const queryParameter = (parameter: EndpointParameter, example: string | undefined): Schema => ({
  name: parameter.name,
  in: 'query',
  required: parameter.required,
  description: describe(parameter),
  schema: schemaOf(parameter.format),
  ...(example !== undefined && { example }),
});

function bodySchema(parameters: readonly EndpointParameter[]): Schema {
  const property = (parameter: EndpointParameter): Schema => ({
    ...schemaOf(parameter.format),
    description: describe(parameter),
  });
  const isPattern = ({ name }: EndpointParameter) => /\[(?:n|name)\]/.test(name);
  const patterns = parameters.filter(isPattern);
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.filter((each) => !isPattern(each)).map((each) => [each.name, property(each)]),
    ),
    ...(patterns.length > 0 && {
      patternProperties: Object.fromEntries(
        patterns.map((each) => [namePattern(each), property(each)]),
      ),
    }),
    ...(required.length > 0 && { required }),
  };
}

/** `cart.items[n].name` as an expression for the names that it stands for. */
function namePattern({ name, key }: EndpointParameter): string {
  const keys = key?.values?.map(escaped).join('|') ?? key?.pattern ?? '[^\\]]+';
  const source = escaped(name)
    .replaceAll('\\[n\\]', '\\[(?:0|[1-9][0-9]{0,2})\\]')
    .replace('\\[name\\]', () => `\\[(?:${keys})\\]`);
  return `^${source}$`;
}

const escaped = (text: string) => text.replace(/[.[\]]/g, '\\$&');

const json = (schema: Schema): Schema => ({ 'application/json': { schema } });

function responsesOf(endpoint: Endpoint): Schema {
  const { answer, failsWithPayment, csv, caller, method } = endpoint;
  const failed = failsWithPayment
    ? { anyOf: [ref(answer), ref('Error')] }
    : answer === 'FormAnswer'
      ? ref('FormAnswer')
      : ref('Error');
  const refused = (description: string) => ({ description, content: json(ref('Error')) });
  const server = caller === 'server';
  const noSuchId =
    caller === 'browser' && !endpoint.about
      ? 'There is no such file.'
      : 'The id is unknown, or belongs to another merchant.';
  const notFound = endpoint.notFound ?? (pathNames(endpoint).length > 0 ? noSuchId : undefined);
  return {
    200: {
      description: 'Successful request.',
      content: {
        [MEDIA_TYPES[answer] ?? 'application/json']: { schema: ref(answer) },
        ...(csv && { 'text/csv': { schema: { type: 'string' } } }),
      },
    },
    ...(answer === 'FormAnswer' && {
      303: { description: 'For Accept: text/html: where the shopper goes next.' },
    }),
    400: {
      description: failsWithPayment
        ? 'The payment failed, or a parameter is wrong.'
        : 'A parameter is wrong.',
      content: json(failed),
    },
    ...(server && {
      401: refused('Invalid authorization header.'),
      403: refused('Invalid access token.'),
    }),
    ...(notFound && { 404: refused(notFound) }),
    ...(server &&
      method === 'POST' && {
        409: refused('The first request under this Idempotency-Key is still under way.'),
        422: refused('Another request was made under this Idempotency-Key.'),
      }),
    429: refused('Too many requests.'),
  };
}
