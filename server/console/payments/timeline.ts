/** The whole story of a payment, oldest first: what was asked, what came of it, who was told, who did what. */
import type { DeliveryInfo, TimelineEntry, TimelineKind } from '../../../contract/admin-api.ts';
import { toAmount } from '../../../contract/currency.ts';
import { describeResult } from '../../../contract/result-codes.ts';
import { idsUpwards } from '../../gateway/entities/index.ts';
import { findCheckout } from '../../gateway/records/index.ts';
import { linkedPayments } from '../../reporting/linked-payments.ts';
import type { Database } from '../../store/database.ts';
import type { Payment } from '../../store/records/payment.ts';
import { iso } from '../period.ts';
import { changingRequests } from '../requests/find-requests.ts';

const KINDS: Readonly<Record<string, TimelineKind>> = {
  CP: 'capture',
  RF: 'refund',
  RV: 'reversal',
  CB: 'chargeback',
  CR: 'chargeback-reversal',
};
const WORDS: Readonly<Record<string, string>> = {
  PA: 'Preauthorisation',
  DB: 'Debit',
  CD: 'Credit',
  CP: 'Capture',
  RF: 'Refund',
  RV: 'Reversal',
  CB: 'Chargeback',
  CR: 'Chargeback reversal',
  RC: 'Receipt',
};
/** A payment with a year of instalments and their messages has fewer. */
const MOST = 500;

export async function timelineOf(db: Database, payment: Payment): Promise<TimelineEntry[]> {
  const family = await linkedPayments(db, payment);
  const ids = family.map(({ id }) => id);
  const [root = payment] = family;
  const entries = await Promise.all([
    aboutCheckout(db, root),
    aboutForm(db, root),
    family.flatMap(aboutPayment),
    aboutMessages(db, root.id),
    aboutAdministrators(db, ids),
    aboutRequests(db, root, ids),
  ]);
  return entries
    .flat()
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .slice(0, MOST);
}

async function aboutCheckout(db: Database, { checkoutId }: Payment): Promise<TimelineEntry[]> {
  const checkout = checkoutId === null ? undefined : await findCheckout(db, checkoutId);
  return checkout
    ? [{ at: iso(checkout.createdAt), kind: 'checkout', text: `Checkout ${checkout.id} was made` }]
    : [];
}

/** In which language it was shown, on what kind of device, and when the shopper began to type. */
async function aboutForm(db: Database, { checkoutId }: Payment): Promise<TimelineEntry[]> {
  if (checkoutId === null) return [];
  const visit = await db
    .selectFrom('form_visits')
    .selectAll()
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst();
  if (!visit) return [];
  const { language, device, loaded_at, typed_at } = visit;
  const kind = 'form';
  const shown = [language, device === 'unknown' ? '' : device].filter(Boolean).join(', ');
  return [
    { at: iso(loaded_at), kind, text: `The form was loaded${shown && `: ${shown}`}` },
    ...(typed_at === null
      ? []
      : [{ at: iso(typed_at), kind, text: 'The shopper began to type' } as const]),
  ];
}

function aboutPayment(payment: Payment): TimelineEntry[] {
  const { id, type, state, createdAt, settledAt, resultCode, checks, currency } = payment;
  const kind = KINDS[type] ?? 'payment';
  const about = { paymentId: id, amount: toAmount(payment.amount, currency), currency };
  const { threeDSecure } = checks;
  return [
    { at: iso(createdAt), kind, text: `${WORDS[type] ?? type} was asked for`, ...about, state },
    ...(threeDSecure
      ? [
          {
            at: iso(settledAt ?? createdAt),
            kind: 'authentication' as const,
            text: `3-D Secure ${threeDSecure.version}, ${threeDSecure.flow}: ${threeDSecure.transStatus}${threeDSecure.eci ? `, ECI ${threeDSecure.eci}` : ''}`,
            paymentId: id,
          },
        ]
      : []),
    ...(settledAt === null
      ? []
      : [
          {
            at: iso(settledAt),
            kind: 'settled' as const,
            text: describeResult(resultCode),
            ...about,
            state,
            resultCode,
          },
        ]),
  ];
}

async function aboutMessages(db: Database, groupId: string): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('messages', 'messages.id', 'deliveries.message_id')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .select(['deliveries.id', 'deliveries.webhook_id', 'deliveries.state', 'deliveries.attempts'])
    .select(['deliveries.answer_status', 'deliveries.created_at', 'messages.type'])
    .select(['deliveries.url as own_url', 'webhooks.url'])
    .where('messages.group_id', '=', groupId)
    .orderBy('messages.position')
    .limit(MOST)
    .execute();
  return rows.map((row) => {
    const delivery: DeliveryInfo = {
      id: row.id,
      subscriptionId: row.webhook_id,
      url: row.own_url ?? row.url ?? '',
      state: row.state,
      attempts: row.attempts,
      lastStatus: row.answer_status,
    };
    return { at: iso(row.created_at), kind: 'message', text: row.type, delivery };
  });
}

async function aboutRequests(
  db: Database,
  { entityId, checkoutId }: Payment,
  ids: readonly string[],
): Promise<TimelineEntry[]> {
  const entities = await idsUpwards(db, entityId);
  const things = checkoutId === null ? ids : [...ids, checkoutId];
  const requests = await changingRequests(db, entities, things, MOST);
  return requests.map(({ at, method, path, status, requestId, resultCode, token }) => ({
    ...{ at, kind: 'request', text: `${method} ${path} → ${status}`, requestId },
    ...(resultCode !== null && { resultCode }),
    ...(token && { actor: token.label }),
  }));
}

async function aboutAdministrators(db: Database, ids: readonly string[]): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['at', 'actor', 'action', 'detail'])
    .where('subject', 'in', ids)
    .orderBy('position')
    .limit(MOST)
    .execute();
  return rows.map(({ at, actor, action, detail }) => {
    const { amount, currency } = JSON.parse(detail);
    return {
      at: iso(at),
      kind: 'administrator',
      text: action,
      actor,
      ...(typeof amount === 'string' && { amount, currency: String(currency) }),
    };
  });
}
