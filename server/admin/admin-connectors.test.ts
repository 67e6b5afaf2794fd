/** Going live, as an operator does it: a processor for a channel, by the command line. */
import { afterAll, describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '../store/database.ts';
import { DEMO, startServer } from '../tests/support/gateway-process.ts';
import { runAdmin } from '../tests/support/run-admin.ts';
import { createTestDatabase } from '../tests/support/test-database.ts';

const [own, other] = [await createTestDatabase(), await createTestDatabase()];
const environmentOf = ({ location }: typeof own) => ({
  DATA_DIR: location.dataDir,
  WEBHOOK_ALLOW_PRIVATE: '1',
  ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
});
const environment = environmentOf(own);
const server = await startServer(environment);
const processor = await startServer(environmentOf(other));
afterAll(async () => {
  await server.stop();
  await processor.stop();
  await own.drop();
  await other.drop();
});

const CHANNEL = '0123456789abcdef0123456789abcde0';
const TOKEN = DEMO.DEMO_ACCESS_TOKEN;

async function admin(args: readonly string[], input = '', more: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runAdmin(args, { ...environment, ...more }, input);
  return { code, stdout, stderr, answer: stdout ? JSON.parse(stdout) : undefined };
}
const connector = (wish: object = {}) =>
  `connector=${JSON.stringify({ kind: 'upstream', address: processor.url, entityId: DEMO.DEMO_ENTITY_ID, testMode: 'INTERNAL', ...wish })}`;
const pay = async (token: string, fields: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams({
      ...{ entityId: CHANNEL, amount: '92.00', currency: 'EUR', paymentType: 'DB' },
      ...{ paymentBrand: 'VISA', 'card.number': '4200000000000000', 'card.holder': 'Jane Jones' },
      ...{ 'card.expiryMonth': '05', 'card.expiryYear': '2034', 'card.cvv': '123', ...fields },
    }),
  });
  return (await response.json()).result.code;
};

it('a channel gets a processor, is checked, and goes live', async () => {
  const { id } = (await admin(['entity', 'create', 'merchant', 'Bookshop'])).answer;
  await admin(['entity', 'create', 'channel', 'Web', '--parent', id, '--id', CHANNEL]);
  const { token } = (await admin(['token', 'issue', CHANNEL])).answer;
  expect(await pay(token, { testMode: 'EXTERNAL' })).toBe('600.200.700');

  expect((await admin(['channel', 'set', CHANNEL, connector()])).code).toBe(0);
  expect((await admin(['connector', 'check', CHANNEL])).stderr).toMatch(/no token/);
  expect((await admin(['connector', 'check', 'nowhere'])).stderr).toBe(
    'there is no channel nowhere\n',
  );
  const wrong = await admin(['connector', 'secret', CHANNEL, 'token'], 'not-the-right-token-0000');
  expect(wrong.code).toBe(0);
  expect((await admin(['connector', 'check', CHANNEL])).stderr).toMatch(/HTTP 403, 800\.900\.300/);
  expect(await pay(token, { testMode: 'EXTERNAL' })).toBe('500.100.401');

  await admin(['connector', 'secret', CHANNEL, 'token'], `${TOKEN}\n`);
  expect((await admin(['connector', 'check', CHANNEL])).code).toBe(0);
  expect(await pay(token, { testMode: 'EXTERNAL' })).toBe('000.100.112');

  const withoutOrigins = await admin(['channel', 'set', CHANNEL, 'mode=live']);
  expect(withoutOrigins.code).toBe(2);
  expect(withoutOrigins.stderr).toContain('origins must name the pages');
  await admin(['channel', 'set', CHANNEL, 'mode=live', 'origins=["https://shop.example"]']);
  expect(await pay(token)).toBe('000.000.000');
  expect((await admin(['connector', 'troubles'])).answer).toEqual([]);
});

it('a token is shown nowhere, and lies in the database in an envelope', async () => {
  const shown = await admin(['connector', 'show', CHANNEL], '', {
    PUBLIC_URL: 'https://pay.example',
  });
  expect(shown.answer).toMatchObject({
    mode: 'live',
    secrets: ['token'],
    notifications: `https://pay.example/v1/upstreams/${CHANNEL}/notifications`,
  });
  expect(shown.stdout + (await admin(['entity', 'show', CHANNEL])).stdout).not.toContain(TOKEN);
  const db = await openDatabase(own.location);
  const rows = await db.selectFrom('connector_secrets').selectAll().execute();
  await closeDatabase(db);
  expect(rows).toMatchObject(
    [{ channel_id: CHANNEL, name: 'token', envelope: /^v1\./ }].map(({ envelope, ...row }) => ({
      ...row,
      envelope: expect.stringMatching(envelope),
    })),
  );
  expect(JSON.stringify(rows)).not.toContain(TOKEN);
});

describe('refused with a reason', () => {
  it.each<[args: string[], input: string, message: RegExp]>([
    [['connector', 'secret', CHANNEL, 'password'], 'x'.repeat(20), /token or notificationKey/],
    [['connector', 'secret', CHANNEL, 'token'], 'short', /16 to 512/],
    [['connector', 'secret', CHANNEL, 'notificationKey'], 'abcd', /64 hexadecimal/],
    [['connector', 'secret', 'nobody', 'token'], TOKEN, /no channel nobody/],
    [['connector', 'show', 'nobody'], '', /no channel nobody/],
    [['channel', 'set', CHANNEL, connector({ address: 'http://gateway.example' })], '', /https/],
    [['channel', 'set', CHANNEL, connector({ address: 'gateway' })], '', /https/],
    [['channel', 'set', CHANNEL, connector({ entityId: 'me' })], '', /32 lowercase/],
    [['channel', 'set', CHANNEL, connector({ token: TOKEN })], '', /token/],
    [['channel', 'set', CHANNEL, connector({ currencies: ['EURO'] })], '', /currencies/],
    [['channel', 'set', CHANNEL, 'connector={"kind":"carrier pigeon"}'], '', /kind/],
  ])('%j', async (args, input, message) => {
    const { code, stderr } = await admin(args, input);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});
