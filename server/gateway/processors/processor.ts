/** Which processor a payment goes to, and what it can do (channel settings `mode` and `connector`). */

import { toAmount } from '../../../contract/currency.ts';
import type { Parameters } from '../../../contract/parameters.ts';
import type { PaymentMode } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { Connector } from '../../connectors/connector.ts';
import type { UpstreamSettings } from '../../connectors/upstream/upstream-settings.ts';
import type { PaymentRow } from '../../store/tables.ts';
import type { Gateway } from '../context.ts';
import type { ChannelSettings } from '../entities/channel-settings.ts';
import type { Channel } from '../entities/entities.ts';
import { invalidParameter, Refusal, refuseLiveWithoutConnector } from '../requests/api-error.ts';

/** Kinds of connectors; a payment stays with the one that it was given to. */
export type ConnectorName = NonNullable<ChannelSettings['connector']>['kind'];

/** The connector that has the payment. */
export const connectorOf = (
  { simulator, upstream }: Pick<Gateway, 'simulator' | 'upstream'>,
  { connector }: Pick<PaymentRow, 'connector'>,
): Connector => (connector === 'upstream' ? upstream : simulator);

/** The longest lease that any payment can have, milliseconds. */
export const longestLeaseMs = ({ simulator, upstream }: Gateway): number =>
  Math.max(simulator.leaseMs, upstream.leaseMs);

/**
 * How a payment of the channel is made. INTERNAL where a test channel is sent nothing
 * (gateway-api.md, "Limits").
 * @throws Refusal where nobody could make it, or what was sent contradicts the channel
 */
export function modeOf(channel: Channel, { testMode }: Parameters): PaymentMode {
  refuseLiveWithoutConnector(channel);
  const { mode, connector } = channel.settings;
  if (mode === 'live') {
    if (testMode === undefined) return 'LIVE';
    throw invalidParameter('testMode', testMode, 'must not be sent: this channel is live');
  }
  if (testMode !== 'EXTERNAL') return 'INTERNAL';
  if (connector === null) {
    throw new Refusal(
      400,
      RESULT.paymentModeNotConfigured,
      'testMode EXTERNAL: this channel has no connector',
    );
  }
  return 'EXTERNAL';
}

/** The mode that an answer reads by where nothing goes to a processor. */
export const shownModeOf = ({ settings }: Channel, { testMode }: Parameters): PaymentMode =>
  settings.mode === 'live' ? 'LIVE' : testMode === 'EXTERNAL' ? testMode : 'INTERNAL';

/** Who makes payments of the mode: never the simulator where money is real. */
export function connectorFor({ settings }: Channel, mode: PaymentMode): ConnectorName {
  return mode === 'INTERNAL' ? 'simulator' : (settings.connector?.kind ?? 'simulator');
}

/** What the processor of the mode has declared; undefined for one that takes anything. */
const capabilitiesIn = (
  { settings: { connector } }: Channel,
  mode: PaymentMode,
): UpstreamSettings | undefined =>
  mode !== 'INTERNAL' && connector?.kind === 'upstream' ? connector : undefined;

/** @throws Refusal where the processor does not take the brand, currency or installments */
export function refuseBeyondCapabilities(
  channel: Channel,
  mode: PaymentMode,
  order: { brand: string; currency: string; paymentType: string; installments: boolean },
): void {
  const can = capabilitiesIn(channel, mode);
  if (!can) return;
  const refuse = (name: string, value: string) => {
    const error = { name, value, message: 'is not supported by the processor of this channel' };
    return new Refusal(400, RESULT.notConfiguredForPayment, '', [error]);
  };
  const { brand, currency, paymentType } = order;
  if (can.brands && !can.brands.includes(brand)) throw refuse('paymentBrand', brand);
  if (can.currencies && !can.currencies.includes(currency)) throw refuse('currency', currency);
  if (!can.installments && order.installments) {
    throw invalidParameter(
      'recurring.numberOfInstallments',
      null,
      'the processor of this channel has no installments',
    );
  }
  if (!can.paymentTypes.some((type) => type === paymentType)) refuseType(paymentType);
}

/**
 * @throws Refusal where the operation cannot go where its payment went, or is none of that processor's
 */
export function refuseOperation(
  channel: Channel,
  original: Pick<PaymentRow, 'mode' | 'amount' | 'currency'>,
  { type, amount, testMode }: { type: string; amount: number; testMode: string | undefined },
): void {
  const { mode, currency } = original;
  const isLive = channel.settings.mode === 'live';
  if ((mode === 'LIVE') !== isLive || (testMode !== undefined && testMode !== mode)) {
    throw new Refusal(400, RESULT.referenceModeDiffers, `the payment was made in mode ${mode}`);
  }
  const can = capabilitiesIn(channel, mode);
  if (!can) return;
  const isPart = amount < original.amount;
  if (type === 'RV' && !can.reversal) refuseType(type);
  if (type === 'RF' && !can.refund) refuseType(type);
  if (type === 'CP' && isPart && !can.partialCapture) {
    const whole = toAmount(original.amount, currency);
    throw new Refusal(400, RESULT.captureNotSupported, `only the whole amount, ${whole}`);
  }
}

function refuseType(type: string): never {
  throw new Refusal(
    400,
    RESULT.paymentTypeNotSupported,
    `the processor of this channel has no ${type}`,
  );
}
