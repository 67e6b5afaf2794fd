/** `doctor` with what comes over the network: TLS, what is promised of it, mixed content, slow parts. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createPlain } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { issueCertificate, newAuthority } from '../../../server/tests/support/certificates.ts';
import { startAlone } from '../../../server/tests/support/test-gateway.ts';
import type { Finding } from '../src/doctor/facts.ts';
import { doctorsEngine } from './doctors-engine.ts';
import { installCli } from './installed-cli.ts';

/** More than the second that doctor finds slow, and than what a busy machine takes for the rest. */
const SLOW_MS = 4_000;
/** More than the three seconds in which a card number should be there. */
const LATE_MS = 3_100;

const cli = installCli(['playwright-core']);
const gateway = await startAlone();
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const cert = await issueCertificate(await newAuthority(), 'shop.example', publicKey);
const key = privateKey.export({ type: 'pkcs8', format: 'pem' });

interface Page {
  readonly head?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
const pages = new Map<string, Required<Page>>();

/** The shop, over TLS and without. */
const overTls = createServer({ key, cert });
const withoutTls = createPlain();
for (const server of [overTls, withoutTls]) {
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://shop.example');
    const page = pages.get(pathname);
    if (page) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers });
      return void response.end(page.head + page.body);
    }
    const answer = () => response.writeHead(204).end();
    if (pathname === '/slow.js') setTimeout(answer, SLOW_MS);
    else answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const secure = `https://shop.example:${portOf(overTls)}`;
const plain = `http://shop.example:${portOf(withoutTls)}`;
afterAll(async () => {
  overTls.close();
  withoutTls.close();
  await gateway[Symbol.asyncDispose]();
  cli.remove();
});

/** A browser that finds the shop on this machine, and believes its certificate. */
const browser = doctorsEngine(
  cli,
  '--ignore-certificate-errors',
  '--host-resolver-rules="MAP *.example 127.0.0.1"',
);

/** What the doctor finds of a check in a page. */
async function found(origin: string, name: string, check: string, page: Page = {}) {
  const { entityId, url } = gateway;
  const order = { entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' };
  const { body: checkout } = await gateway.call('/v1/checkouts', order);
  const script = `<script src="${url}/v1/paymentWidgets.js?checkoutId=${checkout.id}" async></script>`;
  const form = `<form action="${origin}/result" class="paymentWidgets" data-brands="VISA"></form>`;
  pages.set(`/${name}`, {
    head: `<!doctype html><html lang="en"><title>Pay</title>${page.head ?? '{script}'}`.replace(
      '{script}',
      script,
    ),
    body: `<main><h1>Pay</h1>${form}</main>${page.body ?? ''}`.replace(
      '{address}',
      `${url}/v1/paymentWidgets.js?checkoutId=${checkout.id}`,
    ),
    headers: page.headers ?? {},
  });
  // Over plain HTTP no form comes, however long one waits.
  const wait = origin === plain ? '1' : '6';
  const args = ['doctor', `${origin}/${name}`, '--json', '--wait', wait, '--browser', browser];
  const { stdout, stderr } = await cli.run(args);
  expect(stderr).toBe('');
  const findings: Finding[] = JSON.parse(stdout);
  return findings.filter((each) => each.check === check);
}

describe('a page over the network', () => {
  it.concurrent('without TLS is wrong', async () => {
    expect(await found(plain, 'plain', 'headers')).toContainEqual({
      check: 'headers',
      level: 'error',
      message: 'the page comes without TLS',
      change: 'serve it over https, and nothing else',
    });
  });

  it.concurrent('with TLS is asked to promise it, until it does', async () => {
    const missing = {
      check: 'headers',
      level: 'warning',
      message: 'a first visit may come without TLS',
      change: 'Strict-Transport-Security: max-age=31536000',
    };
    expect(await found(secure, 'promises-nothing', 'headers')).toContainEqual(missing);
    const headers = { 'strict-transport-security': 'max-age=31536000' };
    expect(await found(secure, 'promises', 'headers', { headers })).not.toContainEqual(missing);
  });

  it.concurrent('that loads something without TLS is told each address once', async () => {
    const tracker = 'http://tracker.example/count.js';
    const tag = `<script src="${tracker}"></script>`;
    expect(await found(secure, 'mixed', 'mixed content', { body: tag + tag })).toEqual([
      {
        check: 'mixed content',
        level: 'error',
        message: `${tracker} comes without TLS`,
        change: 'load it over https',
      },
    ]);
  });

  it.concurrent('that loads everything over TLS, or from this machine, is not', async () => {
    const body = `<script src="${secure}/quick.js"></script>`;
    expect(await found(secure, 'unmixed', 'mixed content', { body })).toEqual([]);
  });

  it.concurrent('is told what is slow in it', async () => {
    const body = `<script src="/quick.js"></script><script src="/slow.js"></script>`;
    expect(await found(secure, 'slow', 'speed', { body })).toContainEqual({
      check: 'speed',
      level: 'warning',
      message: expect.stringMatching(/^https:\/\/shop\.example:\d+\/slow\.js takes \d+\.\d s$/),
      change: 'load it later, or not at all here',
    });
  });

  it.concurrent('is told when the card number comes late, and that its host is asked late', async () => {
    const body = `<script>setTimeout(() => {
  document.head.append(Object.assign(document.createElement('script'), { src: '{address}' }));
}, ${LATE_MS});</script>`;
    const messages = (await found(secure, 'late', 'speed', { head: '', body })).map(
      ({ message }) => message,
    );
    expect(messages).toContainEqual(
      expect.stringMatching(/^the card number is there after [3-9]\.\d s$/),
    );
    expect(messages).toContain(`the way to ${gateway.url} is opened late`);
  });
});
