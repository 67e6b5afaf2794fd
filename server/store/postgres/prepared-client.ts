import pg from 'pg';

/** Statements that a connection keeps prepared, at most: as many as the gateway has, and some. */
const MAX_PREPARED = 300;
/** Longer lists of parameters come in every length, and none of them often. */
const MAX_PARAMETERS = 50;

const FATAL = new Set(['FATAL', 'PANIC']);
/** The connection is of no more use, however grave PostgreSQL calls it. */
const USELESS = new Set([
  '25006', // read-only transaction: this host is no primary any more
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
]);
/** How `pg` says that `query_timeout` is over. */
const SILENCE = 'Query read timeout';

/** Errors of connections that were lost: they keep their own words, so they are known by themselves. */
const lost = new WeakSet<object>();

export const markConnectionLost = (error: unknown): void => void lost.add(error as object);

/** True for errors of a connection that was lost, or could not be made: nothing was refused. */
export const isConnectionLost = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && lost.has(error);

/** A connection that survives its own loss. */
export class SurvivingClient extends pg.Client {
  #isLost = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // The pool listens while the connection is idle. A connection that is lost while it is checked out
    // would end the process without this listener; the query that is under way gets the same error.
    this.on('error', (error) => {
      this.#isLost = true;
      markConnectionLost(error);
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: it takes what the overloads of `pg` take
  override query(...args: any[]): any {
    const result = (super.query as (...args: unknown[]) => unknown).apply(this, args);
    return result instanceof Promise ? result.catch((error) => this.#fail(error)) : result;
  }

  /**
   * After a fatal error PostgreSQL ends the connection, and one that was silent is of no use even where it
   * speaks again: the answer would be to what was given up. The pool must lend neither.
   */
  #fail(error: unknown): never {
    const isFatal =
      error instanceof pg.DatabaseError &&
      (FATAL.has(error.severity ?? '') || USELESS.has(error.code ?? ''));
    if (isFatal || (error as Error).message === SILENCE) {
      this.#isLost = true;
      this.end().catch(() => undefined);
    }
    if (this.#isLost) markConnectionLost(error);
    throw error;
  }
}

/**
 * Clients of one pool, on which PostgreSQL reads and plans each statement once. Not those that ask for whole
 * rows (`*`): when another instance migrates a table, PostgreSQL refuses to run them again.
 */
export function preparedClients(): typeof SurvivingClient {
  /** The same for all connections of the pool. */
  const names = new Map<string, string>();

  function nameOf(text: string, parameters: number): string | undefined {
    const known = names.get(text);
    if (known !== undefined) return known;
    const isKept = parameters > 0 && parameters <= MAX_PARAMETERS && !text.includes('*');
    if (!isKept || names.size >= MAX_PREPARED) return undefined;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  }

  return class PreparedClient extends SurvivingClient {
    // biome-ignore lint/suspicious/noExplicitAny: as `query` of `pg`
    override query(...args: any[]): any {
      const [text, values] = args;
      const name = typeof text === 'string' && Array.isArray(values) && nameOf(text, values.length);
      return name ? super.query({ name, text, values }) : super.query(...args);
    }
  };
}
