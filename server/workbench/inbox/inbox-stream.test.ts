import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { addInboxStream } from './inbox-stream.ts';

const MOST_PAGES = 20;
/** More than the kernel keeps for a client that reads nothing. */
const LARGE = 'x'.repeat(2 ** 24);

it('a page that reads nothing goes for another one, and nothing is written to it', async () => {
  const app = Fastify();
  const listeners: (() => void)[] = [];
  addInboxStream(app, { onChange: (listener) => void listeners.push(listener) });
  const tell = () => listeners[0]?.();
  app.get('/large', () => LARGE);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const sockets: Socket[] = [];
  const open = async (...paths: readonly string[]) => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    for (const path of paths) socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    return socket;
  };
  const changesOf = (socket: Socket) => {
    const seen = { text: '' };
    socket.on('data', (data) => (seen.text += data));
    return () => seen.text.split('data: changed').length - 1;
  };
  try {
    const stuck = await open('/large', '/inbox/stream');
    stuck.pause();
    const others: (() => number)[] = [];
    for (let n = 0; n < MOST_PAGES; n += 1) {
      const changes = changesOf(await open('/inbox/stream'));
      await expect.poll(changes).toBe(1);
      others.push(changes);
    }
    for (const times of [2, 3]) {
      tell();
      await expect.poll(() => others.map((changes) => changes())).toEqual(others.map(() => times));
    }
    // The oldest of those that read goes as well.
    const latest = changesOf(await open('/inbox/stream'));
    await expect.poll(latest).toBe(1);
    tell();
    await expect.poll(latest).toBe(2);
    expect(others.map((changes) => changes())).toEqual([3, ...Array(MOST_PAGES - 1).fill(4)]);
  } finally {
    for (const socket of sockets) socket.destroy();
    await app.close();
  }
});
