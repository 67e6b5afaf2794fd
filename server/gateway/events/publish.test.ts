/** What is published of payments, registrations and channels, and when (docs/webhooks.md, docs/events.md). */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../store/dialect.ts';
import { paymentFromRow } from '../../store/records/payment.ts';
import { registrationFromRow } from '../../store/records/registration.ts';
import { scheduleFromRow } from '../../store/records/schedule.ts';
import type { PaymentRow, RegistrationRow } from '../../store/tables.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { changeSettings, existingChannel } from '../entities/index.ts';
import { newId } from '../ids.ts';
import { happenedIn, publishPaymentEvent, publishRegistrationEvent } from './publish.ts';
import {
  type PageChanges,
  publishPageWatchEvent,
  publishRiskEvent,
  publishScheduleEvent,
} from './publish-channel-event.ts';

const { db, vault, drop, merchantId, channelId, subscribe } = await openSubscribedChannel();
afterAll(drop);
const gateway = simulatedGateway(db, vault);
const channel = await existingChannel(db, channelId);
const records = await recordsOf(db, channelId);

beforeEach(async () => {
  for (const table of [
    'deliveries',
    'webhook_lanes',
    'messages',
    'webhooks',
    'registrations',
    'payments',
  ] as const) {
    await db.deleteFrom(table).execute();
  }
  await subscribe();
});

const NOW = Date.now();
const DAY_MS = 24 * 60 * 60_000;
const paymentRow = async (given: Partial<PaymentRow> = {}) => {
  const id = await records.payment({ created_at: NOW, settled_at: null, ...given });
  const row = db.selectFrom('payments').selectAll().where('id', '=', id);
  return paymentFromRow(await row.executeTakeFirstOrThrow());
};
const registrationRow = async (given: Partial<RegistrationRow> = {}) => {
  const id = await records.registration({ created_at: NOW, ...given });
  const row = db.selectFrom('registrations').selectAll().where('id', '=', id);
  return registrationFromRow(await row.executeTakeFirstOrThrow());
};
type States = Parameters<typeof publishPaymentEvent>[3];
const publish = (stage: Parameters<typeof publishPaymentEvent>[2], states: States) =>
  inTransaction(db, (trx) => publishPaymentEvent(gateway, trx, stage, states));
const told = async (kind: 'notifications' | 'events') =>
  (
    await db
      .selectFrom('messages')
      .selectAll()
      .where('kind', '=', kind)
      .orderBy('group_id')
      .orderBy('position')
      .execute()
  ).map(({ body, ...row }) => ({ ...row, body: JSON.parse(body) }));
const notifications = async () =>
  (await told('notifications')).map(({ body: { type, action, payload } }) => [
    ...[type, action, payload.result.code],
  ]);
const events = async () => (await told('events')).map(({ type }) => type);

describe('a payment', () => {
  it('is told of as created when it is first answered, and as updated from then on', async () => {
    const after = await paymentRow();
    await publish('succeeded', { after });
    await publish('succeeded', { before: after, after });
    await publish('succeeded', { before: { ...after, settledAt: 5 }, after });
    const unknown = { ...after, state: 'in_doubt', resultCode: '900.100.300' } as const;
    await publish('succeeded', { before: unknown, after });
    expect(await notifications()).toEqual([
      ['PAYMENT', 'CREATED', '000.100.110'],
      ['PAYMENT', 'CREATED', '000.100.110'],
      ['PAYMENT', 'UPDATED', '000.100.110'],
      ['PAYMENT', 'UPDATED', '000.100.110'],
    ]);
    const [{ body, channel_id, subject_id, position } = { body: undefined }] =
      await told('notifications');
    expect(body.payload).toMatchObject({ id: after.id, amount: '1.00', buildNumber: 'simulated' });
    expect([channel_id, subject_id, position]).toEqual([channelId, after.id, 1]);
  });

  it('that is only received, or given up too late, is told of by events alone', async () => {
    const after = await paymentRow({ state: 'in_doubt', result_code: '000.200.000' });
    await publish('received', { after });
    const discarded = await paymentRow({ state: 'pending', result_code: '000.200.000' });
    await publish('discard_failed', { before: discarded, after: discarded, discardReference: 'x' });
    expect(await notifications()).toEqual([]);
    expect(await events()).toHaveLength(2);
    expect((await told('events')).map(({ position }) => position)).toEqual([1, 1]);
    expect(JSON.stringify(await told('events'))).toContain('"x"');
  });

  it('begins its order when it is received; what comes later stands behind what was forgotten', async () => {
    const created_at = NOW - 3.5 * DAY_MS;
    const old = await paymentRow({ created_at });
    await publish('received', { after: old });
    const forgotten = await paymentRow({ created_at, type: 'PA' });
    await publish('succeeded', { before: forgotten, after: forgotten });
    const positions = new Map(
      (await told('events')).map(({ group_id, position }) => [group_id, position]),
    );
    expect([positions.get(old.id), positions.get(forgotten.id)]).toEqual([1, 3_002]);
  });

  it('that is given up too late stays what it was', async () => {
    const charge = await paymentRow();
    await paymentRow({ type: 'RF', referenced_id: charge.id, state: 'succeeded' });
    await publish('discard_failed', { before: charge, after: charge });
    expect((await told('events')).map(({ body }) => body.paymentChargeStatus)).toEqual([
      'REFUNDED',
    ]);
  });

  it('goes on being told of in its order, with what is for it', async () => {
    const charge = await paymentRow({ type: 'PA' });
    await publish('received', { after: charge });
    await publish('succeeded', { before: charge, after: charge });
    const capture = await paymentRow({ type: 'CP', referenced_id: charge.id });
    await publish('received', { after: capture });
    await publish('succeeded', { before: capture, after: capture });
    const refund = await paymentRow({ type: 'RF', referenced_id: capture.id });
    await publish('succeeded', { before: refund, after: refund });
    const all = [...(await told('events')), ...(await told('notifications'))];
    expect(new Set(all.map(({ group_id }) => group_id))).toEqual(new Set([charge.id]));
    expect(all.map(({ position }) => position).sort((a, b) => a - b)).toEqual(
      all.map((_, n) => n + 1),
    );
  });

  it('is listed among events where its channel wants that, and told by the channel’s clock', async () => {
    const after = await paymentRow();
    await changeSettings(db, channelId, { eventList: false });
    await publish('succeeded', { after });
    expect(await events()).toEqual([]);
    await publish('succeeded', { after, channel });
    const listed = await events();
    expect(listed).not.toEqual([]);
    await changeSettings(db, channelId, { eventList: true });
    await publish('succeeded', { after });
    expect(await events()).toEqual([...listed, ...listed]);
    const ahead = { ...channel, clockOffsetMs: 7_000_000 };
    const where = await inTransaction(db, (trx) => happenedIn(trx, ahead));
    expect(where).toMatchObject({ channelId, merchantId });
    expect(Math.abs(where.at - Date.now() - 7_000_000)).toBeLessThan(5_000);
  });

  it('that tries out a live channel says so', async () => {
    const live = { ...channel, settings: { ...channel.settings, mode: 'live' as const } };
    const after = await paymentRow();
    await publish('succeeded', { after, channel: live });
    await publish('succeeded', { after, channel });
    const all = (await told('events')).map(({ body }) => JSON.stringify(body));
    const half = all.length / 2;
    expect(all.slice(0, half).every((body) => body.includes('INTERNAL'))).toBe(true);
    expect(all.slice(half).some((body) => body.includes('INTERNAL'))).toBe(false);
  });
});

describe('the charge of an operation that failed', () => {
  const statusAfter = async (refunds: readonly (readonly [Partial<PaymentRow>, boolean])[]) => {
    const charge = await paymentRow({ type: 'PA', captured: 100 });
    const capture = await paymentRow({ type: 'CP', referenced_id: charge.id });
    for (const [given, isOfCapture] of refunds) {
      await paymentRow({ referenced_id: isOfCapture ? capture.id : charge.id, ...given });
    }
    const failed = await paymentRow({
      ...{ type: 'RF', referenced_id: capture.id, state: 'failed', result_code: '800.100.152' },
    });
    await publish('failed', { before: failed, after: failed });
    const [event] = (await told('events')).slice(-1);
    return event?.body.paymentChargeStatus;
  };
  const [pending, done] = [
    { type: 'RF', state: 'pending' },
    { type: 'RF', state: 'succeeded' },
  ] as const;

  it.each([
    ['none', [], 'CAPTURED'],
    ['one that has failed', [[{ type: 'RF', state: 'failed' }, true]], 'CAPTURED'],
    ['one of its capture that waits', [[pending, true]], 'REFUND_PROCESSING'],
    ['one of its own that waits', [[pending, false]], 'REFUND_PROCESSING'],
    [
      'one that is done, and one that waits',
      [
        [done, true],
        [pending, true],
      ],
      'REFUND_PROCESSING',
    ],
    ['one that is done', [[done, true]], 'REFUNDED'],
    ['another capture', [[{ type: 'CP', state: 'succeeded' }, false]], 'CAPTURED'],
  ] as [string, [Partial<PaymentRow>, boolean][], string][])(
    'with %s stays as it was',
    async (_, refunds, status) => {
      expect(await statusAfter(refunds)).toBe(status);
    },
  );
});

describe('a registration that a payment asks for', () => {
  it('is told of with it, as it is stored', async () => {
    const after = await paymentRow({ registration_id: 'r', ndc: 'n' });
    await registrationRow({ id: 'r', ndc: 'n', result_code: '000.100.110' });
    await publish('succeeded', { before: after, after });
    expect(await notifications()).toEqual([
      ['PAYMENT', 'CREATED', '000.100.110'],
      ['REGISTRATION', 'CREATED', '000.100.110'],
    ]);
    const [, { body, subject_id, group_id } = { body: undefined }] = await told('notifications');
    expect([body.payload.id, subject_id, group_id]).toEqual(['r', 'r', after.id]);
  });

  it('is not told of where it was there before', async () => {
    const after = await paymentRow({ registration_id: 'r', ndc: 'n' });
    await registrationRow({ id: 'r', ndc: 'another' });
    await publish('succeeded', { before: after, after });
    expect(await notifications()).toEqual([['PAYMENT', 'CREATED', '000.100.110']]);
  });

  it('is told of as refused where the payment fails, or its data are lost', async () => {
    const failed = await paymentRow({
      ...{ registration_id: newId(), state: 'failed', result_code: '800.100.152' },
    });
    await publish('failed', { before: failed, after: failed });
    const paid = await paymentRow({ registration_id: newId() });
    await publish('succeeded', { before: paid, after: { ...paid, registrationId: null } });
    const codes = (await notifications()).filter(([type]) => type === 'REGISTRATION');
    expect(codes.map(([, , code]) => code).sort()).toEqual(['100.150.205', '800.100.152']);
  });

  it('is told of by events alone until it is decided', async () => {
    const waits = await paymentRow({
      ...{ registration_id: newId(), state: 'pending', result_code: '000.200.000' },
    });
    await publish('authentication', { before: waits, after: waits });
    expect(await notifications()).toEqual([['PAYMENT', 'CREATED', '000.200.000']]);
  });

  it('is told of when its card’s bank has decided, however long that takes', async () => {
    const waits = await paymentRow({
      ...{ registration_id: 'r', ndc: 'n', state: 'pending', result_code: '000.200.000' },
    });
    await publish('confirmation', { before: waits, after: waits });
    expect((await notifications()).map(([type]) => type)).toEqual(['PAYMENT']);
    await registrationRow({ id: 'r', ndc: 'n' });
    const paid = { ...waits, state: 'succeeded', resultCode: '000.100.110' } as const;
    await publish('succeeded', { before: { ...waits, settledAt: 5 }, after: paid });
    expect((await notifications()).map(([type]) => type)).toEqual([
      ...['PAYMENT', 'PAYMENT', 'REGISTRATION'],
    ]);
  });

  describe('and that others are paid by later', () => {
    const agreed = (given: Partial<PaymentRow> = {}) =>
      paymentRow({
        ...{ registration_id: 'r', ndc: 'n', ...given },
        parameters: JSON.stringify({ 'standingInstruction.mode': 'INITIAL' }),
      });
    const agreements = async () =>
      (await events()).filter((type) => type.startsWith('PAYMENT_AGREEMENT'));

    it('is active once it is stored', async () => {
      const after = await agreed();
      const parameters = JSON.stringify({ 'standingInstruction.mode': 'INITIAL' });
      await registrationRow({ id: 'r', ndc: 'n', parameters });
      await publish('succeeded', { before: after, after });
      expect(await agreements()).toEqual(['PAYMENT_AGREEMENT_ACTIVE']);
    });

    it('has failed where its data are lost', async () => {
      const before = await agreed();
      await publish('succeeded', { before, after: { ...before, registrationId: null } });
      expect(await agreements()).toEqual(['PAYMENT_AGREEMENT_FAILED']);
    });

    it('of a debit has failed where its bank refuses it at once', async () => {
      const before = await agreed({ brand: 'DIRECTDEBIT_SEPA', result_code: '800.100.152' });
      await publish('failed', { before, after: { ...before, state: 'failed' } });
      expect(await agreements()).toEqual(['PAYMENT_AGREEMENT_FAILED']);
    });

    it('of a debit holds also where nothing was told before', async () => {
      const after = await agreed({ brand: 'DIRECTDEBIT_SEPA', state: 'pending' });
      await publish('confirmation', { after });
      expect(await agreements()).toEqual(['PAYMENT_AGREEMENT_ACTIVE']);
    });

    it('is told nothing of where the payment is given up too late', async () => {
      const after = await agreed();
      await publish('discard_failed', { before: after, after });
      expect(await events()).toEqual(['PAYMENT_CHARGE_DISCARD_FAILED']);
    });
  });

  it('is all that is told where nothing is paid', async () => {
    const agreement = await paymentRow({ type: 'RG', brand: 'PAYPAL', registration_id: 'a' });
    await publish('succeeded', { before: agreement, after: agreement });
    expect((await notifications()).map(([type]) => type)).toEqual(['REGISTRATION']);
    await publish('succeeded', {
      before: agreement,
      after: { ...agreement, registrationId: null },
    });
    await registrationRow({ id: 'a', ndc: 'another' });
    await publish('succeeded', { before: agreement, after: agreement });
    expect((await notifications()).map(([type]) => type)).toEqual(['REGISTRATION', 'REGISTRATION']);
  });

  it('of a debit is told of once, when its bank has it', async () => {
    const waits = await paymentRow({
      ...{ brand: 'DIRECTDEBIT_SEPA', registration_id: 'r', ndc: 'n', state: 'pending' },
      ...{ result_code: '000.200.000' },
    });
    await registrationRow({ id: 'r', ndc: 'n', brand: 'DIRECTDEBIT_SEPA' });
    await publish('confirmation', { before: waits, after: waits });
    expect((await notifications()).map(([type]) => type)).toEqual(['PAYMENT', 'REGISTRATION']);
    const taken = { ...waits, settledAt: 5 };
    await publish('failed', { before: taken, after: { ...waits, state: 'failed' } });
    expect((await notifications()).map(([type]) => type)).toEqual([
      ...['PAYMENT', 'REGISTRATION', 'PAYMENT'],
    ]);
    const asked = { ...taken, nextStep: { kind: 'redirect', transactionId: 't' } as const };
    await publish('confirmation', { before: asked, after: waits });
    expect((await notifications()).map(([type]) => type)).toHaveLength(5);
  });
});

describe('a registration by itself', () => {
  it.each([
    ['usable', 'CREATED'],
    ['changed', 'UPDATED'],
    ['revoked_by_consumer', 'UPDATED'],
    ['revoked_by_provider', 'UPDATED'],
    ['deleted_by_merchant', 'DELETED'],
    ['life_ended', 'DELETED'],
  ] as const)('that is %s is %s', async (stage, action) => {
    const registration = await registrationRow();
    await inTransaction(db, (trx) =>
      publishRegistrationEvent(gateway, trx, channel, registration, stage),
    );
    expect(await notifications()).toEqual([['REGISTRATION', action, '000.000.000']]);
    const [{ body } = { body: undefined }] = await told('notifications');
    expect(body.payload).toMatchObject({ id: registration.id, buildNumber: 'simulated' });
  });

  it('is told of with what its request is answered, or by events alone', async () => {
    const registration = await registrationRow();
    const tell = (...rest: [answer: object | null]) =>
      inTransaction(db, (trx) =>
        publishRegistrationEvent(
          gateway,
          trx,
          channel,
          registration,
          'deleted_by_merchant',
          ...rest,
        ),
      );
    await tell({ id: 'the deletion', result: { code: 'x' } });
    await tell(null);
    const all = await told('notifications');
    expect(all.map(({ body }) => body.payload.id)).toEqual(['the deletion']);
  });
});

describe('what concerns a channel', () => {
  it('is told of a rule that has tripped', async () => {
    const at = Date.parse('2026-01-02T03:04:05.000Z');
    const trip = { rule: 'card/hour', action: 'refuse', resultCode: '100.380.100' } as const;
    await inTransaction(db, (trx) =>
      publishRiskEvent(gateway, trx, channel, { ...trip, from: at, until: at + 1_000 }),
    );
    const [{ body, subject_id } = { body: undefined }] = await told('notifications');
    expect(body).toEqual({
      ...{ type: 'RISK', action: 'CREATED' },
      payload: {
        ...{ id: subject_id, entityId: channelId, ndc: subject_id, buildNumber: 'simulated' },
        ...{
          timestamp: expect.any(String),
          result: expect.objectContaining({ code: '100.380.100' }),
        },
        risk: {
          ...{ rule: 'card/hour', action: 'REFUSE', from: '2026-01-02 03:04:05+0000' },
          until: '2026-01-02 03:04:06+0000',
        },
      },
    });
    expect(await events()).toEqual([]);
  });

  it('is told of payment pages that have changed', async () => {
    const at = Date.parse('2026-01-02T03:04:05.000Z');
    const changes: PageChanges = {
      ...{ changes: [{ kind: 'script', subject: 'https://x.example/', at }], more: 3 },
    };
    await inTransaction(db, (trx) => publishPageWatchEvent(gateway, trx, channel, changes));
    const [{ body } = { body: undefined }] = await told('notifications');
    expect(body).toMatchObject({ type: 'PAGE_WATCH', action: 'CREATED' });
    expect(body.payload).toMatchObject({
      ...{ entityId: channelId, result: { code: '000.000.100' } },
      pageWatch: {
        ...{ more: 3 },
        changes: [
          { kind: 'script', subject: 'https://x.example/', at: '2026-01-02 03:04:05+0000' },
        ],
      },
    });
  });

  it('is told of its schedules, in the order of each', async () => {
    const id = await records.schedule({
      ...{ registration_id: newId(), created_at: Date.now(), notification_url: null },
    });
    const row = await db
      .selectFrom('schedules')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const action of ['CREATED', 'UPDATED'] as const) {
      await inTransaction(db, (trx) =>
        publishScheduleEvent(gateway, trx, channel, scheduleFromRow(row), action),
      );
    }
    const all = await told('notifications');
    expect(all.map(({ body, position }) => [body.type, body.action, position])).toEqual([
      ['SCHEDULE', 'CREATED', 1],
      ['SCHEDULE', 'UPDATED', 2],
    ]);
    expect(all[0]).toMatchObject({ subject_id: id, body: { payload: { id } } });
  });

  it('is told to its receivers alone: nothing is written where there are none', async () => {
    await db.deleteFrom('webhooks').execute();
    const trip = { rule: 'r', action: 'challenge', resultCode: 'x', from: 0, until: 0 } as const;
    await inTransaction(db, (trx) => publishRiskEvent(gateway, trx, channel, trip));
    expect(await db.selectFrom('messages').select('id').execute()).toEqual([]);
  });
});

it('what the address of a request is told is kept for it', async () => {
  await db.deleteFrom('webhooks').execute();
  const notificationUrl = 'https://shop.example/told';
  const after = { ...(await paymentRow()), notificationUrl };
  await publish('succeeded', { after });
  const registration = { ...(await registrationRow()), notificationUrl };
  await inTransaction(db, (trx) =>
    publishRegistrationEvent(gateway, trx, channel, registration, 'usable'),
  );
  const rows = await db.selectFrom('deliveries').select('url').execute();
  expect(rows).toEqual([{ url: notificationUrl }, { url: notificationUrl }]);
});
