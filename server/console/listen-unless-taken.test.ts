/** A second instance on one machine: the console's usual port is another one's. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listenUnlessTaken } from './listen-unless-taken.ts';

let first: Server;
let port: number;
beforeEach(async () => {
  first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  ({ port } = first.address() as AddressInfo);
});
afterEach(async () => {
  first.close();
  await once(first, 'close');
});

const said: string[] = [];
const logger = { warn: (message: string) => void said.push(message) };
async function tryAt(wanted: { readonly port: number; readonly isAskedFor: boolean }) {
  const console = Fastify();
  said.length = 0;
  try {
    const isThere = await listenUnlessTaken(console, { host: '127.0.0.1', ...wanted }, logger);
    return { isThere, isListening: console.server.listening };
  } finally {
    await console.close();
  }
}

it('goes on without a console, and says in the log how to get one', async () => {
  expect(await tryAt({ port, isAskedFor: false })).toEqual({ isThere: false, isListening: false });
  expect(said).toEqual([expect.stringMatching(new RegExp(`port ${port} is taken.*CONSOLE_PORT`))]);
  expect(first.listening).toBe(true);
});

it('does not start where CONSOLE_PORT names the port', async () => {
  await expect(tryAt({ port, isAskedFor: true })).rejects.toThrow('EADDRINUSE');
  expect(said).toEqual([]);
});

it('listens where the port is free', async () => {
  expect(await tryAt({ port: 0, isAskedFor: false })).toEqual({ isThere: true, isListening: true });
  expect(said).toEqual([]);
});

it('does not start where it may not listen for another reason', async () => {
  const console = Fastify();
  const wanted = { host: '192.0.2.1', port: 0, isAskedFor: false };
  await expect(listenUnlessTaken(console, wanted, logger)).rejects.toThrow('EADDRNOTAVAIL');
  await console.close();
});
