/** A thread that reads the database file: statements come by message, rows go back. */
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteFile } from './sqlite-file.ts';
import type { Answered, Asked } from './sqlite-report-driver.ts';
import { SqliteStatements } from './sqlite-statements.ts';

const statements = new SqliteStatements(await openSqliteFile(String(workerData)));
statements.exec('pragma query_only = on');

async function answer({ id, sql, parameters }: Asked): Promise<Answered> {
  try {
    const { rows } = await statements.run({ sql, parameters });
    return { id, rows };
  } catch (error) {
    // An error that is sent keeps its message alone, and its code says whether to try again.
    return { id, failure: { message: (error as Error).message, ...(error as object) } };
  }
}

parentPort?.on('message', async (asked: Asked) => parentPort?.postMessage(await answer(asked)));
