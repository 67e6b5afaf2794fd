/** Several instances on one machine: one of them has the console. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

export interface ListenOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Whether the operator has named the port: then it is an error where it is taken. */
  readonly isAskedFor: boolean;
}

/**
 * Lets the console listen. Where its usual port is taken and was not asked for, the instance goes on without it,
 * and says so in the log.
 * @returns whether it listens
 * @throws what listening throws, in all other cases
 */
export async function listenUnlessTaken(
  console: FastifyInstance,
  { host, port, isAskedFor }: ListenOptions,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): Promise<boolean> {
  try {
    await console.listen({ host, port });
    return true;
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken || isAskedFor) throw error;
    logger.warn(`no console here: port ${port} is taken, set CONSOLE_PORT to a free one, or to 0`);
    return false;
  }
}
