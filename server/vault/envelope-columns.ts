/** What the vault itself keeps under master keys. */
import { sql } from 'kysely';
import type { EnvelopeColumn } from '../store/envelope-column.ts';
import { CVV_KEY_TABLES, type CvvKeyTable } from '../store/tables/vault-tables.ts';
import { numberContext } from './card-store.ts';
import { cvvKeyContext } from './cvv-keys.ts';
import { sealingKeyContext } from './sealing-keys.ts';
import { vaultSecretContext } from './vault-secret.ts';

export const VAULT_ENVELOPES: readonly EnvelopeColumn[] = [
  {
    holds: 'card numbers',
    table: 'card_numbers',
    column: 'number',
    key: ['record_id'],
    placeOf: ({ record_id: recordId = '', entity_id: entityId = '' }) =>
      numberContext({ recordId, entityId }),
  },
  ...([...CVV_KEY_TABLES, 'cvv_keys'] as const).map(keysOfCvvs),
  {
    holds: 'sealing keys',
    table: 'sealing_keys',
    column: 'wrapped_private_jwk',
    key: ['kid'],
    placeOf: ({ kid = '' }) => sealingKeyContext(kid),
  },
  {
    holds: 'secrets of the vault',
    table: 'vault_secrets',
    column: 'wrapped_key',
    key: ['name'],
    placeOf: ({ name = '' }) => vaultSecretContext(name),
  },
];

function keysOfCvvs(table: CvvKeyTable | 'cvv_keys'): EnvelopeColumn {
  return {
    holds: 'keys of CVVs',
    table,
    column: 'wrapped_key',
    key: ['record_id'],
    // The entity stands with the CVV.
    rows: sql`(select keys.*, card_cvvs.entity_id from ${sql.table(table)} as keys
      join card_cvvs on card_cvvs.record_id = keys.record_id)`,
    placeOf: ({ record_id: recordId = '', entity_id: entityId = '' }) =>
      cvvKeyContext({ recordId, entityId }),
  };
}
