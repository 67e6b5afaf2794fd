/**
 * What was asked of processors, by our reference: written before a request is sent, decided once and
 * for ever. What a processor reports later of a cancelled reference is compensated there.
 */
import { createHash } from 'node:crypto';
import { latestNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import { databaseNow, inTransaction, skipLocked } from '../../store/dialect.ts';
import { COMPENSATING_MS } from '../../store/lease.ts';
import type { ProcessorRequestRow } from '../../store/tables.ts';
import type { ConnectorAnswer, ProcessorOperation } from '../connector.ts';

export type RequestRow = ProcessorRequestRow;
export type NewRequest = Pick<
  RequestRow,
  'reference' | 'channel_id' | 'type' | 'amount' | 'currency' | 'mode' | 'registration_id'
>;

/** Type of a row that came of no request of ours: an inbound notification has named its id. */
export const INBOUND_NOTIFICATION = 'NEWS';

/** Type of a row that an inbound notification of a stored card of ours has left. */
export const STORED_CARD_NOTIFICATION = 'CARD';
const OF_NO_REQUEST = [INBOUND_NOTIFICATION, STORED_CARD_NOTIFICATION];

/** The states of a compensation, as the released table has them. */
export const STORED = {
  none: 'none',
  monitoring: 'watching',
  done: 'done',
  manual_review: 'stuck',
} as const;
const BATCH = 50;
const FIRST_LOOK_MS = 2_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
/** A request that seems to be newer than a notification by no more may be older: two instances wrote them. */
const CLOCKS_DIFFER_MS = 60_000;

export interface RelayLedger {
  /** False when the reference is there already: asked for before, or cancelled. */
  begin(request: NewRequest): Promise<boolean>;
  find(reference: string): Promise<RequestRow | undefined>;
  /** Decides the reference, unless it was decided before; answers what is then true. */
  decide(
    reference: string,
    answer: ConnectorAnswer,
    more?: { processorId?: string | undefined; compensate?: boolean },
  ): Promise<ConnectorAnswer>;
  /** Notes its id there, and that it is to be looked at until it is decided. */
  schedulePoll(reference: string, processorId: string | undefined): Promise<void>;
  /** A reference that was never asked for is never to be. */
  blockReference(reference: string, answer: ConnectorAnswer): Promise<ConnectorAnswer>;
  /** A request of the channel by its id there. */
  findThere(channelId: string | null, processorId: string): Promise<RequestRow | undefined>;
  /** Whether a request of the type that is older than the notification has no answer yet. */
  isAsking(notified: RequestRow, type: string): Promise<boolean>;
  /** Remembers that it was recorded, so that it is not recorded again; for manual review where it was not. */
  recordProcessorOperation(
    operation: Omit<ProcessorOperation, 'referenced'>,
    isRecorded: boolean,
  ): Promise<void>;
  /** Forgets what was none of ours, or is done; not where it was notified of once more since. */
  drop(row: Pick<RequestRow, 'reference' | 'created_at'>): Promise<void>;
  /** Takes what is due, and puts it off as if nothing came of it. */
  takeDue(): Promise<RequestRow[]>;
  /** There is nothing left to do, or nothing more that could be done. */
  markDone(reference: string, compensation?: 'done' | 'manual_review'): Promise<void>;
}

export function openRelayLedger(db: Database): RelayLedger {
  const find: RelayLedger['find'] = (reference) =>
    db
      .selectFrom('upstream_requests')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirst();

  const insert = async (row: NewRequest, answer: ConnectorAnswer | null): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('upstream_requests')
      .values({
        ...row,
        upstream_id: null,
        answer: answer && JSON.stringify(answer),
        undo: STORED.none,
        check_at: null,
        checks: 0,
        // How long it may still arrive there goes by it: not less where the clock is set right again.
        created_at: latestNow(),
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  };

  const decide: RelayLedger['decide'] = async (
    reference,
    answer,
    { processorId, compensate } = {},
  ) => {
    const { numUpdatedRows } = await db
      .updateTable('upstream_requests')
      .set({
        answer: JSON.stringify(answer),
        ...(processorId !== undefined && { upstream_id: processorId }),
        ...(compensate && {
          undo: STORED.monitoring,
          check_at: databaseNow(db, FIRST_LOOK_MS),
          checks: 0,
        }),
      })
      .where('reference', '=', reference)
      .where('answer', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return answer;
    return answerIn(await find(reference)) ?? answer;
  };

  return {
    find,
    begin: (row) => insert(row, null),
    decide,
    async schedulePoll(reference, processorId) {
      await db
        .updateTable('upstream_requests')
        .set((eb) => ({
          // What is looked at already was put off when it was taken, by more each time.
          check_at: eb.fn.coalesce('check_at', databaseNow(db, FIRST_LOOK_MS)),
          ...(processorId !== undefined && { upstream_id: processorId }),
        }))
        .where('reference', '=', reference)
        .where('answer', 'is', null)
        .execute();
    },
    async blockReference(reference, answer) {
      const nothing = {
        channel_id: null,
        type: '',
        amount: 0,
        currency: '',
        registration_id: null,
      };
      const isNew = await insert({ ...nothing, reference, mode: 'EXTERNAL' }, answer);
      return isNew ? answer : decide(reference, answer, { compensate: true });
    },
    findThere: (channelId, processorId) =>
      db
        .selectFrom('upstream_requests')
        .selectAll()
        .where('channel_id', '=', channelId)
        .where('upstream_id', '=', processorId)
        .where('type', 'not in', OF_NO_REQUEST)
        .executeTakeFirst(),
    async isAsking(notified, type) {
      const asked = await db
        .selectFrom('upstream_requests')
        .select('reference')
        .where('channel_id', '=', notified.channel_id)
        .where('type', '=', type)
        .where('answer', 'is', null)
        .where('created_at', '<=', notified.created_at + CLOCKS_DIFFER_MS)
        .executeTakeFirst();
      return asked !== undefined;
    },
    async recordProcessorOperation(
      { reference, paymentType, amount, currency, resultCode, details },
      isRecorded,
    ) {
      const answer: ConnectorAnswer = { resultCode, details };
      await db
        .updateTable('upstream_requests')
        .set({ type: paymentType, amount, currency, answer: JSON.stringify(answer) })
        .set({ check_at: null, undo: isRecorded ? STORED.none : STORED.manual_review })
        .where('reference', '=', reference)
        .execute();
    },
    async drop({ reference, created_at }) {
      await db
        .deleteFrom('upstream_requests')
        .where('reference', '=', reference)
        .where('created_at', '=', created_at)
        .execute();
    },
    takeDue() {
      return inTransaction(db, async (trx) => {
        const due = await skipLocked(
          trx
            .selectFrom('upstream_requests')
            .selectAll()
            .where('check_at', '<=', databaseNow(trx))
            .orderBy('check_at')
            .limit(BATCH),
        ).execute();
        for (const { reference, checks, undo } of due) {
          const pause = Math.min(FIRST_LOOK_MS * 2 ** checks, LONGEST_PAUSE_MS);
          const atLeast = undo === STORED.monitoring ? COMPENSATING_MS : FIRST_LOOK_MS;
          await trx
            .updateTable('upstream_requests')
            .set({ checks: checks + 1, check_at: databaseNow(trx, Math.max(pause, atLeast)) })
            .where('reference', '=', reference)
            .execute();
        }
        return due;
      });
    },
    async markDone(reference, compensation) {
      await db
        .updateTable('upstream_requests')
        .set({ check_at: null, ...(compensation && { undo: STORED[compensation] }) })
        .where('reference', '=', reference)
        .execute();
    },
  };
}

export const answerIn = (row: RequestRow | undefined): ConnectorAnswer | undefined =>
  row?.answer ? JSON.parse(row.answer) : undefined;

/**
 * A notification names a reference, or an id there: it is looked at within a second or so. What is decided
 * already is left alone; an unknown id may be of what the processor has done by itself.
 */
export async function recordNotification(
  db: Database,
  { id: channelId, mode }: { id: string; mode: RequestRow['mode'] },
  { reference = '', processorId = '' }: { reference?: string; processorId?: string },
): Promise<void> {
  const found = await db
    .selectFrom('upstream_requests')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where((eb) => eb.or([eb('reference', '=', reference), eb('upstream_id', '=', processorId)]))
    .execute();
  const byId = found.find((known) => processorId !== '' && known.upstream_id === processorId);
  const byReference = found.find((known) => known.reference === reference);
  // A processor may give a chargeback the reference of its payment: the id says which of them it is.
  const isAnother = byReference && processorId !== '' && byReference.upstream_id !== null;
  const known = byId ?? (isAnother ? undefined : byReference);
  if (known) {
    await db
      .updateTable('upstream_requests')
      .set({ check_at: databaseNow(db) })
      .where('reference', '=', known.reference)
      .where((eb) => eb.or([eb('answer', 'is', null), eb('undo', '=', STORED.monitoring)]))
      .execute();
  }
  // Whose reference has no id yet may be either.
  if (!byId && processorId !== '') {
    await db
      .insertInto('upstream_requests')
      .values({
        ...notified(channelId, mode, processorId),
        type: INBOUND_NOTIFICATION,
        registration_id: null,
        check_at: databaseNow(db),
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .execute();
  }
}

/**
 * A notification names a card by its id there: it is looked at within a second or so, where it was stored
 * through this very channel.
 */
export async function recordStoredCardNotification(
  db: Database,
  { id: channelId, mode }: { id: string; mode: RequestRow['mode'] },
  processorId: string,
): Promise<void> {
  const known = await db
    .selectFrom('upstream_registrations')
    .select('registration_id')
    .where('channel_id', '=', channelId)
    .where('upstream_id', '=', processorId)
    .executeTakeFirst();
  if (!known) return;
  const row = notified(channelId, mode, processorId);
  const now = { check_at: databaseNow(db), checks: 0, created_at: row.created_at };
  await db
    .insertInto('upstream_requests')
    .values({ ...row, ...known, ...now, type: STORED_CARD_NOTIFICATION })
    .onConflict((conflict) => conflict.column('reference').doUpdateSet(now))
    .execute();
}

/** A row that came of no request of ours: the same one whenever the same thing is notified of. */
const notified = (channelId: string, mode: RequestRow['mode'], processorId: string) => ({
  reference: createHash('sha256').update(`${channelId} ${processorId}`).digest('hex').slice(0, 32),
  channel_id: channelId,
  amount: 0,
  currency: '',
  mode,
  upstream_id: processorId,
  answer: null,
  undo: STORED.none,
  checks: 0,
  // Compared with that of a request: instances agree but for a little.
  created_at: latestNow(),
});

/** A request to the channel's processor whose end only that processor knows. */
export const openRequestAt = (
  db: Database,
  channelId: string,
): Promise<{ reference: string; paymentId: string | null } | undefined> =>
  db
    .selectFrom('upstream_requests')
    .leftJoin('payments', 'payments.reference', 'upstream_requests.reference')
    .select(['upstream_requests.reference', 'payments.id as paymentId'])
    .where('channel_id', '=', channelId)
    // No payment here waits for what the processor has done by itself.
    .where('upstream_requests.type', 'not in', OF_NO_REQUEST)
    .where((eb) =>
      eb.or([
        eb('answer', 'is', null),
        // Of what was given up here it matters where it could still cost money.
        eb.and([
          eb('undo', '=', STORED.monitoring),
          eb('upstream_id', 'is not', null),
          eb('upstream_requests.mode', '=', 'LIVE'),
        ]),
      ]),
    )
    .executeTakeFirst();
