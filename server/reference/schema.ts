/** JSON Schema (2020-12), as far as OpenAPI 3.1 is written with it here. */
import type { Format } from '../../contract/format.ts';

export interface Schema {
  readonly [keyword: string]: unknown;
}

/** A parameter's format. What a schema cannot say is in its description. */
export const schemaOf = (format: Format): Schema => ({
  type: 'string',
  ...(format.values && { enum: [...format.values] }),
  ...(format.pattern !== undefined && { pattern: `^(?:${format.pattern})$` }),
  ...(format.minLength !== undefined && { minLength: format.minLength }),
  ...(format.maxLength !== undefined && { maxLength: format.maxLength }),
});

/** An object that may have more than what is named: clients have to tolerate new fields. */
export const object = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required: [...required] }),
});

export const list = (items: Schema): Schema => ({ type: 'array', items });

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const all = (...parts: Schema[]): Schema => ({ allOf: parts });

export const string = (description: string, more: Schema = {}): Schema => ({
  type: 'string',
  description,
  ...more,
});
