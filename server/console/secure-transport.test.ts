/** The console where a proxy ends TLS for it. */
import { afterAll, describe, expect, it } from 'vitest';
import { startAlone } from '../tests/support/test-gateway.ts';
import { createConsole } from './console-server.ts';

const { gateway, ...ours } = await startAlone();
afterAll(() => ours[Symbol.asyncDispose]());

const HSTS = 'strict-transport-security';
const SESSION = '/admin/v1/session';
const SIGN_IN = { name: 'Ada', password: 'wrong password' };

/** Asks as the proxy does. */
async function ask(consoleUrl: string, scheme: string, path: string, payload?: object) {
  await using app = await createConsole({
    ...{ gateway, consoleUrl: () => consoleUrl, trustProxy: 'loopback' },
  });
  const headers = { host: new URL(consoleUrl).host, 'x-forwarded-proto': scheme };
  return await app.inject({ url: path, headers, ...(payload && { method: 'POST', payload }) });
}

describe('HSTS', () => {
  it('is on everything of a console at HTTPS, refusals too', async () => {
    for (const path of ['/', SESSION, '/admin/v1/nowhere']) {
      const { headers } = await ask('https://console.example', 'https', path);
      expect(headers[HSTS], path).toBe('max-age=31536000; includeSubDomains');
    }
  });

  it.each(['https://console.localhost', 'http://console.localhost:8082'])(
    'is not at %s, whose name is of all programs of its machine',
    async (consoleUrl) => {
      const { headers } = await ask(consoleUrl, new URL(consoleUrl).protocol.slice(0, -1), '/');
      expect(headers[HSTS]).toBeUndefined();
    },
  );
});

describe('what came over plain HTTP', () => {
  it('is sent to HTTPS, at the console’s own address', async () => {
    const { statusCode, headers } = await ask('https://console.example', 'http', '/payments?q=a');
    expect([statusCode, headers.location]).toEqual([307, 'https://console.example/payments?q=a']);
  });

  it('is refused unread where it is no GET: a password is not judged', async () => {
    const refused = await ask('https://console.example', 'http', SESSION, SIGN_IN);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ reason: 'forbidden' });
    const failures = await gateway.db.selectFrom('console_failures').selectAll().execute();
    expect(failures).toEqual([]);
  });

  it('is taken at a loopback name, which a tunnel leads to', async () => {
    const { statusCode } = await ask('http://console.localhost:8082', 'http', SESSION, SIGN_IN);
    expect(statusCode).toBe(401);
  });
});
