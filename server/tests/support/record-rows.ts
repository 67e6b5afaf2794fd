/** Rows of what is kept, written straight into the tables: what a test does not name is as simple as may be. */
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { GatewayContext } from '../../gateway/context.ts';
import { newId } from '../../gateway/ids.ts';
import {
  CHECKOUT_VALIDITY_MS,
  type Checkout,
  existingCheckout,
} from '../../gateway/records/index.ts';
import type { Database } from '../../store/database.ts';
import type {
  CheckoutRow,
  DeliveryRow,
  MessageRow,
  PaymentRow,
  RegistrationRow,
  ScheduleRow,
} from '../../store/tables.ts';
import { paymentRows } from './random-payments.ts';

/** Writes rows of a channel, and says their ids. */
export async function recordsOf(db: Database, channelId: string) {
  const newPayment = await paymentRows({ db } as GatewayContext, channelId);
  const release = newId();
  // What tells a form of today from older ones.
  const script = 'card.holderHidden';
  const bytes = { script, number_frame: '', cvv_frame: '', iban_frame: '', integrity: '' };
  await db
    .insertInto('releases')
    .values({ id: release, created_at: 0, ...bytes })
    .execute();
  return {
    async payment(given: Partial<PaymentRow> & Pick<PaymentRow, 'created_at'>): Promise<string> {
      const row = newPayment({ entity_id: channelId, ...given });
      await db.insertInto('payments').values(row).execute();
      return row.id;
    },

    /** Many of one moment, in the order of their ids. */
    async payments(
      count: number,
      given: Partial<PaymentRow> & Pick<PaymentRow, 'created_at'>,
    ): Promise<string[]> {
      const rows = Array.from({ length: count }, () =>
        newPayment({ entity_id: channelId, ...given }),
      );
      await db.insertInto('payments').values(rows).execute();
      return rows.map(({ id }) => id).sort();
    },

    async registration(given: Partial<RegistrationRow>): Promise<string> {
      const [id = ''] = await this.registrations(1, given);
      return id;
    },

    async registrations(count: number, given: Partial<RegistrationRow>): Promise<string[]> {
      const rows = Array.from(
        { length: count },
        (): RegistrationRow => ({
          ...{ id: newId(), entity_id: channelId, checkout_id: null, brand: 'VISA', card: '{}' },
          ...{ card_fingerprint: newId(), parameters: '{}', result_code: '000.000.000' },
          ...{ ndc: newId(), notification_url: null, created_at: 0, deleted_at: null },
          ...{ revoked_at: null, revoked_by: null, life_ends_at: null, life_extended_at: null },
          ...{ field_evidence: null, card_last4: null, card_holder: null },
          ...{ merchant_transaction_id: null, is_searchable: 1 },
          ...given,
        }),
      );
      await db.insertInto('registrations').values(rows).execute();
      return rows.map(({ id }) => id).sort();
    },

    async schedule(given: Partial<ScheduleRow> & Pick<ScheduleRow, 'registration_id'>) {
      const id = newId();
      const row: ScheduleRow = {
        ...{ id, root_id: id, referenced_id: null, entity_id: channelId, brand: 'VISA' },
        ...{ amount: 100, currency: 'EUR', mode: 'INTERNAL', parameters: '{}' },
        ...{ state: 'descheduled', next_at: null, due_at: null, attempts: 0, paying_id: null },
        ...{ latest_id: null, latest_code: null, paid: 0, declined: 0, ndc: newId() },
        ...{ notification_url: null, created_at: 0 },
        ...given,
      };
      await db.insertInto('schedules').values(row).execute();
      return id;
    },

    async checkout(given: Partial<CheckoutRow>): Promise<string> {
      const row: CheckoutRow = {
        ...{ id: newId(), entity_id: channelId, release, parameters: '{}', created_at: 0 },
        ...{ expires_at: 0, paying_id: null, paid_id: null, latest_id: null, result_url: null },
        ...{ call_due_at: null, call_lease_until: null, call_attempts: 0 },
        ...{ merchant_transaction_id: null, is_searchable: 1 },
        ...given,
      };
      await db.insertInto('checkouts').values(row).execute();
      return row.id;
    },

    /** One of just now that its shopper can pay, or store a card in. */
    async openCheckout(
      parameters: ParameterSet,
      given: Partial<CheckoutRow> = {},
    ): Promise<Checkout> {
      const now = Date.now();
      const id = await this.checkout({
        ...{ created_at: now, expires_at: now + CHECKOUT_VALIDITY_MS },
        ...{ parameters: JSON.stringify(parameters), ...given },
      });
      return existingCheckout(db, id);
    },

    async delivery(given: Partial<DeliveryRow> & Pick<DeliveryRow, 'message_id'>): Promise<string> {
      const [webhook, lane] = [newId(), newId()];
      await db
        .insertInto('webhooks')
        .values({
          ...{ id: webhook, entity_id: channelId, source: 'subscription', url: null },
          ...{ kind: 'notifications', types: '[]', wrapper: 'NONE', fields: 'ALL', secret: null },
          ...{ previous_secret: null, previous_until: null, created_at: 0, acknowledged_at: null },
          ...{ ended_at: null, deleted_at: null, paused_at: null, pause_reason: null },
          ...{ failing_since: null, notice_due_at: null, mail_due_at: null },
        })
        .execute();
      await db
        .insertInto('webhook_lanes')
        .values({
          ...{ id: lane, webhook_id: webhook, channel_id: channelId },
          ...{ hold_until: 0, failing_since: null, retry_from: 0 },
        })
        .execute();
      const row: DeliveryRow = {
        ...{ id: newId(), webhook_id: webhook, lane_id: lane, url: null, group_id: newId() },
        ...{ position: 1, state: 'waiting', attempts: 0, created_at: 0, due_at: 0 },
        ...{ lease_until: null, lease_token: null, attempted_at: null, answer_status: null },
        ...{ answer: null, given_up_at: null, replayed_at: null, attempts_before: null },
        ...given,
      };
      await db.insertInto('deliveries').values(row).execute();
      return row.id;
    },

    async message(given: Partial<MessageRow>): Promise<string> {
      const row: MessageRow = {
        ...{ id: newId(), channel_id: channelId, kind: 'notifications', type: 'PAYMENT' },
        ...{ subject_id: newId(), group_id: newId(), position: 1, body: '{}', created_at: 0 },
        ...{ recorded_at: null, traceparent: null },
        ...given,
      };
      await db.insertInto('messages').values(row).execute();
      return row.id;
    },
  };
}
