/** The OpenAPI document of the API for merchants, held against what is answered. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { MEDIA_TYPES } from '../../reference/answers.ts';
import type { Endpoint } from '../../reference/endpoint.ts';
import { ENDPOINTS } from '../../reference/endpoints.ts';
import { openApiDocument } from '../../reference/openapi.ts';
import type { Answer } from './gateway-under-test.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is walked as a client's tool does
const document: any = openApiDocument('http://127.0.0.1');
// Formats are told by patterns; the keywords of OpenAPI around the schemas are not for this validator.
export const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(document, 'openapi');

const mediaType = ({ answer }: Endpoint, status: number) =>
  (status === 200 && MEDIA_TYPES[answer]) || 'application/json';

const schemaOf = (endpoint: Endpoint, status: number) => {
  const { path, method } = endpoint;
  const pointer = [path, method.toLowerCase(), 'responses', String(status), 'content'];
  const steps = ['paths', ...pointer, mediaType(endpoint, status), 'schema'];
  const escaped = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `openapi#/${escaped.map(encodeURIComponent).join('/')}`;
};

export function endpoint(id: string): Endpoint {
  const found = ENDPOINTS.find((each) => each.id === id);
  if (!found) throw new Error(`no endpoint ${id}`);
  return found;
}

/** What in an answer the document says otherwise, or not at all. */
export function mistakesIn(asked: Endpoint, { status, headers, body }: Answer): string[] {
  const type = headers.get('content-type') ?? '';
  const expected = mediaType(asked, status);
  if (!new RegExp(`^${RegExp.escape(expected)}(;|$)`).test(type)) {
    return [`${asked.id} answers ${type} in place of ${expected}`];
  }
  const validate = ajv.getSchema(schemaOf(asked, status));
  if (!validate) return [`${asked.id} says nothing of HTTP ${status}`];
  validate(body);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${asked.id}: ${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
