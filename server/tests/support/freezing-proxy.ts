/** A network path that stops forwarding, and says nothing of it: a proxy between the gateway and PostgreSQL. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface FreezingProxy extends AsyncDisposable {
  /** The address of the database through it. */
  readonly databaseUrl: string;
  /** From now on no byte gets through, either way; who connects is taken, and hears nothing. */
  freeze(): void;
  /** What was sent meanwhile arrives, late. */
  thaw(): void;
}

export async function startFreezingProxy(databaseUrl: string): Promise<FreezingProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port || 5432), allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => sockets.delete(from));
      if (isFrozen) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(databaseUrl);
  through.hostname = '127.0.0.1';
  through.port = `${(server.address() as AddressInfo).port}`;
  return {
    databaseUrl: through.href,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
