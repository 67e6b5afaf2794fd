/**
 * Writes docs/admin-openapi.json, as the console serves it, and the schemas of `contract/admin-api.ts` that
 * it is made with: `npm run openapi`. It does not write over a contract that clients rely on.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GatewayContext } from '../../gateway/context.ts';
import { breakingChanges } from '../../reference/breaking-changes.ts';
import type { Schema } from '../../reference/schema.ts';
import { createConsole } from '../console-server.ts';
import { TYPES_FILE } from './openapi.ts';
import { schemasOfTypes } from './schemas-of-types.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FILE = join(ROOT, 'docs', 'admin-openapi.json');
/** Of the file, not of any running console. */
const EXAMPLE_CONSOLE = 'https://console.gateway.example';

const asFile = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** `types.json` as it has to be. */
export const typesFile = async (): Promise<string> =>
  asFile(schemasOfTypes(await readFile(join(ROOT, 'contract', 'admin-api.ts'), 'utf8')));

/** The document as it is kept: that of a console without a gateway. */
export async function adminOpenApiFile(): Promise<string> {
  const gateway = {} as GatewayContext;
  const app = await createConsole({ gateway, consoleUrl: () => EXAMPLE_CONSOLE });
  const { host } = new URL(EXAMPLE_CONSOLE);
  const { body } = await app.inject({ url: '/admin/v1/openapi.json', headers: { host } });
  await app.close();
  return asFile(JSON.parse(body));
}

async function main(): Promise<void> {
  await writeFile(TYPES_FILE, await typesFile());
  const kept = await readFile(FILE, 'utf8').catch(() => undefined);
  const made = await adminOpenApiFile();
  const changes: readonly string[] =
    kept === undefined ? [] : breakingChanges(JSON.parse(kept) as Schema, JSON.parse(made));
  if (changes.length > 0 && !process.argv.includes('--break')) {
    const why = 'These changes break clients. Put them under a new version, or add --break:';
    process.stderr.write(`${[why, ...changes].join('\n  ')}\n`);
    process.exitCode = 1;
    return;
  }
  await writeFile(FILE, made);
  process.stdout.write(`docs/admin-openapi.json is written, ${changes.length} breaking changes\n`);
}

if (process.argv[1] === import.meta.filename) await main();
