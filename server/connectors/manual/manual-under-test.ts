/** The manual connector as the conformance kit takes it. */
import { APPROVED } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { Database } from '../../store/database.ts';
import type { ConnectorUnderTest } from '../conformance-kit.ts';
import { openConnectorLedger } from '../connector-ledger.ts';
import { createManual } from './manual-connector.ts';
import { NAME } from './name.ts';
import { capabilitiesOf, ManualSettingsSchema } from './settings.ts';

/** @param channelId of a channel that is there */
export function manualUnderTest(db: Database, channelId: string) {
  const ledger = openConnectorLedger(db, NAME);
  const settings = ManualSettingsSchema.parse({
    kind: NAME,
    account: { holder: 'Bookshop Ltd', iban: 'DE89370400440532013000' },
  });
  return {
    connector: createManual({ settingsOf: async () => settings }, ledger),
    mode: 'EXTERNAL',
    channelId,
    capabilities: capabilitiesOf(settings),
    brand: 'SOFORTUEBERWEISUNG',
    // As its commands do it.
    async decide(reference, outcome) {
      const { details = {} } = (await ledger.find(reference))?.pending ?? {};
      const resultCode =
        outcome === 'approved' ? APPROVED.EXTERNAL : RESULT.declinedForUnknownReason;
      await ledger.decide(reference, { resultCode, details }, { later: true });
    },
  } as const satisfies ConnectorUnderTest;
}
