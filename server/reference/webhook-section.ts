/** What receivers are called with, as the section `webhooks` of OpenAPI 3.1 has it. */

import { EVENT_SAMPLES } from '../../contract/event-samples.ts';
import { EVENT_TYPES } from '../../contract/events/events.ts';
import { jsonSchemaOf } from '../../contract/events/json-schema.ts';
import { NOTIFICATION_TYPES } from '../../contract/notification.ts';
import { NOTIFICATION_SAMPLES } from '../../contract/notification-samples.ts';
import { object, ref, type Schema, string } from './schema.ts';

const header = (name: string, description: string): Schema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const SHARED_HEADERS = [
  header('webhook-id', 'the same whenever the same message is sent again'),
  header('webhook-sequence', 'ascending in what webhook-sequence-of names, with gaps'),
  header('webhook-sequence-of', 'the payment or registration that the sequence counts in'),
  header('webhook-occurred-at', 'when it happened, ISO 8601 with milliseconds'),
  header('webhook-channel-id', 'the channel in which it happened'),
  header('webhook-merchant-id', 'the merchant that the channel belongs to'),
];
const EVENT_HEADERS = [
  header('webhook-timestamp', 'when this attempt was made, seconds since 1970'),
  header('webhook-signature', 'v1, and the base64 of HMAC-SHA256; one for each valid secret'),
];
const NOTIFICATION_HEADERS = [
  header('X-Initialization-Vector', '12 bytes in hexadecimal'),
  header('X-Authentication-Tag', '16 bytes in hexadecimal'),
];

const RESPONSES: Schema = {
  '2XX': { description: 'It is stored: it is not sent again.' },
  410: { description: 'The subscription pauses until its merchant resumes it.' },
  default: { description: 'It is sent again by the schedule.' },
};

const call = (
  words: Readonly<Record<'summary' | 'description', string>>,
  parameters: readonly Schema[],
  content: Schema,
): Schema => ({
  post: {
    ...words,
    // No token of ours is sent: the message is proved to be genuine.
    security: [],
    parameters: [...SHARED_HEADERS, ...parameters],
    requestBody: { required: true, content },
    responses: RESPONSES,
  },
});

export function webhookSection(): Schema {
  const events = EVENT_TYPES.map((type) => {
    const words = { summary: `Event ${type}`, description: 'Signed (Standard Webhooks).' };
    const content = { 'application/json': { schema: ref(type), example: EVENT_SAMPLES[type] } };
    return [type, call(words, EVENT_HEADERS, content)] as const;
  });
  const notifications = NOTIFICATION_TYPES.map((type) => {
    const words = {
      summary: `Notification ${type}`,
      description: `Encrypted; in clear: ${JSON.stringify(NOTIFICATION_SAMPLES[type])}`,
    };
    const hex = string('hexadecimal: AES-256-GCM of a Notification, as JSON');
    const content = {
      'text/plain': { schema: hex },
      'application/json': { schema: object({ encryptedBody: hex }, ['encryptedBody']) },
    };
    return [type, call(words, NOTIFICATION_HEADERS, content)] as const;
  });
  return Object.fromEntries([...events, ...notifications]);
}

/** What an encrypted body has in it. */
const Notification: Schema = object(
  {
    type: string('what it is about', { enum: [...NOTIFICATION_TYPES] }),
    action: string('what happened to it', { enum: ['CREATED', 'UPDATED', 'DELETED'] }),
    payload: { type: 'object', description: 'what the API answers at that moment' },
    presentationAmount: string('decimal, as the request had it'),
    presentationCurrency: string('ISO 4217'),
    referencedId: string('of captures, reversals, refunds and chargebacks'),
  },
  ['type', 'action', 'payload'],
);

/** The schemas of what is sent; what events share is there once, with `Event` before its name. */
export function messageSchemas(): Readonly<Record<string, Schema>> {
  const shared: Record<string, Schema> = {};
  const own = EVENT_TYPES.map((type) => {
    const { $id: _id, $schema: _schema, $defs = {}, ...schema } = jsonSchemaOf(type);
    for (const [name, each] of Object.entries($defs)) shared[`Event${name}`] = atHome(each);
    return [type, atHome(schema)] as const;
  });
  return { Notification, ...shared, ...Object.fromEntries(own) };
}

/** With its references to where the document has what they name. */
const atHome = (schema: object): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/Event'));
