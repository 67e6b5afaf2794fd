/** What payments do to registrations: what one stores, and what its processor tells of a stored card. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredCardUpdate } from '../../connectors/connector.ts';
import { inTransaction } from '../../store/dialect.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import { registrationFromRow, registrationToRow } from '../../store/records/registration.ts';
import type { PaymentRow, RegistrationRow } from '../../store/tables.ts';
import { IBAN, NUMBER, SHOWN } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { createEntity, existingChannel } from '../entities/index.ts';
import * as eventsRoom from '../events/index.ts';
import { publishRegistrationEvent } from '../events/index.ts';
import { lifeOf } from '../records/index.ts';
import {
  changeRegistration,
  takeStoredCardUpdate,
  updateStoredCard,
  withRegistration,
} from './registration.ts';

const { db, vault, drop, merchantId, channelId } = await openSubscribedChannel();
afterAll(drop);
const gateway = simulatedGateway(db, vault);
const channel = await existingChannel(db, channelId);
const records = await recordsOf(db, channelId);

beforeEach(() => {
  vi.spyOn(eventsRoom, 'publishRegistrationEvent');
});
afterEach(() => vi.restoreAllMocks());

const RENEWED = '4111111111111111';
const NEW_CARD = { bin: '411111', last4Digits: '1111', expiryMonth: '06', expiryYear: '2039' };
const GONE: StoredCardUpdate = { kind: 'gone' };
const LATER: StoredCardUpdate = { kind: 'renewed', card: { ...NEW_CARD, number: RENEWED } };

const registrationRow = (id: string) =>
  db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const paymentRow = (id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const keep = (recordId: string, number = NUMBER, entityId = channelId) =>
  inTransaction(db, (trx) => vault.keepCard(trx, { recordId, entityId, number, purgeAt: null }));
const keptOf = (recordId: string) => vault.readCard(db, { recordId, entityId: channelId });
/** A stored card. */
const stored = async (given: Partial<RegistrationRow> = {}) => {
  const id = await records.registration({
    ...registrationToRow({ card: SHOWN, ...lifeOf({ card: SHOWN, lifeExtendedAt: null }) }),
    card_fingerprint: vault.fingerprint(NUMBER),
    ...given,
  });
  await keep(id);
  return id;
};
const update = (id: string | null, news: StoredCardUpdate, entityId = channelId) =>
  inTransaction(db, (trx) =>
    updateStoredCard(gateway, trx, { registrationId: id, entityId }, news),
  );

describe('a registration that is changed', () => {
  const changed = (id: string) =>
    inTransaction(db, (trx) =>
      changeRegistration(gateway, trx, channel, id, { lifeEndsAt: 7 }, 'changed'),
    );

  it('is told of as it is then', async () => {
    const [id, other] = [await stored(), await stored()];
    const [before, untouched] = [await registrationRow(id), await registrationRow(other)];
    const after = await changed(id);
    expect(await registrationRow(id)).toEqual({ ...before, life_ends_at: 7 });
    expect(after).toEqual(registrationFromRow(await registrationRow(id)));
    expect(publishRegistrationEvent).toHaveBeenCalledExactlyOnceWith(
      ...[gateway, expect.anything(), channel, after, 'changed'],
    );
    expect(await registrationRow(other)).toEqual(untouched);
  });

  it.each([{ deleted_at: 1 }, { revoked_at: 1, revoked_by: 'provider' as const }])(
    'stays as it is where it is over: %j',
    async (given) => {
      const id = await stored(given);
      const before = await registrationRow(id);
      expect(await changed(id)).toBeUndefined();
      expect(await registrationRow(id)).toEqual(before);
      expect(publishRegistrationEvent).not.toHaveBeenCalled();
    },
  );
});

describe('a stored card of which its processor tells', () => {
  it('is revoked where nothing can be paid with it any more, by the channel’s clock', async () => {
    const ahead = await createEntity(db, {
      ...{ kind: 'channel', name: 'Ahead', parentId: merchantId },
    });
    await db
      .updateTable('entities')
      .set({ clock_offset_ms: 5_000 })
      .where('id', '=', ahead.id)
      .execute();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000);
    const id = await stored();
    const before = await registrationRow(id);
    await update(id, GONE, ahead.id);
    clock.mockRestore();
    expect(await registrationRow(id)).toEqual({
      ...before,
      ...{ revoked_at: 6_000, revoked_by: 'provider' },
    });
    expect(vi.mocked(publishRegistrationEvent).mock.calls[0]?.[4]).toBe('revoked_by_provider');
    expect(await keptOf(id)).toEqual({ number: NUMBER });
  });

  it('has its new number, date and life, and the holder that it had', async () => {
    const id = await stored();
    const before = await registrationRow(id);
    await update(id, LATER);
    const card = { ...NEW_CARD, holder: 'Jane Jones' };
    const after = registrationFromRow(await registrationRow(id));
    expect(after).toEqual({
      ...registrationFromRow(before),
      ...{ card, cardFingerprint: vault.fingerprint(RENEWED) },
      ...lifeOf({ card, lifeExtendedAt: null }),
    });
    expect(after.lifeEndsAt).toBeGreaterThan(before.life_ends_at ?? 0);
    expect((await registrationRow(id)).card_last4).toBe('1111');
    expect(await keptOf(id)).toEqual({ number: RENEWED });
    expect(vi.mocked(publishRegistrationEvent).mock.calls[0]?.[4]).toBe('changed');
  });

  it('has a new date alone, and keeps its number', async () => {
    const id = await stored();
    const { holder: _, ...shown } = SHOWN;
    await update(id, { kind: 'renewed', card: { ...shown, expiryYear: '2040' } });
    expect(registrationFromRow(await registrationRow(id))).toMatchObject({
      ...{ card: { ...SHOWN, expiryYear: '2040' }, cardFingerprint: vault.fingerprint(NUMBER) },
    });
    expect(await keptOf(id)).toEqual({ number: NUMBER });
  });

  it('has a new number alone', async () => {
    const id = await stored();
    await update(id, { kind: 'renewed', card: { ...SHOWN, number: RENEWED } });
    expect(await keptOf(id)).toEqual({ number: RENEWED });
    expect(publishRegistrationEvent).toHaveBeenCalledOnce();
  });

  it('is as it was where that tells nothing new', async () => {
    const id = await stored();
    const { holder: _, ...shown } = SHOWN;
    await update(id, { kind: 'renewed', card: shown });
    await update(id, { kind: 'renewed', card: { ...shown, number: NUMBER } });
    expect(publishRegistrationEvent).not.toHaveBeenCalled();
  });

  it('is left alone where it is deleted: its number is not kept anew', async () => {
    const id = await stored({ deleted_at: 1 });
    await vault.forgetCard(db, { recordId: id, entityId: channelId });
    const before = await registrationRow(id);
    await update(id, LATER);
    await update(id, GONE);
    expect(await registrationRow(id)).toEqual(before);
    expect(await keptOf(id)).toBeUndefined();
  });

  it('is none where the payment stores nothing, or its channel or registration is gone', async () => {
    const id = await stored();
    const before = await registrationRow(id);
    await update(null, GONE);
    await update('never heard of', GONE);
    await update(id, GONE, 'never heard of');
    expect(await registrationRow(id)).toEqual(before);
    expect(publishRegistrationEvent).not.toHaveBeenCalled();
  });

  it('without a payment is believed of a channel that may use it, and of no other', async () => {
    const [id, shared] = [await stored(), await stored({ entity_id: merchantId })];
    const other = (await createEntity(db, { kind: 'channel', name: 'Other', parentId: merchantId }))
      .id;
    await takeStoredCardUpdate(gateway, { registrationId: id, channelId: other }, GONE);
    await takeStoredCardUpdate(gateway, { registrationId: 'never', channelId }, GONE);
    expect((await registrationRow(id)).revoked_at).toBeNull();
    await takeStoredCardUpdate(gateway, { registrationId: id, channelId }, GONE);
    await takeStoredCardUpdate(gateway, { registrationId: shared, channelId: other }, GONE);
    expect((await registrationRow(id)).revoked_by).toBe('provider');
    expect((await registrationRow(shared)).revoked_by).toBe('provider');
  });
});

describe('what a payment was made with is stored', () => {
  const paid = async (registrationId: string | null, given: Partial<PaymentRow> = {}) => {
    const id = await records.payment({
      ...{ created_at: 5, registration_id: registrationId, card: JSON.stringify(SHOWN) },
      ...{ card_fingerprint: 'of the payment', parameters: '{"merchantTransactionId":"order 7"}' },
      ...given,
    });
    return paymentFromRow(await paymentRow(id));
  };
  const store = (payment: Payment, renewed?: string) =>
    inTransaction(db, (trx) => withRegistration(vault, trx, payment, renewed));

  it.each([
    ['INTERNAL', '000.100.110'],
    ['LIVE', '000.000.000'],
  ] as const)('under the id that was drawn, of a payment that was %s', async (mode, code) => {
    const payment = await paid(`drawn ${mode}`, { mode });
    await keep(payment.id);
    expect(await store(payment)).toEqual(payment);
    expect(await registrationRow(`drawn ${mode}`)).toMatchObject({
      ...{ entity_id: channelId, brand: 'VISA', card: JSON.stringify(SHOWN), created_at: 5 },
      ...{ card_fingerprint: 'of the payment', result_code: code, ndc: payment.ndc },
      merchant_transaction_id: 'order 7',
    });
    expect(await keptOf(`drawn ${mode}`)).toEqual({ number: NUMBER });
  });

  it('once', async () => {
    const payment = await paid('once');
    await keep(payment.id);
    await store(payment);
    const before = await registrationRow('once');
    expect(await store({ ...payment, ndc: 'another' })).toMatchObject({ registrationId: 'once' });
    expect(await registrationRow('once')).toEqual(before);
  });

  it('under the new number where its processor has told of one', async () => {
    const payment = await paid('told');
    await keep(payment.id);
    await store(payment, RENEWED);
    expect(await keptOf('told')).toEqual({ number: RENEWED });
    expect((await registrationRow('told')).card_fingerprint).toBe(vault.fingerprint(RENEWED));
  });

  it('under the fingerprint of its number where the payment has none', async () => {
    const payment = await paid('no fingerprint', { card_fingerprint: null });
    await keep(payment.id);
    await store(payment);
    const { card_fingerprint: fingerprint } = await registrationRow('no fingerprint');
    expect(fingerprint).toBe(vault.fingerprint(NUMBER));
  });

  it('not where nothing is asked for', async () => {
    const payment = await paid(null);
    await keep(payment.id);
    expect(await store(payment)).toEqual(payment);
  });

  it.each([
    ['card', {}],
    ['bank account', { brand: 'DIRECTDEBIT_SEPA', card: '{}' }],
  ])('not where the vault has forgotten its %s: the payment says so', async (_, given) => {
    const [payment, other] = [await paid('forgotten', given), await paid('forgotten', given)];
    expect(await store(payment)).toEqual({ ...payment, registrationId: null });
    expect((await paymentRow(payment.id)).registration_id).toBeNull();
    expect((await paymentRow(other.id)).registration_id).toBe('forgotten');
    await expect(registrationRow('forgotten')).rejects.toThrow();
  });

  it('of a bank account with its number', async () => {
    const payment = await paid('mandate', { brand: 'DIRECTDEBIT_SEPA', card: '{}' });
    await keep(payment.id, IBAN);
    await store(payment);
    expect(await keptOf('mandate')).toEqual({ number: IBAN });
  });

  it('of an agreement without a number, whatever its processor tells', async () => {
    const agreement = { brand: 'PAYPAL', card: '{}', card_fingerprint: null };
    const payment = await paid('agreement', agreement);
    expect(await store(payment)).toEqual(payment);
    expect(await registrationRow('agreement')).toMatchObject({
      ...{ brand: 'PAYPAL', card: '{}', card_fingerprint: '' },
    });
    await store(await paid('told of none', agreement), RENEWED);
    expect(await keptOf('agreement')).toBeUndefined();
    expect(await keptOf('told of none')).toBeUndefined();
  });
});
