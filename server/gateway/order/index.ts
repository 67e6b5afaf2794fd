/** What other rooms and routes use of this room. */
export { authenticationUsed, ownAuthentication, withAuthentication } from './authentication.ts';
export {
  accountOf,
  bankAccountParameters,
  cardFrom,
  checkCard,
  IBAN_LENGTHS,
  ibanFrom,
  refuseItsIbanIn,
  refuseItsNumberIn,
} from './means.ts';
export {
  brandFor,
  installmentsOf,
  minorUnitsOf,
  type PaymentOrder,
  placeOrder,
  riskDefaults,
} from './order.ts';
