/**
 * The limit of a role holds for all that an administrator gives back of a payment, not for each request: ten
 * small refunds are one large one. What was made of one preauthorisation counts together.
 */
import { withoutCardNumbers } from '../../../contract/card-numbers-in-text.ts';
import { toAmount } from '../../../contract/currency.ts';
import type { Database, Transaction } from '../../store/database.ts';
import type { Payment } from '../../store/records/payment.ts';
import { AdminFailure } from '../admin-failure.ts';
import { actorOf, type ConsoleContext } from '../console-context.ts';
import type { SignedIn } from '../sign-in/sessions.ts';
import { limitOf } from './actions.ts';

/** Thrown where another administrator has to agree; as an answer it is `forbidden`. */
export class AboveLimit extends AdminFailure {}

/** Of a capture or a receipt, the payment whose money it is a part of. */
const rootOf = ({ id, type, referencedId }: Payment): string =>
  (type === 'CP' || type === 'RC') && referencedId !== null ? referencedId : id;

/**
 * In smallest units, refunds and reversals that have not failed. The audit log knows who asked for each: it is
 * written in the transaction that reserves the money.
 * @param actor as the audit log names the administrator
 */
export async function givenBack(
  db: Database | Transaction,
  payment: Payment,
  actor: string,
): Promise<number> {
  const root = rootOf(payment);
  const family = await db
    .selectFrom('payments')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', root), eb('referenced_id', '=', root)]))
    .execute();
  const entries = await db
    .selectFrom('audit_log')
    .select('detail')
    .where(
      'subject',
      'in',
      family.map(({ id }) => id),
    )
    // As the log names those whose name looks like a card number, since it masks them.
    .where('actor', 'in', [actor, withoutCardNumbers(actor)])
    .where('action', 'in', ['refund', 'reversal'])
    .execute();
  const ids = entries.map(({ detail }): string => JSON.parse(detail).operation);
  if (ids.length === 0) return 0;
  const operations = await db
    .selectFrom('payments')
    .select('amount')
    .where('id', 'in', ids)
    .where('state', '<>', 'failed')
    .execute();
  return operations.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * In the transaction that reserves the money. Requests of one administrator wait for each other at the root's
 * row, so that of two at once the second one sees what the first one gave back.
 * @throws AboveLimit
 */
export async function refuseAboveLimit(
  context: ConsoleContext,
  session: SignedIn,
  trx: Transaction,
  payment: Payment,
  units: number,
): Promise<void> {
  const { currency, type } = payment;
  const limit = limitOf(context, session, currency);
  // The reversal of what was only authorised gives nothing back: nothing was taken.
  if (limit === undefined || type === 'PA') return;
  await trx
    .selectFrom('payments')
    .select('id')
    .where('id', '=', rootOf(payment))
    .forUpdate()
    .execute();
  const given = await givenBack(trx, payment, actorOf(session));
  if (given + units <= limit) return;
  const before = given === 0 ? '' : `, of which you have given back ${toAmount(given, currency)}`;
  throw new AboveLimit(
    'forbidden',
    `your role gives back up to ${toAmount(limit, currency)} ${currency} of a payment${before}: ask for a refund, which another administrator approves`,
  );
}
