/** Every guide, done as it says: its commands run, its programs sell something, its links lead somewhere. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { need } from '../../../.ci/debian-packages.ts';
import { readConfig } from '../../config.ts';
import { freePort } from '../../free-port.ts';
import { runSchedules } from '../../gateway/registrations/index.ts';
import { writeArchive } from '../../gateway/retention/archive-file.ts';
import { sealOf } from '../../gateway/retention/index.ts';
import { openStore, openVaultOf } from '../../open-store.ts';
import { closeDatabase } from '../../store/database.ts';
import { type Clone, freshClone } from '../support/fresh-clone.ts';
import {
  DEMO,
  npmStart,
  type RunningServer,
  runScript,
  startServer,
  temporaryDataDir,
} from '../support/gateway-process.ts';
import { type Merchant, SUCCESS, startMerchant } from '../support/merchant.ts';
import { withinOneDay } from '../support/one-window.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestDatabase, isTestedOnPostgres } from '../support/test-database.ts';
import { CARD, CARD_FIELDS, startTestGateway } from '../support/test-gateway.ts';
import { setUpWallets, tokenFor, vendorRoots } from '../support/wallet-vendor.ts';
import { blocksOf, hasProgram, linksOf, ROOT, runShell, testsNamedIn } from './guide-code.ts';

const GUIDES = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
/** Until a shop takes calls. */
const START_MS = 60_000;

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());

/** The shell blocks of a guide, for this gateway in the place of the one that the guide names. */
const scriptOf = (guide: string, url: string, ...marks: string[]): string =>
  blocksOf(guide, 'sh', ...marks)
    .join('\n')
    .replaceAll('http://127.0.0.1:8080', url);

const asMerchant = ({ entityId, token }: Merchant): Record<string, string> => ({
  ENTITY_ID: entityId,
  ACCESS_TOKEN: token,
});

const PENDING = { 'card.number': '4200000000000042', shopperResultUrl: CARD['shopperResultUrl'] };

describe('the commands of a guide work', () => {
  it('operations: a request is found again by its id', async () => {
    const script = blocksOf('docs/operations.md', 'sh request').join('');
    const { stdout } = await runShell(script.replaceAll('http://127.0.0.1:8080', merchant.url), {});
    expect(stdout.trim()).toBe('x-request-id: order-4711');
  });

  it('server to server', async () => {
    const ID = await merchant.paymentId({ paymentType: 'PA' });
    const { body: registration } = await merchant.register();
    const { call, entityId } = merchant;
    const STORED_CARD = (await merchant.register()).body.id;
    const money = { entityId, amount: '92.00', currency: 'EUR' };
    const authentication = await call('/v1/threeDSecure', { ...money, ...CARD });
    const job = { registrationId: STORED_CARD, 'job.dayOfMonth': '1' };
    const schedule = await call('/scheduling/v1/schedules', { ...money, ...job });
    const variables = {
      ...asMerchant(merchant),
      ...{ ID, REGISTRATION: registration.id, STORED_CARD },
      ...{ AUTHENTICATION: authentication.body.id, SCHEDULE: schedule.body.id },
    };
    const script = scriptOf('docs/server-to-server.md', merchant.url);
    const { code, statuses, stderr } = await runShell(script, variables);
    expect(code, stderr).toBe(0);
    // The reversal and the refund are of a payment that was captured just before, and are refused.
    const after = Array.from({ length: 11 }, () => 200);
    expect(statuses).toEqual([200, 200, 200, 200, 400, 400, ...after]);
  });

  it('payments that the shopper has to confirm', async () => {
    const PAYMENT_ID = await merchant.paymentId(PENDING);
    const script = scriptOf('docs/asynchronous-payments.md', merchant.url);
    const CHECKOUT_ID = await merchant.createCheckout();
    const variables = { ...asMerchant(merchant), PAYMENT_ID, CHECKOUT_ID };
    const outcome = await runShell(script, variables);
    expect(outcome.code, outcome.stderr).toBe(0);
    expect(outcome.statuses.every((status) => status === 200)).toBe(true);
    expect(outcome.statuses.length).toBeGreaterThan(2);
  });

  it('the sandbox', async () => {
    await using own = await startMerchant();
    const PAYMENT_ID = await own.paymentId(PENDING);
    const REGISTRATION = (await own.register()).body.id;
    const { body: voucher } = await own.call('/v1/payments', {
      ...{ entityId: own.entityId, amount: '92.00', currency: 'BRL', paymentType: 'PA' },
      ...{ paymentBrand: 'PIX', shopperResultUrl: PENDING['shopperResultUrl'] },
    });
    const script = scriptOf('docs/sandbox.md', own.url);
    const variables = { PAYMENT_ID, REGISTRATION, VOUCHER_ID: voucher.id };
    const outcome = await runShell(script, { ...asMerchant(own), ...variables });
    expect(outcome.code, outcome.stderr).toBe(0);
    expect(outcome.statuses.length).toBeGreaterThan(2);
    expect(new Set(outcome.statuses), outcome.stdout).toEqual(new Set([200]));
  });

  it('moving from another gateway', async () => {
    const ORDER = 'order-0815';
    await merchant.paymentId({ merchantTransactionId: ORDER });
    const script = scriptOf('docs/moving.md', merchant.url);
    const { statuses, stdout, stderr } = await runShell(script, { ...asMerchant(merchant), ORDER });
    expect(statuses, stderr).toEqual([200, 200, 200]);
    expect(stdout).toContain('000.100.112');
    expect(stdout).toContain('"payments":[');
  });
});

/** What a guide takes for granted: the gateway, and the header that stands in every call. */
const HEAD = (url: string) => `G=${url}\nAUTH="Authorization: Bearer $ACCESS_TOKEN"\n`;

describe('the calls of a guide are answered', () => {
  it('ways to pay besides cards', async () => {
    const { body } = await merchant.register({ recurringType: 'INITIAL' });
    const script = HEAD(merchant.url) + scriptOf('docs/ways-to-pay.md', merchant.url);
    const variables = { ...asMerchant(merchant), REGISTRATION_ID: body.id };
    const { code, statuses, stdout, stderr } = await runShell(script, variables);
    expect(code, stderr).toBe(0);
    expect(statuses, stdout).toEqual([200, 200, 200, 200]);
    expect(stdout).toContain('"paymentBrand":"PIX"');
    expect(stdout).toContain('"redirect"');
  });

  it('a token of Apple Pay', async () => {
    await using shop = await startTestGateway({ wallets: await vendorRoots() });
    await setUpWallets(shop);
    const TOKEN = await tokenFor(shop, 'APPLEPAY');
    const [call = ''] = blocksOf('docs/wallets.md', 'sh');
    const { entityId: ENTITY_ID, token: ACCESS_TOKEN } = shop;
    const variables = { ENTITY_ID, ACCESS_TOKEN, TOKEN };
    const { statuses, stdout, stderr } = await runShell(HEAD(shop.url) + call, variables);
    expect(statuses, stdout + stderr).toEqual([200]);
    expect(stdout).toContain('"paymentBrand":"APPLEPAY"');
  });

  it.each(['events', 'notifications'])('webhooks: subscriptions of the kind %s', async (kind) => {
    await using own = await startMerchant();
    await using receiver = await startReceiver();
    const guide = kind === 'events' ? 'docs/events.md' : 'docs/webhooks.md';
    const [subscribe = '', ...rest] = blocksOf(guide, 'sh');
    const first = await runShell(
      subscribe
        .replaceAll('http://127.0.0.1:8080', own.url)
        .replaceAll('https://shop.example', receiver.url),
      asMerchant(own),
    );
    expect(first.statuses, first.stdout).toEqual([200]);
    expect(first.stdout).toContain(`"kind":"${kind}"`);
    const WEBHOOK = JSON.parse(first.stdout.split('\n')[0] ?? '').id;
    const script = HEAD(own.url) + rest.join('\n');
    const { code, statuses, stdout, stderr } = await runShell(script, {
      ...asMerchant(own),
      WEBHOOK,
    });
    expect(code, stderr).toBe(0);
    expect(statuses.length).toBeGreaterThan(0);
    expect(new Set(statuses), stdout).toEqual(new Set([200]));
  });
});

describe('a guide of what may go wrong says what comes of it', () => {
  it('two mistakes in one request are both named', async () => {
    const script = scriptOf('docs/what-can-go-wrong.md', merchant.url);
    const { stdout, stderr } = await runShell(script, asMerchant(merchant));
    expect(stdout, stderr).toContain('did you mean amount?');
    expect(stdout).toContain('a 3-letter currency code in capitals');
  });

  it('no card number comes to the merchant’s server', async () => {
    const script = scriptOf('docs/pci.md', merchant.url);
    const { code, statuses, stdout, stderr } = await runShell(script, asMerchant(merchant));
    expect(code, stderr).toBe(0);
    expect(statuses, stdout).toEqual([200, 200, 200]);
    expect(stdout).toContain('"last4Digits":"0000"');
    expect(stdout).not.toMatch(/4200 ?0000 ?0000 ?0000|"cvv"/);
  });
});

describe('a guide can be pasted from its top to its end', () => {
  it('cards on file', async () => {
    await using own = await startMerchant();
    const script = scriptOf('docs/cards-on-file.md', own.url);
    const shown = 'echo "cards $CARD_ID $OTHER_CARD $AGREED of $CHECKOUT"';
    const { code, statuses, stdout, stderr } = await runShell(
      `${script}\n${shown}`,
      asMerchant(own),
    );
    expect(code, stderr).toBe(0);
    expect(new Set(statuses), stdout).toEqual(new Set([200]));
    const [, kept = '', gone = '', agreed = '', checkout = ''] =
      /^cards (\w{32}) (\w{32}) (\w{32}) of (\S+)$/m.exec(stdout) ?? [];
    expect(
      (await own.pay(checkout, { registrationId: kept, 'card.cvv': '123' })).body.result.code,
    ).toBe(SUCCESS);
    expect((await own.payStored(agreed)).body.result.code).toBe(SUCCESS);
    expect((await own.payStored(gone)).body.result.code).not.toBe(SUCCESS);
  });

  it('subscriptions: a month passes, and the next payment is there', async () => {
    await using own = await startMerchant();
    const [before = '', after = ''] = scriptOf('docs/subscriptions.md', own.url).split(
      /^(?=PLAN=.*reschedule)/m,
    );
    // A gateway in a test has no sweeper: its schedules run when the test says so.
    const first = await runShell(`${before}\necho "plan $PLAN of $CARD_ID"`, asMerchant(own));
    expect(first.code, first.stderr).toBe(0);
    expect(new Set(first.statuses), first.stdout).toEqual(new Set([200]));
    const [, PLAN = '', CARD_ID = ''] = /^plan (\w{32}) of (\w{32})$/m.exec(first.stdout) ?? [];
    while ((await runSchedules(own.gateway)) > 0);
    expect(await own.countPayments()).toBe(2);

    const definitions = before.slice(0, before.indexOf('CHECKOUT='));
    const variables = { ...asMerchant(own), PLAN, CARD_ID };
    const second = await runShell(`${definitions}\n${after}`, variables);
    expect(second.code, second.stderr).toBe(0);
    expect(second.statuses, second.stdout).toEqual([200, 200, 200]);
    expect(await own.countPayments()).toBe(3);
  });
});

describe('an operator’s guide works in a fresh clone', () => {
  const around = temporaryDataDir();
  let clone: Clone;
  let server: RunningServer;
  let place: Record<string, string>;
  beforeAll(async () => {
    clone = freshClone((await around).dataDir);
    place = await newPlace();
    server = await npmStart({ ...place, SHOP_PORT: 'any' }, clone.folder);
    started.push(server);
  });
  const started: RunningServer[] = [];
  const drops: (() => Promise<void>)[] = [];
  afterAll(async () => {
    await Promise.all(started.map((server) => server.kill()));
    for (const drop of drops) await drop();
    await (await around).remove();
  });

  /** A place for a gateway, with the environment that leads there. */
  async function newPlace(): Promise<Record<string, string>> {
    const { location, drop } = await createTestDatabase();
    drops.push(drop);
    return {
      DATA_DIR: location.dataDir,
      ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
    };
  }
  async function start(place: Readonly<Record<string, string>>): Promise<RunningServer> {
    const server = await startServer(place, clone.folder);
    started.push(server);
    return server;
  }

  async function ask(
    url: string,
    body?: Record<string, string>,
    token: string = DEMO.DEMO_ACCESS_TOKEN,
  ) {
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  }
  const dialect = isTestedOnPostgres ? 'sh postgresql' : 'sh sqlite';
  const card = CARD_FIELDS as Record<string, string>;
  const DEBIT = { amount: '10.00', currency: 'EUR', paymentType: 'DB' };
  const run = (script: string, variables: Readonly<Record<string, string>>) =>
    runShell(script, variables, clone.folder);
  const demo = { ENTITY_ID: DEMO.DEMO_ENTITY_ID, ACCESS_TOKEN: DEMO.DEMO_ACCESS_TOKEN };

  it('reports, going live and the README, while the gateway runs that npm start has started', async () => {
    const { url, shopUrl } = server;
    expect((await fetch(`${shopUrl}/`)).status).toBe(200);
    const variables = { ...place, ...demo };
    // What was sold now is in the report of today.
    await withinOneDay();
    const { body: payment } = await ask(`${url}/v1/payments`, { ...DEBIT, ...card });
    const today = new Date().toISOString().slice(0, 10);
    const list = `${url}/reports/v1/reconciliations/aggregations?date.from=${today}&date.to=${today}`;
    const { body: report } = await ask(list);
    const reports = await run(scriptOf('docs/reports.md', url), {
      ...variables,
      PAYMENT_ID: payment.id,
      BATCH_ID: report.aggregations[0].id,
    });
    expect(reports.code, reports.stderr).toBe(0);
    expect(reports.statuses).toEqual([200, 200, 200, 200, 200, 200]);
    expect(reports.stdout).toMatch(/^SETTLED,.+,10\.00,EUR,DB,VISA,/m);
    expect((await ask(list)).body.aggregations[0].summary[1]).toMatchObject({ amount: '-0.35' });

    const script = `${scriptOf('docs/going-live.md', url)}\necho "channel $CHANNEL"`;
    const live = await run(script, variables);
    expect(live.code, live.stderr).toBe(0);
    const channel = /^channel (\w{32})$/m.exec(live.stdout)?.[1] ?? '';
    const issued = /"token": "([^"]+)"/.exec(live.stdout)?.[1] ?? '';
    expect((await ask(`${url}/v1/payments`, DEBIT, issued)).status).toBe(403);
    const again = `npm run -s admin -- token issue ${channel}`;
    const { stdout } = await run(again, variables);
    const refused = await ask(
      `${url}/v1/payments`,
      { ...DEBIT, ...card },
      JSON.parse(stdout).token,
    );
    expect(refused.body.result.code).toBe('500.100.201');

    const tree = await run(scriptOf('docs/marketplace.md', url), variables);
    expect(tree.code, tree.stderr).toBe(0);
    // Another shop's token is refused, and the company's is not.
    expect(tree.statuses, tree.stdout).toEqual([200, 404, 200, 200, 200]);

    const { body: checkout } = await ask(`${url}/v1/checkouts`, DEBIT);
    const readme = scriptOf('README.md', url)
      .replace(/^npm (start|test|run create-shop) .*\n/gm, '')
      .replaceAll('{id}', checkout.id)
      .replaceAll('MERCHANT_ID', '$MERCHANT')
      .replaceAll('CHANNEL_ID', channel);
    const merchantOf = `MERCHANT=$(npm run -s admin -- entity create merchant Shop | sed -n 's/^ *"id": "\\(.*\\)",*$/\\1/p')`;
    const shown = await run(`${merchantOf}\n${readme}`, variables);
    expect(shown.code, shown.stderr).toBe(0);
    expect(shown.statuses).toEqual([200, 200, 200]);
  });

  it.skipIf(isTestedOnPostgres && !hasProgram('pg_dump'))(
    'backup, restore and keys: another gateway goes on where the first one was',
    async () => {
      const place = await newPlace();
      const first = await start(place);
      const { body: registration } = await ask(`${first.url}/v1/registrations`, card);
      const { body: payment } = await ask(`${first.url}/v1/payments`, { ...DEBIT, ...card });

      const restored = await newPlace();
      const around = await temporaryDataDir();
      drops.push(around.remove);
      const folder = (name: string) => {
        const path = join(around.dataDir, name);
        mkdirSync(path);
        return path;
      };
      const variables = {
        ...place,
        BACKUPS: folder('backups'),
        SAFE: folder('safe'),
        RESTORED: restored['DATA_DIR'] ?? '',
        RESTORED_URL: restored['DATABASE_URL'] ?? '',
      };
      const script = scriptOf('docs/operations.md', first.url, dialect);
      const { code, stdout, stderr } = await run(script, variables);
      expect(code, stderr).toBe(0);
      expect(stdout).toMatch(/^[0-9a-f]{8}:[A-Za-z0-9+/]{43}=$/m);
      await first.stop();

      const second = await start(restored);
      const read = await ask(`${second.url}/v1/payments/${payment.id}`);
      expect(read.body).toMatchObject({ id: payment.id, amount: '10.00' });
      const paid = await ask(`${second.url}/v1/registrations/${registration.id}/payments`, DEBIT);
      expect(paid.body.result.code).toBe('000.100.110');
      await second.stop();
    },
  );

  it('administrators: an owner, the keys that everybody needs from then on, the audit log', async () => {
    const place = await newPlace();
    const script = blocksOf('docs/operations.md', 'sh administrators').join('');
    const { code, stdout, stderr } = await run(script, place);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/"name": "Olga",\s+"role": "owner"/);
    expect(stdout).toContain('"action": "admin administrator add"');
    expect(stdout).toContain('"faults": []');
    const without = await run('npm run -s admin -- entity list', place);
    expect([without.code, without.stderr]).toEqual([
      2,
      'ADMIN_KEY must be the key of an administrator\n',
    ]);
  });

  it('retention: the terms of a channel, and a shopper who is forgotten', async () => {
    const place = await newPlace();
    const made = async (words: string): Promise<string> =>
      JSON.parse((await run(`npm run -s admin -- entity create ${words}`, place)).stdout).id;
    const MERCHANT = await made('merchant Books');
    const CHANNEL = await made(`channel Web --parent ${MERCHANT}`);
    const script = blocksOf('docs/operations.md', 'sh retention').join('');
    const ARCHIVE = place['DATA_DIR'] ?? '';
    const { code, stdout, stderr } = await run(script, { ...place, MERCHANT, CHANNEL, ARCHIVE });
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('"personalDataMonths": 24');
    expect(stdout.trimEnd().endsWith('[]')).toBe(true);

    const FILE = join(ARCHIVE, 'month.jsonl.gz');
    const config = readConfig(place);
    const db = await openStore(config);
    const seal = sealOf(await openVaultOf(db, config));
    await closeDatabase(db);
    await writeArchive(seal, FILE, { channel: CHANNEL, month: '2024-03' }, Readable.from([]));
    const months = blocksOf('docs/operations.md', 'sh months').join('');
    const read = await run(months, { ...place, FILE });
    expect(read.code, read.stderr).toBe(0);
    expect(read.stdout).toMatch(/"payments": 0\n}\n\{\n {2}"payments": 0,\n {2}"restored": 0/);
    expect(stdout).toMatch(/"payments": 0,.*"inUse": \[\]/s);
  });

  it('keys: the new one is put in front, everything is encrypted anew, the old one goes', async () => {
    const own = await newPlace();
    const first = await start(own);
    const { body: registration } = await ask(`${first.url}/v1/registrations`, card);
    await first.stop();
    const file = join(own['DATA_DIR'] ?? '', 'vault-keys');
    const old = readFileSync(file, 'utf8').trim();
    const made = await run(scriptOf('docs/operations.md', ''), {
      ...{ ...own, SAFE: (await around).dataDir },
    });
    const key = /^[0-9a-f]{8}:[A-Za-z0-9+/]{43}=$/m.exec(made.stdout)?.[0] ?? '';
    writeFileSync(file, `${key}\n${old}\n`);
    const second = await start(own);
    const rotated = await run(blocksOf('docs/operations.md', 'sh rotate').join(''), own);
    expect(rotated.code, rotated.stderr).toBe(0);
    const [oldId = ''] = old.split(':');
    const counts = rotated.stdout.match(/"key": "(\w+)",\s+"encrypts": \w+,\s+"envelopes": \d+/g);
    expect(counts?.at(-1)).toMatch(new RegExp(`"key": "${oldId}".*"envelopes": 0$`, 's'));
    await second.stop();
    writeFileSync(file, `${key}\n`);
    const third = await start(own);
    const path = `${third.url}/v1/registrations/${registration.id}/payments`;
    expect((await ask(path, DEBIT)).body.result.code).toBe('000.100.110');
    await third.stop();
  });

  it.skipIf(isTestedOnPostgres && !hasProgram('pg_dump'))(
    'upgrade: the next release beside the one that runs, and a checkout keeps its form',
    async () => {
      const { body: begun } = await ask(`${server.url}/v1/checkouts`, DEBIT);
      const formOf = async (at: RunningServer, id: string) =>
        (await fetch(`${at.url}/v1/paymentWidgets.js?checkoutId=${id}`)).text();
      const before = await formOf(server, begun.id);

      clone.releaseNext();
      const BACKUPS = join((await around).dataDir, 'before-the-upgrade');
      mkdirSync(BACKUPS);
      const [backUp = ''] = blocksOf('docs/operations.md', dialect);
      // The clone has its packages from this tree: see fresh-clone.ts.
      const upgrade = blocksOf('docs/operations.md', 'sh upgrade')
        .join('')
        .replace('npm ci && ', '');
      const done = await run(`${backUp}\n${upgrade}`, { ...place, BACKUPS });
      expect(done.code, done.stderr).toBe(0);
      expect(readdirSync(BACKUPS)).toHaveLength(1);

      const next = await start(place);
      const pay = (at: RunningServer, id: string) =>
        ask(`${at.url}/v1/checkouts/${id}/payment`, CARD as Record<string, string>);
      const { body: meanwhile } = await ask(`${server.url}/v1/checkouts`, DEBIT);
      expect((await pay(server, meanwhile.id)).body.result.code).toBe('000.100.110');
      const { body: later } = await ask(`${next.url}/v1/checkouts`, DEBIT);
      expect(await formOf(next, begun.id)).toBe(before);
      expect(await formOf(next, later.id)).toContain('the next release');
      expect((await pay(next, begun.id)).body.result.code).toBe('000.100.110');
      expect((await pay(next, later.id)).body.result.code).toBe('000.100.110');

      const rolled = await run(blocksOf('docs/operations.md', 'sh releases').join(''), place);
      expect(rolled.code, rolled.stderr).toBe(0);
      await expect
        .poll(async () => formOf(next, (await ask(`${next.url}/v1/checkouts`, DEBIT)).body.id))
        .toBe(before);

      await server.stop();
      expect(server.output()).toContain('SIGTERM: finishing what is under way');
      const older = await runScript('server/main.ts', [], place);
      expect(older.code).toBe(2);
      expect(older.stderr).toMatch(/corrupted migrations: .*9999-next is missing/);
      await next.stop();
    },
  );
});

/** Of a target as it stands: `fetch` would make an address of it. */
const statusOf = (port: number, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    get({ host: 'localhost', port, path }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on('error', reject);
  });

describe('the quick start sells something', () => {
  const folder = temporaryDataDir();
  const running: ChildProcess[] = [];
  /** What each shop has said on its terminal, by its address. */
  const terminals = new Map<string, () => string>();
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await (await folder).remove();
  });

  /** Starts a shop of the guide; answers its address once it takes calls. */
  async function open(
    command: readonly string[],
    port: number,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      env: {
        ...process.env,
        ...asMerchant(merchant),
        GATEWAY: merchant.url,
        PORT: String(port),
        ...variables,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running.push(child);
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const shop = `http://localhost:${port}`;
    terminals.set(shop, () => said);
    const end = Date.now() + START_MS;
    while (Date.now() < end) {
      if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
      const there = await fetch(`${shop}/result`).then(
        () => true,
        () => false,
      );
      if (there) return shop;
      await sleep(100);
    }
    throw new Error(`${program} takes no calls: ${said}`);
  }

  for (const [language, program, command] of [
    ['js', 'node', (file: string, _port: number) => [process.execPath, file]],
    // As where there is no php.ini.
    ['php', 'php', (file: string, port: number) => ['php', '-n', '-S', `localhost:${port}`, file]],
    ['python', 'python3', (file: string, _port: number) => ['python3', file]],
  ] as const) {
    it(`in ${program}`, async () => {
      need('the shops of the quick start', () => hasProgram(program), ['php-cli', 'python3']);
      const [code = ''] = blocksOf('docs/quick-start.md', language);
      expect(code).toContain('/v1/checkouts');
      const file = join((await folder).dataDir, `shop.${language === 'js' ? 'mjs' : language}`);
      writeFileSync(file, code);
      const port = await freePort();
      const shop = await open(command(file, port), port);
      const visit = async (path: string) => (await fetch(shop + path)).text();

      const page = await visit('/');
      const [, id = ''] = /checkoutId=([A-Za-z0-9.-]+)"/.exec(page) ?? [];
      expect(page).toContain(`<script src="${merchant.url}/v1/paymentWidgets.js?checkoutId=${id}"`);
      expect(page).toMatch(/integrity="sha384-[^"]+" crossorigin="anonymous"/);
      expect(page).toContain(`<form action="${shop}/result" class="paymentWidgets"`);
      // A browser that asks the shop for an icon would be given another checkout.
      expect(page).toContain('<link rel="icon" href="data:,">');
      expect(page).toContain(
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
      );

      const result = `/result?id=${id}&resourcePath=${encodeURIComponent(`/v1/checkouts/${id}/payment`)}`;
      expect(await visit(result)).toContain('You have not paid yet.');
      const declined = { 'card.number': '4200000000001016', shopperResultUrl: `${shop}/result` };
      expect((await merchant.pay(id, declined)).status).toBe(400);
      expect(await visit(result)).toContain('did not go through');
      const paid = await merchant.pay(id, { shopperResultUrl: `${shop}/result` });
      expect(paid.body.redirect.url).toContain(`${shop}/result?`);
      expect(await visit(result)).toContain('Your order is paid');

      const cheap = await merchant.createCheckout({ amount: '1.00' });
      await merchant.pay(cheap);
      const other = encodeURIComponent(`/v1/checkouts/${cheap}/payment`);
      expect(await visit(`/result?resourcePath=${other}`)).toContain('did not go through');
      for (const path of [
        'https://evil.example/',
        `//evil.example/v1/checkouts/${id}/payment`,
        '',
      ]) {
        const asked = await visit(`/result?resourcePath=${encodeURIComponent(path)}`);
        expect(asked).toContain('Unknown order');
      }

      // What is no address with a shop before it, as programs ask that try every door.
      for (const path of ['//', '//:0']) {
        expect(await statusOf(port, path), path).toBe(200);
      }
      expect(await visit('/result')).toContain('Unknown order');

      // With a mistake in the order the shopper is told nothing of it, and the developer what it is.
      const ending = language === 'js' ? 'mjs' : language;
      const wrong = join((await folder).dataDir, `wrong.${ending}`);
      writeFileSync(wrong, code.replace('92.00', '92,00'));
      const wrongPort = await freePort();
      const wrongShop = await open(command(wrong, wrongPort), wrongPort);
      expect(await (await fetch(wrongShop)).text()).toContain(
        'No payment is possible at the moment.',
      );
      const terminal = () => terminals.get(wrongShop)?.();
      await expect.poll(terminal).toMatch(/"amount"[\s\S]*exactly 2 decimals/);

      // With a token that was revoked nothing is known of the payment: it may be paid.
      const strangePort = await freePort();
      const ACCESS_TOKEN = 'token-that-was-revoked';
      const strange = await open(command(file, strangePort), strangePort, { ACCESS_TOKEN });
      const unread = await (await fetch(strange + result)).text();
      expect(unread).toContain('We are checking your payment. Do not pay again.');
      await expect.poll(() => terminals.get(strange)?.()).toContain('800.900.300');

      // Where no gateway answers the shop says so, and goes on.
      const lonelyPort = await freePort();
      const GATEWAY = `http://127.0.0.1:${await freePort()}`;
      const lonely = await open(command(file, lonelyPort), lonelyPort, { GATEWAY });
      for (const _ of [1, 2]) {
        const seen = await (await fetch(lonely)).text();
        expect(seen).toContain('The shop has a problem.');
        expect(seen).not.toMatch(/warning/i);
      }
      expect(terminals.get(lonely)?.()).toMatch(/refused/i);

      // In a terminal that was opened anew.
      const forgetful = await freePort();
      const said = await open(command(file, forgetful), forgetful, { GATEWAY: '' }).then(
        async (shop) => (await fetch(shop)).text(),
        (error: Error) => error.message,
      );
      expect(said).toContain('Set GATEWAY, ENTITY_ID and ACCESS_TOKEN');
    });
  }
});

describe('the guides', () => {
  /** Pages that are written beside this one. */
  const ALL = ['README.md', 'CONTRIBUTING.md', ...GUIDES.map((name) => `docs/${name}`)];

  it.each(ALL)('%s links to what there is', (guide) => {
    for (const link of linksOf(guide)) {
      expect(existsSync(join(ROOT, dirname(guide), link)), link).toBe(true);
    }
  });

  it('the README’s film is there, sharp, and soon loaded', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const pictures = [...readme.matchAll(/(?:src|srcset)="([^"]+)"|!\[[^\]]*\]\(([^)]+)\)/g)]
      .map(([, inTag, inMarkdown]) => inTag ?? inMarkdown ?? '')
      .filter((path) => path.startsWith('docs/'));
    expect(pictures).toContain('docs/tour.webp');
    for (const path of pictures) expect(statSync(join(ROOT, path)).size, path).toBeLessThan(1.5e6);
    const film = readFileSync(join(ROOT, 'docs/tour.webp'));
    // Of WebP's header: whether it moves, and its width less one.
    expect(film.toString('latin1', 12, 16)).toBe('VP8X');
    expect((film[20] ?? 0) & 2).toBe(2);
    const shownAt = Number(/tour\.webp" width="(\d+)"/.exec(readme)?.[1]);
    expect(film.readUIntLE(24, 3) + 1).toBe(2 * shownAt);
  });

  it('name only tests that there are', () => {
    const named = testsNamedIn('docs/security.md');
    expect(named.length).toBeGreaterThan(20);
    for (const path of named) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });
});
