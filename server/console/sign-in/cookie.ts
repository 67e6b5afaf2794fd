/** The session's cookie: of this host alone, out of reach of scripts, and sent to its own pages only. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LONGEST_MS } from './sessions.ts';

const NAME = '__Host-console';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export function cookieOf({ headers }: FastifyRequest): string | undefined {
  const pairs = (headers.cookie ?? '').split(/;\s*/).map((pair) => pair.split('='));
  return pairs.find(([name]) => name === NAME)?.[1];
}

export const setCookie = (reply: FastifyReply, token: string): void => {
  reply.header('set-cookie', `${NAME}=${token}; Max-Age=${LONGEST_MS / 1000}; ${ATTRIBUTES}`);
};

export const clearCookie = (reply: FastifyReply): void => {
  reply.header('set-cookie', `${NAME}=; Max-Age=0; ${ATTRIBUTES}`);
};
