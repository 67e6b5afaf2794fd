/** Who hears of card testing: the merchant, the log, the operator; and how a lock is taken away (D21). */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../gateway/entities/entities.ts';
import { purgeRisk } from '../../gateway/risk/purge.ts';
import { closeDatabase, openDatabase } from '../../store/database.ts';
import { blocksOf, runShell } from '../guides/guide-code.ts';
import { cardNumber } from '../support/card-numbers.ts';
import { DEMO, startServer } from '../support/gateway-process.ts';
import { withinOneHour, withinOneMinute } from '../support/one-window.ts';
import { startReceiver } from '../support/receiver.ts';
import { runAdmin } from '../support/run-admin.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { CARD, type Fields, startAlone } from '../support/test-gateway.ts';
import { withoutIds } from '../support/without-ids.ts';
import { read, subscribe } from '../webhooks/subscribe.ts';

const DECLINE = '800.100.152';
const declining: Fields = { 'customParameters[simulator.result]': DECLINE };
const stolen = (n: number) => cardNumber('42424242', n);

const test = await startAlone({ delivers: true });
const receiver = await startReceiver();
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
const { db } = test.gateway;

async function pay(number: string, merchant: Fields = declining): Promise<string> {
  const id = await test.createCheckout(merchant);
  const { body } = await test.call(`/v1/checkouts/${id}/payment`, {
    ...CARD,
    'card.number': number,
  });
  return body.result.code;
}

beforeEach(async () => {
  await withinOneHour();
  await test.set({ cardTesting: {} });
  await db.deleteFrom('risk_windows').execute();
  await db.deleteFrom('risk_trips').execute();
});

it('the merchant is told once a window, and not for each card', async () => {
  const { secret } = await subscribe(test, receiver, { types: 'RISK' });
  for (let n = 0; n < 12; n += 1) await pay(stolen(n));
  // One for the card's rule, one for the address's or the bank's: whatever tripped, once.
  const trips = await db.selectFrom('risk_trips').selectAll().execute();
  const received = await receiver.until(1 + trips.length);
  const told = received.slice(1).map((call) => read(call, secret).message);
  expect(told.map(({ type, action }) => [type, action])).toEqual(
    trips.map(() => ['RISK', 'CREATED']),
  );
  expect(new Set(told.map(({ payload }) => payload.risk.rule))).toEqual(
    new Set(trips.map(({ rule }) => rule)),
  );
  const [{ payload }] = told as [{ payload: Record<string, unknown> }];
  expect(payload).toMatchObject({
    entityId: test.entityId,
    risk: { action: 'CHALLENGE', from: expect.stringMatching(/^20/), until: expect.any(String) },
    result: { code: expect.stringMatching(/^800\.120\./) },
  });
  expect(trips.reduce((sum, { attempts }) => sum + attempts, 0)).toBeGreaterThan(trips.length);
  expect(withoutIds(told)).not.toMatch(/4242|127\.0\.0\.1/);
});

it('the log has a line, without card and address', async () => {
  const lines: object[] = [];
  const gateway = test.gateway as { warn?: (about: object, message: string) => void };
  gateway.warn = (about, message) => void lines.push({ ...about, message });
  for (let n = 0; n < 9; n += 1) await pay(stolen(n));
  delete gateway.warn;
  expect(lines.length).toBeGreaterThan(0);
  expect(lines[0]).toMatchObject({
    channel: test.entityId,
    action: 'challenge',
    message: 'a rule against card testing has tripped',
  });
  expect(withoutIds(lines)).not.toMatch(/4242|127\.0\.0\.1/);
});

it('what is over is forgotten, and no more', async () => {
  await pay(stolen(1));
  const before = await db.selectFrom('risk_windows').select('rule').execute();
  await purgeRisk(db);
  expect(await db.selectFrom('risk_windows').select('rule').execute()).toHaveLength(before.length);
  await db
    .updateTable('risk_windows')
    .set({ purge_at: 1 })
    .where('rule', '=', 'bin/hour')
    .execute();
  await purgeRisk(db);
  const after = await db.selectFrom('risk_windows').select('rule').execute();
  expect(after).toHaveLength(before.length - 1);
});

describe('a setting that is wrong is refused, naming it', () => {
  it.each([
    [{ limits: { 'cards/hour': { refuse: 3 } } }, /cards\/hour/],
    [{ limits: { 'card/week': { refuse: 3 } } }, /card\/week/],
    [{ limits: { 'card/hour': { refuse: 0 } } }, /refuse/],
    [{ limits: { 'card/hour': { deny: 3 } } }, /deny/],
    [{ trustedAddresses: ['203.0.113.0/33'] }, /address or a network/],
    [{ trustedAddresses: ['shop.example'] }, /address or a network/],
    [{ challenge: 'yes' }, /challenge/],
  ])('%j', async (cardTesting, message) => {
    await expect(test.set({ cardTesting })).rejects.toThrow(message);
  });
});

describe('two instances on one database', () => {
  it('count together, and one command unlocks both', { timeout: 600_000 }, async () => {
    const database = await createTestDatabase();
    const { dataDir, databaseUrl } = database.location;
    const environment = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const servers = [await startServer(environment), await startServer(environment)] as const;
    const own = await openDatabase(database.location);
    try {
      await changeSettings(own, DEMO.DEMO_ENTITY_ID, { cardTesting: {} });
      await withinOneHour(180_000);
      const post = async (n: number, path: string, fields: Fields) => {
        const answer = await fetch(`${servers[n % 2]?.url}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
          body: new URLSearchParams(fields as Record<string, string>),
        });
        return answer.json();
      };
      const payAt = async (n: number, merchant: Fields = declining): Promise<string> => {
        const asks = { amount: '1.00', currency: 'EUR', paymentType: 'DB', ...merchant };
        const { id } = await post(n, '/v1/checkouts', asks);
        const card = { ...CARD, 'card.number': stolen(1) };
        return (await post(n, `/v1/checkouts/${id}/payment`, card)).result.code;
      };
      // Without its workbench an instance has no bank that could challenge: two tries reach no bank.
      const codes = await Promise.all(Array.from({ length: 20 }, (_, n) => payAt(n)));
      expect(codes.filter((code) => code === DECLINE)).toHaveLength(4);
      expect(codes.filter((code) => code === '800.120.101')).toHaveLength(14);

      const admin = async (...words: string[]) => {
        const { code, stdout, stderr } = await runAdmin(words, environment);
        return code === 0 ? JSON.parse(stdout) : stderr;
      };
      const listed = await admin('risk', 'list', DEMO.DEMO_ENTITY_ID);
      expect(listed).toMatchObject({ isOn: true, challenge: true });
      expect(listed.rules).toContainEqual(
        expect.objectContaining({ rule: 'card/hour', challenge: 4, refuse: 6, counted: 18 }),
      );
      expect(listed.trips).toContainEqual(
        expect.objectContaining({ rule: 'card/hour', action: 'refuse', attempts: 14 }),
      );
      const { id: payment } = await own
        .selectFrom('payments')
        .select('id')
        .executeTakeFirstOrThrow();
      expect(await payAt(0, {})).toBe('800.120.101');
      const unlock = ['risk', 'unlock', DEMO.DEMO_ENTITY_ID];
      expect(await admin(...unlock, 'card=4242')).toMatch(/card= is none of/);
      expect(await admin(...unlock, 'payment=nothing')).toMatch(/no card payment nothing/);
      expect(await admin(...unlock, 'checkout=nothing')).toMatch(/has no checkout nothing/);
      expect(await admin(...unlock, 'address=nonsense')).toBe('address must be an IP address\n');
      expect(await admin('risk', 'list', 'nothing')).toMatch(/no channel nothing/);
      const { unlocked } = await admin(...unlock, `payment=${payment}`, 'address=127.0.0.1');
      expect(unlocked).toBeGreaterThan(0);
      expect(await payAt(0, {})).toBe('000.100.110');
      expect(await payAt(1, {})).toBe('000.100.110');
      const guide = await runShell(blocksOf('docs/operations.md', 'sh card-testing').join(''), {
        ...environment,
        CHANNEL: DEMO.DEMO_ENTITY_ID,
      });
      expect([guide.code, guide.stderr]).toEqual([0, '']);
      expect(guide.stdout).toMatch(/"trustedAddresses": \[\s+"203.0.113.0\/24"/);
      expect(Number(/"unlocked": (\d+)/.exec(guide.stdout)?.[1])).toBeGreaterThan(3);

      const guess = async (n: number) => {
        const headers = { authorization: `Bearer guess-${n}` };
        return (await fetch(`${servers[n % 2]?.url}/v1/payments/x`, { headers })).status;
      };
      await withinOneMinute();
      const guesses = await Promise.all(Array.from({ length: 70 }, (_, n) => guess(n)));
      expect(guesses.filter((status) => status === 403)).toHaveLength(60);
      expect([await guess(0), await guess(1)]).toEqual([429, 429]);
      expect(await payAt(1, {})).toBe('000.100.110');
    } finally {
      await closeDatabase(own);
      await Promise.all(servers.map((server) => server.kill()));
      await database.drop();
    }
  });
});
