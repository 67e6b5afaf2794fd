/**
 * Direct debits: the simulated bank takes one at once, settles it days later by the channel's clock, and
 * returns some of those (docs/test-cards.md).
 */
import { createHash } from 'node:crypto';
import { RESULT } from '../../../contract/result-by-name.ts';
import { isSuccess } from '../../../contract/result-codes.ts';
import { DEBIT_SETTLED_AFTER_DAYS, TEST_IBANS } from '../../../contract/test-ibans.ts';
import { channelNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import { databaseNow } from '../../store/dialect.ts';
import type { SimulatorDebitRow } from '../../store/tables.ts';
import type { AuthoriseRequest, ConnectorAnswer, PollListeners } from '../connector.ts';
import type { SimulatorLedger } from './ledger.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Debits that one pass takes at most. */
const BATCH = 50;
const ACCOUNTS = new Map(TEST_IBANS.map((account) => [account.iban, account]));

export interface Debits {
  /** What the bank answers at once. @param approved what it answers when it settles the debit */
  begin(
    request: AuthoriseRequest & { readonly iban: string },
    approved: ConnectorAnswer,
    withCode: (answer: ConnectorAnswer, code: string) => ConnectorAnswer,
  ): Promise<ConnectorAnswer>;
  /** Settles the debit of a reference, where that is due: it is too late then to take it back. */
  settleDue(reference: string): Promise<void>;
  /** Settles and returns what is due. */
  poll(listeners: PollListeners): Promise<void>;
}

export function openDebits(db: Database, ledger: SimulatorLedger): Debits {
  const due = (column: 'settle_at' | 'return_at') =>
    db
      .selectFrom('simulator_debits')
      .innerJoin('entities', 'entities.id', 'simulator_debits.channel_id')
      .selectAll('simulator_debits')
      .where((eb) => eb(column, '<=', eb('clock_offset_ms', '+', databaseNow(db))))
      .limit(BATCH);

  const forget = (reference: string) =>
    db.deleteFrom('simulator_debits').where('reference', '=', reference).execute();

  const settle = async ({ reference }: SimulatorDebitRow): Promise<void> => {
    const waiting = await ledger.undecided(reference);
    if (waiting) await ledger.post(reference, waiting.approved);
  };

  const giveBack = async (debit: SimulatorDebitRow, { onOperation }: PollListeners) => {
    const { reference, amount, currency, return_code: resultCode } = debit;
    if (resultCode === null) return;
    const id = createHash('sha256').update(`return of ${reference}`).digest('hex').slice(0, 32);
    await onOperation({
      referenced: reference,
      reference: id,
      paymentType: 'CB',
      amount,
      currency,
      resultCode,
      details: {},
    });
    // What does not fit the ledger, because it was refunded meanwhile, is not returned as well.
    await forget(reference);
  };

  const advance = async (debit: SimulatorDebitRow, listeners: PollListeners): Promise<void> => {
    const { reference, return_at: returnAt } = debit;
    await settle(debit);
    if (!(await listeners.onDecided(reference))) return;
    const outcome = await ledger.ask(reference);
    if (returnAt === null || !outcome || !isSuccess(outcome.resultCode)) {
      await forget(reference);
      return;
    }
    // Settled for good: only its return is still looked at.
    await db
      .updateTable('simulator_debits')
      .set({ settle_at: null })
      .where('reference', '=', reference)
      .execute();
  };

  return {
    async begin(request, approved, withCode) {
      const { reference, channelId, iban, amount, currency } = request;
      const { refusedWith, returned } = ACCOUNTS.get(iban) ?? {};
      if (refusedWith !== undefined) return ledger.post(reference, withCode(approved, refusedWith));
      const { clock_offset_ms: offsetMs } = await db
        .selectFrom('entities')
        .select('clock_offset_ms')
        .where('id', '=', channelId)
        .executeTakeFirstOrThrow();
      const settleAt = channelNow(offsetMs) + DEBIT_SETTLED_AFTER_DAYS * DAY_MS;
      await db
        .insertInto('simulator_debits')
        .values({
          reference,
          channel_id: channelId,
          amount,
          currency,
          settle_at: settleAt,
          return_at: returned ? settleAt + returned.afterDays * DAY_MS : null,
          return_code: returned?.code ?? null,
        })
        .onConflict((conflict) => conflict.column('reference').doNothing())
        .execute();
      return ledger.post(reference, withCode(approved, RESULT.debitPending), approved);
    },
    async settleDue(reference) {
      const debit = await due('settle_at').where('reference', '=', reference).executeTakeFirst();
      if (debit) await settle(debit);
    },
    async poll(listeners) {
      // One that fails is due again later by itself.
      const open = await due('settle_at').execute();
      await Promise.allSettled(open.map((debit) => advance(debit, listeners)));
      const settled = await due('return_at').where('settle_at', 'is', null).execute();
      await Promise.allSettled(settled.map((debit) => giveBack(debit, listeners)));
    },
  };
}
