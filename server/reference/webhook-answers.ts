/** What `/v1/webhooks` and the schemas of events answer, as JSON Schema. */
import { count, ID, TIMESTAMP, withEnvelope } from './answer-parts.ts';
import { list, object, ref, type Schema, string } from './schema.ts';

/** The same schema, or null. */
const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema['type'], 'null'] });

const webhookProperties: Record<string, Schema> = {
  id: ID,
  entityId: ID,
  url: string('where it is told'),
  kind: string('what it is told', { enum: ['notifications', 'events'] }),
  types: list(string('only these; all when there is none')),
  wrapper: string('of notifications', { enum: ['NONE', 'JSON'] }),
  fields: string('what is told of the customer', { enum: ['ALL', 'NON_CUSTOMER_DATA'] }),
  active: { type: 'boolean', description: 'whether a test call was acknowledged, and it goes on' },
  paused: string('since when nothing is sent, and everything is kept', {
    pattern: TIMESTAMP['pattern'],
  }),
  failingSince: string('since when the receiver has acknowledged nothing', {
    pattern: TIMESTAMP['pattern'],
  }),
  ended: string('when the receiver answered 410, so that it pauses', {
    pattern: TIMESTAMP['pattern'],
  }),
  created: TIMESTAMP,
};
const WEBHOOK_FIELDS = ['id', 'entityId', 'url', 'kind', 'types', 'fields', 'active', 'created'];

const secret = string('shown here once: 64 hexadecimal characters, or whsec_… for events');

const test = object(
  {
    acknowledged: { type: 'boolean', description: 'whether the receiver answered any 2xx' },
    status: {
      type: ['integer', 'null'],
      description: 'HTTP status; null without an answer',
    },
    answer: string('its beginning, or why there was none'),
  },
  ['acknowledged', 'status', 'answer'],
);

const deliveryProperties: Record<string, Schema> = {
  id: ID,
  type: string('a type of notifications, or the type of the event'),
  subjectId: string('id of the payment or registration'),
  status: string('what became of it', { enum: ['waiting', 'delivered', 'given_up'] }),
  attempts: count,
  created: TIMESTAMP,
  latestAttempt: orNull(TIMESTAMP),
  nextAttempt: orNull(TIMESTAMP),
  answer: {
    ...object({
      status: { type: ['integer', 'null'], description: 'HTTP status; null without an answer' },
      body: { type: ['string', 'null'], description: 'its beginning, or why there was none' },
    }),
    type: ['object', 'null'],
    description: 'to the latest attempt; null before any',
    required: ['status', 'body'],
  },
};
const DELIVERY_FIELDS = Object.keys(deliveryProperties);

const more: Schema = { type: 'boolean', description: 'whether there are others behind them' };
const anyObject = (description: string): Schema => ({ type: 'object', description });

const attempt = object(
  {
    started: TIMESTAMP,
    durationMs: {
      type: ['integer', 'null'],
      description: 'how long it took; null where an older release has made it',
    },
    url: { type: ['string', 'null'], description: 'where it went to' },
    status: { type: ['integer', 'null'], description: 'HTTP status; null without an answer' },
    answer: string('its first kilobyte, or why there was none'),
    headers: anyObject('those that no other attempt has: time and signature, or vector and tag'),
  },
  ['started', 'durationMs', 'url', 'status', 'answer', 'headers'],
);
const wholeDelivery: Record<string, Schema> = {
  ...deliveryProperties,
  url: string('where it goes to now'),
  headers: anyObject('those that every attempt has'),
  payload: anyObject('what the receiver is told, before it is encrypted or signed'),
  attemptList: list(attempt),
};

const event = object(
  {
    id: ID,
    type: string('the type of the event'),
    entityId: string('the channel in which it happened'),
    subjectId: string('id of the payment or registration'),
    sequence: count,
    sequenceOf: string('the payment that the sequence counts in'),
    created: TIMESTAMP,
    occurred: string('the same, ISO 8601 with milliseconds'),
    event: anyObject('the body that receivers are sent (/schemas/events/v1)'),
  },
  ['id', 'type', 'entityId', 'subjectId', 'sequence', 'sequenceOf', 'created', 'occurred', 'event'],
);

export const WEBHOOK_ANSWERS = {
  Webhook: object(webhookProperties, WEBHOOK_FIELDS),
  Delivery: object(deliveryProperties, DELIVERY_FIELDS),
  Webhooks: withEnvelope({ webhooks: list(ref('Webhook')) }, ['webhooks']),
  NewWebhook: withEnvelope({ ...webhookProperties, secret, test }, [
    ...[...WEBHOOK_FIELDS, 'secret', 'test'],
  ]),
  WebhookWithDeliveries: withEnvelope(
    {
      ...webhookProperties,
      retriesPaused: {
        type: 'boolean',
        description: 'whether everything has failed for an interval, so that one message is tried',
      },
      deliveries: list(ref('Delivery')),
    },
    [...WEBHOOK_FIELDS, 'retriesPaused', 'deliveries'],
  ),
  TestedWebhook: withEnvelope({ ...webhookProperties, test }, [...WEBHOOK_FIELDS, 'test']),
  ChangedWebhook: withEnvelope({ ...webhookProperties, test }, WEBHOOK_FIELDS),
  WebhookWithSecret: withEnvelope({ ...webhookProperties, secret }, [...WEBHOOK_FIELDS, 'secret']),
  NotificationKey: withEnvelope(
    { entityId: ID, key: string('shown here once: 64 hexadecimal characters') },
    ['entityId', 'key'],
  ),
  WebhookDeletion: withEnvelope({ id: ID }, ['id']),
  ReplayedDelivery: withEnvelope(deliveryProperties, DELIVERY_FIELDS),
  Deliveries: withEnvelope({ deliveries: list(ref('Delivery')), more }, ['deliveries', 'more']),
  WholeDelivery: withEnvelope(wholeDelivery, Object.keys(wholeDelivery)),
  Replayed: withEnvelope({ replayed: count, more }, ['replayed', 'more']),
  Event: event,
  Events: withEnvelope({ events: list(ref('Event')), more }, ['events', 'more']),
  EventSchemas: object(
    {
      events: list(
        object({ type: string('the type of the event'), schema: string('where its schema is') }, [
          'type',
          'schema',
        ]),
      ),
    },
    ['events'],
  ),
  EventSchema: object(
    {
      $schema: string('the draft of JSON Schema'),
      $id: string('where it is'),
      title: string('the type of the event'),
    },
    ['$schema', '$id', 'title'],
  ),
} as const satisfies Readonly<Record<string, Schema>>;
