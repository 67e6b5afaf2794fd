/** The secrets of subscriptions; kept in envelopes of the vault. */
import { realNow } from '../store/clock.ts';
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

/** After a rotation the secret before stays valid this long, milliseconds. */
export const ROTATION_MS = 24 * 60 * 60_000;

export const newSecret = (kind: WebhookRow['kind']): string =>
  kind === 'events' ? newEventSecret() : newKey();

/** What a secret of the kind has to look like, in words; undefined for one that does. */
export function secretMistake(kind: WebhookRow['kind'], secret: string): string | undefined {
  if (kind === 'events') {
    return isEventSecret(secret) ? undefined : 'must be whsec_ and 24 to 64 bytes in base64';
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

/** Both secrets of a subscription belong to the same place. */
export const WEBHOOK_ENVELOPES = ['secret', 'previous_secret'].map(
  (column): EnvelopeColumn => ({
    holds: 'secrets of webhooks',
    table: 'webhooks',
    column,
    key: ['id'],
    placeOf: ({ id = '', entity_id = '' }) => placeOf({ id, entity_id }),
  }),
);

/** The valid secrets, the newest first. */
export function secretsOf(envelopes: Envelopes, webhook: WebhookRow, now = realNow()): string[] {
  const { secret, previous_secret: previous, previous_until: until } = webhook;
  const valid = [secret, until !== null && until > now ? previous : null];
  return valid
    .filter((envelope) => envelope !== null)
    .map((envelope) => envelopes.unwrapText(envelope, placeOf(webhook)));
}
