/** `doctor` with a channel that has a font: what keeps it from the page, and from the frames of number and CVV. */
import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { addFont } from '../../../server/gateway/fonts/index.ts';
import { testFont } from '../../../server/tests/support/test-fonts.ts';
import { startAlone } from '../../../server/tests/support/test-gateway.ts';
import type { Finding } from '../src/doctor/facts.ts';
import { doctorsEngine } from './doctors-engine.ts';
import { installCli } from './installed-cli.ts';

const FAMILY = 'Brand Sans';
const NONCE = 'bm9uY2U';

const cli = installCli(['playwright-core']);
const gateway = await startAlone();
await addFont(gateway.gateway.db, gateway.entityId, FAMILY, testFont());

/** What stands before the gateway, and may have a policy of its own for the frames. */
let framePolicy = '';
const proxy = createServer((request, response) => {
  const { hostname, port } = new URL(gateway.url);
  const { method, headers, url: path } = request;
  const onward = ask({ hostname, port, path, method, headers }, (answer) => {
    const isFrame = /\/(number|cvv)\.html/.test(path ?? '') && framePolicy !== '';
    response.writeHead(answer.statusCode ?? 500, {
      ...answer.headers,
      ...(isFrame && { 'content-security-policy': framePolicy }),
    });
    answer.pipe(response);
  });
  request.pipe(onward);
});

let page = { html: '', policy: '' };
const shop = createServer((_, response) => {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  response.end(page.html);
});

const addressOf = async (server: Server): Promise<string> => {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return `http://localhost:${(server.address() as AddressInfo).port}`;
};
const [front, origin] = await Promise.all([addressOf(proxy), addressOf(shop)]);
afterAll(async () => {
  for (const server of [proxy, shop]) {
    server.closeAllConnections();
    server.close();
  }
  await gateway[Symbol.asyncDispose]();
  cli.remove();
});
const env = { CHROME_PATH: doctorsEngine(cli) };

/** What is said of policies, for a page whose form has the font. */
async function saidOf(
  directives: string,
  { from, policyOfFrames }: { from: string; policyOfFrames: string } = {
    from: gateway.url,
    policyOfFrames: '',
  },
): Promise<Finding[]> {
  const id = await gateway.createCheckout();
  framePolicy = policyOfFrames;
  page = {
    policy: `default-src 'none'; script-src 'nonce-${NONCE}' ${from}; frame-src ${from}; connect-src ${from}; frame-ancestors 'none'; ${directives}`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pay</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script nonce="${NONCE}">var wpwlOptions = { tokens: { font: "'${FAMILY}', serif" } }</script>
<script src="${from}/v1/paymentWidgets.js?checkoutId=${id}" async></script></head>
<body><main><h1>Pay</h1><form action="${origin}/result" class="paymentWidgets" data-brands="VISA"></form></main></body></html>`,
  };
  const { stdout } = await cli.run(['doctor', origin, '--json', '--wait', '2'], env);
  const found: Finding[] = JSON.parse(stdout);
  return found.filter(({ check }) => check === 'policy');
}

it('nothing is said where page and frames let it in', async () => {
  expect(await saidOf(`font-src ${gateway.url}`)).toEqual([]);
});

it.each([
  ['names no fonts', ''],
  ['names other fonts', 'font-src https://fonts.example'],
])(
  'a page whose policy %s is told the directive, and what happens meanwhile',
  async (_, policy) => {
    expect(await saidOf(policy)).toEqual([
      {
        check: 'policy',
        level: 'error',
        message: expect.stringMatching(
          new RegExp(
            `^font-src blocks ${gateway.url}/v1/fonts/\\S+, a font of the channel: the page's fields are drawn by another$`,
          ),
        ),
        change: `add ${gateway.url} to font-src`,
      },
    ]);
  },
);

it('a policy that something before the gateway gives its frames is told with the directive', async () => {
  const policy =
    "default-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; font-src https://fonts.example";
  expect(await saidOf(`font-src ${gateway.url}`, { from: front, policyOfFrames: policy })).toEqual([
    {
      check: 'policy',
      level: 'error',
      message: expect.stringMatching(
        /^font-src of the frame of card\.\w+ blocks \S+\/v1\/fonts\/\S+, a font of the channel: number and CVV are drawn by another$/,
      ),
      change: "let the frames through with the gateway's own policy, or add 'self' to its font-src",
    },
  ]);
});
