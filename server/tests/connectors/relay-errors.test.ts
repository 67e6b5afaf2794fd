/** Processors that must not be called, cannot be called, or must not be believed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openAllConnectors } from '../../gateway/processors/open-connectors.ts';
import { createOutgoing } from '../../outgoing/guarded-client.ts';
import { differences, sweep } from '../support/compare-ledgers.ts';
import { startFaultyProxy } from '../support/faulty-proxy.ts';
import { connectRelay } from '../support/processor-gateway.ts';
import {
  CARD,
  CARD_FIELDS,
  type Fields,
  startAlone,
  type TestGateway,
} from '../support/test-gateway.ts';

const processor = await startAlone();
const ours = await startAlone();
const proxy = await startFaultyProxy(processor.url);
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await ours[Symbol.asyncDispose]();
  await processor[Symbol.asyncDispose]();
});
afterEach(async () => {
  await connectRelay(ours, processor);
  await sweep(ours);
  expect(await differences(ours, processor)).toEqual([]);
});

const payAt = (gateway: TestGateway, fields: Fields = {}) =>
  gateway.call('/v1/payments', {
    ...{ amount: '92.00', currency: 'EUR', paymentType: 'DB', testMode: 'EXTERNAL' },
    ...CARD_FIELDS,
    ...fields,
  });
const pay = (fields: Fields = {}) => payAt(ours, fields);
const MISCONFIGURED = '500.100.401';
const UNREACHABLE = '900.100.600';
const SUCCESS = '000.100.112';

const count = async ({ gateway }: TestGateway) =>
  (await gateway.db.selectFrom('payments').select('id').execute()).length;

/** Fails with the code, tells why, and has charged no card. */
async function expectNothing(code: string, why: RegExp, fields: Fields = {}) {
  const before = await count(processor);
  const { body, status } = await pay(fields);
  expect([status, body.result.code]).toEqual([400, code]);
  expect(body.resultDetails.ExtendedDescription).toMatch(why);
  expect(await count(processor)).toBe(before);
  return body;
}

describe('the credentials', () => {
  it('that the processor does not know', async () => {
    await connectRelay(ours, processor, { token: 'not-the-right-token-0000' });
    await expectNothing(MISCONFIGURED, /credentials \(HTTP 403\)/);
  });

  it('of another entity', async () => {
    await connectRelay(ours, { ...processor, entityId: 'f'.repeat(32) });
    const { body } = await pay();
    expect(body.result.code).toBe('200.300.404');
  });

  it('that were never set', async () => {
    await ours.gateway.db.deleteFrom('connector_secrets').execute();
    await expectNothing(MISCONFIGURED, /not configured/);
  });

  it('are in no log, no answer, and nowhere in the database as they are', async () => {
    await connectRelay(ours, processor);
    const { body } = await pay();
    expect(JSON.stringify(body) + ours.log.join('\n')).not.toContain(processor.token);
    const { db } = ours.gateway;
    for (const table of ['entities', 'connector_secrets', 'upstream_requests'] as const) {
      const rows = await db.selectFrom(table).selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(processor.token);
      expect(JSON.stringify(rows)).not.toContain(CARD['card.number']);
    }
  });
});

describe('the address', () => {
  it('where no server listens', async () => {
    await connectRelay(ours, processor, { address: 'http://127.0.0.1:1' });
    await expectNothing(UNREACHABLE, /cannot be reached/);
  });

  it('of a name that does not exist', async () => {
    await connectRelay(ours, processor, { address: 'https://gateway.invalid' });
    await expectNothing(UNREACHABLE, /cannot be reached/);
  });

  it.each([
    'https://10.0.0.1',
    'https://169.254.169.254',
    'https://[::1]:8443',
    'https://localhost',
  ])('that is private, where that is not allowed: %s', async (address) => {
    await connectRelay(ours, processor, { address });
    const guarded = { ...ours.gateway, outgoing: createOutgoing({ allowPrivate: false }) };
    const { connectors } = ours.gateway;
    Object.assign(ours.gateway, { connectors: openAllConnectors(guarded) });
    await expectNothing(MISCONFIGURED, /not allowed/);
    Object.assign(ours.gateway, { connectors });
  });

  it('that is our own', async () => {
    await connectRelay(ours, ours);
    const before = await count(ours);
    await expectNothing(MISCONFIGURED, /our own/);
    expect(await count(ours)).toBe(before + 1);
  });

  it('that is our own under another name', async () => {
    await connectRelay(ours, ours, { address: ours.url.replace('127.0.0.1', 'localhost') });
    const before = await count(ours);
    const { body } = await pay();
    expect(body.result.code).toBe(MISCONFIGURED);
    expect(body.resultDetails.ExtendedDescription).toMatch(/come through this gateway before/);
    expect(await count(ours)).toBe(before + 1);
  });

  it('of a gateway whose processor is ours again', async () => {
    const settings = { testMode: 'EXTERNAL' };
    await connectRelay(ours, processor, { settings });
    await connectRelay(processor, ours, { settings });
    const before = await count(ours);
    const { body } = await pay();
    expect(body.result.code).toBe(MISCONFIGURED);
    expect(await count(ours)).toBe(before + 1);
    await processor.set({ connector: { kind: 'simulator' } });
  });
});

describe('the certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-cert-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert],
      ...['-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ],
    { stdio: 'ignore' },
  );
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { authorization = '', 'content-type': type = '' } = request.headers;
      const answer = await fetch(processor.url + request.url, {
        method: request.method ?? 'GET',
        headers: { authorization, ...(type && { 'content-type': type }) },
        ...(body && { body }),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    },
  ).listen(0, 'localhost');
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const address = (name: string) => `https://${name}:${(server.address() as AddressInfo).port}`;

  it('whose certificate no authority has signed', async () => {
    await connectRelay(ours, processor, { address: address('localhost') });
    await expectNothing(UNREACHABLE, /wrong certificate/);
  });

  it('that is trusted, but of another name; and of the right one', async () => {
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, readFileSync(cert, 'utf8')]);
    await connectRelay(ours, processor, { address: address('127.0.0.1') });
    await expectNothing(UNREACHABLE, /wrong certificate/);
    await connectRelay(ours, processor, { address: address('localhost') });
    expect((await pay()).body.result.code).toBe(SUCCESS);
    setDefaultCACertificates(trusted);
  });
});

describe('nothing was sent', () => {
  const UNREACHABLE_ADDRESS = { address: 'http://127.0.0.1:1' };
  const NO_NAME = { address: 'https://gateway.invalid' };

  it.each([
    ['CP', 'PA', UNREACHABLE_ADDRESS],
    ['RV', 'DB', UNREACHABLE_ADDRESS],
    ['RF', 'DB', UNREACHABLE_ADDRESS],
    ['RF', 'DB', NO_NAME],
  ])('%s of a %s fails at once, and can be made later', async (paymentType, original, away) => {
    const { body } = await pay({ paymentType: original });
    const operate = () =>
      ours.call(`/v1/payments/${body.id}`, {
        paymentType,
        ...(paymentType !== 'RV' && { amount: '92.00', currency: 'EUR' }),
      });
    await connectRelay(ours, processor, away);
    const failed = await operate();
    expect([failed.status, failed.body.result.code]).toEqual([400, UNREACHABLE]);
    await connectRelay(ours, processor);
    // All of it: nothing has stayed reserved.
    expect((await operate()).body.result.code).toBe(SUCCESS);
  });

  it('a credit fails at once', async () => {
    await connectRelay(ours, processor, UNREACHABLE_ADDRESS);
    await expectNothing(UNREACHABLE, /cannot be reached/, { paymentType: 'CD' });
  });
});

describe('a success that is none', () => {
  const UNBELIEVABLE = '900.100.100';
  const reversals = async () =>
    (
      await processor.gateway.db
        .selectFrom('payments')
        .select('id')
        .where('type', '=', 'RV')
        .where('state', '=', 'succeeded')
        .execute()
    ).length;

  it.each([
    ['other-amount', /1\.00 EUR/],
    ['other-currency', /92\.00 USD/],
  ] as const)('%s: is reversed, and fails', async (fault, why) => {
    const before = await reversals();
    await connectRelay(ours, processor, { address: proxy.url });
    proxy.next(fault);
    proxy.questions = fault;
    const { body } = await pay();
    proxy.questions = 'none';
    expect(body.result.code).toBe(UNBELIEVABLE);
    expect(body.resultDetails.ExtendedDescription).toMatch(why);
    expect(await reversals()).toBe(before + 1);
  });

  it('in test mode, on a live channel that is no rehearsal', async () => {
    await connectRelay(ours, processor, { through: 'LIVE', settings: { testMode: null } });
    const { body } = await pay({ testMode: undefined });
    expect(body.result.code).toBe(UNBELIEVABLE);
    expect(body.resultDetails.ExtendedDescription).toMatch(/test mode, on a live channel/);
  });

  it('with real money, on a test channel', async () => {
    const behind = await startAlone();
    await connectRelay(processor, behind, { through: 'LIVE' });
    await connectRelay(ours, processor, { settings: { testMode: null } });
    const { body } = await pay();
    expect(body.result.code).toBe(UNBELIEVABLE);
    expect(body.resultDetails.ExtendedDescription).toMatch(/a live success, on a test channel/);
    expect(await differences(processor, behind)).toEqual([]);
    await processor.set({ mode: 'test', connector: { kind: 'simulator' } });
    await behind[Symbol.asyncDispose]();
  });
});

describe('what the channel says of its processor', () => {
  const LIMITS = {
    brands: ['VISA'],
    currencies: ['EUR'],
    paymentTypes: ['PA', 'DB'],
    reversal: false,
    refund: false,
    partialCapture: false,
    installments: false,
  };

  it.each<[Fields, string]>([
    [{ paymentBrand: 'MASTER', 'card.number': '5454545454545454' }, '600.200.500'],
    [{ currency: 'USD' }, '600.200.500'],
    [{ paymentType: 'CD' }, '600.200.400'],
    [{ 'recurring.numberOfInstallments': '3', currency: 'EUR' }, '200.300.404'],
  ])('refuses %j before anything is written', async (fields, code) => {
    await connectRelay(ours, processor, { settings: LIMITS });
    await ours.set({ country: 'BR' });
    const before = [await count(ours), await count(processor)];
    const { body } = await pay(fields);
    expect(body.result.code).toBe(code);
    expect([await count(ours), await count(processor)]).toEqual(before);
    const inside = await pay({ ...fields, testMode: 'INTERNAL' });
    expect(inside.body.result.code).not.toBe('600.200.400');
  });

  it.each([
    ['RV', 'DB', undefined, '600.200.400'],
    ['RF', 'DB', '1.00', '600.200.400'],
    ['CP', 'PA', '1.00', '700.400.101'],
    ['CP', 'PA', '92.00', SUCCESS],
  ])('%s of a %s, %s: %s', async (paymentType, original, amount, code) => {
    await connectRelay(ours, processor, { settings: LIMITS });
    const { body } = await pay({ paymentType: original });
    const answer = await ours.call(`/v1/payments/${body.id}`, {
      paymentType,
      ...(amount && { amount, currency: 'EUR' }),
    });
    expect(answer.body.result.code).toBe(code);
  });

  it('a reversal that the processor itself refuses keeps its code', async () => {
    await connectRelay(ours, processor);
    const { body } = await pay();
    await processor.set({ reversalCutOff: 0 });
    const answer = await ours.call(`/v1/payments/${body.id}`, { paymentType: 'RV' });
    expect(answer.body.result.code).toBe('700.300.700');
    await processor.set({ reversalCutOff: 1_440 });
    const refund = { paymentType: 'RF', amount: '92.00', currency: 'EUR' };
    expect((await ours.call(`/v1/payments/${body.id}`, refund)).body.result.code).toBe(SUCCESS);
  });
});

describe('a channel without a processor', () => {
  it.each<[string, Readonly<Record<string, unknown>>, Fields, string]>([
    ['EXTERNAL', { mode: 'test', connector: null }, {}, '600.200.700'],
    ['live', { mode: 'live', connector: null }, { testMode: undefined }, '500.100.201'],
    [
      'live, with the simulator',
      { mode: 'live', connector: { kind: 'simulator' } },
      { testMode: undefined },
      '500.100.201',
    ],
  ])('%s: is refused everywhere, and simulates nothing', async (_how, settings, fields, code) => {
    await ours.set({ mode: 'test', connector: { kind: 'simulator' } });
    const { body: registration } = await ours.call('/v1/registrations', CARD_FIELDS);
    await ours.set(settings);
    const before = await count(ours);
    const answers = [
      await pay(fields),
      await ours.call('/v1/checkouts', {
        ...{ amount: '92.00', currency: 'EUR', paymentType: 'DB', testMode: 'EXTERNAL', ...fields },
      }),
      await ours.call('/v1/registrations', { ...CARD_FIELDS, testMode: 'EXTERNAL', ...fields }),
      await ours.call(`/v1/registrations/${registration.id}/payments`, {
        ...{ amount: '92.00', currency: 'EUR', paymentType: 'DB', testMode: 'EXTERNAL', ...fields },
      }),
    ];
    expect(answers.map(({ body }) => body.result.code)).toEqual([code, code, code, code]);
    expect(await count(ours)).toBe(before);
  });

  it('a live channel takes no testMode', async () => {
    await connectRelay(ours, processor, { through: 'LIVE' });
    for (const testMode of ['INTERNAL', 'EXTERNAL']) {
      const { body } = await pay({ testMode });
      expect(body.result.parameterErrors).toMatchObject([{ name: 'testMode', value: testMode }]);
    }
  });

  it('a payment of play cannot be captured once the channel is live, nor the other way round', async () => {
    const inside = await pay({ testMode: 'INTERNAL', paymentType: 'PA' });
    await connectRelay(ours, processor, { through: 'LIVE' });
    const capture = { paymentType: 'CP', amount: '92.00', currency: 'EUR' };
    const answer = await ours.call(`/v1/payments/${inside.body.id}`, capture);
    expect(answer.body.result.code).toBe('700.100.600');
    const live = await pay({ testMode: undefined, paymentType: 'PA' });
    await connectRelay(ours, processor);
    const other = await ours.call(`/v1/payments/${live.body.id}`, capture);
    expect(other.body.result.code).toBe('700.100.600');
  });
});
