/** The upstream connector, put together with what it needs of us. */

import { APPROVED } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';

import type { Connector } from '../../connectors/connector.ts';
import { createUpstream, type UpstreamOptions } from '../../connectors/upstream/upstream.ts';
import { openUpstreamBooks } from '../../connectors/upstream/upstream-books.ts';
import {
  createUpstreamClient,
  type UpstreamConfig,
} from '../../connectors/upstream/upstream-client.ts';
import type { Database } from '../../store/database.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Gateway } from '../context.ts';
import { EntityError, findChannel } from '../entities/entities.ts';
import { newId } from '../ids.ts';
import { findPayment, isUncertain, retryNow } from '../records/payments.ts';
import { connectorSecret } from './connector-secrets.ts';

export { expectDeletion } from '../../connectors/upstream/upstream-registrations.ts';

/** Names this installation in a chain of gateways: the same for all of its instances. */
export const chainIdOf = ({ keyedHash }: Pick<Vault, 'keyedHash'>): string =>
  `gateway-${keyedHash('chain of gateways')('this one').slice(0, 24)}`;

/** Undefined where the channel has no upstream, or no token for it. */
async function upstreamConfigOf(
  db: Database,
  vault: Vault,
  channelId: string,
): Promise<UpstreamConfig | undefined> {
  const settings = (await findChannel(db, channelId))?.settings.connector;
  if (settings?.kind !== 'upstream') return undefined;
  const token = await connectorSecret(db, vault, channelId, 'token');
  return token === undefined ? undefined : { settings, token };
}

const CHECK_MS = 10_000;

/**
 * Asks the upstream of the channel for a payment that nobody has made.
 * @returns what is wrong; undefined when it answers that there is none
 */
export async function checkUpstream(
  { db, vault, outgoing, publicUrl }: Pick<Gateway, 'db' | 'vault' | 'outgoing' | 'publicUrl'>,
  channelId: string,
): Promise<string | undefined> {
  const config = await upstreamConfigOf(db, vault, channelId);
  if (!config) return 'the channel has no upstream as its connector, or no token for it';
  const client = createUpstreamClient(outgoing, { id: chainIdOf(vault), origin: publicUrl });
  const query = { entityId: config.settings.entityId, merchantTransactionId: newId() };
  try {
    const { status, body } = await client.get(config, '/v1/query', query, CHECK_MS);
    const { code, description = '' } = body.result;
    return code === RESULT.transactionNotFound
      ? undefined
      : `HTTP ${status}, ${code}: ${description}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * What an upstream has of payments that failed here, as long as it is not undone there, and what it
 * cannot be asked about.
 */
export async function upstreamTroubles(db: Database) {
  const rows = await db
    .selectFrom('upstream_requests')
    .leftJoin('payments', 'payments.reference', 'upstream_requests.reference')
    .select(['payments.id as payment', 'upstream_requests.reference', 'upstream_id'])
    .select(['channel_id as channel', 'upstream_requests.type', 'upstream_requests.amount'])
    .select(['upstream_requests.currency', 'undo', 'check_at', 'payments.result_code'])
    .where((eb) =>
      eb.or([
        eb('undo', 'in', ['stuck', 'watching']),
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
    nextLook: check_at && new Date(check_at).toISOString(),
  }));
}

/** How an uncertain payment ends by what its processor has told somebody. */
const TOLD = ['made', 'not-made'] as const;

/**
 * Ends an uncertain payment by hand: its sweepers hear of it within a second or so.
 * @param told `made` or `not-made`
 * @throws EntityError where it is not uncertain (any more)
 */
export async function decideUncertain(db: Database, paymentId: string, told: string) {
  if (!TOLD.some((word) => word === told)) throw new EntityError(`say ${TOLD.join(' or ')}`);
  const payment = await findPayment(db, paymentId);
  if (!payment || !isUncertain(payment)) {
    throw new EntityError(`the payment ${paymentId} is not one whose result is uncertain`);
  }
  const { reference, mode } = payment;
  const resultCode = told === 'made' ? APPROVED[mode] : RESULT.neverArrived;
  const details = { ExtendedDescription: `decided by the operator: ${told}` };
  const { resultCode: decided } = await openUpstreamBooks(db).decide(
    reference,
    { resultCode, details },
    // Should it turn up after all, it is undone there, or somebody hears of it.
    { undo: told === 'not-made' },
  );
  await retryNow(db, paymentId);
  return { payment: paymentId, result: decided };
}

export function openUpstream(
  { db, vault, outgoing, publicUrl }: Pick<Gateway, 'db' | 'vault' | 'outgoing' | 'publicUrl'>,
  more: Pick<UpstreamOptions, 'timing' | 'report'> = {},
): Connector {
  return createUpstream({
    db,
    outgoing,
    configOf: (channelId) => upstreamConfigOf(db, vault, channelId),
    own: { id: chainIdOf(vault), origin: publicUrl },
    ...more,
  });
}
