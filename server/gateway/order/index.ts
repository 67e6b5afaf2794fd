/** What is to be paid, and with what: everything checked, nothing written. The door of this room: others enter by it. */
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
