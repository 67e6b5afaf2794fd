/** Old payments that leave the database for a file, and come back. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../admin/commands.ts';
import { readConfig } from '../../config.ts';
import { keepDailySums } from '../../reporting/daily-sums.ts';
import { type Merchant, startMerchant } from '../../tests/support/merchant.ts';
import { withinOneDay } from '../../tests/support/one-window.ts';
import { shopperOf } from '../../tests/support/shopper.ts';
import { findChannel } from '../entities/index.ts';
import { newId } from '../ids.ts';
import { archivePayments, endRetention, restorePayments, sealOf } from './index.ts';

const DAY_MS = 24 * 60 * 60_000;
await withinOneDay();
const NOW = Date.now();
const LATER = NOW + 800 * DAY_MS;
const MONTH = new Date(NOW).toISOString().slice(0, 7);
const MONEY = { amount: '5.00', currency: 'EUR' };
const SHOPPER = { 'customer.email': 'jane@example.com', 'card.holder': 'Jane Jones' };

let merchant: Merchant;
let directory = '';
beforeAll(async () => {
  merchant = await startMerchant();
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'archive-'));
  return () => rm(directory, { recursive: true });
});
afterAll(() => merchant[Symbol.asyncDispose]());

const channelOf = async () => {
  const channel = await findChannel(merchant.gateway.db, merchant.entityId);
  if (!channel) throw new Error('no channel');
  return channel;
};
/** As 800 days later, when nothing of these days says who the shopper was. */
const archive = async (before?: string) =>
  archivePayments(merchant.gateway, await channelOf(), directory, before, LATER);
const anonymise = () => endRetention(merchant.gateway.db, LATER);
const rows = () => merchant.gateway.db.selectFrom('payments').selectAll().orderBy('id').execute();
const read = (id: string) => merchant.call(`/v1/query/${id}?entityId=${merchant.entityId}`);
const command = (name: string, words: string[], options = {}) =>
  COMMANDS[name]?.(
    merchant.gateway.db,
    words,
    options,
    readConfig({ DATA_DIR: merchant.dataDir }),
    'machine',
  );

/** A payment that was captured and given back in part, and two more. */
async function makePayments() {
  const id = await merchant.paymentId({ ...SHOPPER, paymentType: 'PA' });
  const { body: capture } = await merchant.refer(id, { paymentType: 'CP', ...MONEY });
  await merchant.refer(capture.id, { paymentType: 'RF', amount: '2.00', currency: 'EUR' });
  const failed = await merchant.payment({ 'card.number': '4200000000001016' });
  return { id, failed: failed.body.id, other: await merchant.paymentId(SHOPPER) };
}

async function settlement() {
  const day = new Date(NOW).toISOString().slice(0, 10);
  const { body } = await merchant.call(
    `/reports/v1/reconciliations/aggregations?entityId=${merchant.entityId}&date.from=${day}&date.to=${day}`,
  );
  return body.aggregations;
}

describe('a month whose personal data are gone', () => {
  beforeEach(async () => {
    await merchant.gateway.db
      .deleteFrom('payments')
      .where('referenced_id', 'is not', null)
      .execute();
    await merchant.gateway.db.deleteFrom('payments').execute();
    await merchant.gateway.db.deleteFrom('retention').execute();
  });

  it('goes into a file, and comes back as it was', async () => {
    const { id, failed } = await makePayments();
    await anonymise();
    const before = await rows();
    const sums = await settlement();
    const file = join(directory, `payments-${merchant.entityId}-${MONTH}.jsonl.gz`);
    expect(await archive()).toEqual([{ month: MONTH, file, payments: 5, kept: 0 }]);
    expect(await readdir(directory)).toEqual([file.slice(directory.length + 1)]);
    expect(await rows()).toEqual([]);
    expect((await read(id)).status).toBe(404);
    expect(await settlement()).toEqual([]);

    expect(await command('archive show', [file])).toEqual({
      channel: merchant.entityId,
      month: MONTH,
      payments: 5,
    });
    const family = await command('archive show', [file], { payment: id });
    expect(family).toMatchObject([
      { id, type: 'PA', amount: 9200 },
      { type: 'CP', referencedId: id, amount: 500 },
      { type: 'RF', amount: 200 },
    ]);
    expect(await command('archive show', [file], { payment: failed })).toMatchObject([
      { id: failed, state: 'failed' },
    ]);

    expect(await command('archive restore', [file])).toEqual({ payments: 5, restored: 5 });
    expect(await rows()).toEqual(before);
    expect((await read(id)).body).toMatchObject({ id, amount: '92.00' });
    expect(await settlement()).toEqual(sums);
    // Once more changes nothing.
    expect(await command('archive restore', [file])).toEqual({ payments: 5, restored: 0 });
    expect(await rows()).toEqual(before);
  });

  it('takes sums of its days that were kept along, and brings none back that are wrong', async () => {
    await makePayments();
    await anonymise();
    const { db } = merchant.gateway;
    await keepDailySums(db, NOW + 3 * DAY_MS);
    const sums = await settlement();
    const [{ file = '' } = {}] = await archive();
    expect(await settlement()).toEqual([]);
    await keepDailySums(db, NOW + 3 * DAY_MS);
    await restorePayments(merchant.gateway, file);
    expect(await settlement()).toEqual(sums);
  });

  it('is a second file where payments of the month were left at first', async () => {
    const first = await merchant.paymentId();
    const undecided = await merchant.paymentId();
    const { db } = merchant.gateway;
    await anonymise();
    const inState = (state: 'in_doubt' | 'succeeded') =>
      db.updateTable('payments').set({ state }).where('id', '=', undecided).execute();
    await inState('in_doubt');
    expect(await archive()).toMatchObject([{ payments: 1, kept: 0 }]);
    expect((await rows()).map(({ id }) => id)).toEqual([undecided]);
    await inState('succeeded');
    const [again] = await archive();
    expect(again).toMatchObject({ payments: 1, file: expect.stringMatching(/\.2\.jsonl\.gz$/) });
    expect(await rows()).toEqual([]);
    for (const name of await readdir(directory))
      await restorePayments(merchant.gateway, join(directory, name));
    expect((await rows()).map(({ id }) => id).sort()).toEqual([first, undecided].sort());
  });

  it.each([
    ['has no result yet', { state: 'pending' }],
    ['has an operation under way', { reserved: 500 }],
    ['belongs to a checkout that can still be read', { checkout_id: 'checkout' }],
    ['says who the shopper was', { card_holder: 'jane jones' }],
    ['has parameters of the shopper', { parameters: '{"customer.email":"jane@example.com"}' }],
  ] as const)('stays, with all that belongs together, where one of them %s', async (_, change) => {
    const { id } = await makePayments();
    const { db } = merchant.gateway;
    await anonymise();
    if ('checkout_id' in change) {
      const checkout = await merchant.createCheckout();
      await db
        .updateTable('payments')
        .set({ checkout_id: checkout })
        .where('type', '=', 'RF')
        .execute();
    } else {
      await db.updateTable('payments').set(change).where('type', '=', 'RF').execute();
    }
    expect(await archive()).toMatchObject([{ payments: 2 }]);
    expect((await rows()).map(({ type }) => type).sort()).toEqual(['CP', 'PA', 'RF']);
    expect((await read(id)).status).toBe(200);
    expect(await archive()).toEqual([]);
  });

  it.each([
    ['changes', (id: string) => ({ id, changes: { refunded: 1 } })],
    ['is given back', (id: string) => ({ id, changes: undefined })],
  ])('stays, with all that belongs together, where one of them %s meanwhile', async (_, wanted) => {
    await makePayments();
    const { db } = merchant.gateway;
    await anonymise();
    const capture = (await rows()).find(({ type }) => type === 'CP');
    if (!capture) throw new Error('no capture');
    const { id, changes } = wanted(capture.id);
    let isDone = false;
    const meanwhile = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // The last of what belongs together has been read.
        if (!isDone && result.rows.length === 0) {
          isDone = true;
          if (changes) await db.updateTable('payments').set(changes).where('id', '=', id).execute();
          else {
            const refund = { ...capture, id: 'e'.repeat(32), referenced_id: id, reference: 'late' };
            await db.insertInto('payments').values(refund).execute();
          }
        }
        return result;
      },
    });
    expect(
      await archivePayments(
        { ...merchant.gateway, db: meanwhile },
        await channelOf(),
        directory,
        undefined,
        LATER,
      ),
    ).toMatchObject([{ payments: 5, kept: 3 }]);
    expect(
      (await rows())
        .map(({ type }) => type)
        .toSorted()
        .slice(-2),
    ).toEqual(['PA', 'RF']);
    const [name = ''] = await readdir(directory);
    const left = await rows();
    await restorePayments(merchant.gateway, join(directory, name));
    // What is there is newer than the file.
    expect(await rows()).toEqual(expect.arrayContaining(left));
  });

  it('keeps the first payment of a chain, which later ones name', async () => {
    const { body } = await merchant.payment({
      ...{ 'standingInstruction.mode': 'INITIAL', 'standingInstruction.source': 'CIT' },
      'standingInstruction.type': 'UNSCHEDULED',
    });
    await anonymise();
    expect(await archive()).toEqual([]);
    const repeated = await merchant.payment({
      ...{ 'standingInstruction.mode': 'REPEATED', 'standingInstruction.source': 'MIT' },
      ...{ 'standingInstruction.type': 'UNSCHEDULED', 'card.cvv': undefined },
      'customParameters[NTR]': body.resultDetails.acquirerTxId9,
    });
    expect(repeated.status, JSON.stringify(repeated.body)).toBe(200);
  });

  it('keeps that of a chain without a card while its account is stored', async () => {
    const { call, entityId } = merchant;
    const { body: begun } = await call('/v1/payments', {
      ...{ entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB', paymentBrand: 'PAYPAL' },
      ...{ createRegistration: 'true', recurringType: 'INITIAL' },
      shopperResultUrl: 'https://shop.example/result',
    });
    await shopperOf(merchant).visitWallet(begun.redirect.url, 'accept');
    const { body: first } = await read(begun.id);
    await anonymise();
    expect(await archive()).toEqual([]);
    const repeated = await call(`/v1/registrations/${first.registrationId}/payments`, {
      ...{ entityId, ...MONEY, paymentType: 'DB', recurringType: 'REPEATED' },
      'customParameters[NTR]': first.resultDetails.acquirerTxId9,
    });
    expect(repeated.status, JSON.stringify(repeated.body)).toBe(200);

    await merchant.unregister(first.registrationId);
    await anonymise();
    expect(await archive()).toMatchObject([{ payments: 2 }]);
  });

  it('has a payment with more captures than one statement brings back', async () => {
    const { db } = merchant.gateway;
    const id = await merchant.paymentId({ paymentType: 'PA' });
    await merchant.refer(id, { paymentType: 'CP', ...MONEY });
    await anonymise();
    const [capture] = (await rows()).filter(({ referenced_id }) => referenced_id === id);
    if (!capture) throw new Error('no capture');
    for (let copy = 0; copy < 1_300; copy++) {
      const another = { ...capture, id: newId(), reference: `captured ${copy}` };
      await db.insertInto('payments').values(another).execute();
    }
    const before = await rows();
    const [{ file = '' } = {}] = await archive();
    expect(await rows()).toEqual([]);
    expect(await restorePayments(merchant.gateway, file)).toEqual({
      payments: 1_302,
      restored: 1_302,
    });
    expect(await rows()).toEqual(before);
  });

  it('is more than is read at once', async () => {
    const { db } = merchant.gateway;
    await merchant.paymentId();
    await anonymise();
    const [row] = await rows();
    if (!row) throw new Error('no payment');
    for (let copy = 0; copy < 650; copy++) {
      const another = { ...row, id: newId(), reference: `archived ${copy}` };
      await db.insertInto('payments').values(another).execute();
    }
    const before = await rows();
    const [{ file = '' } = {}] = await archive();
    expect(await rows()).toEqual([]);
    expect(await restorePayments(merchant.gateway, file)).toEqual({ payments: 651, restored: 651 });
    expect(await rows()).toEqual(before);
  });

  it('is refused while its personal data are kept, and what is no month', async () => {
    await makePayments();
    const last = new Date(LATER);
    const first = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - 23));
    for (const before of [first.toISOString().slice(0, 7), '2024-13', 'May', '']) {
      await expect(archive(before)).rejects.toThrow(
        new RegExp(
          `before must be a month up to \\d{4}-\\d{2}.* keeps personal data for 24 months, and not ${before}$`,
        ),
      );
    }
    await expect(
      archivePayments(merchant.gateway, await channelOf(), directory, MONTH),
    ).rejects.toThrow('before must be a month');
    expect(await readdir(directory)).toEqual([]);
    expect(await rows()).toHaveLength(5);
  });

  it('stays where its file cannot be written', async () => {
    await makePayments();
    await anonymise();
    const nowhere = join(directory, 'nothing', 'here');
    await expect(
      archivePayments(merchant.gateway, await channelOf(), nowhere, undefined, LATER),
    ).rejects.toThrow(/nothing\/here\/.*cannot be written: ENOENT/);
    expect(await rows()).toHaveLength(5);
  });
});

describe('a file', () => {
  let file = '';
  let lines: string[] = [];
  beforeEach(async () => {
    await makePayments();
    await anonymise();
    const [month] = await archive();
    file = month?.file ?? '';
    lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  });
  const write = (changed: readonly string[]) =>
    writeFileSync(file, gzipSync(`${changed.join('\n')}\n`));

  it.each<[string, () => void, RegExp]>([
    ['was cut off', () => write(lines.slice(0, -1)), /cut off, changed/],
    ['lost a line', () => write(lines.toSpliced(2, 1)), /cut off, changed/],
    [
      'was changed, with the hash of that,',
      () => {
        const body = lines.slice(0, -1).map((line) => line.replace('9200', '9900'));
        const sha256 = createHash('sha256').update(`${body.join('\n')}\n`);
        write([...body, JSON.stringify({ payments: 5, seal: sha256.digest('hex') })]);
      },
      /changed/,
    ],
    [
      'has another amount',
      () => write(lines.map((line) => line.replace('9200', '9900'))),
      /changed/,
    ],
    ['goes on', () => write([...lines, lines[1] ?? '']), /goes on behind its end/],
    [
      'is cut in the middle of a byte',
      () => writeFileSync(file, readFileSync(file).subarray(0, -9)),
      /cannot be read/,
    ],
    ['is not compressed', () => writeFileSync(file, lines.join('\n')), /cannot be read/],
    ['is no archive', () => write(['{"format":"another"}']), /is no archive of payments/],
    ['is no JSON', () => write(['hello']), /cannot be read/],
    ['is empty', () => writeFileSync(file, ''), /cannot be read|no archive|cut off/],
    ['is not there', () => (file = `${file}.gone`), /cannot be read: ENOENT/],
  ])('that %s brings nothing back, and says so', async (_, spoil, why) => {
    spoil();
    await expect(command('archive restore', [file])).rejects.toThrow(why);
    await expect(command('archive show', [file], { payment: 'none' })).rejects.toThrow(why);
    expect(await rows()).toEqual([]);
  });

  /** With the seal of what is in it. */
  const writeWhole = (body: readonly string[]) => {
    const sha256 = createHash('sha256')
      .update(`${body.join('\n')}\n`)
      .digest('hex');
    const seal = sealOf(merchant.gateway.vault)(sha256);
    write([...body, JSON.stringify({ payments: body.length - 1, seal })]);
  };

  it('of one channel brings back nothing of another, and names the payment', async () => {
    const last = JSON.parse(lines.at(-2) ?? '');
    const foreign = JSON.stringify({ ...last, entity_id: 'f'.repeat(32) });
    writeWhole([...lines.slice(0, -2), foreign]);
    await expect(command('archive restore', [file])).rejects.toThrow(
      `is of channel ${merchant.entityId}, but payment ${last.id} in it is of channel ${'f'.repeat(32)}`,
    );
    expect(await rows()).toEqual([]);
  });

  it('of a channel that there is not is refused', async () => {
    const other = lines.map((line) => line.replaceAll(merchant.entityId, 'f'.repeat(32)));
    writeWhole(other.slice(0, -1));
    await expect(command('archive restore', [file])).rejects.toThrow(
      `is of channel ${'f'.repeat(32)}, which there is not`,
    );
  });

  it('has no payment of another id', async () => {
    await expect(command('archive show', [file], { payment: 'f'.repeat(32) })).rejects.toThrow(
      `has no payment ${'f'.repeat(32)}`,
    );
  });
});

describe('the command', () => {
  it('needs an entity with channels, a directory, a file', async () => {
    await expect(command('archive create', [merchant.entityId])).rejects.toThrow('archive create');
    await expect(command('archive create', ['unknown', directory])).rejects.toThrow(
      'there is no channel in entity unknown',
    );
    await expect(command('archive show', [])).rejects.toThrow('archive show');
    await expect(command('archive restore', [])).rejects.toThrow('archive restore');
    // By the real clock nothing is old enough.
    expect(await command('archive create', [merchant.entityId, directory])).toEqual([]);
  });
});
