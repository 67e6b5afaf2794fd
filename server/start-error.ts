/** What keeps the server or the administration from starting, in the operator's words. */

/** Something that the operator has named, and can put right. The message is a line. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * Does a step of the start with something that was set up.
 *
 * @param what the setting, and that it cannot be used
 * @throws StartError with what the system said about it; an error of the program itself as it is
 */
export async function using<T>(what: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const isOwn = error instanceof TypeError && !('code' in error);
    if (isOwn || error instanceof ReferenceError || !(error instanceof Error)) throw error;
    throw new StartError(`${what}: ${reasonOf(error)}`, { cause: error });
  }
}

/** A connection that failed on several addresses is an AggregateError without words of its own. */
function reasonOf(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  const { message, code } = (first ?? error) as NodeJS.ErrnoException;
  return (message || code || error.name).split('\n')[0] ?? '';
}

/** The settings that say where something listens. */
interface Listening {
  readonly host: string;
  readonly freePort: string;
  readonly highPort: string;
}

const OF_PAGES: Listening = {
  host: 'HOST',
  freePort: 'PORT and SHOP_PORT, and CONSOLE_PORT, to free ones',
  highPort: 'PORT and SHOP_PORT, and CONSOLE_PORT, to 1024 or more',
};
export const OF_METRICS: Listening = {
  host: 'METRICS_HOST',
  freePort: 'METRICS_PORT to a free one',
  highPort: 'METRICS_PORT to 1024 or more',
};

/** What is wrong with a setting, where an error of listening says it. */
export function whyNotListening(
  error: unknown,
  { host, freePort, highPort } = OF_PAGES,
): string | undefined {
  const { code, port, address, syscall } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE') return `port ${port} is taken: set ${freePort}`;
  if (code === 'EACCES' && syscall === 'listen') {
    return `port ${port} is for the system: set ${highPort}`;
  }
  if (code === 'EADDRNOTAVAIL') {
    return `${host} must be an address of this machine; it is ${address}`;
  }
  if (code === 'ENOTFOUND' && syscall === 'getaddrinfo') {
    return `${host} must be a name that leads to this machine: ${(error as Error).message}`;
  }
  return undefined;
}
