/**
 * Three instances under kills, killed connections, a frozen network, a full disk, wrong clocks, a
 * processor that fails, and floods: `node bench/torture.ts [seconds] [seed] [fault]`, on
 * SQLite, and with TEST_DATABASE_URL on PostgreSQL. A fault, like `killed`, leaves those alone that have
 * it in their names. Compares the ledgers of clients, gateway and processor; says how long was waited
 * after each fault. The same seed draws the same faults.
 */
import { torture } from '../server/tests/operation/torture/torture.ts';
import { createTestDatabase, isTestedOnPostgres } from '../server/tests/support/test-database.ts';
import { countArgument, printTable } from './measure.ts';

/** After a fault is over no client waits for longer. */
const AT_MOST_MS = 10_000;

const seconds = countArgument(0, 1_800);
const seed = countArgument(1, Math.ceil(Math.random() * 1e9));
const database = await createTestDatabase();
const figures = await torture(database, {
  ...{ seconds, seed, only: process.argv[4] },
  progress: (done) => process.stderr.write(`${done}\n`),
});
await database.drop();
const { operations, succeeded, kills, messages, calls, waits, agreedMs, wrong } = figures;
const shown = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
process.stdout.write(
  `\n${isTestedOnPostgres ? 'PostgreSQL' : 'SQLite'}, three instances, ${seconds} s, seed ${seed}: ` +
    `${kills} kills, ${operations} operations, ${succeeded} of them with success, ${messages} messages in ` +
    `${calls} calls; ${wrong.length} wrong; the processor agreed after ${shown(agreedMs)}\n\n`,
);
printTable(
  ['fault', 'times', 'longest wait for an answer', 'for a message'],
  Object.entries(waits).map(([name, { times, answerMs, messageMs }]) => [
    ...[name, String(times), shown(answerMs), shown(messageMs)],
  ]),
);
for (const each of wrong) process.stdout.write(`wrong: ${each}\n`);
const longest = Math.max(
  ...Object.values(waits).flatMap((each) => [each.answerMs, each.messageMs]),
);
if (longest > AT_MOST_MS) process.stdout.write(`\nwaited for longer than ${shown(AT_MOST_MS)}\n`);
process.exitCode = wrong.length > 0 || longest > AT_MOST_MS ? 1 : 0;
