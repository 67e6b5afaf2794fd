/** A token pays once: a copy that was overheard gets nothing for it a second time. */
import type { Database, Transaction } from '../../store/database.ts';
import type { Payment } from '../../store/records/payment.ts';
import { invalidParameter } from '../requests/index.ts';

export interface TokenFingerprint {
  /** The parameter that the token came in. */
  readonly name: string;
  /** SHA-256 of what only this token has, hexadecimal. */
  readonly fingerprint: string;
  /** Real clock, epoch milliseconds: from then on it is refused for its age. */
  readonly endsAt: number;
}

/**
 * How long a token stays known after it is refused for its age: the clock of one instance may be behind
 * that of the one that forgets, or be set back.
 */
const KNOWN_LONGER_MS = 60 * 60_000;

const wasUsed = (name: string) =>
  invalidParameter(name, null, 'was used before: a token pays once');

/**
 * In the transaction that begins the payment.
 * @throws ApiError where a payment of the channel has it
 */
export async function claimToken(
  trx: Transaction,
  { name, fingerprint, endsAt }: TokenFingerprint,
  { id, entityId }: Payment,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('wallet_tokens')
    .values({
      ...{ entity_id: entityId, mark: fingerprint, payment_id: id },
      purge_at: endsAt + KNOWN_LONGER_MS,
    })
    .onConflict((conflict) => conflict.columns(['entity_id', 'mark']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw wasUsed(name);
}

/** The same before anything is begun, or counted. */
export async function refuseUsedToken(
  db: Database,
  { name, fingerprint }: TokenFingerprint,
  entityId: string,
): Promise<void> {
  const row = await db
    .selectFrom('wallet_tokens')
    .select('payment_id')
    .where('entity_id', '=', entityId)
    .where('mark', '=', fingerprint)
    .executeTakeFirst();
  if (row) throw wasUsed(name);
}
