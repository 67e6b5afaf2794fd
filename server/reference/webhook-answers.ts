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
  ended: string('when the receiver ended it by 410', { pattern: TIMESTAMP['pattern'] }),
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
  type: string('PAYMENT, REGISTRATION, SCHEDULE, RISK, PAGE_WATCH, or the type of the event'),
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
  WebhookWithSecret: withEnvelope({ ...webhookProperties, secret }, [...WEBHOOK_FIELDS, 'secret']),
  NotificationKey: withEnvelope(
    { entityId: ID, key: string('shown here once: 64 hexadecimal characters') },
    ['entityId', 'key'],
  ),
  WebhookDeletion: withEnvelope({ id: ID }, ['id']),
  ReplayedDelivery: withEnvelope(deliveryProperties, DELIVERY_FIELDS),
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
