/**
 * A machine's clock that a test sets while a process runs: by libfaketime, so that everything in the
 * process goes by it, SQLite too. What only runs on, as timers do, is left alone.
 */
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { need } from '../../../.ci/debian-packages.ts';

const library = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];

export interface SettableClock extends AsyncDisposable {
  /** Of a process that goes by this clock. */
  readonly variables: Readonly<Record<string, string>>;
  /** @param minutes from the right time, as in `-60` */
  set(minutes: number): Promise<void>;
}

export async function settableClock(): Promise<SettableClock> {
  need('tests of clocks that are set', () => library() !== undefined, ['libfaketime']);
  const directory = await mkdtemp(join(tmpdir(), 'clock-'));
  const file = join(directory, 'offset');
  const set = async (minutes: number) => {
    // In one step: it is read at any moment.
    await writeFile(`${file}.new`, `${minutes < 0 ? '' : '+'}${minutes}m\n`);
    await rename(`${file}.new`, file);
  };
  await set(0);
  return {
    variables: {
      LD_PRELOAD: library() ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
    async [Symbol.asyncDispose]() {
      await rm(directory, { recursive: true, force: true });
      await Promise.all(
        leftBehind().map((file) => rm(file, { force: true }).catch(() => undefined)),
      );
    },
  };
}

/** The memory that libfaketime shares within a process, where that was killed. */
const leftBehind = (): string[] =>
  globSync(['/dev/shm/faketime_shm_*', '/dev/shm/sem.faketime_sem_*']).filter(
    (file) => !existsSync(`/proc/${file.split('_').at(-1)}`),
  );
