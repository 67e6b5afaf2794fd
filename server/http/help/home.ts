/** Where a person goes who opens the gateway's address in a browser. */
import type { FastifyRequest } from 'fastify';

/**
 * The reference, in the sandbox. The gateway itself has nothing to look at: a page of its own would share
 * an origin with the field frames (D10).
 * @param workbenchUrl undefined where no workbench runs; there the path is none
 */
export function homeFor(
  { method, url, headers }: FastifyRequest,
  workbenchUrl: string | undefined,
): string | undefined {
  const isBrowser = headers.accept?.includes('text/html') ?? false;
  const isRoot = url.split('?')[0] === '/';
  return method === 'GET' && isRoot && isBrowser && workbenchUrl !== undefined
    ? `${workbenchUrl}/reference`
    : undefined;
}
