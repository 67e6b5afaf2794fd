/**
 * Reads a merchant's font in a process of its own: a file may be made to keep its reader busy (glyphs
 * of glyphs of glyphs), and the gateway has payments to make. Not in a thread: one that has no
 * memory left can take the whole process with it, whatever its limits say.
 */
import { fork } from 'node:child_process';
import { ownPid } from '../../end-with-parent.ts';
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

/** What a reader says when it can be sent a file. */
export const READY = 'ready';
/** On a busy machine. */
const START_LIMIT_MS = 30_000;
/** A large font takes half a second. */
const TIME_LIMIT_MS = 5_000;
const MEMORY_LIMIT_MB = 128;

/** Each takes a processor, and up to so much memory. */
const AT_ONCE = 2;
const MOST_WAITING = 20;
let atWork = 0;
const waiting: (() => void)[] = [];

/** @throws FontError naming what is wrong with the file, or that too many are read at the moment */
export async function inspectFont(file: Buffer): Promise<FontParts> {
  await checkContainer(file);
  if (atWork >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) {
      throw fontError('file', 'must be sent again', `${waiting.length} others wait to be read`);
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else atWork += 1;
  try {
    return await readInProcess(file);
  } finally {
    // Its place goes to the next.
    const next = waiting.shift();
    if (next) next();
    else atWork -= 1;
  }
}

async function readInProcess(file: Buffer): Promise<FontParts> {
  const reader = fork(new URL('./font-process.ts', import.meta.url), [ownPid()], {
    execArgv: [`--max-old-space-size=${MEMORY_LIMIT_MB}`],
    // Not the gateway's: it has keys and passwords.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = Promise.withResolvers<Inspected>();
  const endAfter = (ms: number) =>
    setTimeout(() => ended.resolve({ broken: `not read in ${ms / 1000} seconds` }), ms);
  let limit = endAfter(START_LIMIT_MS);
  reader.on('message', (said: Inspected | typeof READY) => {
    if (said !== READY) return ended.resolve(said);
    // Its own time: what the machine took to start it says nothing of the file.
    clearTimeout(limit);
    limit = endAfter(TIME_LIMIT_MS);
    reader.send(new Uint8Array(file), () => {
      // What is wrong with the reader, its own events tell.
    });
  });
  reader.on('error', (error) => ended.resolve({ broken: error.message }));
  const gone = Promise.withResolvers<void>();
  reader.once('exit', (code, signal) => {
    ended.resolve({
      broken: `its reader, with ${MEMORY_LIMIT_MB} MB, ended with ${signal ?? code}`,
    });
    gone.resolve();
  });
  const { parts, refusal, broken } = await ended.promise;
  clearTimeout(limit);
  reader.kill('SIGKILL');
  // Its place is free once it is gone; one that was never there does not go.
  if (reader.pid !== undefined) await gone.promise;
  if (parts) return parts;
  if (refusal !== undefined) throw new FontError(refusal);
  throw fontError('file', 'must be readable', broken ?? 'not read');
}
