/**
 * Instances killed at random between payments and the acknowledgement of their messages:
 * `node bench/webhook-crashes.ts [kills]`, on SQLite with one instance, and with TEST_DATABASE_URL on
 * PostgreSQL with two. Nothing may be lost, and nothing invented.
 */

import { createTestDatabase, isTestedOnPostgres } from '../server/tests/support/test-database.ts';
import { crashRun } from '../server/tests/webhooks/crash-run.ts';
import { countArgument } from './measure.ts';

const kills = countArgument(0, 200);
const database = await createTestDatabase();
const instances = isTestedOnPostgres ? 2 : 1;
const figures = await crashRun(database, {
  kills,
  instances,
  progress: (n) => process.stderr.write(`\r${n} of ${kills} kills `),
});
await database.drop();
const { payments, messages, calls, lost, invented, unlisted, uncounted } = figures;
process.stdout.write(
  `\n${isTestedOnPostgres ? 'PostgreSQL, two instances' : 'SQLite, one instance'}: ${kills} kills, ` +
    `${payments} payments, ${messages} messages in ${calls} calls; ` +
    `${lost.length} lost, ${invented.length} invented; ${unlisted.length} events not listed, ` +
    `${uncounted.length} deliveries with other attempts than counted\n`,
);
for (const message of lost) process.stdout.write(`lost: ${message}\n`);
for (const message of invented) process.stdout.write(`invented: ${message}\n`);
const wrong = [lost, invented, unlisted, uncounted].flat();
process.exitCode = wrong.length > 0 ? 1 : 0;
