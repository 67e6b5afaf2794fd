/** The admin API's OpenAPI document, as a console serves it, held against what is sent and answered. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TestConsole } from './console-client.ts';

interface Exchange {
  readonly query?: string;
  readonly body?: object;
}

export interface AdminOpenApi {
  // biome-ignore lint/suspicious/noExplicitAny: tests go anywhere in the document
  readonly document: any;
  /** What in a request that was taken, or in its answer, the document does not say. */
  problemsOf(
    route: string,
    request: Exchange,
    answer: { readonly status: number; readonly body: unknown },
  ): string[];
}

const ID = 'https://console.example/openapi.json';

export async function openApiOf(console: Pick<TestConsole, 'ask'>): Promise<AdminOpenApi> {
  const { body: document } = await console.ask('/admin/v1/openapi.json');
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, ID);
  const problems = (schema: object, value: unknown, what: string): string[] => {
    // What it refers to is in the document.
    const whole = JSON.stringify(schema).replaceAll('"#/', `"${ID}#/`);
    return ajv.validate(JSON.parse(whole), value) ? [] : [`${what}: ${ajv.errorsText()}`];
  };
  return {
    document,
    problemsOf(route, { query = '', body }, answer) {
      const [method = '', path = ''] = route.split(' ');
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      if (!operation) return [`${route} is not in the document`];
      const { content } = operation.responses[answer.status] ?? {};
      if (!content) return [`${route} does not say that it answers ${answer.status}`];
      const known = (operation.parameters as { in: string; name: string }[])
        .filter((one) => one.in === 'query')
        .map(({ name }) => name);
      const unknown = [...new URLSearchParams(query).keys()].filter((one) => !known.includes(one));
      const isTaken = answer.status < 300;
      const schema = content['application/json']?.schema;
      return [
        ...unknown.map((name) => `${route} takes a query ${name}`),
        ...(isTaken && body && Object.keys(body).length > 0
          ? problems(
              operation.requestBody?.content['application/json'].schema ?? false,
              body,
              `body of ${route}`,
            )
          : []),
        ...(schema ? problems(schema, answer.body, `${answer.status} of ${route}`) : []),
      ];
    },
  };
}
