/** What is sent to a processor: the merchant's request under our channel there and our reference. */
import { REGISTRATION } from '../../../contract/catalogue.ts';
import { toAmount } from '../../../contract/currency.ts';
import { isRepeated } from '../../../contract/parameter-rules.ts';
import type {
  AuthoriseRequest,
  CardDetails,
  ReferenceRequest,
  RegisterRequest,
  WalletCard,
} from '../connector.ts';
import type { Fields } from './client.ts';
import type { RelaySettings } from './settings.ts';

/**
 * Not sent onwards: the invoice's number by its definition, our own reference in place of the
 * merchant's, what an installment plan comes to, which the processor works out by itself, and what is
 * between the merchant and us: which address is notified, whether our test goes to a processor, and which
 * of our authentications has brought the proof. An IBAN is among the parameters masked, and goes whole.
 */
const KEPT_HERE =
  /^(merchantInvoiceId|merchantTransactionId|notificationUrl|testMode|threeDSecure\.id|bankAccount\.iban|recurring\.installments\[\d+\]\.amount)$/;
/** The hosted form may hide the holder's field; the API demands one. */
const NO_HOLDER = 'Not Provided';

export function chargeFields(
  request: AuthoriseRequest,
  settings: RelaySettings,
  storedThere: boolean,
): Fields {
  const { card, iban, parameters, registrationId, accountPassword, returnUrls } = request;
  const { paymentType: _, ...onward } = onwards(request, settings);
  const password = accountPassword !== undefined && {
    'virtualAccount.password': accountPassword,
  };
  if (request.paymentType === REGISTRATION) {
    const { paymentBrand } = request;
    return { ...onward, paymentBrand, shopperResultUrl: returnUrls.finish, ...password };
  }
  return {
    ...onwards(request, settings),
    amount: toAmount(request.amount, request.currency),
    currency: request.currency,
    ...(!storedThere && { paymentBrand: request.paymentBrand }),
    shopperResultUrl: returnUrls.finish,
    ...(card && cardFields(card, storedThere, isRepeated(parameters))),
    ...(iban !== undefined && !storedThere && { 'bankAccount.iban': iban }),
    ...password,
    ...(registrationId !== undefined && !storedThere && { createRegistration: 'true' }),
  };
}

/** A reversal is of the whole: no amount is sent. */
export function operationFields(request: ReferenceRequest, settings: RelaySettings): Fields {
  const { paymentType, amount, currency } = request;
  return {
    ...onwards(request, settings),
    ...(paymentType !== 'RV' && { amount: toAmount(amount, currency), currency }),
  };
}

/** The registration's own id is our reference of it. */
export function registrationFields(
  { registrationId, paymentBrand, card, parameters }: RegisterRequest,
  settings: RelaySettings,
): Fields {
  return {
    ...sentOnwards(parameters, settings),
    paymentBrand,
    merchantTransactionId: registrationId,
    ...cardFields(card, false, isRepeated(parameters)),
  };
}

const onwards = (
  { reference, paymentType, parameters }: AuthoriseRequest | ReferenceRequest,
  settings: RelaySettings,
): Fields => ({
  ...sentOnwards(parameters, settings),
  paymentType,
  merchantTransactionId: reference,
});

const sentOnwards = (
  parameters: RegisterRequest['parameters'],
  { entityId, testMode }: RelaySettings,
): Fields => ({
  ...Object.fromEntries(Object.entries(parameters).filter(([name]) => !KEPT_HERE.test(name))),
  entityId,
  ...(testMode && { testMode }),
});

function cardFields(card: CardDetails, storedThere: boolean, repeated: boolean): Fields {
  const { number, cvv, holder = NO_HOLDER, expiryMonth, expiryYear } = card;
  return {
    ...(!storedThere && {
      'card.number': number,
      'card.holder': holder,
      'card.expiryMonth': expiryMonth,
      'card.expiryYear': expiryYear,
    }),
    ...(card.wallet && walletFields(card.wallet)),
    // From a server's later payments of a chain no CVV is taken.
    ...(cvv !== undefined && !repeated && { 'card.cvv': cvv }),
  };
}

/** Decrypted already: the cryptogram proves the shopper as a value of 3-D Secure does. */
const walletFields = ({ brand, cryptogram, eci }: WalletCard): Fields => ({
  [brand === 'APPLEPAY' ? 'applePay.source' : 'googlePay.source']: 'web',
  ...(cryptogram && { 'threeDSecure.verificationId': cryptogram }),
  ...(eci && { 'threeDSecure.eci': eci }),
});
