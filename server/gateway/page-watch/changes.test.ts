/** What has changed on payment pages, and how a merchant is told. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { simulatedGateway } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { createEntity } from '../entities/index.ts';
import { type PageChange, publishPageChanges, recordChange } from './changes.ts';

const HOUR_MS = 60 * 60_000;
const { db, vault, drop, merchantId, subscribe } = await openSubscribedChannel();
afterAll(drop);
const logged: unknown[] = [];
const gateway = {
  ...simulatedGateway(db, vault),
  warn: (about: object, what: string) => void logged.push([about, what]),
};
const channelOf = async () =>
  (await createEntity(db, { kind: 'channel', name: 'Channel', parentId: merchantId })).id;
let channel = '';
beforeEach(async () => {
  await db.deleteFrom('page_changes').execute();
  logged.length = 0;
  channel = await channelOf();
  await subscribe({ entityId: channel });
});

const record = (change: PageChange, channelId = channel) =>
  db.transaction().execute((trx) => recordChange(trx, channelId, change));
const recorded = () =>
  db.selectFrom('page_changes').selectAll().where('channel_id', '=', channel).execute();
const told = async (channelId = channel) =>
  (
    await db
      .selectFrom('messages')
      .selectAll()
      .where('type', '=', 'PAGE_WATCH')
      .where('channel_id', '=', channelId)
      .execute()
  ).map(({ body }) => JSON.parse(body).payload.pageWatch);

describe('a change', () => {
  it('is kept as it was, to be told', async () => {
    await record({ kind: 'NEW_SCRIPT', subject: 'blob:', detail: { integrity: 'x' } });
    expect(await recorded()).toEqual([
      {
        ...{ channel_id: channel, once: expect.any(String), kind: 'NEW_SCRIPT', subject: 'blob:' },
        ...{ detail: '{"integrity":"x"}', at: expect.any(Number), told_at: null },
      },
    ]);
  });

  it('that goes on is kept once a day, of each kind and subject', async () => {
    const change = { kind: 'REJECTED_SCRIPT', subject: 'blob:', isDaily: true } as const;
    for (let n = 0; n < 2; n++) {
      await record(change);
      await record({ ...change, subject: 'other' });
      await record({ ...change, kind: 'TOO_MANY_SCRIPTS' });
    }
    expect((await recorded()).map(({ kind, subject }) => `${kind} ${subject}`).sort()).toEqual([
      ...['REJECTED_SCRIPT blob:', 'REJECTED_SCRIPT other', 'TOO_MANY_SCRIPTS blob:'],
    ]);
    const today = Math.floor(Date.now() / (24 * HOUR_MS));
    expect((await recorded()).map(({ once }) => Number(once.split(' ')[0]))).toEqual([
      ...[today, today, today],
    ]);
  });

  it('that comes again is another one', async () => {
    for (let n = 0; n < 2; n++) await record({ kind: 'HEADERS_CHANGED', subject: 'page' });
    expect(await recorded()).toHaveLength(2);
  });
});

describe('the merchant is told', () => {
  it('of 20 at most, the first ones, and how many more there are', async () => {
    for (let n = 0; n < 23; n++) {
      await record({ kind: 'NEW_SCRIPT', subject: `script ${n}`, detail: { id: `${n}` } });
      await db
        .updateTable('page_changes')
        .set({ at: 1_000_000 - n })
        .where('subject', '=', `script ${n}`)
        .execute();
    }
    expect(await publishPageChanges(gateway)).toBe(1);
    const [{ changes, more }] = (await told()) as [
      { changes: { subject: string }[]; more: number },
    ];
    expect(more).toBe(3);
    expect(changes.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 20 }, (_, n) => `script ${22 - n}`),
    );
    expect(changes[0]).toMatchObject({ kind: 'NEW_SCRIPT', id: '22', at: expect.any(String) });
    expect(await publishPageChanges(gateway)).toBe(0);
  });

  it('of what comes later an hour later, and of all channels apart', async () => {
    const other = await channelOf();
    await subscribe({ entityId: other });
    await record({ kind: 'NEW_SCRIPT', subject: 'first' });
    await publishPageChanges(gateway);
    await record({ kind: 'NEW_SCRIPT', subject: 'second' });
    await record({ kind: 'NEW_SCRIPT', subject: 'elsewhere' }, other);
    expect(await publishPageChanges(gateway)).toBe(1);
    expect(await told(other)).toMatchObject([{ changes: [{ subject: 'elsewhere' }], more: 0 }]);
    await db
      .updateTable('page_changes')
      .set((eb) => ({ told_at: eb('told_at', '-', HOUR_MS + 1_000) }))
      .execute();
    expect(await publishPageChanges(gateway)).toBe(1);
    expect((await told()).map(({ changes }) => changes[0].subject).sort()).toEqual([
      ...['first', 'second'],
    ]);
  });

  it('once, where two instances come at the same time', async () => {
    await record({ kind: 'NEW_SCRIPT', subject: 'a' });
    await Promise.all([publishPageChanges(gateway), publishPageChanges(gateway)]);
    expect([(await told()).length, logged.length]).toEqual([1, 1]);
  });

  it('in the log too, by kinds alone', async () => {
    await record({ kind: 'NEW_VIOLATION', subject: 'inline' });
    for (const subject of ['a', 'b']) await record({ kind: 'NEW_SCRIPT', subject });
    await publishPageChanges(gateway);
    expect(logged).toEqual([
      [
        { channel, changes: 3, kinds: ['NEW_SCRIPT', 'NEW_VIOLATION'] },
        'payment pages have changed',
      ],
    ]);
  });

  it('of nothing where the channel is gone', async () => {
    await record({ kind: 'NEW_SCRIPT', subject: 'a' }, 'gone');
    expect(await publishPageChanges(gateway)).toBe(1);
    expect([logged, await publishPageChanges(gateway)]).toEqual([[], 0]);
  });

  it('of 50 channels at a time', async () => {
    for (let n = 0; n < 51; n++) await record({ kind: 'NEW_SCRIPT', subject: 'a' }, `gone ${n}`);
    expect(await publishPageChanges(gateway)).toBe(50);
    expect(await publishPageChanges(gateway)).toBe(1);
  });
});

it('an instance without a log tells all the same', async () => {
  await record({ kind: 'NEW_SCRIPT', subject: 'a' });
  expect(await publishPageChanges(simulatedGateway(db, vault))).toBe(1);
  expect(await told()).toHaveLength(1);
});
