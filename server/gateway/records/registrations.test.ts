/** Which stored card or agreement an entity may use, how long a card is kept, and what of it is in the vault. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../store/dialect.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { RegistrationRow } from '../../store/tables.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { DETAILS, IBAN, NUMBER, SHOWN } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway } from '../../tests/support/simulated-gateway.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { openVault } from '../../vault/vault.ts';
import { createEntity } from '../entities/index.ts';
import { newId } from '../ids.ts';
import { findPayment } from './payments.ts';
import {
  cardOf,
  findAgreement,
  findRegistration,
  ibanOf,
  insertRegistration,
  isRegistrationGone,
  lifeOf,
  newRegistration,
  ownRegistration,
  registrationOfAgreement,
  registrationOfCheckout,
  registrationOfPayment,
  usableRegistration,
} from './registrations.ts';

const { db, location, drop } = await openTestDatabase();
afterAll(drop);
const vault = await openVault({ db, dataDir: location.dataDir });
const gateway = simulatedGateway(db, vault);
const create = async (kind: 'merchant' | 'division' | 'channel', parentId?: string) =>
  (await createEntity(db, { kind, name: kind, ...(parentId && { parentId }) })).id;
const merchant = await create('merchant');
const division = await create('division', merchant);
const channel = await create('channel', division);
const sibling = await create('channel', division);
const stranger = await create('merchant');
const records = await recordsOf(db, channel);

beforeEach(async () => {
  for (const table of ['payments', 'registrations', 'card_numbers'] as const) {
    await db.deleteFrom(table).execute();
  }
});

const stored = (given: Partial<RegistrationRow> = {}) => records.registration(given);
const existing = async (id: string) => {
  const found = await findRegistration(db, id);
  if (!found) throw new Error('the registration is gone');
  return found;
};
const paymentWith = async (given: Parameters<typeof records.payment>[0]): Promise<Payment> => {
  const found = await findPayment(db, await records.payment(given));
  if (!found) throw new Error('the payment is gone');
  return found;
};
const GONE = { status: 404, code: '100.150.200' };

describe('a registration', () => {
  it('may be used by its entity, and by those below it', async () => {
    const id = await stored({ entity_id: division });
    for (const entity of [division, channel, sibling]) {
      expect(await ownRegistration(db, entity, id)).toMatchObject({ id, entityId: division });
    }
    for (const entity of [merchant, stranger]) {
      expect(await refusedBy(() => ownRegistration(db, entity, id))).toMatchObject(GONE);
    }
  });

  it('is gone once it was deleted, and where it never was', async () => {
    const [id, deleted] = [await stored(), await stored({ deleted_at: 1 })];
    expect(await ownRegistration(db, channel, id)).toMatchObject({ id });
    for (const gone of [deleted, 'none']) {
      expect(await refusedBy(() => ownRegistration(db, channel, gone))).toMatchObject(GONE);
      expect(await refusedBy(() => usableRegistration(db, channel, gone))).toMatchObject(GONE);
    }
    expect(await findRegistration(db, deleted)).toMatchObject({ id: deleted, deletedAt: 1 });
    expect(await findRegistration(db, 'none')).toBeUndefined();
  });

  it('pays nothing once it was revoked, and says by whom', async () => {
    const [id, revoked] = [await stored(), await stored({ revoked_at: 1, revoked_by: 'provider' })];
    expect(await usableRegistration(db, channel, id)).toMatchObject({ id });
    expect(await ownRegistration(db, channel, revoked)).toMatchObject({ revokedBy: 'provider' });
    const refused = await refusedBy(() => usableRegistration(db, channel, revoked));
    expect(refused).toMatchObject({ status: 400, code: '100.150.202' });
    expect(refused.description).toMatch(/: revoked by its provider$/);
  });

  it('is what its checkout has stored', async () => {
    const [checkout_id, other] = [await records.checkout({}), await records.checkout({})];
    const [id] = [await stored({ checkout_id }), await stored()];
    expect(await registrationOfCheckout(db, checkout_id)).toMatchObject({ id });
    expect(await registrationOfCheckout(db, other)).toBeUndefined();
  });
});

describe('a payment that failed', () => {
  it('failed with a registration that is gone where that was revoked', async () => {
    const revoked = await stored({ revoked_at: 1, revoked_by: 'provider' });
    const given = { created_at: 0, state: 'failed', registration_id: revoked } as const;
    expect(await isRegistrationGone(gateway, await paymentWith(given))).toBe(true);
    for (const other of [
      { ...given, state: 'succeeded' },
      { ...given, registration_id: null },
      { ...given, registration_id: 'none' },
      { ...given, registration_id: await stored() },
    ] as const) {
      expect(await isRegistrationGone(gateway, await paymentWith(other))).toBe(false);
    }
  });
});

describe('a card is kept', () => {
  it.each([
    ['2034', '05', null, '2035-08-01'],
    ['2034', '12', null, '2036-03-01'],
    ['2034', '01', null, '2035-04-01'],
    ['2034', '05', 1, '2037-08-01'],
  ])(
    'that expires %s-%s, extended at %s, until %s',
    (expiryYear, expiryMonth, lifeExtendedAt, end) => {
      const card = { ...SHOWN, expiryYear, expiryMonth };
      const lifeEndsAt = Date.parse(`${end}T00:00:00.000Z`);
      expect(lifeOf({ card, lifeExtendedAt })).toEqual({ lifeEndsAt, lifeExtendedAt });
    },
  );

  it('as long as it is wanted where it is no card', () => {
    expect(lifeOf({ card: undefined, lifeExtendedAt: 7 })).toEqual({
      ...{ lifeEndsAt: null, lifeExtendedAt: 7 },
    });
  });
});

describe('what a payment stores', () => {
  it('is of the payment, and begins neither deleted nor revoked', async () => {
    const checkoutId = await records.checkout({});
    const payment = await paymentWith({
      ...{
        created_at: 5,
        checkout_id: checkoutId,
        ndc: 'n',
        notification_url: 'https://shop.example/',
      },
      ...{ parameters: '{"merchantTransactionId":"order 7"}', field_evidence: '{"covered":1}' },
    });
    const own = { id: newId(), card: SHOWN, cardFingerprint: 'f', resultCode: '000.100.110' };
    expect(registrationOfPayment(payment, own)).toEqual({
      ...{ ...own, entityId: channel, checkoutId, brand: 'VISA', ndc: 'n', createdAt: 5 },
      ...{ parameters: { merchantTransactionId: 'order 7' }, fieldEvidence: { covered: 1 } },
      ...{ notificationUrl: 'https://shop.example/', deletedAt: null, revokedAt: null },
      ...{ revokedBy: null, lifeEndsAt: Date.UTC(2035, 7), lifeExtendedAt: null },
    });
  });

  it('belongs to the registrar, and has the brand of a wallet’s card', async () => {
    const payment = await paymentWith({
      ...{ created_at: 5, brand: 'APPLEPAY', registrar_id: division },
      card: JSON.stringify({ ...SHOWN, brand: 'MASTER' }),
    });
    const own = { id: 'i', card: undefined, cardFingerprint: '', resultCode: '000.100.110' };
    const { brand, entityId, lifeEndsAt } = registrationOfPayment(payment, own);
    expect([brand, entityId, lifeEndsAt]).toEqual(['MASTER', division, null]);
  });

  it('of an agreement is the agreement itself', async () => {
    const agreement = await paymentWith({
      ...{ created_at: 5, type: 'RG', brand: 'PAYPAL', registrar_id: channel },
      ...{ state: 'failed', result_code: '100.396.101' },
    });
    expect(registrationOfAgreement(agreement)).toMatchObject({
      ...{ id: agreement.id, card: undefined, cardFingerprint: '', brand: 'PAYPAL' },
      ...{ resultCode: '100.396.101', entityId: channel },
    });
  });
});

describe('an agreement', () => {
  const agreement = (given: object = {}) =>
    records.payment({
      created_at: 0,
      type: 'RG',
      state: 'pending',
      registrar_id: division,
      ...given,
    });

  it('that has led to nothing is found for the entity that may use one', async () => {
    for (const state of ['pending', 'failed', 'in_doubt']) {
      const id = await agreement({ state });
      expect(await findAgreement(db, division, id)).toMatchObject({ id });
      expect(await findAgreement(db, channel, id)).toMatchObject({ id });
      expect(await findAgreement(db, merchant, id)).toBeUndefined();
      expect(await findAgreement(db, stranger, id)).toBeUndefined();
    }
  });

  it('is no payment, and none that has led to a registration', async () => {
    for (const id of [
      await agreement({ type: 'DB' }),
      await agreement({ state: 'succeeded' }),
      await agreement({ registrar_id: null }),
      'none',
    ]) {
      expect(await findAgreement(db, division, id)).toBeUndefined();
    }
  });
});

describe('the number of what is stored', () => {
  const write = async (given: Partial<Parameters<typeof newRegistration>[0]>, number?: string) => {
    const registration = newRegistration({
      ...{ id: newId(), entityId: channel, checkoutId: null, brand: 'VISA', card: SHOWN },
      ...{ cardFingerprint: 'f', parameters: {}, resultCode: '000.100.110', ndc: newId() },
      ...{ notificationUrl: null, createdAt: 0, fieldEvidence: undefined },
      ...given,
    });
    await inTransaction(db, (trx) => insertRegistration(vault, trx, registration, number));
    expect(await existing(registration.id)).toEqual(registration);
    return registration;
  };
  const keptNumbers = () =>
    db.selectFrom('card_numbers').select(['record_id', 'entity_id', 'purge_at']).execute();

  it('of a card is in the vault for as long as it is stored, without a CVV', async () => {
    const registration = await write({}, NUMBER);
    expect(await keptNumbers()).toEqual([
      { record_id: registration.id, entity_id: channel, purge_at: null },
    ]);
    expect(await cardOf(gateway, registration)).toEqual(DETAILS);
    const { holder: _, ...nameless } = SHOWN;
    expect(await cardOf(gateway, { ...registration, card: nameless })).toStrictEqual({
      ...{ number: NUMBER, expiryMonth: '05', expiryYear: '2034' },
    });
    expect(await ibanOf(gateway, registration)).toBeUndefined();
  });

  it('of a bank account is told as that', async () => {
    const given = { brand: 'DIRECTDEBIT_SEPA', card: undefined };
    const registration = await write(given, IBAN);
    expect(await ibanOf(gateway, registration)).toBe(IBAN);
    expect(await cardOf(gateway, registration)).toBeUndefined();
    const lost = await write(given);
    expect(await refusedBy(() => ibanOf(gateway, lost))).toMatchObject(GONE);
  });

  it('of another brand is none', async () => {
    const registration = await write({ brand: 'PAYPAL', card: undefined });
    expect(await keptNumbers()).toEqual([]);
    expect(await cardOf(gateway, registration)).toBeUndefined();
    expect(await ibanOf(gateway, registration)).toBeUndefined();
  });

  it('that is not there any more is of no registration', async () => {
    const registration = await write({});
    expect(await refusedBy(() => cardOf(gateway, registration))).toMatchObject(GONE);
  });
});
