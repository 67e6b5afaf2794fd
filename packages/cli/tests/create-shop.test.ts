/** `create-shop`: what it writes is installed, tests itself, and sells something at a real gateway. */
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf } from '../../../server/tests/guides/guide-code.ts';
import { startAlone } from '../../../server/tests/support/test-gateway.ts';
import { createClient } from '../../server/src/index.ts';
import { examplesOf } from '../../test-support/readme-code.ts';
import { type Running, run, start } from '../../test-support/run.ts';
import { installCli } from './installed-cli.ts';

const cli = installCli();
const gateway = await startAlone({ delivers: true });
const access = {
  GATEWAY: gateway.url,
  ENTITY_ID: gateway.entityId,
  ACCESS_TOKEN: gateway.token,
};
const tarballs = join(cli.directory, 'tarballs');
const shop = join(cli.directory, 'my-shop');
const npm = (...args: string[]) => run('npm', args, { cwd: shop, env: { PORT: '0' } });
let running: Running | undefined;
let listening: Running | undefined;
afterAll(async () => {
  await listening?.stop('SIGINT');
  await running?.stop();
  await gateway[Symbol.asyncDispose]();
  cli.remove();
});

describe('a new shop', () => {
  beforeAll(async () => {
    const words = examplesOf('cli').find((each) => each.run === 'create-shop')?.code ?? '';
    const [, ...args] = words.trim().split(' ');
    const { code, stdout, stderr } = await cli.run([...args, '--tarballs', tarballs], access);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    // The quick start goes on with the same steps.
    const [shown = ''] = blocksOf('docs/quick-start.md', 'sh shop');
    const [make, enter, ...steps] = shown.trim().split('\n');
    expect([make, enter]).toEqual(['npm run create-shop -- ../my-shop', 'cd ../my-shop']);
    expect(stdout).toContain(`\n  cd my-shop\n${steps.map((step) => `  ${step}\n`).join('')}`);
    const installed = await npm('install', '--prefer-offline', '--no-audit', '--no-fund');
    expect(installed.code, installed.stderr).toBe(0);
  });

  it('keeps its token to itself', () => {
    expect(statSync(join(shop, '.env')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(shop, '.gitignore'), 'utf8')).toContain('.env\n');
    const env = readFileSync(join(shop, '.env'), 'utf8');
    expect(env).toContain(`\nACCESS_TOKEN=${gateway.token}\n`);
    expect(env).toMatch(/^WEBHOOK_SECRET=whsec_\S{44}$/m);
  });

  it('passes its own tests, which need no gateway', async () => {
    const { code, stdout, stderr } = await npm('test');
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain('pass 13\n');
  });

  it('is paid in the sandbox', async () => {
    const { code, stdout, stderr } = await npm('run', 'test:sandbox');
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/pass 2\n/);
  });

  it('sells something, and ships it when the webhook comes, though the shopper does not', async () => {
    running = start(process.execPath, ['--env-file=.env', 'src/main.js'], {
      cwd: shop,
      env: { PORT: '0' },
    });
    const [, url = ''] = await running.until(/The shop is at (\S+)\n/);
    // Not by npm, which keeps signals to itself.
    const { scripts } = JSON.parse(readFileSync(join(shop, 'package.json'), 'utf8'));
    const [, ...words] = scripts.listen.split(' ');
    expect(words.at(-1)).toBe('/webhook');
    listening = start(process.execPath, [...words.slice(0, -1), `${url}/webhook`], { cwd: shop });
    await listening.until(/Subscribed/);
    const client = createClient({
      url: gateway.url,
      entityId: gateway.entityId,
      accessToken: gateway.token,
    });

    expect(await (await fetch(url)).text()).toContain('<h1>My shop</h1>');
    const page = await (await fetch(`${url}/checkout`, { method: 'POST' })).text();
    expect(page).toMatch(/<link rel="preconnect" href="[^"]+" crossorigin>/);
    const [, id = ''] = /checkoutId=([\w.-]+)"\s+integrity="sha384-/.exec(page) ?? [];
    await client.checkouts.pay(id, {
      paymentBrand: 'VISA',
      'card.number': '4200000000000000',
      'card.holder': 'Jane Jones',
      'card.expiryMonth': '05',
      'card.expiryYear': '2034',
      'card.cvv': '123',
      shopperResultUrl: `${url}/result`,
    });
    await running.until(/^ship [0-9a-f-]{36}$/m);
    expect(await (await fetch(`${url}/result?id=${id}`)).text()).toContain('Your order is paid');
    expect(running.output().match(/^ship /gm)).toHaveLength(1);
  });
});

describe('create-shop refuses', () => {
  it.each<[string, string[], number, RegExp]>([
    ['no name', [], 2, /it is written: create-shop DIRECTORY/],
    ['a name that is none of a package', ['My Shop'], 2, /named in a-z.*; it is My Shop/],
    ['a folder with something in it', ['tarballs'], 3, /tarballs is not empty: name a new folder/],
    ['tarballs that are not there', ['other', '--tarballs', 'none'], 3, /npm run packages -- none/],
  ])('%s', async (_, args, code, words) => {
    const ran = await cli.run(['create-shop', ...args]);
    expect(ran.code).toBe(code);
    expect(ran.stderr).toMatch(words);
    expect(existsSync(join(cli.directory, 'other'))).toBe(false);
  });

  it('nothing where the folder is empty, and says what to fill in', async () => {
    mkdirSync(join(cli.directory, 'empty'));
    const { code, stdout } = await cli.run(['create-shop', 'empty']);
    expect(code).toBe(0);
    expect(stdout).toContain('# fill in .env');
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(cli.directory, 'empty', 'package.json'), 'utf8'),
    );
    expect(dependencies['@payment-widgets/server']).toMatch(/^\d+\.\d+\.\d+$/);
    expect(devDependencies['@payment-widgets/cli']).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
