/** The card of a payment that is not decided: in hand, in the vault, or lost. */
import { afterAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../store/dialect.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import { CVV_KEY_TABLES } from '../../store/tables/vault-tables.ts';
import type { PaymentRow } from '../../store/tables.ts';
import { DETAILS, NUMBER, SHOWN } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { type CardInHand, cardInHand, keptCardOf } from './card-in-hand.ts';

const { db, vault, drop, channelId } = await openSubscribedChannel();
afterAll(drop);
const records = await recordsOf(db, channelId);

const CARD = { number: NUMBER, cvv: '123' };
const MINUTE_MS = 60_000;

const payment = async (given: Partial<PaymentRow> = {}): Promise<Payment> => {
  const id = await records.payment({ created_at: 0, card: JSON.stringify(SHOWN), ...given });
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return paymentFromRow(row);
};
const withKept = async (given: Partial<PaymentRow> = {}, cvv: string | null = CARD.cvv) => {
  const made = await payment(given);
  const until = { recordId: made.id, entityId: channelId, purgeAt: Date.now() + MINUTE_MS };
  await inTransaction(db, async (trx) => {
    await vault.keepCard(trx, { ...until, number: NUMBER });
    if (cvv !== null) await vault.keepCvv(trx, { ...until, cvv });
  });
  return made;
};
const cardOf = (of: Payment, inHand?: CardInHand) => keptCardOf({ db, vault }, of, inHand);

it('is in hand with its CVV alone', () => {
  expect(cardInHand({ card: { ...DETAILS, cvv: '123' } })).toStrictEqual(CARD);
  expect(cardInHand({ card: DETAILS })).toBeUndefined();
  expect(cardInHand({})).toBeUndefined();
});

describe('the card of a payment that is not decided', () => {
  it('is what the vault has, with what is shown of it', async () => {
    expect(await cardOf(await withKept())).toStrictEqual({ ...DETAILS, cvv: '123' });
    expect(await cardOf(await withKept({}, null))).toStrictEqual(DETAILS);
  });

  it.each(['card', 'cvv'])(
    'is what this instance has (%s), and lost where another one had it',
    async (inMemory) => {
      const made = await withKept({ checks: JSON.stringify({ inMemory }) }, null);
      expect(await cardOf(made, CARD)).toStrictEqual({ ...DETAILS, cvv: '123' });
      expect(await cardOf(made)).toBe('lost');
    },
  );

  it('is lost with the key of its CVV', async () => {
    const made = await withKept();
    for (const table of CVV_KEY_TABLES) await db.deleteFrom(table).execute();
    expect(await cardOf(made)).toBe('lost');
  });

  it('has no holder where none was given', async () => {
    const { holder: _, ...shown } = SHOWN;
    const { holder: __, ...card } = DETAILS;
    const made = await withKept({ card: JSON.stringify(shown) });
    expect(await cardOf(made)).toStrictEqual({ ...card, cvv: '123' });
  });

  it('in a wallet has its own brand', async () => {
    const card = JSON.stringify({ ...SHOWN, brand: 'MASTER' });
    expect(await cardOf(await withKept({ brand: 'APPLEPAY', card }))).toMatchObject({
      wallet: { brand: 'APPLEPAY', cardBrand: 'MASTER' },
    });
  });

  it('is none once it is forgotten, and none of a brand that is no card', async () => {
    expect(await cardOf(await payment())).toBeUndefined();
    const debit = await withKept({ brand: 'DIRECTDEBIT_SEPA', card: '{}' });
    expect(await cardOf(debit)).toBeUndefined();
  });
});
