/** The package as it is published: what is in it, and that its README's examples do what they say. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../server/free-port.ts';
import { startAlone } from '../../../server/tests/support/test-gateway.ts';
import { installPacked } from '../../test-support/installed.ts';
import { examplesOf } from '../../test-support/readme-code.ts';
import { type Running, run, start } from '../../test-support/run.ts';
import { PACKAGES } from '../../workspaces.ts';
import { createClient } from '../src/index.ts';

const installed = installPacked('server', {});
const gateway = await startAlone({ delivers: true });
const running: Running[] = [];
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()));
  await gateway[Symbol.asyncDispose]();
  installed.remove();
});
const { url, entityId, token: accessToken } = gateway;
const client = createClient({ url, entityId, accessToken });

const WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const WEBHOOK_KEY = randomBytes(32).toString('hex');
const env = {
  GATEWAY: url,
  ENTITY_ID: entityId,
  ACCESS_TOKEN: accessToken,
  WEBHOOK_SECRET,
  WEBHOOK_KEY,
};
const cwd = installed.directory;

describe('the tarball', () => {
  it('has what runs, its types and its papers, and nothing else', () => {
    const { contents, size } = installed.packed;
    const papers = contents.filter((path) => !path.startsWith('dist/'));
    expect(papers).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
    const kinds = new Set(contents.map((path) => /(\.d)?\.\w+$/.exec(path)?.[0]));
    expect([...kinds].sort()).toEqual([
      '.cjs',
      '.d.cts',
      '.d.ts',
      '.js',
      '.json',
      '.md',
      undefined,
    ]);
    expect(size).toBeLessThan(100_000);
  });

  it('brings nothing along', () => {
    const manifest = JSON.parse(
      readFileSync(join(cwd, 'node_modules/@payment-widgets/server/package.json'), 'utf8'),
    );
    expect(manifest.dependencies).toBeUndefined();
  });

  it('is what publint and every resolution of types want', async () => {
    const pkgDir = join(cwd, 'node_modules/@payment-widgets/server');
    expect((await publint({ pkgDir, strict: true })).messages).toEqual([]);
    const file = readFileSync(installed.packed.file);
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(file)));
    expect('problems' in analysis && analysis.problems).toEqual([]);
  });

  it.each([
    ['import', 'mjs', "import { outcomeOf } from '@payment-widgets/server';"],
    ['require', 'cjs', "const { outcomeOf } = require('@payment-widgets/server');"],
  ])('is loaded by %s', async (name, ending, line) => {
    const file = installed.write(
      `${name}.${ending}`,
      `${line}\nconsole.log(outcomeOf({ code: '000.100.110' }).category);\n`,
    );
    expect(await run(process.execPath, [file])).toEqual({
      code: 0,
      stdout: 'success\n',
      stderr: '',
    });
  });
});

describe('its types', () => {
  const SHOP = `import { createClient, outcomeOf, type Outcome } from '@payment-widgets/server';
const gateway = createClient({ url: 'https://gateway.example', accessToken: 'x' });
const { id } = await gateway.checkouts.create({ amount: '1.00', currency: 'EUR', paymentType: 'DB', 'cart.items[0].name': 'Mug' });
const payment = await gateway.checkouts.payment(id);
const outcome: Outcome = outcomeOf(payment);
console.log(outcome.category, payment.card?.last4Digits);
`;
  const compiled = (name: string, source: string, resolution: readonly string[]) => {
    const file = installed.write(`${name}.mts`, source);
    const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022'];
    const types = ['--types', 'node', '--typeRoots', join(PACKAGES, '../node_modules/@types')];
    return run('tsc', [file, ...flags, ...types, ...resolution], { cwd });
  };

  it.each([
    ['node16', ['--module', 'node16']],
    ['nodenext', ['--module', 'nodenext']],
    ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
  ])('are found under %s', async (name, resolution) => {
    const { code, stdout } = await compiled(`shop-${name}`, SHOP, resolution);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });

  it('refuse a parameter that there is not, and an amount that is a number', async () => {
    const wrong = SHOP.replace("amount: '1.00'", "ammount: '1.00', amount: 1");
    const { code, stdout } = await compiled('wrong', wrong, ['--module', 'nodenext']);
    expect(code).not.toBe(0);
    expect(stdout).toMatch(/ammount|Type 'number' is not assignable to type 'string'/);
  });
});

describe('the README', () => {
  const examples = examplesOf('server').filter(({ language }) => language === 'js');
  const scripts = examples.filter(({ file, code }) => !file && code.includes('import '));

  it.each([
    ['a payment', 0, /^[0-9a-f]{32} success\n$/],
    ['a refusal', 1, /^amount amount\n/],
    ['a list', 2, /^([0-9a-f]{32} \d+\.\d\d EUR\n)+$/],
  ])('shows %s', async (_, n, printed) => {
    const file = installed.write(`readme-${n}.mjs`, scripts[n]?.code ?? '');
    const { code, stdout, stderr } = await run(process.execPath, [file], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(printed);
  });

  const fileOf = (name: string) => {
    const example = examples.find(({ file }) => file === name);
    if (!example) throw new Error(`the README has no ${name}`);
    return installed.write(name, example.code);
  };

  /** A shopper pays with a page's checkout; the shop's webhook takes what is told of it. */
  async function buy(shop: string, checkoutId: string, output: Running): Promise<void> {
    for (const [kind, secret] of [
      ['events', WEBHOOK_SECRET],
      ['notifications', WEBHOOK_KEY],
    ] as const) {
      await client.webhooks.create({ url: `${shop}/hook`, kind, secret });
    }
    const unpaid = await fetch(`${shop}/result?id=${checkoutId}`);
    expect(await unpaid.text()).toBe('Not paid.');
    const pay = (number: string) =>
      client.checkouts.pay(checkoutId, {
        ...{ paymentBrand: 'VISA', 'card.number': number, 'card.holder': 'Jane Jones' },
        ...{ 'card.expiryMonth': '05', 'card.expiryYear': '2034', 'card.cvv': '123' },
        shopperResultUrl: `${shop}/result`,
      });
    await pay('4200000000000042');
    const undecided = await fetch(`${shop}/result?id=${checkoutId}`);
    expect(await undecided.text()).toBe('We are checking your payment. Do not pay again.');
    await pay('4200000000000000');
    const paid = await fetch(`${shop}/result?id=${checkoutId}`);
    expect(await paid.text()).toBe('Thank you!');
    for (const query of ['', '?id=', '?id=a&id=b', '?id=never-there']) {
      const answer = await fetch(`${shop}/result${query}`);
      expect([query, answer.status]).toEqual([query, 404]);
      expect(await answer.text()).toBe('There is nothing to see here.');
    }
    await output.until(/stored \S+ PAYMENT_CHARGE_CREATED/);
    await output.until(/stored \S+ PAYMENT$/m);
    const forged = await fetch(`${shop}/hook`, { method: 'POST', body: '{"type":"TEST"}' });
    expect([forged.status, await forged.text()]).toEqual([400, expect.stringContaining('neither')]);
  }

  it('has route handlers for Next, which a machine without a token can build', async () => {
    const files = ['pay', 'result', 'hook'].map((name) => fileOf(`${name}/route.mjs`));
    // `next build` loads each of them.
    for (const file of files) {
      const { code, stderr } = await run(process.execPath, [file], {
        env: { ...process.env, GATEWAY: '', ENTITY_ID: '', ACCESS_TOKEN: '' },
      });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    }
  });

  it('has route handlers for Next, which are functions of a request', async () => {
    for (const name of ['pay', 'result', 'hook']) fileOf(`${name}/route.mjs`);
    // What Next does with them: one module a path, one function a method.
    const file = installed.write(
      'serve.mjs',
      `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost:' + process.env.PORT);
  const route = await import('.' + url.pathname + '/route.mjs');
  const { method, headers } = request;
  const body = method === 'GET' ? undefined : await text(request);
  const answer = await route[method](new Request(url, { method, headers, body }));
  response.writeHead(answer.status).end(await answer.text());
}).listen(process.env.PORT, 'localhost', () => console.log('ready'));
`,
    );
    const port = String(await freePort());
    const shop = start(process.execPath, [file], { env: { ...env, PORT: port }, cwd });
    running.push(shop);
    await shop.until(/ready/);
    const made = await fetch(`http://localhost:${port}/pay`, { method: 'POST' });
    const { checkoutId } = (await made.json()) as { checkoutId: string };
    await buy(`http://localhost:${port}`, checkoutId, shop);
  });
});
