/** The secrets of subscriptions; kept in envelopes of the vault. */
import { realNow } from '../store/clock.ts';
import type { Database, Transaction } from '../store/database.ts';
import type { EnvelopeColumn } from '../store/envelope-column.ts';
import type { WebhookRow } from '../store/tables.ts';
import { isKey, newKey } from './encrypted-body.ts';
import { isEventSecret, newEventSecret } from './signed-headers.ts';

/** What is needed of the vault. */
export interface Envelopes {
  wrapText(text: string, context: EnvelopePlace): string;
  unwrapText(envelope: string, context: EnvelopePlace): string;
}

interface EnvelopePlace {
  readonly recordId: string;
  readonly entityId: string;
  readonly purpose: string;
}

/** After a rotation the secret before stays valid this long where nothing else is said, milliseconds. */
export const ROTATION_MS = 24 * 60 * 60_000;

export const newSecret = (kind: WebhookRow['kind']): string =>
  kind === 'events' ? newEventSecret() : newKey();

/** What a secret of the kind has to look like, in words; undefined for one that does. */
export function secretMistake(kind: WebhookRow['kind'], secret: string): string | undefined {
  if (kind === 'events') {
    if (isEventSecret(secret)) return undefined;
    // Forms write a space so, and half of all secrets have a plus.
    const hint = secret.includes(' ') ? '; it has a space: send a + as %2B' : '';
    return `must be whsec_ and 24 to 64 bytes in base64${hint}`;
  }
  return isKey(secret) ? undefined : 'must be 64 hexadecimal characters';
}

type Owner = Pick<WebhookRow, 'id' | 'entity_id'>;

const placeOf = ({ id, entity_id }: Owner): EnvelopePlace => ({
  recordId: id,
  entityId: entity_id,
  purpose: 'webhook secret',
});

export const wrapSecret = (envelopes: Envelopes, owner: Owner, secret: string): string =>
  envelopes.wrapText(secret, placeOf(owner));

/** All secrets of a subscription belong to the same place. */
export const WEBHOOK_ENVELOPES: readonly EnvelopeColumn[] = [
  ...['secret', 'previous_secret'].map(
    (column): EnvelopeColumn => ({
      holds: 'secrets of webhooks',
      table: 'webhooks',
      column,
      key: ['id'],
      placeOf: ({ id = '', entity_id = '' }) => placeOf({ id, entity_id }),
    }),
  ),
  {
    holds: 'secrets of webhooks',
    table: 'webhook_secrets',
    column: 'secret',
    key: ['id'],
    placeOf: ({ webhook_id: id = '', entity_id = '' }) => placeOf({ id, entity_id }),
  },
];

/** The valid secrets, the newest first. */
export async function secretsOf(
  db: Database | Transaction,
  envelopes: Envelopes,
  webhook: WebhookRow,
): Promise<string[]> {
  const now = realNow();
  const { secret, previous_secret: previous, previous_until: until } = webhook;
  // Without one before there are none before that.
  const earlier = previous === null ? [] : await earlierSecrets(db, webhook.id, now);
  return [secret, until !== null && until > now ? previous : null, ...earlier]
    .filter((envelope) => envelope !== null)
    .map((envelope) => envelopes.unwrapText(envelope, placeOf(webhook)));
}

/** Envelopes of those that were replaced more than once and are valid still, the newest first. */
export async function earlierSecrets(
  db: Database | Transaction,
  webhookId: string,
  now: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_secrets')
    .select('secret')
    .where('webhook_id', '=', webhookId)
    .where('valid_until', '>', now)
    .orderBy('valid_until', 'desc')
    .execute();
  return rows.map(({ secret }) => secret);
}
