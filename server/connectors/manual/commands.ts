/** What the operator says of transfers: `npm run admin -- connector manual …`. */
import { toAmount } from '../../../contract/currency.ts';
import { APPROVED } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { isSuccess } from '../../../contract/result-codes.ts';
import type { Database } from '../../store/database.ts';
import { type ConnectorAnswer, type OperatorCommand, OperatorError } from '../connector.ts';
import { type LedgerEntry, openConnectorLedger } from '../connector-ledger.ts';
import { NAME } from './name.ts';
import type { ManualSettings } from './settings.ts';

type Commands = Readonly<Record<string, OperatorCommand<ManualSettings>>>;

/** A merchant reads it in the result. */
const LONGEST_REASON = 255;

/** @throws OperatorError where it is none of this connector's */
async function entryOf(db: Database, paymentId: string): Promise<LedgerEntry> {
  const payment = await db
    .selectFrom('payments')
    .select('reference')
    .where('id', '=', paymentId)
    .where('connector', '=', NAME)
    .executeTakeFirst();
  const entry = payment && (await openConnectorLedger(db, NAME).find(payment.reference));
  if (!entry) throw new OperatorError(`${paymentId} is no payment or refund by bank transfer`);
  return entry;
}

/** @throws OperatorError where it was decided otherwise before */
async function decide(
  db: Database,
  paymentId: string,
  entry: LedgerEntry,
  answer: ConnectorAnswer,
) {
  const { reference, type } = entry;
  const decided = await openConnectorLedger(db, NAME).decide(reference, answer, { later: true });
  if (decided.resultCode === answer.resultCode) {
    return { payment: paymentId, result: decided.resultCode };
  }
  const advice =
    type !== 'RF' && isSuccess(answer.resultCode) ? ': if its money has come, send it back' : '';
  throw new OperatorError(`${paymentId} was ended before, with ${decided.resultCode}${advice}`);
}

const succeed =
  (types: readonly string[], otherwise: string): OperatorCommand<ManualSettings>['run'] =>
  async ({ db }, [paymentId = '']) => {
    const entry = await entryOf(db, paymentId);
    if (entry.pending && !types.includes(entry.type))
      throw new OperatorError(`${paymentId} is ${otherwise}`);
    const { details = {} } = entry.pending ?? {};
    return decide(db, paymentId, entry, { resultCode: APPROVED[entry.mode], details });
  };

export const COMMANDS: Commands = {
  list: {
    words: '',
    does: 'transfers that are waited for, and refunds to be paid out',
    async run({ db }) {
      const open = await openConnectorLedger(db, NAME).listOpen();
      const references = open.map(({ reference }) => reference);
      if (references.length === 0) return [];
      const payments = await db
        .selectFrom('payments')
        .select(['id', 'reference'])
        .where('reference', 'in', references)
        .execute();
      const ids = new Map(payments.map(({ id, reference }) => [reference, id]));
      return open.map(({ reference, type, amount, currency, createdAt, pending }) => ({
        payment: ids.get(reference),
        type,
        amount: toAmount(amount, currency),
        currency,
        ...pending?.details,
        since: new Date(createdAt).toISOString(),
      }));
    },
  },
  received: {
    words: 'PAYMENT',
    does: 'the whole amount of the payment has come',
    run: succeed(['DB', 'PA'], 'a refund: it is sent, not received'),
  },
  sent: {
    words: 'REFUND',
    does: 'the refund was paid out',
    run: succeed(['RF'], 'a payment: it is received, not sent'),
  },
  failed: {
    words: 'PAYMENT|REFUND [REASON...]',
    does: 'the transfer does not come, or the refund was not paid out',
    async run({ db }, [paymentId = '', ...reason]) {
      const entry = await entryOf(db, paymentId);
      const why = reason.join(' ').slice(0, LONGEST_REASON);
      const details = { ...entry.pending?.details, ...(why && { ExtendedDescription: why }) };
      const resultCode = RESULT.declinedForUnknownReason;
      return decide(db, paymentId, entry, { resultCode, details });
    },
  },
};
