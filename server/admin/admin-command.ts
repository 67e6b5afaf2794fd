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
}

/**
 * @param words what follows the command's name
 * @returns what is printed, as JSON
 */
export type Command = (
  db: Database,
  words: string[],
  options: CommandOptions,
  config: Config,
) => Promise<unknown>;
