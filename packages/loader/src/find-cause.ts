/** Why a script element has said `error`: the browser does not tell, so what it can be is tried. */

/** @returns undefined where another try may succeed */
export async function findCause(
  url: string,
  integrity: string | undefined,
): Promise<'wrong-host' | 'hash-mismatch' | undefined> {
  const ask = (init?: RequestInit) => fetch(url, init).catch(() => undefined);
  const answer = await ask();
  // Too many requests, and trouble of the gateway's own.
  if (!answer || answer.status > 428) return undefined;
  const type = answer.headers.get('content-type');
  if (!answer.ok || !type?.includes('javascript')) return 'wrong-host';
  return integrity && !(await ask({ integrity })) ? 'hash-mismatch' : undefined;
}
