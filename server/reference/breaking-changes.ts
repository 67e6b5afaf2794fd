/**
 * What in a new OpenAPI document would break a client of the old one (gateway-api.md, "Versioning"):
 * what requests may have was removed, narrowed or made necessary, or answers lost something.
 */
import type { Schema } from './schema.ts';

type SchemaNode = Schema | undefined;
/** Whether a client writes it or reads it: the same change breaks the one and not the other. */
type Side = 'request' | 'answer';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** A line for each; none when every client of `before` can live with `after`. */
export function breakingChanges(before: Schema, after: Schema): string[] {
  const schemes = keysOf(before, 'components', 'securitySchemes').flatMap((name) => {
    const [was, is] = [before, after].map((each) =>
      at(each, 'components', 'securitySchemes', name),
    );
    const isAlike = ['type', 'scheme', 'in', 'name'].every((key) => isSame(was?.[key], is?.[key]));
    return isAlike ? [] : [`authentication by ${name} is another`];
  });
  const paths = keysOf(before, 'paths').flatMap((path) => {
    const [was, is] = [at(before, 'paths', path), at(after, 'paths', path)];
    if (!is) return [`${path} was removed`];
    return METHODS.filter((method) => at(was, method)).flatMap((method) => {
      const name = `${method.toUpperCase()} ${path}`;
      const operation = at(is, method);
      if (!operation) return [`${name} was removed`];
      return operationChanges(name, at(was, method), operation, { before, after });
    });
  });
  return [...schemes, ...paths];
}

interface Documents {
  readonly before: Schema;
  readonly after: Schema;
}

function operationChanges(
  name: string,
  was: SchemaNode,
  is: SchemaNode,
  documents: Documents,
): string[] {
  const body = ['requestBody', 'content'];
  const [id, nextId] = [was?.['operationId'], is?.['operationId']];
  return [
    // Generated clients call their methods so.
    ...(isSame(id, nextId) ? [] : [`${name} is called ${nextId}, it was ${id}`]),
    ...parameterChanges(name, was, is, documents),
    ...keysOf(was, ...body).flatMap((type) =>
      at(is, ...body, type)
        ? schemaChanges(
            `${name} body`,
            at(was, ...body, type, 'schema'),
            at(is, ...body, type, 'schema'),
            'request',
            documents,
          )
        : [`${name} takes no ${type} any more`],
    ),
    ...(!at(was, 'requestBody') && at(is, 'requestBody', 'required') !== undefined
      ? [`${name} demands a body`]
      : []),
    ...keysOf(was, 'responses').flatMap((status) => {
      const answer = ['responses', status];
      // An error that no longer happens breaks no client.
      if (!at(is, ...answer))
        return status.startsWith('2') ? [`${name} ${status} was removed`] : [];
      return keysOf(was, ...answer, 'content').flatMap((type) =>
        at(is, ...answer, 'content', type)
          ? schemaChanges(
              `${name} ${status}`,
              at(was, ...answer, 'content', type, 'schema'),
              at(is, ...answer, 'content', type, 'schema'),
              'answer',
              documents,
            )
          : [`${name} ${status} is not answered as ${type} any more`],
      );
    }),
    ...(isOpen(was) && !isOpen(is) ? [`${name} demands an access token`] : []),
  ];
}

const isOpen = (operation: SchemaNode): boolean => {
  const security = operation?.['security'];
  return Array.isArray(security) && security.length === 0;
};

function parameterChanges(
  name: string,
  was: SchemaNode,
  is: SchemaNode,
  documents: Documents,
): string[] {
  const [before, after] = [parametersOf(was), parametersOf(is)];
  const removedOrChanged = [...before].flatMap(([key, parameter]) => {
    const next = after.get(key);
    if (!next) return [`${name} ${key} was removed`];
    const becameRequired = next['required'] === true && parameter['required'] !== true;
    return [
      ...(becameRequired ? [`${name} ${key} became required`] : []),
      ...schemaChanges(
        `${name} ${key}`,
        at(parameter, 'schema'),
        at(next, 'schema'),
        'request',
        documents,
      ),
    ];
  });
  const demanded = [...after]
    .filter(([key, parameter]) => !before.has(key) && parameter['required'] === true)
    .map(([key]) => `${name} ${key} is new and required`);
  return [...removedOrChanged, ...demanded];
}

const parametersOf = (operation: SchemaNode): Map<string, Schema> => {
  const list = (operation?.['parameters'] ?? []) as readonly Schema[];
  return new Map(list.map((each) => [`${each['in']} parameter ${each['name']}`, each]));
};

function schemaChanges(
  name: string,
  first: SchemaNode,
  second: SchemaNode,
  side: Side,
  documents: Documents,
  seen: readonly string[] = [],
): string[] {
  const reference = first?.['$ref'];
  if (typeof reference === 'string') {
    // A schema that holds itself has been compared already.
    if (seen.includes(reference)) return [];
    const deeper = [...seen, reference];
    return schemaChanges(
      name,
      resolved(first, documents.before),
      resolved(second, documents.after),
      side,
      documents,
      deeper,
    );
  }
  const [was, is] = [first, resolved(second, documents.after)];
  if (!was) return [];
  if (!is) return [`${name} was removed`];
  const compare = (label: string, a: SchemaNode, b: SchemaNode) =>
    schemaChanges(label, a, b, side, documents, seen);
  const listed = (keyword: 'allOf' | 'anyOf') =>
    ((was[keyword] ?? []) as readonly Schema[]).flatMap((part, n) =>
      compare(name, part, (is[keyword] as readonly Schema[] | undefined)?.[n]),
    );
  return [
    ...ownChanges(name, was, is, side),
    ...['properties', 'patternProperties'].flatMap((keyword) =>
      keysOf(was, keyword).flatMap((key) =>
        compare(`${name}: ${key}`, at(was, keyword, key), at(is, keyword, key)),
      ),
    ),
    ...additionalChanges(name, was, is, side, compare),
    ...(was['items'] ? compare(`${name}[]`, at(was, 'items'), at(is, 'items')) : []),
    ...listed('allOf'),
    ...listed('anyOf'),
  ];
}

/** Of what an object may have beside what is named; anything, where nothing is said. */
function additionalChanges(
  name: string,
  { additionalProperties: was = true }: Schema,
  { additionalProperties: is = true }: Schema,
  side: Side,
  compare: (label: string, was: SchemaNode, is: SchemaNode) => string[],
): string[] {
  if (typeof was === 'object' && typeof is === 'object') {
    return compare(`${name}: any name`, was as Schema, is as Schema);
  }
  if (isSame(was, is)) return [];
  // Taking more, and answering less, surprises no client.
  const isNarrower = side === 'request' ? is !== true : is === true;
  return isNarrower ? [`${name} has other rules for names that are not listed`] : [];
}

/** Of the schema itself, without what it contains. */
function ownChanges(name: string, was: Schema, is: Schema, side: Side): string[] {
  const changes: string[] = [];
  const noteIf = (condition: boolean, what: string) => {
    if (condition) changes.push(`${name} ${what}`);
  };
  noteIf(!isSame(was['type'], is['type']), `is ${is['type']}, it was ${was['type']}`);
  const [required, requires] = [strings(was['required']), strings(is['required'])];
  if (side === 'answer') {
    for (const key of required) noteIf(!requires.includes(key), `may lack ${key}`);
    return changes;
  }
  for (const key of requires) noteIf(!required.includes(key), `demands ${key}`);
  const [values, taken] = [strings(was['enum']), strings(is['enum'])];
  for (const value of values) {
    noteIf(taken.length > 0 && !taken.includes(value), `does not take ${value} any more`);
  }
  noteIf(values.length === 0 && taken.length > 0, 'takes listed values only');
  noteIf(bound(is, 'maxLength', Infinity) < bound(was, 'maxLength', Infinity), 'is shorter');
  noteIf(bound(is, 'minLength', 0) > bound(was, 'minLength', 0), 'has to be longer');
  // Whether an expression takes less cannot be known: a person has to look.
  const pattern = is['pattern'];
  noteIf(pattern !== undefined && pattern !== was['pattern'], `has another pattern, ${pattern}`);
  return changes;
}

const bound = (schema: Schema, keyword: string, otherwise: number): number =>
  typeof schema[keyword] === 'number' ? schema[keyword] : otherwise;

const strings = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function at(node: SchemaNode, ...steps: readonly string[]): SchemaNode {
  return steps.reduce<unknown>((value, step) => Object(value)[step], node) as SchemaNode;
}

const keysOf = (node: SchemaNode, ...steps: readonly string[]): string[] =>
  Object.keys(Object(at(node, ...steps)));

function resolved(schema: SchemaNode, document: Schema): SchemaNode {
  const reference = schema?.['$ref'];
  if (typeof reference !== 'string') return schema;
  return resolved(at(document, ...reference.slice('#/'.length).split('/')), document);
}
