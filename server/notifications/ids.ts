/** Identifiers of subscriptions, messages and deliveries. */
import { createHash, randomBytes } from 'node:crypto';

export const newId = (): string => randomBytes(16).toString('hex');

/** The same for the same parts, for ever. */
export const idOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
