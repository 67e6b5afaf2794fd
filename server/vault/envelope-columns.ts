/** What the vault itself keeps under master keys. */
import { sql } from 'kysely';
import type { EnvelopeColumn } from '../store/envelope-column.ts';
import { numberContext } from './card-store.ts';
import { cvvKeyContext } from './cvv-store.ts';
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
  {
    holds: 'keys of CVVs',
    table: 'cvv_keys',
    column: 'wrapped_key',
    key: ['record_id'],
    // The entity stands with the CVV.
    rows: sql`(select cvv_keys.*, card_cvvs.entity_id from cvv_keys
      join card_cvvs on card_cvvs.record_id = cvv_keys.record_id)`,
    placeOf: ({ record_id: recordId = '', entity_id: entityId = '' }) =>
      cvvKeyContext({ recordId, entityId }),
  },
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
