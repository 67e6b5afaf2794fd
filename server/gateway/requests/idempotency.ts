/** `Idempotency-Key`: the same request under the same key gets the same answer for 24 hours (D14). */

import { setTimeout as sleep } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import { RESULT } from '../../../contract/result-by-name.ts';
import { realNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { databaseNow, inTransaction } from '../../store/dialect.ts';
import type { EnvelopeColumn } from '../../store/envelope-column.ts';
import { LEASE_MS, whileRenewing } from '../../store/lease.ts';
import type { IdempotencyKeyRow } from '../../store/tables.ts';
import { whileAway } from '../../work-place.ts';
import type { GatewayContext } from '../context.ts';
import { newId } from '../ids.ts';
import { ApiError } from './api-error.ts';

const REMEMBERED_MS = 24 * 60 * 60_000;
/** Longer than any request takes: one that hangs does not keep its key. */
const LONGEST_REQUEST_MS = 120_000;
const LOOK_AGAIN_MS = 50;
const WAIT_MS = 30_000;

export interface KeyedRequest {
  readonly entityId: string;
  readonly key: string;
  /** Path and body without its CVV: CVVs are so few that even a keyed hash is undone, by who has the key. */
  readonly request: string;
  /** With it, as the releases up to 0.2 have kept it as a hash. It is compared, and not kept. */
  readonly whole?: string;
}

/**
 * For a change that makes no row of its own: whether no request under the key has made it. It is asked in the
 * transaction of the change, and is told with it.
 */
export type IsFirst = (trx: Transaction) => Promise<boolean>;

/** Of a request without a key. */
export const alwaysFirst: IsFirst = async () => true;

/**
 * Runs the request, unless it was made before under its key: then it answers what was answered.
 * @param run gets an id for what the request creates: the same one whenever the request is made, so
 * that it cannot be created twice even when the instance that began it died
 * @throws ApiError 400 for a malformed key, 422 for another request under the key, 409 when the first
 * one is still under way
 */
export async function onceByKey<Answer extends object>(
  gateway: GatewayContext,
  { entityId, key, request, whole }: KeyedRequest,
  run: (subjectId: string, isFirst: IsFirst) => Promise<Answer>,
): Promise<Answer> {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new ApiError(400, RESULT.invalidParameter, '', [
      { name: 'Idempotency-Key', value: null, message: 'must be 1 to 255 printable characters' },
    ]);
  }
  const { vault } = gateway;
  const row: Row = {
    entityId,
    keyHash: vault.keyedHash('idempotency key')(`${entityId} ${key}`),
    requestHash: vault.keyedHash('idempotent request')(request),
    token: newId(),
  };
  const isKnownAs = (hash: string) =>
    hash === row.requestHash ||
    (whole !== undefined && hash === vault.keyedHash('idempotent request')(whole));
  const claimed = await claim(gateway, row, isKnownAs);
  if ('kept' in claimed) return JSON.parse(claimed.kept);
  try {
    const answer = await whileRenewing(
      () => change(gateway, row, { lease_until: databaseNow(gateway.db, LEASE_MS) }),
      () => run(claimed.subjectId, (trx) => markDone(trx, row)),
      LONGEST_REQUEST_MS,
    );
    await change(gateway, row, {
      answer: vault.wrapText(JSON.stringify(answer), envelopeOf(row)),
    });
    return answer;
  } catch (error) {
    // Refused, nothing was made: the key is free for the corrected request. Anything else may have
    // made something: the next one may try at once, under the same id.
    if (error instanceof ApiError) await release(gateway, row);
    else await change(gateway, row, { lease_until: databaseNow(gateway.db) });
    throw error;
  }
}

interface Row {
  readonly entityId: string;
  readonly keyHash: string;
  readonly requestHash: string;
  /** Of the lease. */
  readonly token: string;
}

/** Whether a hash that was kept is that of the request. */
type IsKnownAs = (hash: string) => boolean;

/** The key is ours, or the answer, as JSON, that was kept under it. */
type Claim = { readonly subjectId: string } | { readonly kept: string };

const envelopeOf = ({ entityId, keyHash }: Pick<Row, 'entityId' | 'keyHash'>) => ({
  recordId: keyHash,
  entityId,
  purpose: 'idempotent answer',
});

export const IDEMPOTENCY_ENVELOPES: EnvelopeColumn = {
  holds: 'answers kept under an Idempotency-Key',
  table: 'idempotency_keys',
  column: 'answer',
  key: ['entity_id', 'key_hash'],
  placeOf: ({ entity_id: entityId = '', key_hash: keyHash = '' }) =>
    envelopeOf({ entityId, keyHash }),
};

/** Takes the key, or answers what was kept under it; waits for a request that is under way. */
async function claim(gateway: GatewayContext, row: Row, isKnownAs: IsKnownAs): Promise<Claim> {
  const giveUpAt = performance.now() + WAIT_MS;
  for (;;) {
    const state = await tryClaim(gateway, row, isKnownAs);
    if (state !== 'under way') return state;
    if (performance.now() > giveUpAt) {
      throw new ApiError(
        409,
        RESULT.invalidParameter,
        'a request with this Idempotency-Key is under way',
      );
    }
    await whileAway(sleep(LOOK_AGAIN_MS));
  }
}

function tryClaim(
  { db, vault }: GatewayContext,
  row: Row,
  isKnownAs: IsKnownAs,
): Promise<Claim | 'under way'> {
  const now = realNow();
  const fresh: Omit<IdempotencyKeyRow, 'lease_until'> = {
    entity_id: row.entityId,
    key_hash: row.keyHash,
    request_hash: row.requestHash,
    subject_id: newId(),
    answer: null,
    lease_token: row.token,
    is_done: null,
    purge_at: now + REMEMBERED_MS,
  };
  return inTransaction(db, async (trx) => {
    await trx
      .deleteFrom('idempotency_keys')
      .where('entity_id', '=', row.entityId)
      .where('key_hash', '=', row.keyHash)
      .where('purge_at', '<=', now)
      .execute();
    const inserted = await trx
      .insertInto('idempotency_keys')
      .values({ ...fresh, lease_until: databaseNow(trx, LEASE_MS) })
      .onConflict((conflict) => conflict.columns(['entity_id', 'key_hash']).doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) return { subjectId: fresh.subject_id };
    const found = await trx
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('entity_id', '=', row.entityId)
      .where('key_hash', '=', row.keyHash)
      .executeTakeFirst();
    if (!found) return 'under way';
    if (!isKnownAs(found.request_hash)) {
      throw new ApiError(
        422,
        RESULT.invalidParameter,
        'this Idempotency-Key was used for another request',
      );
    }
    if (found.answer !== null) {
      return { kept: vault.unwrapText(found.answer, envelopeOf(row)) };
    }
    const taken = await trx
      .updateTable('idempotency_keys')
      .set({ lease_until: databaseNow(trx, LEASE_MS), lease_token: row.token })
      .where('entity_id', '=', row.entityId)
      .where('key_hash', '=', row.keyHash)
      .where('answer', 'is', null)
      .where('lease_until', '<=', databaseNow(trx))
      .executeTakeFirst();
    return taken.numUpdatedRows === 1n ? { subjectId: found.subject_id } : 'under way';
  });
}

/** Not where another instance has taken the key meanwhile, or the request was answered. */
async function change(
  { db }: GatewayContext,
  { entityId, keyHash, token }: Row,
  values: { readonly answer: string } | { readonly lease_until: RawBuilder<number> },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set(values)
    .where('entity_id', '=', entityId)
    .where('key_hash', '=', keyHash)
    .where('lease_token', '=', token)
    .where('answer', 'is', null)
    .execute();
}

async function markDone(trx: Transaction, { entityId, keyHash }: Row): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('idempotency_keys')
    .set({ is_done: 1 })
    .where('entity_id', '=', entityId)
    .where('key_hash', '=', keyHash)
    .where('is_done', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function release({ db }: GatewayContext, { entityId, keyHash, token }: Row): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('entity_id', '=', entityId)
    .where('key_hash', '=', keyHash)
    .where('lease_token', '=', token)
    .where('answer', 'is', null)
    .execute();
}
