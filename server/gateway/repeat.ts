/** Work that is done again and again, in every instance. */

const PAUSE_MS = 1_000;

export interface Sweeper {
  /** Ends after the passes that are running. */
  stop(): Promise<void>;
}

/** @param options `pauseMs`: between two passes; `atOnce`: how many may be under way */
export function repeat(
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
  { pauseMs = PAUSE_MS, atOnce = 1 } = {},
): Sweeper {
  const underWay = new Set<Promise<unknown>>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const begin = () => {
    const pass = work()
      .catch(onError)
      .finally(() => {
        underWay.delete(pass);
        // What was waiting for a place goes on after the usual pause.
        if (!timer) plan();
      });
    underWay.add(pass);
    if (underWay.size < atOnce) plan();
  };
  const plan = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      begin();
    }, pauseMs);
  };
  begin();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}
