/**
 * JSON Schema of the types of `contract/admin-api.ts`, with their words: the console's page and the
 * OpenAPI document are told by the same lines. It knows what that file is written with, and nothing else.
 */
import { type ESTree, parseAst } from 'vite';
import { all, list, object, ref, type Schema } from '../../reference/schema.ts';

type Type = ESTree.TSType;
type Named = ESTree.TSInterfaceDeclaration | ESTree.TSTypeAliasDeclaration;

/** By the name of the type; those with parameters of their own are written out where they are used. */
export function schemasOfTypes(source: string): Record<string, Schema> {
  const declared = parseAst(source, { lang: 'ts' }).body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' && isNamed(statement.declaration)
      ? [{ statement, type: statement.declaration }]
      : [],
  );
  const reader = new TypeReader(source, new Map(declared.map(({ type }) => [type.id.name, type])));
  return Object.fromEntries(
    declared
      .filter(({ type }) => !type.typeParameters)
      .map(({ statement, type }) => [
        type.id.name,
        described(reader.declaration(type), docBefore(source, statement.start)),
      ]),
  );
}

const isNamed = (node: ESTree.Declaration | null): node is Named =>
  node?.type === 'TSInterfaceDeclaration' || node?.type === 'TSTypeAliasDeclaration';

const described = (schema: Schema, description: string | undefined): Schema =>
  description === undefined ? schema : { ...schema, description };

/** The sentences of the comment right before, without its marks. */
function docBefore(source: string, at: number): string | undefined {
  const [, text] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(source.slice(0, at)) ?? [];
  return text
    ?.replace(/\n\s*\*/g, ' ')
    .replace(/\{@link (\w+)\}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Literals of a union, where it has nothing else. */
const valuesOf = (types: readonly Schema[]): unknown[] | undefined =>
  types.every(({ enum: values }) => values !== undefined)
    ? types.flatMap(({ enum: values }) => values as unknown[])
    : undefined;

class TypeReader {
  readonly #source: string;
  readonly #declared: ReadonlyMap<string, Named>;

  constructor(source: string, declared: ReadonlyMap<string, Named>) {
    this.#source = source;
    this.#declared = declared;
  }

  declaration(type: Named, given: ReadonlyMap<string, Schema> = new Map()): Schema {
    if (type.type === 'TSTypeAliasDeclaration') return this.type(type.typeAnnotation, given);
    const own = this.members(type.body.body, given);
    const bases = type.extends.map(({ expression }) => ref(this.#text(expression)));
    return bases.length > 0 ? all(...bases, own) : own;
  }

  members(members: readonly ESTree.TSSignature[], given: ReadonlyMap<string, Schema>): Schema {
    const properties = members.map((member) => {
      if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) throw this.#odd(member);
      const schema = this.type(member.typeAnnotation.typeAnnotation, given);
      return {
        name: this.#text(member.key),
        isOptional: member.optional,
        schema: described(schema, docBefore(this.#source, member.start)),
      };
    });
    return object(
      Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
      properties.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    );
  }

  type(type: Type, given: ReadonlyMap<string, Schema>): Schema {
    const deeper = (inner: Type) => this.type(inner, given);
    switch (type.type) {
      case 'TSStringKeyword':
        return { type: 'string' };
      case 'TSNumberKeyword':
        return { type: 'number' };
      case 'TSBooleanKeyword':
        return { type: 'boolean' };
      case 'TSNullKeyword':
        return { type: 'null' };
      case 'TSObjectKeyword':
        return { type: 'object' };
      case 'TSLiteralType':
        if (type.literal.type !== 'Literal') throw this.#odd(type);
        return { type: typeof type.literal.value, enum: [type.literal.value] };
      case 'TSParenthesizedType':
      case 'TSTypeOperator':
        return deeper(type.typeAnnotation);
      case 'TSArrayType':
        return list(deeper(type.elementType));
      case 'TSTupleType':
        return this.#tuple(type, given);
      case 'TSTypeLiteral':
        return this.members(type.members, given);
      case 'TSUnionType':
        return unionOf(type.types.map(deeper));
      case 'TSTypeReference':
        return this.#reference(type, given);
      default:
        throw this.#odd(type);
    }
  }

  #tuple({ elementTypes }: ESTree.TSTupleType, given: ReadonlyMap<string, Schema>): Schema {
    const items = elementTypes.map((element) =>
      this.type(
        (element.type === 'TSNamedTupleMember' ? element.elementType : element) as Type,
        given,
      ),
    );
    const count = items.length;
    return { type: 'array', prefixItems: items, minItems: count, maxItems: count };
  }

  #reference(type: ESTree.TSTypeReference, given: ReadonlyMap<string, Schema>): Schema {
    const name = this.#text(type.typeName);
    const [first, second] = (type.typeArguments?.params ?? []).map((one) => this.type(one, given));
    const own = given.get(name);
    if (own) return own;
    if (name === 'Readonly' && first) return first;
    if (name === 'NonNullable' && first) return first;
    if (name === 'Record' && first && second) return recordOf(this.#resolved(first), second);
    if (name === 'Exclude' && first && second) {
      const without = valuesOf([this.#resolved(second)]) ?? [];
      const values = valuesOf([this.#resolved(first)])?.filter((one) => !without.includes(one));
      return { type: 'string', enum: values };
    }
    const declared = this.#declared.get(name);
    if (!declared) throw this.#odd(type);
    const parameters = declared.typeParameters?.params ?? [];
    if (parameters.length === 0) return ref(name);
    if (!first) throw this.#odd(type);
    return this.declaration(declared, new Map([[this.#text(parameters[0]?.name), first]]));
  }

  #resolved(schema: Schema): Schema {
    const name = String(schema['$ref'] ?? '')
      .split('/')
      .at(-1);
    const declared = this.#declared.get(name ?? '');
    return declared ? this.declaration(declared) : schema;
  }

  #text(node: { readonly start: number; readonly end: number } | undefined): string {
    return node ? this.#source.slice(node.start, node.end).replace(/^'(.*)'$/, '$1') : '';
  }

  #odd(node: { readonly type: string; readonly start: number; readonly end: number }): Error {
    return new Error(`no schema is known for ${node.type}: ${this.#text(node)}`);
  }
}

/** Literals become a list of values, `| null` another type, all else `anyOf`. */
function unionOf(types: readonly Schema[]): Schema {
  const values = valuesOf(types);
  if (values) return { type: 'string', enum: values };
  const isNull = ({ type }: Schema) => type === 'null';
  const others = types.filter((one) => !isNull(one));
  const [only] = others;
  const known = valuesOf(others);
  if (types.length === others.length) return { anyOf: [...types] };
  if (known) return { type: ['string', 'null'], enum: [...known, null] };
  if (others.length === 1 && only && typeof only['type'] === 'string') {
    return { ...only, type: [only['type'], 'null'] };
  }
  return { anyOf: [...types] };
}

const recordOf = (keys: Schema, values: Schema): Schema => {
  const names = valuesOf([keys]) as string[] | undefined;
  return names
    ? object(Object.fromEntries(names.map((name) => [name, values])), names)
    : { type: 'object', additionalProperties: values };
};
