/** An order from parameters: the last checks, which need brand, amount and card together. */
import type { Parameters } from '../../../contract/parameters.ts';
import type { CardDetails } from '../../connectors/connector.ts';
import type { Channel } from '../entities/entities.ts';
import { modeOf, refuseBeyondCapabilities } from '../processors/processor.ts';
import { echoedParameters, planParameters } from '../requests/echoed-parameters.ts';
import { brandFor, installmentsOf, minorUnitsOf, riskDefaults } from '../requests/order-rules.ts';
import { checkCard } from './card-check.ts';
import type { PaymentOrder } from './payment-order.ts';

/**
 * @param parameters each right by itself, amount and currency among them
 * @throws Refusal naming what is wrong
 */
export function placeOrder(
  channel: Channel,
  parameters: Parameters,
  card: CardDetails | undefined,
  subject: Pick<
    PaymentOrder,
    'checkoutId' | 'ndc' | 'createRegistration' | 'registrationId' | 'resultUrl'
  >,
): PaymentOrder {
  const mode = modeOf(channel, parameters);
  const { amount: sentAmount = '', currency = '' } = parameters;
  const amount = minorUnitsOf(sentAmount, currency);
  const anyType = parameters['paymentType'] ?? '';
  const guess = brandFor(channel, parameters, card?.number);
  const paymentType = parameters[`overridePaymentType[${guess}]`] ?? anyType;
  const brand = brandFor(channel, parameters, card?.number, paymentType);
  if (card) checkCard(card, brand, channel);
  const plan = installmentsOf(channel, parameters, { amount, currency, paymentType });
  const installments = plan !== undefined;
  refuseBeyondCapabilities(channel, mode, { brand, currency, paymentType, installments });
  const accountPassword = parameters['virtualAccount.password'];
  return {
    ...subject,
    channel,
    paymentType,
    brand,
    amount,
    currency,
    mode,
    ...(parameters['notificationUrl'] && { notificationUrl: parameters['notificationUrl'] }),
    ...(card && { card }),
    ...(accountPassword !== undefined && { accountPassword }),
    parameters: {
      ...echoedParameters(parameters),
      ...riskDefaults(channel, parameters, brand),
      ...planParameters(plan, currency),
    },
  };
}
