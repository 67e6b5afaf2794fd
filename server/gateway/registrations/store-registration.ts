/** Stores a card or account that was checked by itself, and publishes one that is not stored. */

import type { NoticedEvidence } from '../../../contract/field-evidence.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { APPROVED, type PaymentMode } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { CardDetails } from '../../connectors/connector.ts';
import { channelNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { inTransaction, isUniqueViolation } from '../../store/dialect.ts';
import { shownCard } from '../../store/records/payment.ts';
import type { Registration } from '../../store/records/registration.ts';
import { expectRead, keepRefusal } from '../checkout/index.ts';
import type { GatewayContext } from '../context.ts';
import type { Channel } from '../entities/index.ts';
import { publishRegistrationEvent, registrationAnswer } from '../events/index.ts';
import { insertRegistration, newRegistration, ownRegistration } from '../records/index.ts';
import { ApiError, noSuchCheckout } from '../requests/index.ts';

/** Stores a card that was checked; one that was stored under the id before is only looked up. */
export async function createRegistration(
  gateway: GatewayContext,
  input: RegistrationInput,
): Promise<Registration> {
  const { db, vault } = gateway;
  const registration = registrationOf(gateway, input, APPROVED[input.mode]);
  try {
    await inTransaction(db, async (trx) => {
      await insertRegistration(vault, trx, registration, numberIn(input));
      if (input.checkoutId !== null) {
        await endCheckout(trx, input.checkoutId, input.channel, registration.id);
        await expectRead(trx, input.checkoutId, input.resultUrl ?? '');
      }
      await publishRegistrationEvent(gateway, trx, input.channel, registration, 'received', null);
      await publishRegistrationEvent(gateway, trx, input.channel, registration, 'usable');
    });
  } catch (error) {
    if (isUniqueViolation(error)) return ownRegistration(db, input.entityId, input.id);
    throw error;
  }
  return registration;
}

/** Tells once of a card that is not stored, with the result that its request is answered with. */
export async function refuseRegistration(
  gateway: GatewayContext,
  input: RegistrationInput,
  refusal: ApiError,
): Promise<void> {
  const { result } = refusal;
  const registration = registrationOf(gateway, input, result.code);
  const answer = { ...registrationAnswer(gateway, registration), result };
  await inTransaction(gateway.db, async (trx) => {
    const isPublished = input.nonce && !(await keepRefusal(trx, input.nonce, refusal));
    if (isPublished) return;
    await publishRegistrationEvent(gateway, trx, input.channel, registration, 'received', null);
    await publishRegistrationEvent(gateway, trx, input.channel, registration, 'refused', answer);
  });
}

export interface RegistrationInput {
  readonly id: string;
  readonly channel: Channel;
  /** The channel, or a division above it. */
  readonly entityId: string;
  readonly checkoutId: string | null;
  /** Where the shopper of the checkout goes afterwards. */
  readonly resultUrl?: string;
  /** Sealed with the card, and claimed by this request. */
  readonly nonce?: string;
  readonly ndc: string;
  readonly brand: string;
  /** One of the two. */
  readonly card?: CardDetails;
  readonly iban?: string;
  readonly parameters: ParameterSet;
  readonly mode: PaymentMode;
  readonly notificationUrl?: string;
  readonly fieldEvidence?: NoticedEvidence;
}

/** What goes into the vault. */
const numberIn = ({ card, iban = '' }: RegistrationInput): string => card?.number ?? iban;

const registrationOf = (
  { vault }: GatewayContext,
  input: RegistrationInput,
  resultCode: string,
): Registration =>
  newRegistration({
    id: input.id,
    entityId: input.entityId,
    checkoutId: input.checkoutId,
    brand: input.brand,
    card: input.card && shownCard(input.card),
    cardFingerprint: vault.fingerprint(numberIn(input)),
    parameters: input.parameters,
    resultCode,
    ndc: input.ndc,
    notificationUrl: input.notificationUrl ?? null,
    createdAt: channelNow(input.channel.clockOffsetMs),
    fieldEvidence: input.fieldEvidence,
  });

/** A checkout that only stores a card is done with its first registration. */
async function endCheckout(
  trx: Transaction,
  checkoutId: string,
  { clockOffsetMs }: Channel,
  registrationId: string,
) {
  const { numUpdatedRows } = await trx
    .updateTable('checkouts')
    .set({ paid_id: registrationId })
    .where('id', '=', checkoutId)
    .where('paid_id', 'is', null)
    .where('paying_id', 'is', null)
    .where('expires_at', '>', channelNow(clockOffsetMs))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    const { paid_id, paying_id } = await trx
      .selectFrom('checkouts')
      .select(['paid_id', 'paying_id'])
      .where('id', '=', checkoutId)
      .executeTakeFirstOrThrow();
    // Its time ended, or its merchant gave it up, while the card was read.
    if (paid_id === null && paying_id === null) throw noSuchCheckout();
    const why =
      paid_id === null
        ? 'another way to pay is being stored in this checkout'
        : 'this checkout has stored something already';
    throw new ApiError(400, RESULT.invalidParameter, why);
  }
}
