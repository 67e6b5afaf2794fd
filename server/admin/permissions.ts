/** Which role a command of the administration needs, and what the audit log hears of it. */
import {
  AccessError,
  type Administrator,
  administratorOf,
  audit,
  isAtLeast,
  type Role,
} from '../gateway/access/index.ts';
import type { Database } from '../store/database.ts';
import type { Vault } from '../vault/vault.ts';
import type { CommandOptions } from './admin-command.ts';

/** Commands that only look. Their use is not audited. */
const READS = [
  'entity list',
  'entity show',
  'token list',
  'release list',
  'language list',
  'font list',
  'bins show',
  'webhook list',
  'webhook show',
  'webhook deliveries',
  'webhook delivery',
  'webhook failing',
  'notification-url deliveries',
  'notification-url delivery',
  'connector show',
  'connector troubles',
  'applepay list',
  'googlepay list',
  'risk list',
  'page-watch list',
  'page-watch headers',
  'page-watch report',
  'vault keys',
  'audit list',
  'archive show',
  'audit verify',
  'administrator list',
];
/** What helps a merchant, and changes nothing of how the gateway is set up. */
const SUPPORTS = [
  'webhook test',
  'webhook replay',
  'webhook pause',
  'webhook resume',
  'notification-url replay',
  'connector check',
  'risk unlock',
  'page-watch check',
];
/** Who may administer, the keys that all secrets lie under, and the whole log. */
const OWNS = [
  'administrator add',
  'administrator role',
  'administrator key',
  'administrator remove',
  'vault rotate',
  'audit export',
  'archive create',
  'archive restore',
];
/** For whom has lost every key: it asks for the vault's instead. */
const RECOVERS = 'administrator recover';

/** What each start of an instance does, too: the tables are up to date before a command runs. */
const STARTS = 'migrate';

/** All that are named here; a test finds one that there is not. */
export const NAMED_COMMANDS = [...READS, ...SUPPORTS, ...OWNS, RECOVERS, STARTS];

/** Everything else is an operator's. */
export function roleFor(command: string): Role {
  if (READS.includes(command) || command === STARTS) return 'read-only';
  if (SUPPORTS.includes(command)) return 'support';
  return OWNS.includes(command) ? 'owner' : 'operator';
}

/** Of what follows these, a secret may have been typed where only the standard input is read. */
const WORDS_KEPT: Readonly<Record<string, number>> = { 'connector secret': 2 };
/** What an answer says of itself that everybody may know. */
const PUBLIC_ANSWERS = ['id', 'withdrawn', 'inUse'];

export interface Performed {
  readonly command: string;
  readonly words: readonly string[];
  readonly options: CommandOptions;
}

/**
 * Runs a command for the administrator with the key. What changes something is written into the audit log
 * before it is done, so that nothing is done unseen, and once more when it failed.
 * @throws AccessError where the role does not allow it: that is in the log, too
 */
export async function perform<T>(
  { db, vault }: { readonly db: Database; readonly vault: () => Promise<Vault> },
  key: string | undefined,
  { command, words, options }: Performed,
  run: (actor: string) => Promise<T>,
): Promise<T> {
  const isOfTheMachine = command === RECOVERS || command === STARTS;
  const administrator = isOfTheMachine ? 'machine' : await administratorOf(db, key);
  const needed = roleFor(command);
  const isAllowed = administrator === 'machine' || isAtLeast(administrator.role, needed);
  const actor = actorOf(administrator);
  if (needed === 'read-only' && isAllowed) return run(actor);
  const note = async (action: string, more: Record<string, unknown> = {}): Promise<void> =>
    audit(await vault(), db, {
      actor,
      action,
      subject: words[0] ?? '',
      detail: {
        words: wordsKept(command, words),
        ...withoutSecrets(options),
        ...more,
      },
    });
  if (!isAllowed) {
    await note(`refused: admin ${command}`);
    throw new AccessError(`${command} is for the role ${needed}; ${actor} is not`);
  }
  await note(`admin ${command}`);
  const answer = await run(actor).catch(async (error: Error) => {
    await note(`failed: admin ${command}`, { error: error.message });
    throw error;
  });
  const publicAnswers = Object.entries(Object(answer)).filter(([name]) =>
    PUBLIC_ANSWERS.includes(name),
  );
  if (publicAnswers.length > 0)
    await note(`done: admin ${command}`, { answer: Object.fromEntries(publicAnswers) });
  return answer;
}

const actorOf = (administrator: Administrator | 'machine'): string =>
  administrator === 'machine' ? 'machine' : `administrator ${administrator.name}`;

/** Of a `risk unlock`, what is unlocked by these only: all else may name a shopper. */
const UNLOCKED_BY = /^(payment|bin|checkout)=/;

/** Without the first, which is the subject. */
function wordsKept(command: string, words: readonly string[]): string[] {
  const kept = words.slice(1, WORDS_KEPT[command]);
  if (command !== 'risk unlock') return kept;
  return kept.map((word) =>
    UNLOCKED_BY.test(word) ? word : `${/^\w+=/.exec(word)?.[0] ?? ''}given`,
  );
}

/** Nor who is to be forgotten: nothing is ever deleted from the log. */
const withoutSecrets = ({ key, shopper, ...options }: CommandOptions): object => ({
  ...options,
  ...(key !== undefined && { key: 'given' }),
  ...(shopper !== undefined && { shopper: 'given' }),
});
