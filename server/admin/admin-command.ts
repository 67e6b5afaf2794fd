/** What every command of the administration is given. */
import type { Config } from '../config.ts';
import type { Database } from '../store/database.ts';

/** Says what is wrong with the words of a command. */
export class UsageError extends Error {}

/** Of all commands together: each reads its own. */
export interface CommandOptions {
  readonly parent?: string | undefined;
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly set?: string[] | undefined;
  readonly key?: string | undefined;
  readonly types?: string | undefined;
  readonly wrapper?: string | undefined;
  readonly fields?: string | undefined;
  readonly expires?: string | undefined;
  readonly scopes?: string | undefined;
  readonly networks?: string | undefined;
  readonly role?: string | undefined;
  readonly head?: string | undefined;
  readonly justification?: string | undefined;
  readonly days?: string | undefined;
  readonly shopper?: string | undefined;
  readonly url?: string | undefined;
  readonly type?: string | undefined;
  readonly overlap?: string | undefined;
  readonly state?: string | undefined;
  readonly payment?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: string | undefined;
  readonly webhook?: string | undefined;
  readonly since?: string | undefined;
  readonly before?: string | undefined;
}

/**
 * @param words what follows the command's name
 * @param actor who runs it, as the audit log names them
 * @returns what is printed: a text as it is, anything else as JSON
 */
export type Command = (
  db: Database,
  words: string[],
  options: CommandOptions,
  config: Config,
  actor: string,
) => Promise<unknown>;

/** ISO 8601, UTC. */
export const isoTime = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();

/** What stands between commas. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
