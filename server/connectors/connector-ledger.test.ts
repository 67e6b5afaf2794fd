/** The ledger that the gateway lends to connectors: the same for two instances, and decided once. */
import { randomBytes } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../store/database.ts';
import { openTestDatabase } from '../tests/support/test-database.ts';
import { openConnectorLedger } from './connector-ledger.ts';

const { db, location, drop } = await openTestDatabase();
const other = await openDatabase(location);
afterAll(async () => {
  await other.destroy();
  await drop();
});
const CHANNEL = '0'.repeat(32);
await db
  .insertInto('entities')
  .values({
    ...{ id: CHANNEL, kind: 'channel', parent_id: null, name: 'Ledger' },
    ...{ settings: '{}', clock_offset_ms: 0, created_at: 0 },
  })
  .execute();

const ledger = openConnectorLedger(db, 'tested');
const second = openConnectorLedger(other, 'tested');
const answer = (resultCode: string) => ({ resultCode, details: {} });
const [PENDING, APPROVED, FAILED] = ['000.200.000', '000.100.112', '900.100.500'].map(answer) as [
  ReturnType<typeof answer>,
  ReturnType<typeof answer>,
  ReturnType<typeof answer>,
];
const request = () => ({
  reference: randomBytes(16).toString('hex'),
  referenced: '',
  channelId: CHANNEL,
  paymentType: 'DB',
  paymentBrand: 'SOFORTUEBERWEISUNG',
  amount: 9_200,
  currency: 'EUR',
  mode: 'EXTERNAL' as const,
  parameters: {},
});

const makeDue = () =>
  db
    .updateTable('connector_requests')
    .set({ tell_at: 0 })
    .where('tell_at', 'is not', null)
    .execute();

it('decides a reference once, whichever instance comes first', async () => {
  const asked = request();
  await ledger.begin(asked, PENDING);
  const [one, two] = await Promise.all([
    ledger.decide(asked.reference, APPROVED),
    second.decide(asked.reference, FAILED),
  ]);
  expect(one).toEqual(two);
  expect(await second.ask(asked.reference)).toEqual(one);
  expect(await second.begin(asked, PENDING)).toEqual(one);
});

it('answers a request that was blocked before it arrived with what it was blocked with', async () => {
  const asked = request();
  expect(await ledger.blockReference(asked.reference, FAILED)).toEqual(FAILED);
  expect(await second.begin(asked, PENDING)).toEqual(FAILED);
  expect(await ledger.decide(asked.reference, APPROVED, { later: true })).toEqual(FAILED);
});

it('tells a later decision to one instance, again until it is taken, and never after', async () => {
  const asked = request();
  await ledger.begin(asked, PENDING);
  await second.decide(asked.reference, APPROVED, { later: true });
  const told: string[] = [];
  const tell = (isTaken: boolean) => async (reference: string) => {
    told.push(reference);
    return isTaken;
  };
  await Promise.all([ledger.tellDecided(tell(false)), second.tellDecided(tell(false))]);
  expect(told).toEqual([asked.reference]);
  await makeDue();
  await second.tellDecided(() => Promise.reject(new Error('busy')));
  await makeDue();
  await ledger.tellDecided(tell(true));
  await makeDue();
  await second.tellDecided(tell(true));
  expect(told).toEqual([asked.reference, asked.reference]);
});

it('shows a connector nothing of another one', async () => {
  const asked = request();
  await ledger.begin(asked, PENDING);
  const stranger = openConnectorLedger(db, 'another');
  expect(await stranger.ask(asked.reference)).toBeUndefined();
  expect(await stranger.listOpen()).toEqual([]);
  expect((await second.listOpen()).map(({ reference }) => reference)).toContain(asked.reference);
});
