/**
 * Path and query of a request's target, which a client may write as a whole address (RFC 9112, 3.2.2):
 * behind an origin of ours that would become another host.
 */
export function pathOfTarget(target: string): string {
  if (target.startsWith('/')) return target;
  const url = URL.parse(target);
  return url?.host ? url.pathname + url.search : '/';
}
