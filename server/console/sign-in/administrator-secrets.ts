/** Secrets of authenticator apps, in envelopes of the vault. */
import type { EnvelopeColumn } from '../../store/envelope-column.ts';

/** @param name of the administrator */
export const authenticatorPlace = (name: string) => ({
  recordId: name,
  entityId: 'console',
  purpose: 'authenticator',
});

const column = (name: 'authenticator' | 'pending_authenticator'): EnvelopeColumn => ({
  holds: 'secrets of authenticator apps',
  table: 'administrators',
  column: name,
  key: ['name'],
  placeOf: ({ name: administrator = '' }) => authenticatorPlace(administrator),
});

export const CONSOLE_ENVELOPES: readonly EnvelopeColumn[] = [
  column('authenticator'),
  column('pending_authenticator'),
];
