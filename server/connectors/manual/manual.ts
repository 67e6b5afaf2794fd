/** The manual connector: bank transfers that an operator marks as received or failed. */
import type { ConnectorDefinition } from '../connector.ts';
import { openConnectorLedger } from '../connector-ledger.ts';
import { COMMANDS } from './commands.ts';
import { createManual } from './manual-connector.ts';
import { NAME } from './name.ts';
import { capabilitiesOf, type ManualSettings, ManualSettingsSchema } from './settings.ts';

export const manual: ConnectorDefinition<ManualSettings> = {
  name: NAME,
  settings: ManualSettingsSchema,
  example: '{"kind":"manual","account":{"holder":"…","iban":"…"}}',
  capabilities: capabilitiesOf,
  commands: COMMANDS,
  open: (context) => createManual(context, openConnectorLedger(context.db, NAME)),
};
