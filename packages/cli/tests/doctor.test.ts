/** `doctor` with payment pages of a merchant, in a real browser, against a real gateway. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { findChromium, installEngine } from '../../../.ci/browser.ts';
import { blocksOf } from '../../../server/tests/guides/guide-code.ts';
import { startAlone } from '../../../server/tests/support/test-gateway.ts';
import { examplesOf } from '../../test-support/readme-code.ts';
import type { Finding } from '../src/doctor/facts.ts';
import { doctorsEngine } from './doctors-engine.ts';
import { installCli, wordsAfterNpx } from './installed-cli.ts';

const cli = installCli(['playwright-core', 'axe-core']);
const withoutAxe = installCli(['playwright-core']);
const bare = installCli();
const gateway = await startAlone();
const pages = new Map<string, { html: string; headers: Record<string, string> }>();
const shop = createServer((request, response) => {
  const page = pages.get(request.url ?? '');
  if (!page) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers });
  response.end(page.html);
}).listen(0, 'localhost');
await once(shop, 'listening');
const origin = `http://localhost:${(shop.address() as AddressInfo).port}`;
afterAll(async () => {
  shop.close();
  await gateway[Symbol.asyncDispose]();
  for (const each of [cli, withoutAxe, bare]) each.remove();
});

const { url, entityId } = gateway;
installEngine('chromium');
const env = { CHROME_PATH: findChromium() ?? '' };
const engine = { CHROME_PATH: doctorsEngine(cli) };
const GOOD_HEADERS = {
  'content-security-policy': `default-src 'none'; script-src ${url}; frame-src ${url}; connect-src ${url}; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

interface Written {
  readonly html?: string;
  readonly head?: string;
  /** Attributes; its address is that of a new checkout. */
  readonly script?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  /** How the address of the script is changed. */
  readonly address?: (src: string) => string;
}

/** Puts a page there; answers its address. */
async function page(name: string, written: Written = {}): Promise<string> {
  const checkout = { amount: '92.00', currency: 'EUR', paymentType: 'DB', integrity: 'true' };
  const { body } = await gateway.call('/v1/checkouts', { entityId, ...checkout });
  const { html = 'lang="en"', head = '', address = (src) => src } = written;
  const script = written.script ?? `integrity="${body.integrity}" crossorigin="anonymous" async`;
  const src = address(`${url}/v1/paymentWidgets.js?checkoutId=${body.id}`);
  const form = `<form action="${origin}/result" class="paymentWidgets" data-brands="VISA MASTER PAYPAL"></form>`;
  pages.set(`/${name}`, {
    headers: written.headers ?? GOOD_HEADERS,
    html: `<!doctype html><html ${html}><head><meta charset="utf-8"><title>Pay</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="preconnect" href="${url}" crossorigin>${head}
<script src="${src}" ${script}></script></head>
<body><main><h1>Pay</h1>${written.body ?? form}</main></body></html>`,
  });
  return `${origin}/${name}`;
}

/** How long something took, which is this machine's to say; `check-speed` has tests of its own. */
const isTime = ({ message }: Finding): boolean => /(takes|is there after) [\d.]+ s$/.test(message);

async function findings(
  address: string,
  ...args: string[]
): Promise<{ code: number | null; found: Finding[] }> {
  const { code, stdout, stderr } = await cli.run(
    ['doctor', address, '--json', '--wait', '1', ...args],
    engine,
  );
  expect(stderr).toBe('');
  const found: Finding[] = JSON.parse(stdout);
  return { code, found: found.filter((finding) => !isTime(finding)) };
}

const HEALTHY = `✓ script
✓ duplicates
✓ integrity
✓ policy
✓ headers
✓ form
✓ brands
✓ frames
✓ mixed content
✓ speed
✓ accessibility
0 to change, 0 to look at
`;

const twoForms = (first: string, second: string): string =>
  [first, second]
    .map(
      (brands) =>
        `<form action="${origin}/result" class="paymentWidgets" data-brands="${brands}"></form>`,
    )
    .join('');

describe('two forms of one checkout', () => {
  it('are typed into, and told where they take the same brands', async () => {
    const address = await page('two', { body: twoForms('VISA MASTER', 'master') });
    const { code, found } = await findings(address);
    expect({ code, found }).toEqual({
      code: 0,
      found: [
        {
          check: 'form',
          level: 'warning',
          message: '2 forms take MASTER, and the checkout is paid once',
          change: 'keep one of them, or give each its own brands',
        },
      ],
    });
  });

  it('are fine with brands of their own', async () => {
    const address = await page('own-brands', { body: twoForms('visa, master', 'PAYPAL') });
    expect((await findings(address)).found).toEqual([]);
  });
});

it('a page whose script names no checkout, as the packages load it, has nothing to change there', async () => {
  const order = { amount: '92.00', currency: 'EUR', paymentType: 'DB', integrity: 'true' };
  const { body } = await gateway.call('/v1/checkouts', { entityId, ...order });
  const given = { checkoutId: body.id, brands: 'VISA', shopperResultUrl: `${origin}/result` };
  const address = await page('mounted', {
    headers: {},
    address: (src) => src.replace(/=.*/, '='),
    body: `<div id="place"></div>
<script>addEventListener('load', () => wpwl.mount(place, ${JSON.stringify(given)}))</script>`,
  });
  const { code, found } = await findings(address);
  expect({ code, wrong: found.filter(({ level }) => level === 'error') }).toEqual({
    code: 0,
    wrong: [],
  });
});

it.each([
  ['once it is loaded', 'onload = () => setTimeout(() => { for (;;); })'],
  ['once its card number is clicked', 'onblur = () => { for (;;); }'],
])(
  'a page that keeps the browser busy for ever, %s, is given up, with the reason',
  async (_, script) => {
    const head = `<script>${script}</script>`;
    const address = await page('busy', { head, headers: {} });
    const ran = await cli.run(['doctor', address, '--wait', '1'], env);
    expect(ran).toEqual({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(
        /busy was not looked at within 15 s: .* keeps the browser busy/,
      ),
    });
  },
);

const SLOW_HERE = /(?:^! speed .*(?:takes|is there after) [\d.]+ s\n +→ .*\n)+/m;

/**
 * What is said of a page, but for what took this machine long; each other finding has a line of its own.
 * With `--strict` what took long ends the command with 1 also.
 */
async function saidOf(args: string[]) {
  const { code, stdout, stderr } = await cli.run(args, env);
  const quick = stdout.replace(SLOW_HERE, '✓ speed\n').replace(/\d+ to look at/, '0 to look at');
  const forSlownessAlone = args.includes('--strict') && stdout !== quick && quick === HEALTHY;
  return { code: forSlownessAlone && code === 1 ? 0 : code, stdout: quick, stderr };
}

describe('a page that is as it should be', () => {
  it('has nothing to change', async () => {
    const address = await page('good');
    const words = (examplesOf('cli').find(({ run }) => run === 'doctor')?.code ?? '')
      .trim()
      .split(' ');
    const args = words.slice(1).map((word) => (word.startsWith('https:') ? address : word));
    expect(await saidOf(args)).toEqual({ code: 0, stdout: HEALTHY, stderr: '' });
  });

  it.each(['docs/accessibility.md', 'docs/pci.md'])('looks as %s says', async (guide) => {
    const [command = ''] = blocksOf(guide, 'sh doctor');
    const address = await page('as-in-a-guide');
    const args = wordsAfterNpx(command).map((word) => (/^https:/.test(word) ? address : word));
    expect(await saidOf(args)).toEqual({ code: 0, stdout: HEALTHY, stderr: '' });
  });
});

describe('a page with mistakes', () => {
  it('is told each of them with what to do, and ends with 1', async () => {
    const address = await page('bad', {
      html: '',
      script: '',
      headers: {},
      head: '<script>throw new Error("the tracker is broken")</script>',
      body: `<script src="${url}/v1/paymentWidgets.js"></script>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">
<form class="paymentWidgets" data-brands="VISA VISAA"></form>
<div id="overlay" style="position:fixed;inset:0"></div>`,
    });
    const { code, stdout } = await cli.run(['doctor', address, '--wait', '5'], env);
    expect(code).toBe(1);
    for (const line of [
      '! script         the page throws: the tracker is broken',
      '✗ duplicates     the script stands in the page 2 times',
      '! integrity      whoever changes the script on its way changes your payment page',
      '! policy         the page has no Content-Security-Policy',
      '! headers        any page may show this one in a frame',
      '! form           the form has no action: shoppers come back to this page',
      '! brands         VISAA is not offered',
      '→ did you mean VISA?',
      '✗ frames         <div id="overlay"> lies over card.number',
      '! speed          the page waits for the script before it is drawn',
      '✗ accessibility  <html> element must have a lang attribute',
      '✗ accessibility  Images must have alternative text',
    ]) {
      expect(stdout).toContain(line);
    }
    expect(stdout).toMatch(/→ add async to the script/);
    expect(stdout).toMatch(/\n[4-9] to change, \d+ to look at\n$/);
  });

  const FORM = (attributes: string) => `<form ${attributes} action="${origin}/result">VISA</form>`;
  // Chromium waits more than it works.
  it.concurrent.each<[string, Written, Partial<Finding>]>([
    [
      'a class that is spelled wrongly',
      { body: FORM('class="paymentWidget"') },
      {
        check: 'form',
        level: 'error',
        message: 'class="paymentWidget": did you mean paymentWidgets?',
      },
    ],
    [
      'a form that is none',
      { body: '<div class="paymentWidgets">VISA</div>' },
      { check: 'form', level: 'error', message: 'class="paymentWidgets" stands on a <div>' },
    ],
    [
      'a form in a form',
      { body: `<form>${FORM('class="paymentWidgets"')}</form>` },
      {
        check: 'form',
        message: 'the form stands in another form: browsers leave the inner one out',
      },
    ],
    [
      'a script that is spelled wrongly',
      { address: (src) => src.replace('paymentWidgets.js', 'paymentWidget.js') },
      {
        check: 'script',
        message: expect.stringMatching(/^the script is spelled .*paymentWidget\.js/),
      },
    ],
    [
      'the id of a payment',
      { address: (src) => src.replace(/=.*/, `=${'ab'.repeat(16)}`) },
      { check: 'script', message: expect.stringContaining("has the shape of a payment's id") },
    ],
    [
      'an id that was never filled in',
      { address: (src) => src.replace(/=.*/, '={id}') },
      { check: 'script', message: 'checkoutId={id} is no id of a checkout' },
    ],
    [
      'a hash of another release',
      { script: `integrity="sha384-${'A'.repeat(64)}" crossorigin="anonymous" async` },
      {
        check: 'integrity',
        level: 'error',
        message: expect.stringContaining('not that of the script'),
      },
    ],
    [
      'a hash without crossorigin',
      { script: `integrity="sha384-${'A'.repeat(64)}" async` },
      {
        check: 'integrity',
        level: 'error',
        message: expect.stringContaining('without crossorigin'),
      },
    ],
    [
      'a policy without the frames',
      {
        headers: {
          'content-security-policy': `default-src 'none'; script-src ${url}; connect-src ${url}`,
        },
      },
      { check: 'policy', level: 'error', change: `add ${url} to frame-src` },
    ],
    [
      'a policy without the script',
      { headers: { 'content-security-policy': `script-src 'self'` } },
      { check: 'policy', level: 'error', change: `add ${url} to script-src-elem` },
    ],
    [
      'keys that the page takes',
      {
        headers: {},
        script: 'async',
        head: `<script>setInterval(() => document.activeElement?.tagName === 'IFRAME' && window.focus())</script>
<style>.wpwl-wrapper-cardNumber { pointer-events: none }</style>`,
      },
      { check: 'frames', level: 'error' },
    ],
    [
      'a page that cannot be enlarged',
      { head: '<meta name="viewport" content="width=device-width, user-scalable=no">' },
      { check: 'accessibility', level: 'error' },
    ],
  ])('%s', async (name, written, finding) => {
    const { code, found } = await findings(await page(name.replaceAll(' ', '-'), written));
    expect(found).toContainEqual(expect.objectContaining(finding));
    expect(code).toBe(1);
  });

  it('says what it could not look at', async () => {
    const { code, stdout } = await withoutAxe.run(['doctor', await page('unchecked')], env);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /! accessibility {2}what is around the form was not looked at\n.*→ npm install --save-dev axe-core/,
    );
  });

  it('counts warnings with --strict', async () => {
    const address = await page('warned', {
      headers: { ...GOOD_HEADERS, 'x-content-type-options': '' },
    });
    expect((await findings(address)).code).toBe(0);
    const strict = await findings(address, '--strict');
    expect([strict.code, strict.found.map(({ check }) => check)]).toEqual([1, ['headers']]);
  });
});

describe('what cannot be looked at ends with 3', () => {
  it.each<[string, typeof cli, string[], RegExp]>([
    ['no page', cli, ['http://127.0.0.1:9/'], /cannot be opened/],
    [
      'no browser',
      cli,
      [origin, '--browser', '/nowhere/chromium'],
      /there is no browser at \/nowhere/,
    ],
    ['no driver', bare, [origin], /npm install --save-dev playwright-core/],
  ])('%s', async (_, installed, args, words) => {
    const { code, stdout, stderr } = await installed.run(['doctor', ...args], env);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(words);
  });
});
