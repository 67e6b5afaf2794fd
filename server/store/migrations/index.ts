/** Every migration, in the order in which they run. One that has been released never changes. */
import type { Kysely } from 'kysely';
import { indexIfSmall, type LargeIndex } from '../large-indexes.ts';
import * as vault from './0001-vault.ts';
import * as gateway from './0002-gateway.ts';
import * as registrations from './0003-registrations.ts';
import * as afterSubmit from './0004-after-submit.ts';
import * as notifications from './0005-notifications.ts';
import * as events from './0006-events.ts';
import * as connectors from './0007-connectors.ts';
import * as reporting from './0008-reporting.ts';
import * as upstreams from './0009-upstreams.ts';
import * as webhookPauses from './0010-webhook-pauses.ts';
import * as leases from './0011-leases.ts';
import * as connectorLedger from './0012-connector-ledger.ts';
import * as nonceClaims from './0013-nonce-claims.ts';
import * as cardTesting from './0014-card-testing.ts';
import * as cvvKeys from './0015-cvv-keys.ts';
import * as anyOrigin from './0016-any-origin.ts';
import * as access from './0017-access.ts';
import * as withdrawnReleases from './0018-withdrawn-releases.ts';
import * as pageWatch from './0019-page-watch.ts';
import * as fieldEvidence from './0020-field-evidence.ts';
import * as directDebit from './0021-direct-debit.ts';
import * as wallets from './0023-wallets.ts';
import * as schedules from './0024-schedules.ts';
import * as agreements from './0025-agreements.ts';
import * as scale from './0026-scale.ts';
import * as lastPaidWith from './0028-last-paid-with.ts';
import * as deliveries from './0032-deliveries.ts';
import * as consoleTables from './0040-console.ts';
import * as consoleReference from './0041-console-reference.ts';
import * as consoleRows from './0041-console-rows.ts';
import * as traces from './0042-traces.ts';
import * as apiRequests from './0043-api-requests.ts';
import * as consoleLists from './0044-console-lists.ts';
import * as fonts from './0045-fonts.ts';
import * as consoleLinksLatest from './0046-console-links-latest.ts';
import * as consoleLinksOnce from './0047-console-links-once.ts';
import * as formTyped from './0048-form-typed.ts';
import * as chargebackDeadline from './0049-chargeback-deadline.ts';
import * as keyedDone from './0050-keyed-done.ts';
import * as rarePayments from './0051-rare-payments.ts';
import * as issuerCountry from './0052-issuer-country.ts';
import * as chargebackAnswer from './0053-chargeback-answer.ts';
import * as funnelDays from './0054-funnel-days.ts';
import * as funnelDaysAgain from './0055-funnel-days-again.ts';
import * as cardBins from './0056-card-bins.ts';
import * as databaseClock from './0057-database-clock.ts';
import * as setBackOnce from './0058-set-back-once.ts';
import * as replacedTokens from './0059-replaced-tokens.ts';

/** One step of the schema. Names are sorted, so they begin with a number: `0003-webhooks`. */
export interface NamedMigration {
  readonly name: string;
  up(db: Kysely<unknown>): Promise<void>;
  /** Made after it, or later where a table is large. */
  readonly largeIndexes?: readonly LargeIndex[];
}

export const MIGRATIONS: readonly NamedMigration[] = [
  { name: '0001-vault', up: vault.up },
  { name: '0002-gateway', up: gateway.up },
  { name: '0003-registrations', up: registrations.up },
  { name: '0004-after-submit', up: afterSubmit.up },
  { name: '0005-notifications', up: notifications.up },
  { name: '0006-events', up: events.up },
  { name: '0007-connectors', up: connectors.up },
  { name: '0008-reporting', up: reporting.up },
  { name: '0009-upstreams', up: upstreams.up },
  { name: '0010-webhook-pauses', up: webhookPauses.up },
  { name: '0011-leases', up: leases.up },
  { name: '0012-connector-ledger', up: connectorLedger.up },
  { name: '0013-nonce-claims', up: nonceClaims.up },
  { name: '0014-card-testing', up: cardTesting.up },
  { name: '0015-cvv-keys', up: cvvKeys.up },
  { name: '0016-any-origin', up: anyOrigin.up },
  { name: '0017-access', up: access.up },
  { name: '0018-withdrawn-releases', up: withdrawnReleases.up },
  { name: '0019-page-watch', up: pageWatch.up },
  { name: '0020-field-evidence', up: fieldEvidence.up },
  { name: '0021-direct-debit', up: directDebit.up },
  { name: '0023-wallets', up: wallets.up },
  { name: '0024-schedules', up: schedules.up },
  { name: '0025-agreements', up: agreements.up },
  { name: '0026-scale', up: scale.up },
  { name: '0028-last-paid-with', up: lastPaidWith.up },
  { name: '0032-deliveries', up: deliveries.up },
  { name: '0040-console', ...consoleTables },
  { name: '0041-console-reference', ...consoleReference },
  { name: '0041-console-rows', up: consoleRows.up },
  { name: '0042-traces', up: traces.up },
  { name: '0043-api-requests', up: apiRequests.up },
  { name: '0044-console-lists', ...consoleLists },
  { name: '0045-fonts', up: fonts.up },
  { name: '0046-console-links-latest', up: consoleLinksLatest.up },
  { name: '0047-console-links-once', up: consoleLinksOnce.up },
  { name: '0048-form-typed', up: formTyped.up },
  {
    name: '0049-chargeback-deadline',
    up: chargebackDeadline.up,
    largeIndexes: chargebackDeadline.largeIndexes,
  },
  { name: '0050-keyed-done', up: keyedDone.up },
  { name: '0051-rare-payments', up: rarePayments.up, largeIndexes: rarePayments.largeIndexes },
  { name: '0052-issuer-country', up: issuerCountry.up, largeIndexes: issuerCountry.largeIndexes },
  { name: '0053-chargeback-answer', up: chargebackAnswer.up },
  { name: '0054-funnel-days', up: funnelDays.up },
  { name: '0055-funnel-days-again', up: funnelDaysAgain.up },
  { name: '0056-card-bins', up: cardBins.up },
  { name: '0057-database-clock', up: databaseClock.up },
  { name: '0058-set-back-once', up: setBackOnce.up },
  { name: '0059-replaced-tokens', up: replacedTokens.up },
];

export const LARGE_INDEXES: readonly LargeIndex[] = MIGRATIONS.flatMap(
  ({ largeIndexes = [] }) => largeIndexes,
);

/** One step, with its indexes where their tables are small. */
export async function runMigration(
  { up, largeIndexes = [] }: NamedMigration,
  db: Kysely<unknown>,
): Promise<void> {
  await up(db);
  for (const index of largeIndexes) await indexIfSmall(db, index);
}
