/** Which processor a payment goes to, and what it can do (channel settings `mode` and `connector`). */

import { REGISTRATION } from '../../../contract/catalogue.ts';
import { toAmount } from '../../../contract/currency.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { PaymentMode } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { Capabilities, Connector } from '../../connectors/connector.ts';
import { capabilitiesOf, INTERNAL_CONNECTOR, TEST_PARAMETERS } from '../../connectors/registry.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import { allowsMode, type Channel, isConnectivityTest } from '../entities/index.ts';
import { ApiError, invalidParameter, refuseLiveWithoutConnector } from '../requests/index.ts';

/**
 * The connector that has the payment.
 * @throws Error where this release has none of the name: no other one may be asked
 */
export function connectorOf(
  { connectors }: Pick<GatewayContext, 'connectors'>,
  { connector: name }: Pick<Payment, 'connector'>,
): Connector {
  const connector = connectors.get(name);
  if (!connector) throw new Error(`there is no connector ${name}`);
  return connector;
}

/** The longest lease that any payment can have, milliseconds. */
export const longestLeaseMs = ({ connectors }: GatewayContext): number =>
  Math.max(...[...connectors.values()].map(({ leaseMs }) => leaseMs));

/**
 * How a payment of the channel is made. INTERNAL where a test channel is sent nothing
 * (gateway-api.md, "Limits").
 * @throws ApiError where no connector could make it, or what was sent contradicts the channel
 */
export function modeOf(channel: Channel, parameters: ParameterSet): PaymentMode {
  refuseLiveWithoutConnector(channel);
  const { testMode } = parameters;
  const { mode, connector } = channel.settings;
  if (mode === 'live') {
    if (testMode === undefined) return 'LIVE';
    if (testMode === 'EXTERNAL' || !allowsMode(channel.settings, 'INTERNAL')) {
      throw invalidParameter('testMode', testMode, 'must not be sent: this channel is live');
    }
    refuseTestParameters(parameters);
    return 'INTERNAL';
  }
  if (testMode !== 'EXTERNAL') return 'INTERNAL';
  if (connector === null) {
    throw new ApiError(
      400,
      RESULT.paymentModeNotConfigured,
      'testMode EXTERNAL: this channel has no connector',
    );
  }
  return 'EXTERNAL';
}

/** What a connectivity test comes to never reads as another mode's success. */
function refuseTestParameters(parameters: ParameterSet): void {
  for (const name of TEST_PARAMETERS) {
    const { [name]: value } = parameters;
    if (value !== undefined)
      throw invalidParameter(name, value, 'must not be sent: this channel is live');
  }
}

/**
 * Nothing that is stored was only seen by the simulator, where its channel takes money.
 * @throws ApiError naming `testMode`
 */
export function refuseSimulatedRegistration({ settings }: Channel, mode: PaymentMode): void {
  if (!isConnectivityTest(settings, mode)) return;
  throw invalidParameter('testMode', mode, 'neither stores a card nor pays with a stored one here');
}

/** The mode that an answer reads by where nothing goes to a processor. */
export const shownModeOf = ({ settings }: Channel, { testMode }: ParameterSet): PaymentMode =>
  settings.mode === 'live' ? 'LIVE' : testMode === 'EXTERNAL' ? testMode : 'INTERNAL';

/** The name of the connector that makes payments of the mode: never the simulator where money is real. */
export function connectorFor({ settings }: Channel, mode: PaymentMode): string {
  return mode === 'INTERNAL'
    ? INTERNAL_CONNECTOR
    : (settings.connector?.kind ?? INTERNAL_CONNECTOR);
}

/** What the processor of the mode has declared; undefined where none is asked. */
const capabilitiesIn = (
  { settings: { connector } }: Channel,
  mode: PaymentMode,
): Capabilities | undefined =>
  mode === 'INTERNAL' || connector === null ? undefined : capabilitiesOf(connector);

/** Whether the processor of the mode challenges a shopper when it is asked to. */
export const hasThreeDSecure = (channel: Channel, mode: PaymentMode): boolean =>
  capabilitiesIn(channel, mode)?.threeDSecure ?? true;

/** @throws ApiError where the processor does not take the brand, currency or installments */
export function refuseBeyondCapabilities(
  channel: Channel,
  mode: PaymentMode,
  order: {
    brand: string;
    isWallet: boolean;
    currency: string;
    paymentType: string;
    installments: boolean;
  },
): void {
  const can = capabilitiesIn(channel, mode);
  if (!can) return;
  const refuse = (name: string, value: string) => {
    const error = { name, value, message: 'is not supported by the processor of this channel' };
    return new ApiError(400, RESULT.notConfiguredForPayment, '', [error]);
  };
  const { brand, currency, paymentType } = order;
  const isAgreement = paymentType === REGISTRATION;
  if (can.brands && !can.brands.includes(brand)) throw refuse('paymentBrand', brand);
  if (order.isWallet && !can.wallets) throw refuse('paymentBrand', brand);
  if (isAgreement && !can.agreements) throw refuse('paymentBrand', brand);
  if (isAgreement) return;
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
 * @throws ApiError where the operation cannot go where its payment went, or is none of that processor's
 */
export function refuseOperation(
  channel: Channel,
  original: Pick<Payment, 'connector' | 'mode' | 'amount' | 'currency' | 'state'>,
  { type, amount, parameters }: { type: string; amount: number; parameters: ParameterSet },
): void {
  const { mode, currency } = original;
  const isTest = isConnectivityTest(channel.settings, mode);
  // Without the word a live channel means money.
  const { testMode = isTest ? 'LIVE' : mode } = parameters;
  if (testMode !== mode || !allowsMode(channel.settings, mode)) {
    throw new ApiError(400, RESULT.referenceModeDiffers, `the payment was made in mode ${mode}`);
  }
  if (isTest) refuseTestParameters(parameters);
  // Of another connector the channel has no settings any more: it decides by itself.
  const isOurs = original.connector === channel.settings.connector?.kind;
  const can = isOurs ? capabilitiesIn(channel, mode) : undefined;
  if (!can) return;
  const isPart = amount < original.amount;
  // A voucher that waits for its money is ended, and nothing is taken back.
  if (type === 'RV' && !can.reversal && original.state !== 'pending') refuseType(type);
  if (type === 'RF' && !can.refund) refuseType(type);
  if (type === 'CP' && isPart && !can.partialCapture) {
    const whole = toAmount(original.amount, currency);
    throw new ApiError(400, RESULT.captureNotSupported, `only the whole amount, ${whole}`);
  }
}

function refuseType(type: string): never {
  throw new ApiError(
    400,
    RESULT.paymentTypeNotSupported,
    `the processor of this channel has no ${type}`,
  );
}
