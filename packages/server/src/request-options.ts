/** How one request is made. */
export interface RequestOptions {
  /**
   * The same request under the same key is made once and answered alike for 24 hours. Drawn where it is
   * absent; give one of your own where the request may be made again by another process: the id of the order.
   */
  readonly idempotencyKey?: string;
  /** Ends it: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds that one attempt may take; the client's own when absent. */
  readonly timeoutMs?: number;
  /** How often it is repeated at most after no answer, or one that says "later"; the client's own when absent. */
  readonly maxRetries?: number;
}
