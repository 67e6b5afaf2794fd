/** Old payments that leave the database, month by month: which go, which stay, and how they come back. */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentRow } from '../../store/tables.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { changeSettings, createEntity, existingChannel } from '../entities/index.ts';
import { archivePayments, restorePayments, sealOf } from './archive.ts';
import { rowsOf, writeArchive } from './archive-file.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);
const vault = { keyedHash: (use: string) => (text: string) => `${use} ${text}` };
const seal = sealOf(vault);

const merchant = (await createEntity(db, { kind: 'merchant', name: 'Merchant' })).id;
const newChannel = async () =>
  (await createEntity(db, { kind: 'channel', name: 'Shop', parentId: merchant })).id;
const [id, other] = [await newChannel(), await newChannel()];
await changeSettings(db, id, { retention: { personalDataMonths: 2 } });
const channel = await existingChannel(db, id);
const records = await recordsOf(db, id);
const others = await recordsOf(db, other);

const DAY_MS = 24 * 60 * 60_000;
/** Nothing from 2026-04 on goes. */
const NOW = Date.parse('2026-06-15T12:00:00.000Z');
const FEBRUARY = Date.parse('2026-02-10T00:00:00.000Z');
const MARCH = Date.parse('2026-03-31T23:59:59.999Z');
const APRIL = Date.parse('2026-04-01T00:00:00.000Z');
const made = { created_at: FEBRUARY };

let directory = '';
beforeEach(async () => {
  for (const table of ['payments', 'registrations', 'checkouts', 'daily_sums'] as const) {
    await db.deleteFrom(table).execute();
  }
  directory = await mkdtemp(join(tmpdir(), 'archive-'));
  return () => rm(directory, { recursive: true });
});

const archive = (before?: string, from = db) =>
  archivePayments({ db: from, vault }, channel, directory, before, NOW);
const nameOf = (month: string) => join(directory, `payments-${id}-${month}.jsonl.gz`);
const rows = () => db.selectFrom('payments').selectAll().orderBy('id').execute();
const left = async () => (await rows()).map((row) => row.id);
const inFile = async (file: string) =>
  (await Array.fromAsync(rowsOf(seal, file))).map((row) => row.id);

describe('payments go', () => {
  it('into a file for each month, up to the months of personal data', async () => {
    const first = [
      await records.payment({ created_at: FEBRUARY + 1 }),
      await records.payment({ created_at: FEBRUARY }),
    ].reverse();
    const last = await records.payment({ created_at: MARCH });
    const stays = [
      await records.payment({ created_at: APRIL }),
      await others.payment({ created_at: FEBRUARY }),
    ];
    expect(await archive()).toEqual([
      { month: '2026-02', file: nameOf('2026-02'), payments: 2, kept: 0 },
      { month: '2026-03', file: nameOf('2026-03'), payments: 1, kept: 0 },
    ]);
    expect(await inFile(nameOf('2026-02'))).toEqual(first);
    expect(await inFile(nameOf('2026-03'))).toEqual([last]);
    expect(await left()).toEqual(stays.sort());
  });

  it('up to a month that is named', async () => {
    await records.payment({ created_at: FEBRUARY });
    const stays = await records.payment({ created_at: MARCH });
    expect(await archive('2026-03')).toMatchObject([{ month: '2026-02' }]);
    expect(await left()).toEqual([stays]);
    expect(await archive('2026-04')).toMatchObject([{ month: '2026-03' }]);
  });

  it.each(['2026-05', '2026-13', '2026-3', '02026-03', '2026-03-01', 'May', ''])(
    'not up to %j',
    async (before) => {
      const stays = await records.payment(made);
      await expect(archive(before)).rejects.toThrow(
        `before must be a month up to 2026-04, as yyyy-mm, because channel ${id} keeps personal ` +
          `data for 2 months, and not ${before}`,
      );
      expect(readdirSync(directory)).toEqual([]);
      expect(await left()).toEqual([stays]);
    },
  );

  it('with all that was made of them, whenever that was, each behind what it is of', async () => {
    const root = await records.payment({ ...made, id: 'f'.repeat(32) });
    const capture = await records.payment({
      ...{ created_at: NOW, id: 'e'.repeat(32), referenced_id: root },
    });
    const refund = await records.payment({
      ...{ created_at: NOW, id: 'd'.repeat(32), referenced_id: capture },
    });
    const before = await rows();
    expect(await archive()).toMatchObject([{ month: '2026-02', payments: 3, kept: 0 }]);
    expect(await inFile(nameOf('2026-02'))).toEqual([root, capture, refund]);
    expect(await left()).toEqual([]);
    const file = nameOf('2026-02');
    expect(await restorePayments({ db, vault }, file)).toEqual({ payments: 3, restored: 3 });
    expect(await rows()).toEqual(before);
  });

  it('in another file of the month where there is one', async () => {
    for (const name of ['2026-02', '2026-02.2', '2026-02.3']) {
      await records.payment(made);
      expect(await archive()).toMatchObject([{ month: '2026-02', file: nameOf(name) }]);
    }
    expect(await archive()).toEqual([]);
  });

  it('200 at a time, also those of one moment, since others wait for them', async () => {
    const all = await records.payments(450, made);
    const before = await rows();
    const changes: string[] = [];
    const watched = db.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'DeleteQueryNode' || node.kind === 'InsertQueryNode')
          changes.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    expect(await archive(undefined, watched)).toMatchObject([{ payments: 450, kept: 0 }]);
    expect(await inFile(nameOf('2026-02'))).toEqual(all);
    expect(await left()).toEqual([]);
    const file = nameOf('2026-02');
    expect(await restorePayments({ db: watched, vault }, file)).toEqual({
      payments: 450,
      restored: 450,
    });
    expect(await rows()).toEqual(before);
    // Each time the payments, and the sums of their days.
    const times = (kind: string, count: number) => Array.from({ length: count }, () => kind);
    const restoring = ['InsertQueryNode', 'DeleteQueryNode'];
    expect(changes).toEqual([
      ...times('DeleteQueryNode', 6),
      ...restoring,
      ...restoring,
      ...restoring,
    ]);
  });
});

describe('a payment stays, with all that was made of it', () => {
  it.each<[why: string, given: Partial<PaymentRow>]>([
    ['while it is pending', { state: 'pending' }],
    ['while its outcome is not known', { state: 'in_doubt' }],
    ['while something is reserved of it', { reserved: 1 }],
    ['while an instance works on it', { lease_until: 1 }],
    [
      'while its shopper has something to do',
      { next_step: '{"kind":"redirect","transactionId":""}' },
    ],
    ['while it says who the shopper was', { parameters: '{"customer.givenName":"Jane"}' }],
    ['while a card has its fingerprint', { card_fingerprint: 'print' }],
    [
      'while later payments may name it as the first of their chain, by the fingerprint of its card',
      { card_fingerprint: 'print', parameters: '{"recurringType":"INITIAL"}' },
    ],
    ['while it has the page of its shopper', { result_url: 'https://shop.example/jane' }],
  ])('%s', async (_, given) => {
    const root = await records.payment(made);
    const refund = await records.payment({ ...made, referenced_id: root });
    const goes = await records.payment({ ...made, state: 'failed' });
    for (const one of [root, refund]) {
      const before = await db
        .selectFrom('payments')
        .selectAll()
        .where('id', '=', one)
        .executeTakeFirstOrThrow();
      await db.updateTable('payments').set(given).where('id', '=', one).execute();
      await archive();
      expect(await left()).toEqual([root, refund].sort());
      await db.updateTable('payments').set(before).where('id', '=', one).execute();
    }
    expect(await inFile(nameOf('2026-02'))).toEqual([goes]);
    await archive();
    expect(await left()).toEqual([]);
  });

  it('while its checkout can be read', async () => {
    const stays = await records.payment({ ...made, checkout_id: await records.checkout({}) });
    expect(await archive()).toEqual([]);
    expect(readdirSync(directory)).toEqual([]);
    expect(await left()).toEqual([stays]);
  });

  it('while what began its chain is stored, and later payments may name it', async () => {
    const stored = await records.registration({});
    const chain = { ...made, registration_id: stored, acquirer_tx_id: 'NTR1' };
    const initial = '{"recurringType":"INITIAL"}';
    const first = await records.payment({ ...chain, parameters: initial });
    await records.payment({ ...chain, parameters: '{"recurringType":"REPEATED"}' });
    await records.payment({ ...chain, parameters: initial, acquirer_tx_id: null });
    await records.payment({ ...chain, parameters: initial, registration_id: null });
    await records.payment({
      ...{ ...chain, parameters: initial },
      registration_id: await records.registration({ deleted_at: 1 }),
    });
    await archive();
    expect(await left()).toEqual([first]);
    await db.updateTable('registrations').set({ deleted_at: 1 }).execute();
    await archive();
    expect(await left()).toEqual([]);
  });

  it.each<[why: string, change: (refund: PaymentRow) => Promise<unknown>, stay: number]>([
    [
      'changes',
      ({ id: one }) =>
        db.updateTable('payments').set({ refunded: 1 }).where('id', '=', one).execute(),
      2,
    ],
    [
      'is charged back',
      (row) =>
        db
          .insertInto('payments')
          .values({ ...row, id: '1'.repeat(32), reference: 'late', referenced_id: row.id })
          .execute(),
      3,
    ],
  ])('where it %s while its file is written', async (_, change, stay) => {
    const root = await records.payment(made);
    const refund = await records.payment({ ...made, referenced_id: root });
    await records.payment(made);
    const row = (await rows()).find((one) => one.id === refund);
    let isDone = false;
    const meanwhile = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // The last of what was made of them has been read.
        if (!isDone && result.rows.length === 0) {
          isDone = true;
          if (row) await change(row);
        }
        return result;
      },
    });
    expect(await archive(undefined, meanwhile)).toMatchObject([{ payments: 3, kept: 2 }]);
    const stayed = await rows();
    expect(stayed).toHaveLength(stay);
    // What is there is newer than the file.
    const file = nameOf('2026-02');
    expect(await restorePayments({ db, vault }, file)).toEqual({ payments: 3, restored: 1 });
    expect(await rows()).toEqual(expect.arrayContaining(stayed));
  });
});

describe('the sums of a day', () => {
  const [madeOn, settledOn] = [FEBRUARY / DAY_MS, FEBRUARY / DAY_MS + 3];
  const keep = (entity_id: string, day: number) =>
    db
      .insertInto('daily_sums')
      .values({ entity_id, day, fees: '[]', settled: '[]', made: '{}' })
      .execute();
  const kept = async () =>
    (await db.selectFrom('daily_sums').select(['entity_id', 'day']).orderBy('day').execute()).map(
      ({ entity_id, day }) => [entity_id, day],
    );

  it('are made anew once its payments have gone, and once they are back', async () => {
    await records.payment({ ...made, settled_at: settledOn * DAY_MS });
    await records.payment({ ...made, settled_at: null, state: 'failed' });
    for (const day of [madeOn, madeOn + 1, settledOn]) await keep(id, day);
    await keep(other, settledOn);
    await archive();
    const stay = [
      [id, madeOn + 1],
      [other, settledOn],
    ];
    expect(await kept()).toEqual(stay);
    for (const day of [madeOn, settledOn]) await keep(id, day);
    await restorePayments({ db, vault }, nameOf('2026-02'));
    expect(await kept()).toEqual(stay);
  });
});

it('a file of a channel that there is not is refused', async () => {
  const unknown = 'f'.repeat(32);
  const file = nameOf('2026-02');
  async function* none() {}
  await writeArchive(seal, file, { channel: unknown, month: '2026-02' }, none());
  await expect(restorePayments({ db, vault }, file)).rejects.toThrow(
    `${file} is of channel ${unknown}, which there is not`,
  );
});
