/** What the operator can ask and say about a relay: `npm run admin -- connector check|troubles|decide`. */
import { randomBytes } from 'node:crypto';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { Database } from '../../store/database.ts';
import type { OperatorTools } from '../connector.ts';
import type { RelayClient, RelayConfig } from './client.ts';
import { openRelayLedger, STORED } from './ledger.ts';

const CHECK_MS = 10_000;

export const createOperatorTools = (
  db: Database,
  client: RelayClient,
  configOf: (channelId: string) => Promise<RelayConfig | undefined>,
): OperatorTools => ({
  /** Asks the processor of the channel for a payment that was never made. */
  async check(channelId) {
    const config = await configOf(channelId);
    if (!config) return 'the channel has no token for its processor';
    const merchantTransactionId = randomBytes(16).toString('hex');
    const query = { entityId: config.settings.entityId, merchantTransactionId };
    try {
      const { status, body } = await client.get(config, '/v1/query', query, CHECK_MS);
      const { code, description = '' } = body.result;
      return code === RESULT.transactionNotFound
        ? undefined
        : `HTTP ${status}, ${code}: ${description}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },

  /**
   * What a processor has of payments that failed here, as long as it is not compensated there, and what
   * the processor cannot be asked about.
   */
  async troubles() {
    const rows = await db
      .selectFrom('upstream_requests')
      .leftJoin('payments', 'payments.reference', 'upstream_requests.reference')
      .select(['payments.id as payment', 'upstream_requests.reference', 'upstream_id'])
      .select(['channel_id as channel', 'upstream_requests.type', 'upstream_requests.amount'])
      .select(['upstream_requests.currency', 'undo', 'check_at', 'payments.result_code'])
      .where((eb) =>
        eb.or([
          eb('undo', 'in', [STORED.manual_review, STORED.monitoring]),
          eb.and([
            eb('payments.state', '=', 'in_doubt'),
            eb('result_code', '=', RESULT.outcomeUnknown),
          ]),
        ]),
      )
      .orderBy('upstream_requests.created_at')
      .execute();
    return rows.map(({ check_at, undo, result_code, ...row }) => ({
      ...row,
      undo: result_code === RESULT.outcomeUnknown ? 'unknown' : undo,
      nextLook: check_at === null ? null : new Date(check_at).toISOString(),
    }));
  },

  // Should it turn up after all, it is compensated there, or needs a manual review.
  decide: (reference, answer, wasMade) =>
    openRelayLedger(db).decide(reference, answer, { compensate: !wasMade }),
});
