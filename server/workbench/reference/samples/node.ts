import type { SampleRequest } from './sample.ts';

/** With `@payment-widgets/server`, which repeats safely and opens errors. */
export function nodeSample({ call, ids, pairs, isAuthorised }: SampleRequest): string {
  const variables = ids.flatMap(({ variable }) => (variable === undefined ? [] : [variable]));
  const fields = pairs.map(([name, value]) => `  ${nameOf(name)}: ${quoted(value)},\n`);
  const args = [
    ...ids.map(({ variable, value = '' }) => variable ?? quoted(value)),
    ...(fields.length > 0 ? [`{\n${fields.join('')}}`] : []),
  ];
  const names = [
    'GATEWAY: url',
    // The client asks for a token, though this request is made without it.
    isAuthorised ? 'ENTITY_ID: entityId, ACCESS_TOKEN: accessToken' : 'ACCESS_TOKEN: accessToken',
    ...variables,
  ];
  return `import { createClient } from '@payment-widgets/server';

const { ${names.join(', ')} } = process.env;
const gateway = createClient({ url, ${isAuthorised ? 'entityId, ' : ''}accessToken });

const answer = await gateway.${call}(${args.join(', ')});
console.log(answer);`;
}

const quoted = (text: string): string =>
  `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;
const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));
