/** Values of the event schemas, in the words of event-notifications.md: "Resources and their fields". */
import { z } from 'zod';

export const text = (description?: string) =>
  z
    .string()
    .meta(description === undefined ? {} : { description })
    .exactOptional();
export const flag = (description?: string) =>
  z
    .boolean()
    .meta(description === undefined ? {} : { description })
    .exactOptional();
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).exactOptional();

export const int32 = () => z.int32().meta({ format: 'int32' }).exactOptional();
export const int64 = (description?: string) =>
  z
    .int()
    .meta({ format: 'int64', ...(description !== undefined && { description }) })
    .exactOptional();

/** ISO 8601, as 2026-03-01T10:15:30.000Z. */
export const dateTime = () => z.string().meta({ format: 'date-time' }).exactOptional();
/** A calendar date, as 2026-03-01. */
export const date = () => z.string().meta({ format: 'date' }).exactOptional();
export const email = () => z.string().meta({ format: 'email' }).exactOptional();
export const uuid = () => z.string().meta({ format: 'uuid' }).exactOptional();

const code = (pattern: RegExp, description: string) =>
  z.string().regex(pattern).meta({ description }).exactOptional();
export const country = () => code(/^[A-Z]{2}$/, 'ISO 3166-1 alpha-2 code');
export const currency = () => code(/^[A-Z]{3}$/, 'ISO 4217 code');
export const airport = () => code(/^[A-Z]{3}$/, 'Three-letter airport code');
export const airline = (longest: 2 | 3) =>
  longest === 2
    ? code(/^[A-Z0-9]{2}$/, 'Two-letter airline code')
    : code(/^[A-Z0-9]{2,3}$/, 'Two- or three-letter airline code');
