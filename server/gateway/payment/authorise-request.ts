/** What a connector is asked for when it is to charge or reserve. */
import { isPrepayment } from '../../../contract/other-brands.ts';
import type { AuthoriseRequest } from '../../connectors/connector.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import { listedOrigins } from '../entities/index.ts';
import { returnUrlsOf } from '../processors/index.ts';
import type { PaymentOrder } from './order.ts';
import { payableUntil } from './payable-until.ts';

export function authoriseRequest(
  gateway: GatewayContext,
  payment: Payment,
  order: Pick<
    PaymentOrder,
    'channel' | 'card' | 'iban' | 'accountPassword' | 'parameters' | 'registrationId' | 'isInline'
  >,
): AuthoriseRequest {
  const { channel, card, iban, accountPassword, parameters, isInline } = order;
  const { reference, type, brand, amount, currency, mode, registrationId } = payment;
  return {
    reference,
    channelId: channel.id,
    merchantName: parameters['merchant.name'] ?? channel.name,
    origins: listedOrigins(channel.settings),
    returnUrls: returnUrlsOf(gateway, payment.id, isInline),
    paymentType: type,
    paymentBrand: card?.wallet?.cardBrand ?? brand,
    amount,
    currency,
    mode,
    parameters,
    ...(card && { card }),
    ...(iban !== undefined && { iban }),
    ...(accountPassword !== undefined && { accountPassword }),
    ...(registrationId !== null && { registrationId }),
    ...(isPrepayment(brand) && { payableUntil: payableUntil(payment) }),
    ...(isInline && { isInline }),
    isStored: order.registrationId !== undefined,
  };
}
