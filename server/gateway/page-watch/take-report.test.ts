/** What is kept of the scripts that a form reports. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { type ChannelSettings, changeSettings, createEntity } from '../entities/index.ts';
import type { ApiError } from '../requests/index.ts';
import { decide } from './script-decisions.ts';
import { type PageReport, takePageReport } from './take-report.ts';

const SHOP = 'https://shop.example';
const CDN = 'https://cdn.example';
const OWN = 'https://gateway.example/v1/';
const INLINE = `sha256-${'b'.repeat(43)}=`;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const { db, vault, drop, merchantId } = await openSubscribedChannel();
afterAll(drop);
const gateway = simulatedGateway(db, vault);

let channel = '';
let records: Awaited<ReturnType<typeof recordsOf>>;
let shopper = 0;
beforeEach(async () => {
  const named = { kind: 'channel', name: 'Channel', parentId: merchantId } as const;
  channel = (await createEntity(db, named)).id;
  await set({});
  records = await recordsOf(db, channel);
});
const set = (more: Partial<Record<keyof ChannelSettings, unknown>>) =>
  changeSettings(db, channel, { pageWatch: { share: 100 }, origins: [SHOP], ...more });

/** Each of a checkout and an address of its own, but where the test says another. */
const report = async (scripts: readonly string[], sent: Partial<PageReport> = {}) => {
  shopper += 1;
  await takePageReport(gateway, await records.openCheckout({}), {
    pairs: scripts.map((script) => ['script', script]),
    ...{ origin: SHOP, ip: `203.0.${shopper >> 8}.${shopper & 255}`, ...sent },
  });
};
const rows = () =>
  db
    .selectFrom('page_scripts')
    .selectAll()
    .where('channel_id', '=', channel)
    .orderBy('source')
    .execute();
const kept = async () => (await rows()).map(({ source }) => source);
const changes = async () =>
  (
    await db
      .selectFrom('page_changes')
      .selectAll()
      .where('channel_id', '=', channel)
      .orderBy('kind')
      .execute()
  ).map(({ kind, subject, detail }) => [kind, subject, JSON.parse(detail)]);
const verdict = { justification: 'Known', by: 'machine' };
const addresses = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => `${CDN}/${name}/${n}.js`);
/** Scripts that were seen before. */
const seen = (sources: readonly string[], first_seen: number) =>
  db
    .insertInto('page_scripts')
    .values(
      sources.map((source) => ({
        ...{ id: `${channel}${source}`, channel_id: channel, source, integrity: '' },
        ...{ first_seen, last_seen: first_seen, hours_seen: 1 },
      })),
    )
    .execute();

describe('a script that is reported', () => {
  it('is kept, and told when it is new', async () => {
    await report([`${CDN}/a.js sha384-${'a'.repeat(64)}`]);
    await report([`${CDN}/a.js sha384-${'a'.repeat(64)}`]);
    const [{ id, first_seen, last_seen, ...script } = { id: '' }, ...others] = await rows();
    expect(script).toEqual({
      ...{ channel_id: channel, source: `${CDN}/a.js`, integrity: `sha384-${'a'.repeat(64)}` },
      hours_seen: 1,
    });
    expect([first_seen, others]).toEqual([last_seen, []]);
    expect(await changes()).toEqual([
      ['NEW_SCRIPT', `${CDN}/a.js`, { id, integrity: `sha384-${'a'.repeat(64)}` }],
    ]);
  });

  it('twice in one report is one', async () => {
    await report([`${CDN}/a.js`, `${CDN}/a.js`]);
    expect([(await kept()).length, (await changes()).length]).toEqual([1, 1]);
  });

  it('in two reports at once is told once', async () => {
    await Promise.all([report([`${CDN}/a.js`]), report([`${CDN}/a.js`])]);
    expect([(await kept()).length, (await changes()).length]).toEqual([1, 1]);
  });

  it('is counted once an hour, and no other with it', async () => {
    await report([`${CDN}/a.js`, `${CDN}/b.js`]);
    const old = Date.now() - HOUR_MS - 1_000;
    await db.updateTable('page_scripts').set({ first_seen: old, last_seen: old }).execute();
    await report([`${CDN}/a.js`]);
    await report([`${CDN}/a.js`]);
    const [a, b] = await rows();
    expect([a?.hours_seen, b?.hours_seen, a?.first_seen, b?.last_seen]).toEqual([2, 1, old, old]);
    expect(a?.last_seen).toBeGreaterThan(old + HOUR_MS);
  });

  it('and approved is kept, and not told', async () => {
    await decide(db, channel, [`${CDN}/*`, INLINE], { decision: 'approved', ...verdict });
    await report([`${CDN}/a.js`, `${CDN}/b.js`, INLINE]);
    expect([await kept(), await changes()]).toEqual([[`${CDN}/*`, INLINE], []]);
  });

  it('and approved by its address is kept with its integrity', async () => {
    await decide(db, channel, [`${CDN}/a.js`], { decision: 'approved', ...verdict });
    await report([`${CDN}/a.js sha384-${'a'.repeat(64)}`]);
    expect(await rows()).toMatchObject([{ integrity: `sha384-${'a'.repeat(64)}` }]);
  });

  it('and rejected is told each day that it is there', async () => {
    await decide(db, channel, [`${CDN}/a.js`], { decision: 'rejected', ...verdict });
    await report([`${CDN}/a.js`]);
    const rejected = ['REJECTED_SCRIPT', `${CDN}/a.js`, { integrity: '' }];
    expect(await changes()).toEqual([rejected]);
    await report([`${CDN}/a.js`]);
    expect(await changes()).toEqual([rejected]);
    await db.deleteFrom('page_changes').execute();
    await db
      .updateTable('page_scripts')
      .set({ last_seen: Date.now() - 2 * HOUR_MS })
      .execute();
    await report([`${CDN}/a.js`]);
    expect(await changes()).toEqual([rejected]);
  });

  it('and known without a decision is not told again', async () => {
    await report([`${CDN}/a.js`]);
    await db.deleteFrom('page_changes').execute();
    await db.updateTable('page_scripts').set({ last_seen: 1 }).execute();
    await report([`${CDN}/a.js`]);
    expect(await changes()).toEqual([]);
  });
});

describe('the form itself', () => {
  const approvals = () =>
    db
      .selectFrom('page_script_decisions')
      .select(['source', 'decided_by'])
      .where('channel_id', '=', channel)
      .execute();

  it('is approved when it is reported first', async () => {
    await report([`${CDN}/a.js`]);
    expect(await approvals()).toEqual([]);
    await report([`${CDN}/b.js`, `${OWN}paymentWidgets.js?checkoutId=1`]);
    expect(await approvals()).toEqual([{ source: `${OWN}*`, decided_by: 'gateway' }]);
    expect(await kept()).toEqual([`${CDN}/a.js`, `${CDN}/b.js`, `${OWN}*`]);
    expect(await changes()).toHaveLength(2);
  });

  it('is what the merchant says, where that was decided', async () => {
    await decide(db, channel, [`${OWN}*`], { decision: 'rejected', ...verdict });
    await report([`${OWN}paymentWidgets.js`]);
    expect(await approvals()).toEqual([{ source: `${OWN}*`, decided_by: 'machine' }]);
    expect(await changes()).toEqual([['REJECTED_SCRIPT', `${OWN}*`, { integrity: '*' }]]);
  });
});

describe('an inventory takes', () => {
  const full = (subject: string) => ['TOO_MANY_SCRIPTS', subject, {}];

  it('200 new addresses a day, and inline scripts beside them', async () => {
    await seen(addresses(199, 'old'), Date.now() - DAY_MS / 2);
    await report([...addresses(2, 'new'), INLINE]);
    await report([`${CDN}/last.js`]);
    expect(await kept()).toHaveLength(201);
    expect(await kept()).toContain(`${CDN}/new/0.js`);
    expect(await changes()).toEqual([
      ['NEW_SCRIPT', expect.any(String), expect.any(Object)],
      ['NEW_SCRIPT', expect.any(String), expect.any(Object)],
      full('script addresses'),
    ]);
  });

  it('200 new inline scripts a day, and addresses beside them', async () => {
    const inline = Array.from({ length: 200 }, (_, n) => `sha256-${String(n).padStart(43, 'a')}=`);
    await seen(inline, Date.now() - DAY_MS / 2);
    await report([INLINE, `${CDN}/a.js`]);
    expect(await kept()).toHaveLength(201);
    expect(await changes()).toContainEqual(full('inline scripts'));
  });

  it('new ones a day later', async () => {
    await seen(addresses(200, 'old'), Date.now() - DAY_MS - 60_000);
    await report([`${CDN}/a.js`]);
    expect(await kept()).toHaveLength(201);
  });

  it('1000 of a kind', async () => {
    await seen(addresses(999, 'old'), 1);
    await report(addresses(2, 'new'));
    expect(await kept()).toHaveLength(1000);
    await seen([`${CDN}/more.js`], 1);
    await report([`${CDN}/a.js`]);
    expect(await kept()).toHaveLength(1001);
    expect(await changes()).toContainEqual(full('script addresses'));
  });

  it('what is new from one address five times a day', async () => {
    for (let n = 0; n < 7; n++) await report([`${CDN}/${n}.js`], { ip: '198.51.100.1' });
    expect(await kept()).toHaveLength(5);
  });

  it('what is new from an address that has reported what is known', async () => {
    const ip = '198.51.100.4';
    for (let n = 0; n < 7; n++) await report([`${CDN}/a.js`], { ip });
    await report([`${CDN}/b.js`], { ip });
    expect(await kept()).toEqual([`${CDN}/a.js`, `${CDN}/b.js`]);
  });

  it('what another channel has', async () => {
    await seen(addresses(1000, 'old'), Date.now());
    const named = { kind: 'channel', name: 'Other', parentId: merchantId } as const;
    channel = (await createEntity(db, named)).id;
    await set({});
    records = await recordsOf(db, channel);
    await report([`${CDN}/a.js`]);
    expect(await kept()).toEqual([`${CDN}/a.js`]);
  });
});

describe('a report is refused', () => {
  const refusal = (reported: Promise<void>) =>
    reported.then(
      () => 'taken',
      ({ status, result }: ApiError) => ({
        status,
        says: result.description,
        errors: result.parameterErrors,
      }),
    );

  it.each<[what: string, sent: Partial<PageReport>, status: number, says: string]>([
    ['of another page', { origin: 'https://evil.example' }, 403, 'the origin https://evil.example'],
    ['of a page that is not said', { origin: undefined }, 403, 'the origin that is not said'],
  ])('%s', async (_, sent, status, says) => {
    expect(await refusal(report([`${CDN}/a.js`], sent))).toMatchObject({
      status,
      says: expect.stringContaining(says),
    });
    expect(await kept()).toEqual([]);
  });

  it('that was not asked for', async () => {
    await set({ pageWatch: { share: 0 } });
    expect(await refusal(report([`${CDN}/a.js`]))).toMatchObject({
      status: 400,
      says: expect.stringMatching(/: the form of this checkout is asked for no report$/),
    });
  });

  it('of a checkout that is over', async () => {
    const checkout = await records.openCheckout({}, { expires_at: 1 });
    const sent = { pairs: [], origin: SHOP, ip: '198.51.100.2' };
    expect(await refusal(takePageReport(gateway, checkout, sent))).toMatchObject({ status: 404 });
  });

  it.each<[what: string, pairs: PageReport['pairs'], errors: readonly object[]]>([
    ['with nothing', [], [{ name: 'script', value: '0', message: 'must be there 1 to 100 times' }]],
    [
      'with 101 scripts',
      Array(101).fill(['script', 'blob:']),
      [{ name: 'script', value: '101', message: 'must be there 1 to 100 times' }],
    ],
    [
      'with other things',
      [
        ['script', 'blob:'],
        ['email', 'jane'],
        ['x'.repeat(200), ''],
      ],
      [
        { name: 'email', value: null, message: 'is not known' },
        { name: 'x'.repeat(100), value: null, message: 'is not known' },
      ],
    ],
  ])('%s', async (_, pairs, errors) => {
    expect(await refusal(report([], { pairs }))).toMatchObject({ status: 400, errors });
    expect(await kept()).toEqual([]);
  });

  it('not with 100 scripts', async () => {
    expect(await refusal(report(addresses(100, 'new')))).toBe('taken');
    expect(await kept()).toHaveLength(100);
  });

  it('the eleventh of a checkout, before it is read', async () => {
    const checkout = await records.openCheckout({});
    const sent = { pairs: [], origin: SHOP, ip: '198.51.100.3' };
    for (let n = 0; n < 10; n++) {
      expect(await refusal(takePageReport(gateway, checkout, sent))).toMatchObject({ status: 400 });
    }
    expect(await refusal(takePageReport(gateway, checkout, sent))).toMatchObject({ status: 429 });
  });
});
