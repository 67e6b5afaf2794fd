/** Longest wait for the one connection, in milliseconds. */
const DEFAULT_PATIENCE_MS = 30_000;

/**
 * Hands one connection to one holder at a time, first come first served.
 *
 * Waiting ends with an error rather than never: a query that is started on the database from inside
 * a transaction, instead of on the transaction, waits for itself.
 */
export class ConnectionQueue {
  readonly #waiting = new Set<() => void>();
  readonly #patienceMs: number;
  #held = false;

  constructor(patienceMs = DEFAULT_PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  /** Resolves when the caller holds the connection. Throws when that takes too long. */
  acquire(patienceMs = this.#patienceMs): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(proceed);
        reject(
          new Error(
            `the database connection was not free for ${patienceMs} ms; ` +
              'was the database used inside a transaction, in place of the transaction?',
          ),
        );
      };
      const timer = Number.isFinite(patienceMs) ? setTimeout(giveUp, patienceMs) : undefined;
      const proceed = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.add(proceed);
    });
  }

  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#held = false;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
