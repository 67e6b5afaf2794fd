/** `npm run admin -- vault …`: the master keys, and what lies under them. */

import { openVaultOf } from '../open-store.ts';
import type { Command } from './admin-command.ts';
import { keysInUse, rotateVault } from './vault-keys.ts';

export const VAULT_USAGE = `  vault keys                        how much lies under which of VAULT_KEYS
  vault rotate                      encrypts everything anew under the first of them
`;

export const VAULT_COMMANDS: Readonly<Record<string, Command>> = {
  'vault keys': async (db, _words, _options, config) =>
    keysInUse(db, await openVaultOf(db, config)),
  'vault rotate': async (db, _words, _options, config) => {
    const rotation = await rotateVault(db, await openVaultOf(db, config));
    // A script that goes on to remove the old key has to stop here.
    if (rotation.unopened.length > 0) process.exitCode = 1;
    return rotation;
  },
};
