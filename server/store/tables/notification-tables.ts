/** The tables of `server/notifications`: who is told, what, and how far that has got. */

/** A receiver of messages. */
export interface WebhookRow {
  id: string;
  /** A channel, or an entity above whose channels' changes are all told. */
  entity_id: string;
  /** `request`: told of the payments whose requests name a `notificationUrl`, by the entity's key. */
  source: 'subscription' | 'request';
  /** Null where each request names its own. */
  url: string | null;
  kind: 'notifications' | 'events';
  /** JSON list of the types that are told; all where it is empty. */
  types: string;
  /** How an encrypted body is sent: as it is, or in `{"encryptedBody"}`. */
  wrapper: 'NONE' | 'JSON';
  fields: 'ALL' | 'NON_CUSTOMER_DATA';
  /** In an envelope of the vault; null for a `request` row whose entity has no key yet. */
  secret: string | null;
  /** The secret before, still used until `previous_until`. */
  previous_secret: string | null;
  /** Real clock. */
  previous_until: number | null;
  /** Real clock. */
  created_at: number;
  /** Real clock: when a test call was acknowledged; until then messages are only kept. */
  acknowledged_at: number | null;
  /** Real clock: when the receiver wanted no more (410), as releases before wrote it. */
  ended_at: number | null;
  /** Real clock. */
  deleted_at: number | null;
  /** Real clock: since then nothing is sent, and everything is kept. */
  paused_at: number | null;
  /** `gone`: the receiver answered 410. */
  pause_reason: 'merchant' | 'gone' | null;
  /** Real clock: the first failure since the latest success; null while nothing fails. */
  failing_since: number | null;
  /** Real clock: when it is told next that it fails; null while there is nothing to tell. */
  notice_due_at: number | null;
  /** Real clock: when it is in a mail next. */
  mail_due_at: number | null;
}

/** A secret that was replaced more than once, and is still used until its time is over. */
export interface WebhookSecretRow {
  id: string;
  webhook_id: string;
  /** Of the webhook: the envelope is bound to it. */
  entity_id: string;
  /** In an envelope of the vault. */
  secret: string;
  /** Real clock. */
  valid_until: number;
}

/** What goes to one place from one channel, so that its clock and its waiting time are one. */
export interface EndpointQueueRow {
  /** A hash of webhook, channel and origin. */
  id: string;
  webhook_id: string;
  channel_id: string;
  /** Channel clock: until then the receiver does not want to be called (Retry-After). */
  hold_until: number;
  /** Channel clock: the first failure since the latest success; null while nothing fails. */
  failing_since: number | null;
  /** Channel clock: while retries pause, when one of them is made to see; 0 otherwise. */
  retry_from: number;
}

/** One notification or event, as it was at the moment that it tells of. */
export interface MessageRow {
  id: string;
  channel_id: string;
  kind: WebhookRow['kind'];
  /** PAYMENT, REGISTRATION, or the type of the event. */
  type: string;
  /** The payment or registration. */
  subject_id: string;
  /** What is told in order: a payment with everything that refers to it. */
  group_id: string;
  /** Place in its group. */
  position: number;
  /** JSON. */
  body: string;
  /** Channel clock. */
  created_at: number;
  /** Database's clock; null where a release before has written it. */
  recorded_at: number | null;
  /** The trace that it was recorded in (W3C Trace Context); null where there was none. */
  traceparent: string | null;
}

/** A message to one receiver. Its id is what the receiver tells duplicates by. */
export interface DeliveryRow {
  id: string;
  message_id: string;
  webhook_id: string;
  lane_id: string;
  /** Where the webhook has none: the `notificationUrl` of the request. */
  url: string | null;
  group_id: string;
  position: number;
  state: 'waiting' | 'delivered' | 'given_up';
  /** Attempts that have ended. */
  attempts: number;
  /** Channel clock. */
  created_at: number;
  /** Channel clock: the next attempt; null unless waiting. */
  due_at: number | null;
  /** Database's clock: until then the instance that took it is delivering it. */
  lease_until: number | null;
  /** Of the instance that took the lease: no other one renews it, or writes that it failed. */
  lease_token: string | null;
  /** Real clock: the end of the latest attempt. */
  attempted_at: number | null;
  /** HTTP status of the latest attempt; null without an answer. */
  answer_status: number | null;
  /** The first bytes of the answer, or why there was none. */
  answer: string | null;
  /** Channel clock: when it was given up, where this release did. */
  given_up_at: number | null;
  /** Channel clock: when it was last asked to be sent again. */
  replayed_at: number | null;
  /** Attempts that had been made by then: its schedule begins anew. */
  attempts_before: number | null;
}

/** One attempt to deliver, and what came of it. */
export interface DeliveryAttemptRow {
  delivery_id: string;
  /** Real clock. */
  started_at: number;
  /** Tells two of one millisecond apart. */
  id: string;
  duration_ms: number;
  /** Where it went to. */
  url: string;
  /** HTTP status; null without an answer. */
  status: number | null;
  /** The first kilobyte of the answer, or why there was none. */
  answer: string;
  /** JSON: those of its headers that no other attempt has. */
  headers: string;
}

export interface NotificationTables {
  webhooks: WebhookRow;
  webhook_lanes: EndpointQueueRow;
  messages: MessageRow;
  deliveries: DeliveryRow;
  delivery_attempts: DeliveryAttemptRow;
  webhook_secrets: WebhookSecretRow;
}
