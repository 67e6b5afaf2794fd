/** More clients come at once than the process can turn to: the kernel keeps their connections meanwhile. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '../support/gateway-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

const CLIENTS = 1_000;

const { location, drop } = await createTestDatabase();
const server = await startServer({
  DATA_DIR: location.dataDir,
  ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
});
afterAll(async () => {
  await server.kill();
  await drop();
});

it('a thousand clients that come while it does nothing are connected, and answered then', async () => {
  const { hostname, port } = new URL(server.url);
  const open = async () => {
    const socket = connect({ host: hostname, port: Number(port) });
    // Whoever waits for the socket is told of an error; between two waits nobody is.
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  process.kill(server.pid, 'SIGSTOP');
  const sockets = await Promise.all(Array.from({ length: CLIENTS }, open)).finally(() =>
    process.kill(server.pid, 'SIGCONT'),
  );
  const answers = sockets.map(async (socket) => {
    socket.write('GET /health HTTP/1.1\r\nhost: gateway\r\nconnection: close\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += chunk;
    return text.split('\r\n', 1)[0];
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']));
});
