/**
 * What the merchant's server reads of a checkout, and the call at 29 minutes (gateway-api.md, "Events"):
 * the shopper has paid and the merchant has not read the result, so `shopperResultUrl` is called as the
 * shopper's browser would have. Three tries.
 */
import type { ExpressionBuilder } from 'kysely';
import { storesOnly } from '../../../contract/parameter-rules.ts';
import type { Redirect } from '../../../contract/payment-answer.ts';
import { channelNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { databaseNow, inTransaction, skipLocked } from '../../store/dialect.ts';
import { RESULT_CALL_MS } from '../../store/lease.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { Registration } from '../../store/records/registration.ts';
import type { Tables } from '../../store/tables.ts';
import type { GatewayContext } from '../context.ts';
import { forEach } from '../for-each.ts';
import { backToMerchant, ofCheckout } from '../processors/index.ts';
import {
  type Checkout,
  type CheckoutRecord,
  checkoutFromRow,
  findPayment,
  hasExpired,
  RESULT_READABLE_MS,
  registrationOfCheckout,
} from '../records/index.ts';
import { noSuchCheckout } from '../requests/index.ts';

/**
 * The payment of a checkout: the one that succeeded, else the latest attempt.
 * @returns `undefined` before any attempt
 * @throws ApiError (404) when the checkout expired unpaid, or was paid more than 90 days ago
 */
export async function paymentOf(db: Database, checkout: Checkout): Promise<Payment | undefined> {
  refuseUnreadable(checkout);
  const id = checkout.paidId ?? checkout.latestId;
  return id === null || storesOnly(checkout.parameters) ? undefined : findPayment(db, id);
}

/**
 * The card that a checkout has stored, alone or with its payment.
 * @returns `undefined` while there is none
 * @throws ApiError (404) as above
 */
export async function registrationOf(
  db: Database,
  checkout: Checkout,
): Promise<Registration | undefined> {
  refuseUnreadable(checkout);
  return registrationOfCheckout(db, checkout.id);
}

const DAY_MS = 24 * 60 * 60_000;

function refuseUnreadable(checkout: Checkout): void {
  const { paidId, payingId, expiresAt, channel } = checkout;
  const over = channelNow(channel.clockOffsetMs) > expiresAt + RESULT_READABLE_MS;
  const unpaid = paidId === null && payingId === null && hasExpired(checkout);
  if (unpaid) throw noSuchCheckout('it is over, and was not paid');
  if (over)
    throw noSuchCheckout(`its result could be read for ${RESULT_READABLE_MS / DAY_MS} days`);
}

/** After the checkout was created. */
const CALL_AFTER_MS = 29 * 60_000;
const TRIES = 3;
const TIME_LIMIT_MS = 15_000;
const BATCH = 20;

/** Notes that the payment call was made: from now on the merchant has to read the result. */
export async function expectRead(
  trx: Transaction,
  checkoutId: string,
  resultUrl: string,
): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set((eb) => toBeRead(eb, resultUrl))
    .where('id', '=', checkoutId)
    .execute();
}

/** What `expectRead` sets, for a statement that changes the checkout anyway: one round trip less. */
export const toBeRead = (eb: ExpressionBuilder<Tables, 'checkouts'>, resultUrl: string) => ({
  result_url: resultUrl,
  call_due_at: eb('created_at', '+', CALL_AFTER_MS),
  call_attempts: 0,
  call_lease_until: null,
});

/** The merchant has read the final result of the latest attempt: no call is due any more. */
export async function noteRead(db: Database, checkoutId: string, latestId: string): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ call_due_at: null })
    .where('id', '=', checkoutId)
    .where('call_due_at', 'is not', null)
    .where((eb) => eb.or([eb('latest_id', '=', latestId), eb('paid_id', '=', latestId)]))
    .execute();
}

/** Makes the calls that are due. @returns how many were made */
export async function callResultUrls(gateway: GatewayContext): Promise<number> {
  const due = await takeDue(gateway.db);
  return forEach(due, (checkout) => call(gateway, checkout));
}

/** The merchant's page that the shopper of this checkout is sent to, once there is a result. */
export function resultPageOf({
  id,
  parameters,
  resultUrl,
}: Pick<CheckoutRecord, 'id' | 'parameters' | 'resultUrl'>): Redirect {
  const resource = storesOnly(parameters) ? 'registration' : 'payment';
  return backToMerchant(resultUrl ?? '', ofCheckout(id, resource));
}

async function call({ db, outgoing }: GatewayContext, checkout: CheckoutRecord): Promise<void> {
  const { url } = resultPageOf(checkout);
  const isHeard = await outgoing
    .call(url, {
      method: 'GET',
      timeLimitMs: TIME_LIMIT_MS,
      namedBy: checkout.entityId,
      about: checkout.id,
    })
    .then(({ status }) => status < 500)
    .catch(() => false);
  if (!isHeard && checkout.callAttempts + 1 < TRIES) return;
  await db
    .updateTable('checkouts')
    .set({ call_due_at: null })
    .where('id', '=', checkout.id)
    .where('call_attempts', '=', checkout.callAttempts + 1)
    .execute();
}

function takeDue(db: Database): Promise<CheckoutRecord[]> {
  return inTransaction(db, async (trx) => {
    const now = databaseNow(trx);
    const due = await skipLocked(
      trx
        .selectFrom('checkouts')
        .selectAll()
        .where('call_due_at', 'is not', null)
        .where((eb) =>
          eb.or([eb('call_lease_until', 'is', null), eb('call_lease_until', '<=', now)]),
        )
        .where((eb) =>
          eb(
            'call_due_at',
            '<=',
            eb
              .selectFrom('entities')
              .select((inner) => inner('clock_offset_ms', '+', now).as('now'))
              .whereRef('entities.id', '=', 'checkouts.entity_id'),
          ),
        )
        // First calls do not wait behind pages that have failed before.
        .orderBy('call_attempts')
        .orderBy('call_due_at')
        .limit(BATCH),
    ).execute();
    if (due.length > 0) {
      await trx
        .updateTable('checkouts')
        .set((eb) => ({
          call_lease_until: databaseNow(trx, RESULT_CALL_MS),
          call_attempts: eb('call_attempts', '+', 1),
        }))
        .where(
          'id',
          'in',
          due.map(({ id }) => id),
        )
        .execute();
    }
    return due.map(checkoutFromRow);
  });
}
