/** A value of a list, refused in words that a person reads: those of the library are code. */
import { z } from 'zod';

export const oneOf = <const T extends string>(values: readonly T[]) =>
  z.enum(values, `must be one of ${values.join(', ')}`);
