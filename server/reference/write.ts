/**
 * Writes docs/openapi.json and the table of docs/ways-to-pay.md: `npm run openapi`. It does not write over a contract that clients rely
 * on: a change that would break them belongs under a new version of the path.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { breakingChanges } from './breaking-changes.ts';
import { openApiDocument } from './openapi.ts';
import { withWaysToPay } from './ways-to-pay.ts';

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'openapi.json');
export const GUIDE = join(FILE, '..', 'ways-to-pay.md');
/** Of the file, not of any running gateway. */
const EXAMPLE_SERVER = 'https://gateway.example';

/** The document as it is kept. */
export const openApiFile = (): string =>
  `${JSON.stringify(openApiDocument(EXAMPLE_SERVER), null, 2)}\n`;

async function main(): Promise<void> {
  const kept = await readFile(FILE, 'utf8').catch(() => undefined);
  const changes =
    kept === undefined ? [] : breakingChanges(JSON.parse(kept), JSON.parse(openApiFile()));
  if (changes.length > 0 && !process.argv.includes('--break')) {
    const why = 'These changes break clients. Put them under a new version, or add --break:';
    process.stderr.write(`${[why, ...changes].join('\n  ')}\n`);
    process.exitCode = 1;
    return;
  }
  await writeFile(FILE, openApiFile());
  await writeFile(GUIDE, withWaysToPay(await readFile(GUIDE, 'utf8')));
  process.stdout.write(`docs/openapi.json is written, ${changes.length} breaking changes\n`);
}

if (process.argv[1] === import.meta.filename) await main();
