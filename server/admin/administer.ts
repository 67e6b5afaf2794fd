/** A command of the administration, from its words to its answer. */
import { parseArgs } from 'node:util';
import { looksLikeCardNumber } from '../../contract/free-text.ts';
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
import { type CommandOptions, UsageError } from './admin-command.ts';
import { checkCommand, type Form, formsOf } from './command-list.ts';
import { COMMANDS, USAGE } from './commands.ts';
import { perform } from './permissions.ts';

/** A longer value is not shown to its end. */
const SHOWN_LENGTH = 100;

/** What is wrong with each word of the command. */
const parametersOf = ({ result }: ApiError): string =>
  (result.parameterErrors ?? [])
    .map(({ name, message, value }) => {
      const given = value === null ? '' : `; it is ${value.slice(0, SHOWN_LENGTH)}`;
      return `\n  ${name} ${message}${given}`;
    })
    .join('');

const isCommand = (name: string): boolean => Object.hasOwn(COMMANDS, name);
const FORMS = formsOf(USAGE, isCommand);

/** Those that begin with the words, as the list has them. */
const formsFor = (words: readonly string[]): readonly Form[] =>
  FORMS.filter(({ command }) => `${command} `.startsWith(`${words.join(' ')} `));

/** The nearest one, and those of the same noun: the list of all is longer than a window. */
function noSuchCommand(words: readonly string[]): UsageError {
  const written = words.slice(0, 2).join(' ');
  const nearest = nearestName(written, Object.keys(COMMANDS));
  const meant = nearest ? ` Did you mean "${nearest}"?` : '';
  const alike = formsFor(words.slice(0, 1)).map(({ text }) => text);
  return new UsageError(
    [
      `There is no command "${written}".${meant}`,
      ...(alike.length > 0 ? alike : ['npm run admin lists all commands.']),
    ].join('\n'),
  );
}

/** @throws UsageError where no command begins with the words */
function helpWith(words: readonly string[]): string {
  if (words.length === 0) return USAGE;
  const forms = [formsFor(words.slice(0, 2)), formsFor(words.slice(0, 1))].find(
    ({ length }) => length > 0,
  );
  if (!forms) throw noSuchCommand(words);
  return `${forms.map(({ text }) => text).join('\n')}\n`;
}

interface Arguments {
  readonly name: string;
  readonly words: string[];
  readonly options: CommandOptions | 'help';
}

/** @throws UsageError where they are no command, or not what it takes */
function readArguments(args: readonly string[]): Arguments {
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      ...Object.fromEntries(
        FORMS.flatMap(({ options }) => options).map((option) => [option, { type: 'string' }]),
      ),
    },
  });
  const positionals = tokens.flatMap((token) => (token.kind === 'positional' ? token.value : []));
  const given = tokens.filter((token) => token.kind === 'option');
  const isHelp = given.some(({ name }) => name === 'help');
  const [first = '', ...others] = positionals;
  if (isHelp || first === 'help') {
    return { name: '', words: isHelp ? positionals : others, options: 'help' };
  }
  const length = isCommand(first) ? 1 : 2;
  const name = positionals.slice(0, length).join(' ');
  if (first === '') throw new UsageError(USAGE);
  if (!isCommand(name)) throw noSuchCommand(positionals);
  const words = positionals.slice(length);
  const options = checkCommand(
    FORMS.filter(({ command }) => command === name),
    words,
    // What looks like the next option is no value (`--label --scopes payments`); a number is one.
    given.map((option) => [
      option.name,
      !option.inlineValue && /^-(?!\d)/.test(option.value ?? '') ? undefined : option.value,
    ]),
  );
  // What is kept is kept as it is. Whom to forget is not, and a shop's own number of a shopper may look like one.
  const kept = Object.entries(options).flatMap(([option, value = '']) =>
    option === 'shopper' ? [] : [value],
  );
  if ([...words, ...kept].some(looksLikeCardNumber)) {
    throw new UsageError('what is given must not hold a card number');
  }
  return { name, words, options };
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
  const { name, words, options } = readArguments(args);
  if (options === 'help') return print(helpWith(words));
  const command = COMMANDS[name];
  if (!command) throw new UsageError(USAGE);
  const config = readConfig(env);
  const db = await openStore({ ...config, databaseTimeoutMs: undefined });
  try {
    const answer = await perform(
      { db, vault: () => openVaultOf(db, config) },
      env['ADMIN_KEY'],
      { command: name, words, options },
      (actor) => command(db, words, options, config, actor),
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
    error instanceof StartError;
  if (!expected) return undefined;
  const named = error instanceof ApiError ? parametersOf(error) : '';
  return `${error.message}${named}`;
}
