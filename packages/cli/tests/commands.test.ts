/** The installed command line: what is in it, how it is used, webhooks and events. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { publint } from 'publint';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { issueToken } from '../../../server/gateway/access/access-tokens.ts';
import { changeSettings, createEntity } from '../../../server/gateway/entities/entities.ts';
import { createOutgoing } from '../../../server/outgoing/guarded-client.ts';
import { startReceiver } from '../../../server/tests/support/receiver.ts';
import { startAlone, type TestGateway } from '../../../server/tests/support/test-gateway.ts';
import { constructEvent, createClient } from '../../server/src/index.ts';
import { examplesOf } from '../../test-support/readme-code.ts';
import { EVENT_TYPES } from '../src/generated/names.ts';
import { RECIPES } from '../src/recipes.ts';
import { generatedFiles } from '../write-names.ts';
import { installCli } from './installed-cli.ts';

const cli = installCli();
const gateway = await startAlone({ delivers: true });
const guarded = await startAlone({ outgoing: createOutgoing({ allowPrivate: false }) });
const receiver = await startReceiver();
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await guarded[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  cli.remove();
});

const accessTo = ({ url, entityId, token }: TestGateway) => ({
  GATEWAY: url,
  ENTITY_ID: entityId,
  ACCESS_TOKEN: token,
});
const env = accessTo(gateway);
const client = createClient({
  url: env.GATEWAY,
  entityId: env.ENTITY_ID,
  accessToken: env.ACCESS_TOKEN,
});

describe('the tarball', () => {
  it('has the program and its papers, and nothing else', async () => {
    expect(cli.packed.contents).toEqual([
      ...['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/main.js', 'package.json'],
    ]);
    const pkgDir = join(cli.directory, 'node_modules/@payment-widgets/cli');
    expect((await publint({ pkgDir, strict: true })).messages).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(pkgDir, 'package.json'), 'utf8'));
    expect(await cli.run(['--version'])).toMatchObject({
      stdout: `${manifest.version}\n`,
      code: 0,
    });
  });

  it.each(Object.entries(generatedFiles()))(
    'is made from src/generated/%s, which is up to date: node packages/cli/write-names.ts',
    (file, source) => {
      const path = join(import.meta.dirname, '..', 'src', 'generated', file);
      expect(readFileSync(path, 'utf8')).toBe(source);
    },
  );
});

describe('a command that is written wrongly ends with 2, and says how it is written', () => {
  it.each<[string[], RegExp]>([
    [['lissten'], /there is no command lissten/],
    [['listen'], /listen needs --forward-to URL/],
    [['listen', '--forward-to', 'localhost'], /--forward-to is an address/],
    [
      ['listen', '--forward-to', 'http://x/', '--kind', 'all'],
      /--kind is events or notifications; it is all/,
    ],
    [
      ['listen', '--forward-to', 'http://x/', '--port', 'x'],
      /--port is a number from 0 to 65535; it is x/,
    ],
    [['trigger'], /it is written: trigger EVENT/],
    [
      ['trigger', 'PAYMENT_CHARGE_REFUNDED_SUCCEEDED'],
      /did you mean PAYMENT_CHARGE_REFUND_SUCCEEDED\?/,
    ],
    [['trigger', 'nonsense'], /there is no event nonsense; trigger --list has them all/],
    [['trigger', 'RISK'], /RISK cannot be asked for: it tells of card testing/],
    [['doctor', 'shop.example'], /doctor looks at an address/],
    [['doctor', 'http://localhost/', '--wait', 'long'], /--wait is a number of seconds/],
    [['theme'], /theme check FILE is what there is/],
    [['listn'], /there is no command listn: did you mean listen\?/],
    [['frobnicate'], /there is no command frobnicate\n/],
    [['listen', '--forwardto', 'x'], /--forwardto is no option: did you mean --forward-to\?/],
    [['listen', '--frobnicate'], /--frobnicate is no option\n/],
    [['theme', 'check'], /it is written: theme check FILE/],
    [['theme', 'check', 'form.png'], /theme check reads/],
  ])('%j', async (args, words) => {
    const { code, stdout, stderr } = await cli.run(args, env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
    expect(stderr).toMatch(/payment-widgets --help says more\n$/);
  });

  it('before the gateway is asked anything', async () => {
    const words = ['listen', '--forward-to', 'localhost:3000'];
    const { code, stderr } = await cli.run(words, { ...env, GATEWAY: 'http://127.0.0.1:1' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--forward-to is an address')]);
  });

  it('or without a token', async () => {
    const { code, stderr } = await cli.run(['trigger', 'PAYMENT']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/whose\? Give --token or ACCESS_TOKEN/);
  });

  it('and --help says all of it', async () => {
    const { code, stdout } = await cli.run(['--help']);
    expect(code).toBe(0);
    for (const word of ['listen', 'trigger', 'doctor', 'theme check', 'Ends with 0: fine']) {
      expect(stdout).toContain(word);
    }
  });
});

describe('what cannot be done ends with 3', () => {
  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    [
      'no gateway',
      { ...env, GATEWAY: 'http://127.0.0.1:1' },
      /no answer of http:\/\/127\.0\.0\.1:1, .*(ECONNREFUSED|bad port)/,
    ],
    ['an unknown token', { ...env, ACCESS_TOKEN: 'unknown-token-of-16' }, /HTTP 403/],
  ])('%s', async (_, variables, words) => {
    const { code, stderr } = await cli.run(['trigger', 'PAYMENT'], variables);
    expect(code).toBe(3);
    expect(stderr).toMatch(words);
  });

  it('a live channel', async () => {
    const { db } = gateway.gateway;
    const { id: parentId } = await createEntity(db, { kind: 'merchant', name: 'Live' });
    const { id } = await createEntity(db, { kind: 'channel', name: 'Live', parentId });
    const { token } = await issueToken(db, { entityId: id, label: 'live' });
    await changeSettings(db, id, {
      mode: 'live',
      origins: ['any'],
      connector: {
        kind: 'manual',
        account: { holder: 'Bookshop', iban: 'DE89370400440532013000' },
      },
    });
    const { code, stderr } = await cli.run(['trigger', 'PAYMENT'], {
      ...env,
      ENTITY_ID: id,
      ACCESS_TOKEN: token,
    });
    expect(code).toBe(3);
    expect(stderr).toMatch(/this is a live channel/);
  });

  it('listening where the gateway calls no private address, with what to do about it', async () => {
    const { code, stderr } = await cli.run(
      ['listen', '--forward-to', 'http://localhost:1/'],
      accessTo(guarded),
    );
    expect(code).toBe(3);
    expect(stderr).toMatch(/does not call http:\/\/127\.0\.0\.1:\d+\/, a private address/);
    expect(stderr).toMatch(/Start the gateway with WEBHOOK_ALLOW_PRIVATE=1, or give --public-url/);
    const { body } = await guarded.call('/v1/webhooks');
    expect(body.webhooks).toEqual([]);
  });
});

describe('listen', () => {
  /** A merchant's server on this machine. */
  async function shop(secret: () => string) {
    const types: string[] = [];
    let status = 204;
    let held: Promise<void> | undefined;
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const keys = { secret: secret(), key: secret() };
      try {
        types.push(constructEvent(Buffer.concat(chunks), request.headers, keys).type);
      } catch {
        return void response.writeHead(400).end();
      }
      await held;
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
      types,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
      fail: () => {
        status = 500;
      },
      /** Answers nothing until what comes back is called. */
      hold() {
        const { promise, resolve } = Promise.withResolvers<void>();
        held = promise;
        return resolve;
      },
      close: () => server.close(),
    };
  }

  it.each([
    [
      'events',
      `whsec_${'A'.repeat(43)}=`,
      ['PAYMENT_CHARGE_CREATED', 'PAYMENT_CHARGE_REFUND_SUCCEEDED'],
    ],
    ['notifications', 'ab'.repeat(32), ['PAYMENT']],
  ])(
    'sends %s on as they came, prints a line each, and ends its subscription',
    async (kind, secret, expected) => {
      const merchant = await shop(() => secret);
      const listening = cli.start(
        ['listen', '--forward-to', merchant.url, '--kind', kind, '--secret', secret],
        env,
      );
      await listening.until(/until you press Ctrl\+C/);
      const args = (examplesOf('cli').find(({ run }) => run === 'trigger')?.code ?? '')
        .trim()
        .split(' ');
      const triggered = await cli.run(args.slice(1), env);
      expect(triggered).toMatchObject({ code: 0, stderr: '' });
      expect(triggered.stdout).toMatch(/^PAYMENT_CHARGE_REFUND_SUCCEEDED: [0-9a-f]{32}\n$/);
      for (const type of expected) {
        await listening.until(
          new RegExp(`^\\d\\d:\\d\\d:\\d\\d {2}${type}.* → 204, \\d+ ms$`, 'm'),
        );
        expect(merchant.types).toContain(type);
      }
      expect(merchant.types).toContain('TEST');
      merchant.fail();
      await cli.run(['trigger', 'PAYMENT'], env);
      await listening.until(/ → 500, /);
      merchant.close();
      const { code, stdout } = await listening.stop('SIGINT');
      expect(code).toBe(0);
      expect(stdout).toContain(secret);
      expect(stdout).toMatch(/The subscription has ended\.\n$/);
      expect((await client.webhooks.list()).webhooks).toEqual([]);
    },
  );

  it('says the last message that was under way, and then its end', async () => {
    const secret = `whsec_${'A'.repeat(43)}=`;
    const merchant = await shop(() => secret);
    const listening = cli.start(
      ['listen', '--forward-to', merchant.url, '--kind', 'events', '--secret', secret],
      env,
    );
    await listening.until(/until you press Ctrl\+C/);
    const release = merchant.hold();
    await cli.run(['trigger', 'PAYMENT'], env);
    await vi.waitFor(() => expect(merchant.types).toContain('PAYMENT_CHARGE_CREATED'), 60_000);
    const stopped = listening.stop('SIGINT');
    await vi.waitFor(async () => {
      expect((await client.webhooks.list()).webhooks).toEqual([]);
    }, 60_000);
    release();
    const { code, stdout } = await stopped;
    merchant.close();
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /PAYMENT_CHARGE_CREATED {2}→ 204, \d+ ms\nThe subscription has ended\.\n$/,
    );
  });

  it('says that a server with another secret is told nothing, and tells all once it has the right one', async () => {
    let secret = `whsec_${'B'.repeat(43)}=`;
    const merchant = await shop(() => secret);
    const right = `whsec_${'A'.repeat(43)}=`;
    const listening = cli.start(['listen', '--forward-to', merchant.url, '--secret', right], env);
    await listening.until(/→ 400, .*[\s\S]*Waiting {4}until your server answers .* with 2xx/);
    await cli.run(['trigger', 'PAYMENT'], env);
    expect(merchant.types).toEqual([]);
    secret = right;
    await listening.until(/^Active /m);
    await listening.until(/PAYMENT_CHARGE_CREATED {2}→ 204/);
    await listening.stop('SIGINT');
    merchant.close();
  });

  it('goes on where a caller breaks off in the middle of its message', async () => {
    const listening = cli.start(['listen', '--forward-to', 'http://127.0.0.1:9/hook'], env);
    const [, address = ''] = await listening.until(/^Listening at (\S+), /m);
    await listening.until(/until you press Ctrl\+C/);
    const caller = connect(Number(new URL(address).port), '127.0.0.1').resume();
    caller.end('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nab');
    await once(caller, 'close');
    const next = await fetch(address, { method: 'POST', body: '{}' });
    expect(next.status).toBe(502);
    expect(await listening.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' });
    expect((await client.webhooks.list()).webhooks).toEqual([]);
  });

  it('tells when the merchant’s server does not answer', async () => {
    const listening = cli.start(['listen', '--forward-to', 'http://127.0.0.1:9/hook'], env);
    await listening.until(/→ no answer \(.+\); the gateway will try again/);
    await listening.stop();
  });
});

describe('trigger', () => {
  it('lists what it can', async () => {
    const { stdout } = await cli.run(['trigger', '--list']);
    expect(stdout.trim().split('\n')).toEqual(Object.keys(RECIPES).sort());
    expect(Object.keys(RECIPES)).toEqual(expect.arrayContaining([...EVENT_TYPES]));
  });

  it('has the sandbox do it: each of them is told', async () => {
    const secrets = { secret: [''], key: [''] };
    for (const kind of ['events', 'notifications'] as const) {
      const { secret } = await client.webhooks.create({ url: receiver.url, kind });
      secrets[kind === 'events' ? 'secret' : 'key'] = [secret];
    }
    for (const recipe of Object.values(RECIPES)) await recipe(client);
    const told = () =>
      new Set(
        receiver.received.map(({ body, headers }) => constructEvent(body, headers, secrets).type),
      );
    await expect.poll(() => Object.keys(RECIPES).filter((type) => !told().has(type))).toEqual([]);
  });
});
