/**
 * Administration while the server runs: `npm run admin -- <command>`. Works on the same database, so
 * it takes the same environment as the server, and ADMIN_KEY once there are administrators.
 */
import { administer, refusalOf } from './administer.ts';

const print = (answer: string) => process.stdout.write(answer);

administer(process.argv.slice(2), process.env, print).catch((error: unknown) => {
  const refusal = refusalOf(error);
  if (refusal === undefined) throw error;
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 2;
});
