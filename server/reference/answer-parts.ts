/** Schemas that many answers are made of. */
import { all, object, ref, type Schema, string } from './schema.ts';

export const ID = string('32 lowercase hexadecimal characters', { pattern: '^[0-9a-f]{32}$' });
export const TIMESTAMP = string('yyyy-MM-dd HH:mm:ss+0000', {
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\\+0000$',
});
export const count: Schema = { type: 'integer', minimum: 0 };

export const withEnvelope = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema => all(ref('Envelope'), object(properties, required));
