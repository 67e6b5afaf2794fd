/**
 * Reads a merchant's font in a thread of its own: a file may be made to keep its reader busy (glyphs
 * of glyphs of glyphs), and the gateway has payments to make.
 */
import { Worker } from 'node:worker_threads';
import { FontError, fontError } from './font-error.ts';
import type { FontParts } from './read-font.ts';
import { checkContainer } from './woff2.ts';

export interface Inspected {
  readonly parts?: FontParts;
  /** By a rule of ours. */
  readonly refusal?: string;
  /** What the reader stumbled over. */
  readonly broken?: string;
}

/** A large font takes half a second. */
const TIME_LIMIT_MS = 5_000;
const MEMORY_LIMIT_MB = 128;

/** @throws FontError naming what is wrong with the file */
export async function inspectFont(file: Buffer): Promise<FontParts> {
  await checkContainer(file);
  const thread = new Worker(new URL('./font-thread.ts', import.meta.url), {
    workerData: new Uint8Array(file),
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  const ended = Promise.withResolvers<Inspected>();
  const limit = setTimeout(
    () => ended.resolve({ broken: `not read in ${TIME_LIMIT_MS / 1000} seconds` }),
    TIME_LIMIT_MS,
  );
  thread.once('message', ended.resolve);
  thread.once('error', (error) => ended.resolve({ broken: (error as Error).message }));
  const { parts, refusal, broken } = await ended.promise;
  clearTimeout(limit);
  await thread.terminate();
  if (parts) return parts;
  if (refusal !== undefined) throw new FontError(refusal);
  throw fontError('file', 'must be readable', broken ?? 'not read');
}
