/** A card or account that was checked is stored once, with its checkout; one that is refused is told of once. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RESULT } from '../../../contract/result-by-name.ts';
import { registrationFromRow } from '../../store/records/registration.ts';
import type { CheckoutRow } from '../../store/tables.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { DETAILS, IBAN, NUMBER, SHOWN } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { claimForRegistration } from '../checkout/index.ts';
import { existingChannel } from '../entities/index.ts';
import * as eventsRoom from '../events/index.ts';
import { publishRegistrationEvent } from '../events/index.ts';
import { newId } from '../ids.ts';
import { lifeOf } from '../records/index.ts';
import { ApiError } from '../requests/index.ts';
import {
  createRegistration,
  type RegistrationInput,
  refuseRegistration,
} from './store-registration.ts';

const { db, vault, drop, merchantId, channelId } = await openSubscribedChannel();
afterAll(drop);
const gateway = simulatedGateway(db, vault);
const channel = await existingChannel(db, channelId);
const records = await recordsOf(db, channelId);
beforeEach(() => {
  vi.spyOn(eventsRoom, 'publishRegistrationEvent');
});
afterEach(() => vi.restoreAllMocks());

const inputOf = (given: Partial<RegistrationInput> = {}): RegistrationInput => ({
  ...{ id: newId(), channel, entityId: channelId, checkoutId: null, ndc: 'request 1' },
  ...{ brand: 'VISA', card: DETAILS, parameters: { 'customer.email': 'jane@example.com' } },
  mode: 'INTERNAL',
  ...given,
});
const row = (id: string) =>
  db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirst();
const keptOf = (recordId: string, entityId = channelId) =>
  vault.readCard(db, { recordId, entityId });
const published = () =>
  vi
    .mocked(publishRegistrationEvent)
    .mock.calls.map(([, , , { id }, stage, answer]) => [...[id, stage, answer]]);

describe('a card that is stored', () => {
  it('is there, its number in the vault, and that is told', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000);
    const input = inputOf({
      ...{ channel: { ...channel, clockOffsetMs: 500 }, entityId: merchantId },
      notificationUrl: 'https://shop.example/told',
    });
    const registration = await createRegistration(gateway, input);
    clock.mockRestore();
    expect(registration).toEqual({
      ...{ id: input.id, entityId: merchantId, checkoutId: null, brand: 'VISA', card: SHOWN },
      ...{ cardFingerprint: vault.fingerprint(NUMBER), parameters: input.parameters },
      ...{ resultCode: '000.100.110', ndc: 'request 1', createdAt: 1_500, deletedAt: null },
      ...{ notificationUrl: 'https://shop.example/told', revokedAt: null, revokedBy: null },
      ...{ fieldEvidence: undefined, ...lifeOf({ card: SHOWN, lifeExtendedAt: null }) },
    });
    const stored = await row(input.id);
    expect(stored && registrationFromRow(stored)).toEqual(registration);
    expect(await keptOf(input.id, merchantId)).toEqual({ number: NUMBER });
    expect(published()).toEqual([
      [input.id, 'received', null],
      [input.id, 'usable', undefined],
    ]);
  });

  it('has the result of its mode, and no address where none is named', async () => {
    const stored = await createRegistration(gateway, inputOf({ mode: 'LIVE' }));
    expect(stored).toMatchObject({ resultCode: '000.000.000', notificationUrl: null });
  });

  it('may be a bank account', async () => {
    const { card: _, ...input } = inputOf({ brand: 'DIRECTDEBIT_SEPA', iban: IBAN });
    const stored = await createRegistration(gateway, input);
    expect(stored).toMatchObject({ card: undefined, cardFingerprint: vault.fingerprint(IBAN) });
    expect(await keptOf(input.id)).toEqual({ number: IBAN });
  });

  it('is stored once: the same id finds it', async () => {
    const input = inputOf();
    const first = await createRegistration(gateway, input);
    vi.mocked(publishRegistrationEvent).mockClear();
    expect(await createRegistration(gateway, { ...input, ndc: 'request 2' })).toEqual(first);
    expect(published()).toEqual([]);
  });

  it('is not there where a part of it cannot be written, and that is said', async () => {
    vi.mocked(publishRegistrationEvent).mockRejectedValueOnce(new Error('no such table'));
    const input = inputOf();
    await expect(createRegistration(gateway, input)).rejects.toThrow('no such table');
    expect(await row(input.id)).toBeUndefined();
    expect(await keptOf(input.id)).toBeUndefined();
  });
});

describe('a card that is stored in a checkout', () => {
  const MINUTE_MS = 60_000;
  const checkoutRow = (id: string) =>
    db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const open = (given: Partial<CheckoutRow> = {}) =>
    records.checkout({ created_at: Date.now(), expires_at: Date.now() + MINUTE_MS, ...given });

  it('is all that the checkout was for, and its result is to be read', async () => {
    const [checkoutId, other] = [await open(), await open()];
    const input = inputOf({ checkoutId, resultUrl: 'https://shop.example/result' });
    expect(await createRegistration(gateway, input)).toMatchObject({ checkoutId });
    const after = await checkoutRow(checkoutId);
    expect(after).toMatchObject({
      ...{ paid_id: input.id, result_url: 'https://shop.example/result', call_attempts: 0 },
    });
    expect(after.call_due_at).toBeGreaterThan(after.created_at);
    expect(await checkoutRow(other)).toMatchObject({ paid_id: null, result_url: null });
  });

  it('has nowhere to go where none was said', async () => {
    const checkoutId = await open();
    await createRegistration(gateway, inputOf({ checkoutId }));
    expect((await checkoutRow(checkoutId)).result_url).toBe('');
  });

  it.each([
    [
      'has stored something already',
      { paid_id: 'another' },
      /this checkout has stored something already$/,
    ],
    [
      'is storing another way to pay',
      { paying_id: 'another' },
      /another way to pay is being stored in this checkout$/,
    ],
  ] as const)('is refused where it %s', async (_, given, why) => {
    const another = await records.payment({ created_at: 0 });
    const changes = 'paying_id' in given ? { paying_id: another } : { paid_id: another };
    const checkoutId = await open(changes);
    const input = inputOf({ checkoutId });
    const { status, code, description } = await refusedBy(() => createRegistration(gateway, input));
    expect([status, code]).toEqual([400, '200.300.404']);
    expect(description).toMatch(why);
    expect(await row(input.id)).toBeUndefined();
    expect(await checkoutRow(checkoutId)).toMatchObject(changes);
  });

  it('is refused where its time is over, by the clock of the channel', async () => {
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    const [over, open_] = [
      await open({ expires_at: now + 500 }),
      await open({ expires_at: now + 501 }),
    ];
    const ahead = { ...channel, clockOffsetMs: 500 };
    const late = inputOf({ checkoutId: over, channel: ahead });
    expect(await refusedBy(() => createRegistration(gateway, late))).toMatchObject({ status: 404 });
    await createRegistration(gateway, inputOf({ checkoutId: open_, channel: ahead }));
    clock.mockRestore();
    expect((await checkoutRow(over)).paid_id).toBeNull();
    expect((await checkoutRow(open_)).paid_id).not.toBeNull();
  });
});

describe('a card that is refused', () => {
  const refusal = new ApiError(400, RESULT.declined, 'no');
  const told = (id: string) => [
    [id, 'received', null],
    [id, 'refused', expect.objectContaining({ result: refusal.result })],
  ];

  it('is not stored, and that is told with its result', async () => {
    const input = inputOf();
    await refuseRegistration(gateway, input, refusal);
    expect(published()).toEqual(told(input.id));
    const [, refused] = vi.mocked(publishRegistrationEvent).mock.calls;
    expect(refused?.[3]).toMatchObject({ resultCode: '800.100.152', card: SHOWN });
    expect(await row(input.id)).toBeUndefined();
  });

  it('is told of once, where the same post comes again', async () => {
    const checkoutId = await records.checkout({ expires_at: Date.now() + 1_000 });
    const input = inputOf({ checkoutId, nonce: 'of a post' });
    await claimForRegistration(db, 'of a post', { checkoutId, requestHash: 'hash' });
    await refuseRegistration(gateway, input, refusal);
    await refuseRegistration(gateway, input, new ApiError(400, RESULT.cardExpired));
    expect(published()).toEqual(told(input.id));
    const claim = await db.selectFrom('nonce_claims').select('refusal').executeTakeFirstOrThrow();
    expect(JSON.parse(claim.refusal ?? '')).toMatchObject({ result: { code: '800.100.152' } });
  });
});
