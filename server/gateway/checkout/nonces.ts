/**
 * The nonce of a submission (D8), and which post has used it. Both frames seal it, and it is known again
 * by its keyed hash, so nothing is written until it is claimed with the attempt. The nonce is the token:
 * the database lets one post have it, of whatever resource and on whatever instance. The same post is
 * known by its hash, and gets its first answer.
 */

import { timingSafeEqual } from 'node:crypto';
import { SEALED_REFUSED } from '../../../contract/sealed-value.ts';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { isUniqueViolation } from '../../store/dialect.ts';
import { keptQuery } from '../../store/kept-query.ts';
import { type FieldsOf, toFields } from '../../store/records/column-names.ts';
import type { NonceClaimRow } from '../../store/tables.ts';
import type { GatewayContext } from '../context.ts';
import { ID_LENGTH, newId } from '../ids.ts';
import { RESULT_READABLE_MS } from '../records/index.ts';
import { ApiError, type ApiErrorStatus, type Pairs, sameRefusal } from '../requests/index.ts';

type Keys = Pick<GatewayContext, 'vault'>;

const nonceOf = ({ vault }: Keys, checkoutId: string, random: string): string =>
  random + vault.keyedHash('nonce of a submission')(`${checkoutId} ${random}`).slice(0, ID_LENGTH);

/** A new one, bound to the checkout. */
export const newSealNonce = (gateway: Keys, checkoutId: string): string =>
  nonceOf(gateway, checkoutId, newId());

/** Whether it was issued for this checkout, by any instance. */
export function isSealNonce(gateway: Keys, checkoutId: string, nonce: string): boolean {
  const expected = Buffer.from(nonceOf(gateway, checkoutId, nonce.slice(0, ID_LENGTH)));
  const given = Buffer.from(nonce);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export type NonceClaim = FieldsOf<Omit<NonceClaimRow, 'purge_at'>>;

/** A post with sealed values, as its repetition is known. */
export type SealedPost = Pick<NonceClaim, 'checkoutId' | 'requestHash'>;

/** Keyed: it is of all that was sent. */
export const sealedPost = (
  { vault }: Pick<GatewayContext, 'vault'>,
  resource: 'payment' | 'registration',
  checkoutId: string,
  pairs: Pairs,
): SealedPost => ({
  checkoutId,
  requestHash: vault.keyedHash('post with sealed values')(JSON.stringify([resource, ...pairs])),
});

/**
 * What a post claims: its nonce, or its hash where a rule refused it before the only value that was
 * sealed, a stored card's CVV, was opened. Nothing of that is used then, and the same post is known again.
 */
export const claimOf = ({ requestHash }: SealedPost, nonce: string | undefined): string =>
  nonce ?? requestHash;

const claimOfPost = keptQuery((db, { requestHash, checkoutId }: SealedPost) =>
  db
    .selectFrom('nonce_claims')
    .select(['nonce', 'checkout_id', 'request_hash', 'payment_id', 'refusal'])
    .where('request_hash', '=', requestHash)
    .where('checkout_id', '=', checkoutId),
);

/** What this very post has claimed before. */
export async function findClaim(db: Database, post: SealedPost): Promise<NonceClaim | undefined> {
  const [row] = (await claimOfPost(db, post)).rows;
  return row && toFields(row);
}

const claimOfNonce = keptQuery((db, { nonce }: { nonce: string }) =>
  db.selectFrom('nonce_claims').select('request_hash').where('nonce', '=', nonce),
);

/** @throws ApiError when another post has claimed the nonce */
export async function refuseUsedNonce(
  db: Database,
  nonce: string,
  { requestHash }: SealedPost,
): Promise<void> {
  const [row] = (await claimOfNonce(db, { nonce })).rows;
  if (row && row.request_hash !== requestHash) {
    throw new ApiError(400, SEALED_REFUSED.notAcceptable, 'card data was used in another request');
  }
}

const insertClaim = keptQuery((db, row: NonceClaimRow) =>
  db.insertInto('nonce_claims').values(row),
);

/** Throws a unique violation where any post has claimed the nonce. */
export async function claimNonce(
  trx: Transaction | Database,
  nonce: string,
  { checkoutId, requestHash }: SealedPost,
  paymentId: string | null,
): Promise<void> {
  await insertClaim(trx, {
    nonce,
    checkout_id: checkoutId,
    request_hash: requestHash,
    payment_id: paymentId,
    refusal: null,
    purge_at: realNow() + RESULT_READABLE_MS,
  });
}

/**
 * Claims the nonce for a card that is stored without a payment, before its processor is asked. The same
 * post goes on where it was; its registration has the same id.
 * @returns false when this very post has claimed it before
 * @throws ApiError when another post has claimed it, and what this one was refused with before
 */
export async function claimForRegistration(
  db: Database,
  nonce: string,
  post: SealedPost,
): Promise<boolean> {
  try {
    await claimNonce(db, nonce, post, null);
    return true;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await refuseUsedNonce(db, nonce, post);
    await repeatRefusal(db, post);
    return false;
  }
}

/** @throws ApiError with which this very post was refused before */
export async function repeatRefusal(db: Database, post: SealedPost): Promise<void> {
  const refusal = (await findClaim(db, post))?.refusal;
  if (refusal) throw sameRefusal(JSON.parse(refusal) as KeptRefusal);
}

type KeptRefusal = Pick<ApiError, 'result'> & { readonly status: ApiErrorStatus };

/** Keeps the answer for the same post. False when that has been refused meanwhile. */
export async function keepRefusal(
  trx: Transaction,
  nonce: string,
  { status, result }: ApiError,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('nonce_claims')
    .set({ refusal: JSON.stringify({ status, result } satisfies KeptRefusal) })
    .where('nonce', '=', nonce)
    .where('refusal', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
