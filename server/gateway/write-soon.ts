/**
 * Rows that are written a moment later, many at once, so that nothing waits for them. They wait in memory
 * until they are written; those for which there is no room are counted. What waits when the process is
 * killed is lost.
 */
import { repeat, type Sweeper } from './repeat.ts';

const EVERY_MS = 1_000;
/** Rows of a statement. */
const BATCH = 200;

export interface RowBuffer<Row> extends Sweeper {
  /** At once, and without an error. */
  add(row: Row): void;
}

export interface Reports {
  readonly onError: (error: unknown) => void;
  /** Told how many were not kept, because the database was too slow. */
  readonly onLost: (count: number) => void;
}

/**
 * @param write takes rows that were written already, whose commit was not told of
 * @param most rows that wait
 */
export function writeSoon<Row>(
  write: (rows: readonly Row[]) => Promise<unknown>,
  most: number,
  { onError, onLost }: Reports,
): RowBuffer<Row> {
  const waiting: Row[] = [];
  let lost = 0;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const rows = waiting.slice(0, BATCH);
      await write(rows);
      waiting.splice(0, rows.length);
    }
    if (lost === 0) return;
    onLost(lost);
    lost = 0;
  }

  const rounds = repeat(writeAll, onError, { pauseMs: EVERY_MS });
  return {
    add(row) {
      if (waiting.length < most) waiting.push(row);
      else lost += 1;
    },
    async stop() {
      await rounds.stop();
      await writeAll().catch(onError);
    },
  };
}
