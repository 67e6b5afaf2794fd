/** A process that reads the database file: statements come by message, rows go back. */
import { endWithParent } from '../../end-with-parent.ts';
import { openSqliteFile } from './file.ts';
import type { Answered, Asked } from './report-driver.ts';
import { SqliteStatements } from './statements.ts';

endWithParent();
const [, , dataDir = ''] = process.argv;
const opened = openSqliteFile(dataDir).then((file) => {
  const statements = new SqliteStatements(file);
  statements.exec('pragma query_only = on');
  return statements;
});

async function answer({ sql, parameters }: Asked): Promise<Answered> {
  try {
    return { rows: (await (await opened).run({ sql, parameters })).rows };
  } catch (error) {
    // An error that is sent keeps its message alone, and its code says whether to try again.
    return { failure: { message: (error as Error).message, ...(error as object) } };
  }
}

process.on('message', async (asked: Asked) => {
  process.send?.(await answer(asked), () => {
    // A gateway that has ended meanwhile hears nothing, and this process ends with it.
  });
});
