/** What a component shows of the server: asked for when its address changes, kept while it is asked again. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { type ApiFailure, asFailure, ask } from './ask.ts';

export interface Answer<T> {
  /** Undefined until the first answer is there. */
  readonly data: T | undefined;
  readonly failure: ApiFailure | undefined;
  readonly isLoading: boolean;
  /** Asks again. */
  readonly reload: () => void;
}

interface Kept<T> {
  /** What was asked. */
  readonly path: string;
  readonly data?: T;
  readonly failure?: ApiFailure;
}

interface Options {
  /** Whether what another address has answered stays until this one does: pages of a list. */
  readonly keepsOther?: boolean;
}

/** @param path of the admin API, with its parameters; undefined asks nothing */
export function useAnswer<T>(
  path: string | undefined,
  { keepsOther = false }: Options = {},
): Answer<T> {
  const [kept, setKept] = useState<Kept<T>>();
  const [isLoading, setLoading] = useState(true);
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    if (path === undefined) return;
    const leaving = new AbortController();
    setLoading(true);
    ask<T>('GET', path, { signal: leaving.signal })
      .then((data) => setKept({ path, data }))
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) setKept({ path, failure: asFailure(error) });
      })
      .finally(() => {
        if (!leaving.signal.aborted) setLoading(false);
      });
    return () => leaving.abort();
  }, [path, turn]);

  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const shown = kept && (kept.path === path || (keepsOther && !kept.failure)) ? kept : undefined;
  return { data: shown?.data, failure: shown?.failure, isLoading, reload };
}
