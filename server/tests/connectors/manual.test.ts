/**
 * Bank transfers that an operator looks after: two instances of the gateway as processes on one database,
 * the merchant by HTTP, the operator by the command line.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readNotification } from '../../../docs/receivers/receive.mjs';
import { UsageError } from '../../admin/admin-command.ts';
import { CONNECTOR_COMMANDS } from '../../admin/admin-connectors.ts';
import { readConfig } from '../../config.ts';
import { issueToken } from '../../gateway/access/access-tokens.ts';
import { changeSettings, createEntity } from '../../gateway/entities/entities.ts';
import { closeDatabase, type Database, openDatabase } from '../../store/database.ts';
import { aWhile } from '../support/a-while.ts';
import { type RunningServer, runScript, startServer } from '../support/gateway-process.ts';
import { startReceiver, type TestReceiver } from '../support/receiver.ts';
import { createTestDatabase } from '../support/test-database.ts';

const ACCOUNT = { holder: 'Bookshop Ltd', iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' };
const CHANNEL = 'a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4';
const [PENDING, SUCCESS] = ['000.200.000', '000.100.112'];

const { location, drop } = await createTestDatabase();
const environment = {
  DATA_DIR: location.dataDir,
  WEBHOOK_ALLOW_PRIVATE: '1',
  ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
};
let servers: RunningServer[] = [];
const start = async () => {
  servers = [await startServer(environment), await startServer(environment)];
};
const kill = async () => {
  for (const server of servers.splice(0)) await server.kill();
};

/** As an operator types it; it takes a while on a busy machine. */
const byCommandLine = (...args: string[]) => runScript('server/admin/admin.ts', args, environment);

/** The same commands, in this process. */
async function manual(...words: string[]) {
  const run = CONNECTOR_COMMANDS['connector manual'];
  if (!run) throw new Error('there is no such command');
  try {
    // biome-ignore lint/suspicious/noExplicitAny: what is printed is looked at as an operator's script does
    const answer: any = await run(db, words, {}, readConfig(environment), 'machine');
    return { refused: undefined, answer };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { refused: error.message, answer: undefined };
  }
}
const newChannel = async (id: string, settings: object) => {
  const { id: parentId } = await createEntity(db, { kind: 'merchant', name: 'Bookshop' });
  await createEntity(db, { kind: 'channel', name: 'Web', parentId, id, settings });
  token = (await issueToken(db, { entityId: id, label: '' })).token;
};

let db: Database;
let token = '';
let receiver: TestReceiver;
let secret = '';

/** @param instance which of the two is asked */
async function call(path: string, fields?: Record<string, string>, instance = 0) {
  const response = await fetch(`${servers[instance]?.url}${path}`, {
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}` },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  });
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: isJson ? await response.json() : undefined, response };
}
const pay = (fields: Record<string, string> = {}) =>
  call('/v1/payments', {
    ...{ entityId: CHANNEL, testMode: 'EXTERNAL' },
    ...{ amount: '92.00', currency: 'EUR', paymentType: 'DB' },
    ...{ paymentBrand: 'SOFORTUEBERWEISUNG', shopperResultUrl: 'https://shop.example/result' },
    ...fields,
  });
const refer = (id: string, fields: Record<string, string>) =>
  call(`/v1/payments/${id}`, { entityId: CHANNEL, currency: 'EUR', ...fields });
const read = async (id: string, instance = 0) =>
  (await call(`/v1/payments/${id}?entityId=${CHANNEL}`, undefined, instance)).body;
const becomes = (id: string, code: string | undefined, instance = 1) =>
  expect
    .poll(async () => (await read(id, instance)).result.code, { timeout: 60_000, interval: 200 })
    .toBe(code);
/** The codes that the merchant was notified of for a payment, in their order. */
const notified = (id: string): string[] =>
  receiver.received
    .map(({ headers, body }) => readNotification(headers, body, [secret]).message)
    .filter(({ payload }) => payload?.id === id)
    .map(({ payload }) => payload.result.code);

beforeAll(async () => {
  await start();
  receiver = await startReceiver();
  db = await openDatabase(location);
  await newChannel(CHANNEL, { connector: { kind: 'manual', account: ACCOUNT } });
  const fields = { entityId: CHANNEL, url: `${receiver.url}/hook`, kind: 'notifications' };
  secret = (await call('/v1/webhooks', fields)).body.secret;
});
afterAll(async () => {
  await kill();
  await receiver[Symbol.asyncDispose]();
  await closeDatabase(db);
  await drop();
});

describe('a payment by bank transfer', () => {
  it('says what to transfer, survives a restart, and is settled and notified of once', async () => {
    const { status, body } = await pay();
    expect([status, body.result.code, body.redirect]).toEqual([200, PENDING, undefined]);
    const { TransferReference: reference } = body.resultDetails;
    expect(reference).toMatch(/^RF\d\d[0-9A-F]{16}$/);
    const details = {
      ConnectorTxID1: reference,
      TransferReference: reference,
      TransferAmount: '92.00 EUR',
      TransferHolder: 'Bookshop Ltd',
      TransferIban: 'DE89370400440532013000',
      TransferBic: 'COBADEFFXXX',
    };
    expect(body.resultDetails).toEqual(details);
    const waiting = { payment: body.id, type: 'DB', amount: '92.00', currency: 'EUR', ...details };
    expect((await manual('list')).answer).toEqual([{ ...waiting, since: expect.any(String) }]);

    await kill();
    const { code, stdout } = await byCommandLine('connector', 'manual', 'received', body.id);
    expect([code, JSON.parse(stdout)]).toEqual([0, { payment: body.id, result: SUCCESS }]);
    await start();
    await becomes(body.id, SUCCESS, 0);
    await becomes(body.id, SUCCESS, 1);
    expect((await read(body.id)).resultDetails).toEqual(details);
    await expect.poll(() => notified(body.id), { timeout: 60_000 }).toContain(SUCCESS);

    // Said again it is the same, and nothing else can be said of it any more.
    expect((await manual('received', body.id)).answer.result).toBe(SUCCESS);
    expect((await manual('failed', body.id)).refused).toMatch(/ended before, with 000/);
    await aWhile(2_500);
    expect(notified(body.id).filter((code) => code === SUCCESS)).toHaveLength(1);
    expect((await read(body.id)).result.code).toBe(SUCCESS);
    expect((await manual('list')).answer).toEqual([]);
  });

  it('that does not come fails, and the merchant reads why', async () => {
    const { body } = await pay();
    await manual('failed', body.id, 'the', 'account', 'was', 'closed');
    await becomes(body.id, '800.100.100');
    const { resultDetails } = await read(body.id);
    expect(resultDetails.ExtendedDescription).toBe('the account was closed');
    await expect.poll(() => notified(body.id), { timeout: 60_000 }).toContain('800.100.100');
  });

  it('that both an operator and another one decide is decided once', async () => {
    const { body } = await pay();
    const said = await Promise.all([manual('received', body.id), manual('failed', body.id)]);
    expect(said.filter(({ refused }) => refused)).toHaveLength(1);
    const winner = said.find(({ answer }) => answer)?.answer.result;
    await becomes(body.id, winner);
    await expect.poll(() => notified(body.id), { timeout: 60_000 }).toContain(winner);
    expect(notified(body.id).filter((code) => code !== PENDING)).toEqual([winner]);
  });

  it('has seven days; the operator is told to send back what comes later', async () => {
    const { body } = await pay();
    await call('/sandbox/clock', { entityId: CHANNEL, advance: String(7 * 24 * 3_600 + 60) });
    await becomes(body.id, '100.396.103');
    const { refused } = await manual('received', body.id);
    expect(refused).toMatch(/100\.396\.103.*send it back/);
    expect((await read(body.id)).result.code).toBe('100.396.103');
  });

  it('pays a checkout, whose result shows the transfer meanwhile', async () => {
    const money = { amount: '92.00', currency: 'EUR', paymentType: 'DB', testMode: 'EXTERNAL' };
    const checkout = (await call('/v1/checkouts', { entityId: CHANNEL, ...money })).body;
    const posted = await call(`/v1/checkouts/${checkout.id}/payment`, {
      paymentBrand: 'SOFORTUEBERWEISUNG',
      shopperResultUrl: 'https://shop.example/result',
    });
    expect(JSON.stringify(posted.body) ?? posted.response.headers.get('location')).toContain(
      'https://shop.example/result',
    );
    const result = () => call(`/v1/checkouts/${checkout.id}/payment?entityId=${CHANNEL}`);
    const { body } = await result();
    expect([body.result.code, body.resultDetails.TransferAmount]).toEqual([PENDING, '92.00 EUR']);
    await manual('received', body.id);
    await becomes(body.id, SUCCESS);
  });
});

describe('a refund', () => {
  const received = async () => {
    const { body } = await pay();
    await manual('received', body.id);
    await becomes(body.id, SUCCESS, 0);
    return body.id as string;
  };

  it('waits until it was paid out, and its money is reserved until then', async () => {
    const id = await received();
    const refund = (await refer(id, { paymentType: 'RF', amount: '40.00' })).body;
    expect(refund).toMatchObject({
      result: { code: PENDING },
      resultDetails: { TransferAmount: '40.00 EUR', RefundOf: expect.stringMatching(/^RF/) },
    });
    const tooMuch = await refer(id, { paymentType: 'RF', amount: '60.00' });
    expect(tooMuch.body.result.code).toBe('700.400.200');
    expect((await manual('received', refund.id)).refused).toMatch(/is a refund/);
    expect((await manual('sent', id)).refused).toMatch(/is a payment/);
    expect((await manual('sent', refund.id)).answer.result).toBe(SUCCESS);
    await becomes(refund.id, SUCCESS);
    await expect.poll(() => notified(refund.id), { timeout: 60_000 }).toContain(SUCCESS);
  });

  it('that could not be paid out can be asked for again', async () => {
    const id = await received();
    const whole = { paymentType: 'RF', amount: '92.00' };
    const refund = (await refer(id, whole)).body;
    await manual('failed', refund.id, 'account closed');
    await becomes(refund.id, '800.100.100', 0);
    expect((await refer(id, whole)).body.result.code).toBe(PENDING);
  });

  it('is not given up when its seven days are over: it may have been paid out', async () => {
    const id = await received();
    const refund = (await refer(id, { paymentType: 'RF', amount: '92.00' })).body;
    await call('/sandbox/clock', { entityId: CHANNEL, advance: String(7 * 24 * 3_600 + 60) });
    await aWhile(3_000);
    expect((await read(refund.id)).result.code).toBe(PENDING);
    await manual('sent', refund.id);
    await becomes(refund.id, SUCCESS);
  });
});

describe('refused with a reason', () => {
  it.each([
    ['PA', { paymentType: 'PA' }, '600.200.400'],
    ['CD', { paymentType: 'CD' }, '600.200.800'],
    ['another brand', { paymentBrand: 'PAYPAL' }, '600.200.500'],
  ])('a payment of %s', async (_what, fields, code) => {
    const { status, body } = await pay(fields);
    expect([status, body.result.code]).toEqual([400, code]);
  });

  it('a reversal: a transfer that has come can only be sent back', async () => {
    const { body } = await pay();
    await manual('received', body.id);
    await becomes(body.id, SUCCESS, 0);
    const reversal = await refer(body.id, { paymentType: 'RV', amount: '92.00' });
    expect([reversal.status, reversal.body.result.code]).toEqual([400, '600.200.400']);
  });

  it.each<[words: string[], message: RegExp]>([
    [['received', 'nothing'], /nothing is no payment or refund by bank transfer/],
    [['paid', 'nothing'], /connector manual received PAYMENT/],
    [[], /connector manual list/],
  ])('connector manual %j', async (words, message) => {
    expect((await manual(...words)).refused).toMatch(message);
  });

  it.each([
    ['no IBAN', { account: { ...ACCOUNT, iban: 'DE89 3704 0044 0532 0130 01' } }, /IBAN/],
    ['a card brand', { account: ACCOUNT, brands: ['VISA'] }, /without card data/],
    ['no account', {}, /account/],
  ])('a setting with %s', async (_what, settings, message) => {
    const connector = { kind: 'manual', ...settings };
    await expect(changeSettings(db, CHANNEL, { connector })).rejects.toThrow(message);
  });
});

it('what another connector has made is reversed there, whatever the channel has now', async () => {
  await changeSettings(db, CHANNEL, { connector: { kind: 'simulator' } });
  const { body } = await pay({
    ...{ paymentBrand: 'VISA', 'card.number': '4200000000000000', 'card.holder': 'Jane Jones' },
    ...{ 'card.expiryMonth': '05', 'card.expiryYear': '2034', 'card.cvv': '123' },
  });
  expect(body.result.code).toBe(SUCCESS);
  await changeSettings(db, CHANNEL, { connector: { kind: 'manual', account: ACCOUNT } });
  const reversal = await refer(body.id, { paymentType: 'RV', amount: '92.00' });
  expect(reversal.body.result.code).toBe(SUCCESS);
});

// The last: it takes the token of another channel.
it('a live channel takes transfers, and a success reads as money', async () => {
  const OTHER = 'b1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4';
  await newChannel(OTHER, {
    mode: 'live',
    origins: ['any'],
    connector: { kind: 'manual', account: ACCOUNT },
  });
  const { body } = await call('/v1/payments', {
    ...{ entityId: OTHER, amount: '92.00', currency: 'EUR', paymentType: 'DB' },
    ...{ paymentBrand: 'SOFORTUEBERWEISUNG', shopperResultUrl: 'https://shop.example/result' },
  });
  expect(body.result.code).toBe(PENDING);
  expect((await manual('received', body.id)).answer.result).toBe('000.000.000');
  const result = async () =>
    (await call(`/v1/payments/${body.id}?entityId=${OTHER}`)).body.result.code;
  await expect.poll(result, { timeout: 60_000 }).toBe('000.000.000');
});
