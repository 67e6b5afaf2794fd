/** What an operator asks and says about payments at processors: `npm run admin -- connector …`. */
import { APPROVED } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { GatewayContext } from '../context.ts';
import { EntityError, findChannel } from '../entities/index.ts';
import { findPayment, isOutcomeUnknown, retryNow } from '../records/index.ts';
import { connectorOf } from './processor.ts';

/**
 * Asks the processor of the channel something harmless.
 * @returns what is wrong; undefined where all is well
 * @throws EntityError where there is no such channel
 */
export async function checkConnector(
  { db, connectors }: Pick<GatewayContext, 'db' | 'connectors'>,
  channelId: string,
): Promise<string | undefined> {
  const channel = await findChannel(db, channelId);
  if (!channel) throw new EntityError(`there is no channel ${channelId}`);
  const settings = channel.settings.connector;
  const check = settings && connectors.get(settings.kind)?.operator?.check;
  return check
    ? check(channelId)
    : 'the channel has no connector that asks a processor, or no token for it';
}

/** What waits to be compensated, needs a manual review, or has an unknown outcome, at all processors. */
export async function connectorTroubles({ connectors }: Pick<GatewayContext, 'connectors'>) {
  const all = [...connectors.values()].map(({ operator }) => operator?.troubles?.() ?? []);
  return (await Promise.all(all)).flat();
}

/** How a payment ends whose outcome is unknown, by what its processor has told the operator. */
const SAYINGS = ['made', 'not-made'] as const;

/**
 * Ends a payment with an unknown outcome by hand: its sweepers see it within a second or so.
 * @param decision `made` or `not-made`
 * @throws EntityError where its outcome is known
 */
export async function decideUnknownOutcome(
  { db, connectors }: Pick<GatewayContext, 'db' | 'connectors'>,
  paymentId: string,
  decision: string,
) {
  if (!SAYINGS.some((word) => word === decision))
    throw new EntityError(`say ${SAYINGS.join(' or ')}`);
  const payment = await findPayment(db, paymentId);
  const { decide } = (payment && connectorOf({ connectors }, payment).operator) ?? {};
  if (!payment || !decide || !isOutcomeUnknown(payment)) {
    throw new EntityError(`the payment ${paymentId} is not one whose result is uncertain`);
  }
  const { reference, mode } = payment;
  const wasMade = decision === 'made';
  const resultCode = wasMade ? APPROVED[mode] : RESULT.neverArrived;
  const details = { ExtendedDescription: `decided by the operator: ${decision}` };
  const { resultCode: decided } = await decide(reference, { resultCode, details }, wasMade);
  await retryNow(db, paymentId);
  return { payment: paymentId, result: decided };
}
