/** The example applications of the packages for a merchant's server, in fresh installs of what is packed. */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../../.ci/browser.ts';
import { phpExample } from '../../packages/php/tests/php-project.ts';
import { createClient } from '../../packages/server/src/index.ts';
import { run, start } from '../../packages/test-support/run.ts';
import { freePort } from '../../server/free-port.ts';
import { CardForm } from '../card-form.ts';
import { test as base, expect } from '../fixtures.ts';
import { bundle } from './bundle.ts';
import {
  ACCESS,
  type ExampleShops,
  STRANGE_QUERIES,
  startExampleShops,
  undecidedCheckout,
} from './example-shops.ts';

// They are installed once, so one worker has all of these tests.
base.describe.configure({ mode: 'default' });

const WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`;

/** What PHP would rather not have seen is printed, too. */
const STRICT = ['-d', 'error_reporting=-1', '-d', 'display_errors=stderr'];
const NODE = ['fastify', 'express', 'cli'];
const SHOPS = [...NODE, 'php'];

const test = base.extend<object, { shops: ExampleShops }>({
  shops: [
    async ({ gateway }, use) => {
      const variants = Object.fromEntries(NODE.map((name) => [name, { of: name }]));
      const node = await startExampleShops(gateway.url, variants, WEBHOOK_SECRET);
      const project = await phpExample();
      const port = await freePort();
      const php = start('php', [...STRICT, '-S', `localhost:${port}`, 'shop.php'], {
        cwd: project.directory,
        env: { ...ACCESS, GATEWAY: gateway.url, WEBHOOK_SECRET },
      });
      await php.until(/Development Server .* started/);
      await use({
        ...node,
        address: (name) => (name === 'php' ? `http://localhost:${port}` : node.address(name)),
        output: (name) => (name === 'php' ? php.output() : node.output(name)),
      });
      await php.stop();
      project.remove();
      await node.close();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

for (const name of SHOPS) {
  test(`the shopper pays in the example for ${name}, and its server is told`, async ({
    page,
    shops,
    gateway,
    consoleMessages,
  }) => {
    const { ENTITY_ID: entityId, ACCESS_TOKEN: accessToken } = ACCESS;
    const client = createClient({ url: gateway.url, accessToken, entityId });
    const hook = `${shops.address(name)}/hook`;
    await client.webhooks.create({ url: hook, kind: 'events', secret: WEBHOOK_SECRET });
    await page.goto(shops.address(name));
    const form = new CardForm(page);
    await form.isReady();
    await form.type();
    await form.payButton.click();
    await expect(page.getByText('Thank you!')).toBeVisible();
    await expect.poll(() => shops.output(name)).toMatch(/stored \S+ PAYMENT_CHARGE_CREATED/);
    const forged = await fetch(hook, { method: 'POST', body: '{"type":"TEST"}' });
    expect([forged.status, await forged.text()]).toEqual([400, expect.stringContaining('neither')]);
    expect(consoleMessages).toEqual([]);
    expect(shops.output(name)).not.toMatch(/warning|deprecated|error/i);
  });

  test(`the result page of the example for ${name} says of what is not decided yet not to pay again`, async ({
    page,
    shops,
    gateway,
  }) => {
    await page.goto(`${shops.address(name)}/result?id=${await undecidedCheckout(gateway.url)}`);
    await expect(page.getByText('We are checking your payment. Do not pay again.')).toBeVisible();
  });

  for (const query of STRANGE_QUERIES) {
    test(`the result page of the example for ${name} says that there is nothing at ${query}`, async ({
      page,
      shops,
    }) => {
      const answer = await page.goto(`${shops.address(name)}/result${query}`);
      expect(answer?.status()).toBe(404);
      await expect(page.getByText('There is nothing to see here.')).toBeVisible();
    });
  }
}

test('the client for servers refuses to be in a page, and says what belongs there', async ({
  page,
  merchant,
}) => {
  const program = await bundle('server.ts');
  const html = `<!doctype html><title>Shop</title><script type="module">${program}</script>`;
  await page.goto(merchant.publish({ html }));
  await expect(page).toHaveTitle(/belongs on your server.*use @payment-widgets\/loader/);
});

test.describe('the example for the command line', () => {
  const npm = async (shops: ExampleShops, gateway: string, ...args: string[]) =>
    run('npm', args, {
      cwd: shops.place('cli'),
      env: {
        ...{ ...ACCESS, GATEWAY: gateway, PORT: String(await freePort()), WEBHOOK_SECRET },
        CHROME_PATH: findChromium() ?? '',
      },
    });

  test('finds nothing to change in its theme and its page', async ({ shops, gateway }) => {
    const { code, stdout, stderr } = await npm(shops, gateway.url, 'test');
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/pass 2\n/);
  });

  for (const { fault, file, from, to, told } of [
    {
      fault: 'a custom property that there is not',
      file: 'theme.css',
      ...{ from: '--wpwl-on-accent', to: '--wpwl-onaccent' },
      told: 'did you mean --wpwl-on-accent?',
    },
    {
      fault: 'a policy that blocks the fields',
      file: 'shop.mjs',
      ...{ from: 'frame-src', to: 'font-src' },
      told: 'frame-src http',
    },
  ]) {
    test(`its tests fail for ${fault}, and say what to change`, async ({ shops, gateway }) => {
      const path = join(shops.place('cli'), file);
      const right = readFileSync(path, 'utf8');
      expect(right).toContain(from);
      writeFileSync(path, right.replace(from, to));
      const { code, stdout } = await npm(shops, gateway.url, 'test');
      writeFileSync(path, right);
      expect(code).toBe(1);
      expect(stdout).toContain(told);
    });
  }

  test('brings webhooks to the shop, and triggers them', async ({ shops, gateway }) => {
    const { scripts } = JSON.parse(readFileSync(join(shops.place('cli'), 'package.json'), 'utf8'));
    const words: string[] = scripts.listen.split(' ');
    expect(words.pop()).toBe('http://localhost:9000/hook');
    const [name = '', ...args] = words;
    const listening = start(
      join(shops.place('cli'), 'node_modules', '.bin', name),
      [...args, `${shops.address('cli')}/hook`],
      { env: { ...ACCESS, GATEWAY: gateway.url, WEBHOOK_SECRET } },
    );
    await listening.until(/Subscribed/);
    const event = 'PAYMENT_CHARGE_REFUND_SUCCEEDED';
    const triggered = await npm(shops, gateway.url, 'run', 'trigger', '--', event);
    expect(triggered.code, triggered.stderr).toBe(0);
    await listening.until(new RegExp(event));
    await expect.poll(() => shops.output('cli')).toContain(event);
    await listening.stop('SIGINT');
  });
});
