/** A command of the administration, from its words to its answer. */
import { parseArgs } from 'node:util';
import { nearestName } from '../../contract/nearest-name.ts';
import { ConfigError, readConfig } from '../config.ts';
import { AccessError } from '../gateway/access/index.ts';
import { ReleaseError } from '../gateway/checkout/index.ts';
import { EntityError } from '../gateway/entities/index.ts';
import { FontError } from '../gateway/fonts/index.ts';
import { PageWatchError } from '../gateway/page-watch/index.ts';
import { BinError } from '../gateway/records/index.ts';
import { ApiError } from '../gateway/requests/index.ts';
import { ArchiveError } from '../gateway/retention/index.ts';
import { openStore, openVaultOf } from '../open-store.ts';
import { NoDemoError } from '../show-demo-merchant.ts';
import { StartError } from '../start-error.ts';
import { closeDatabase } from '../store/database.ts';
import { UsageError } from './admin-command.ts';
import { COMMANDS, USAGE } from './commands.ts';
import { perform } from './permissions.ts';

/** What is wrong with each word of the command. */
const parametersOf = ({ result }: ApiError): string =>
  (result.parameterErrors ?? []).map(({ name, message }) => `\n  ${name} ${message}`).join('');

/** The nearest one, and those of the same noun: the list of all is longer than a window. */
function noSuchCommand(noun: string, verb: string): string {
  const written = [noun, verb].filter(Boolean).join(' ');
  const nearest = nearestName(written, Object.keys(COMMANDS));
  const meant = nearest ? ` Did you mean "${nearest}"?` : '';
  const alike = USAGE.split('\n').filter((line) => line.startsWith(`  ${noun} `));
  return [
    `There is no command "${written}".${meant}`,
    ...(alike.length > 0 ? alike : ['npm run admin lists all commands.']),
  ].join('\n');
}

/**
 * @param args the words and options after `npm run admin --`
 * @param env as the server takes it, with ADMIN_KEY once there are administrators
 * @param print takes the answer, a text as it is, anything else as JSON: before the database is closed, so
 * that a key which is shown once is seen also where it cannot be
 * @throws what `refusalOf` puts in words, where the command cannot be done
 */
export async function administer(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  print: (answer: string) => void,
): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      parent: { type: 'string' },
      id: { type: 'string' },
      label: { type: 'string' },
      set: { type: 'string', multiple: true },
      key: { type: 'string' },
      types: { type: 'string' },
      wrapper: { type: 'string' },
      fields: { type: 'string' },
      expires: { type: 'string' },
      scopes: { type: 'string' },
      networks: { type: 'string' },
      role: { type: 'string' },
      head: { type: 'string' },
      justification: { type: 'string' },
      days: { type: 'string' },
      shopper: { type: 'string' },
      url: { type: 'string' },
      type: { type: 'string' },
      overlap: { type: 'string' },
      state: { type: 'string' },
      payment: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      after: { type: 'string' },
      limit: { type: 'string' },
      webhook: { type: 'string' },
      since: { type: 'string' },
      before: { type: 'string' },
    },
  });
  const [noun = '', verb = '', ...more] = positionals;
  const isOneWord = COMMANDS[noun] !== undefined;
  const name = isOneWord ? noun : `${noun} ${verb}`;
  const command = COMMANDS[name];
  const words = isOneWord ? positionals.slice(1) : more;
  if (!command) throw new UsageError(noun ? noSuchCommand(noun, verb) : USAGE);
  const config = readConfig(env);
  const db = await openStore({ ...config, databaseTimeoutMs: undefined });
  try {
    const answer = await perform(
      { db, vault: () => openVaultOf(db, config) },
      env['ADMIN_KEY'],
      { command: name, words, options: values },
      (actor) => command(db, words, values, config, actor),
    );
    print(typeof answer === 'string' ? answer : `${JSON.stringify(answer, null, 2)}\n`);
  } finally {
    await closeDatabase(db);
  }
}

/** @returns why a command could not be done, in words; undefined where it is a fault of ours */
export function refusalOf(error: unknown): string | undefined {
  const expected =
    error instanceof UsageError ||
    error instanceof AccessError ||
    error instanceof EntityError ||
    error instanceof ReleaseError ||
    error instanceof FontError ||
    error instanceof BinError ||
    error instanceof ArchiveError ||
    error instanceof PageWatchError ||
    error instanceof NoDemoError ||
    error instanceof ApiError ||
    error instanceof ConfigError ||
    error instanceof StartError ||
    (error instanceof TypeError && 'code' in error);
  if (!expected) return undefined;
  const named = error instanceof ApiError ? parametersOf(error) : '';
  return `${error.message}${named}`;
}
