/** Finds payments, registrations and checkouts, and writes new ones. The door of this room: others enter by it. */

export { BinError } from './bin-file.ts';
export {
  CHECKOUT_VALIDITY_MS,
  type Checkout,
  CheckoutPaid,
  type CheckoutRecord,
  checkoutFromRow,
  checkoutSearch,
  checkoutToRow,
  existingCheckout,
  findCheckout,
  hasExpired,
  RESULT_READABLE_MS,
  refuseUnlessOpen,
} from './checkouts.ts';
export { clearBins, currentBins, importBins } from './import-bins.ts';
export { binOf, issuerCountryOf, issuersOf } from './issuer-country.ts';
export { type KindOfId, kindOfId, type NamedById } from './kind-of-id.ts';
export {
  existingPayment,
  findPayment,
  findPaymentByReference,
  insertPayment,
  isOutcomeUnknown,
  lastPaidWith,
  ownPayment,
  paymentsByMerchantTransaction,
  retryNow,
} from './payments.ts';
export {
  cardOf,
  findAgreement,
  findRegistration,
  ibanOf,
  insertRegistration,
  isRegistrationGone,
  lifeOf,
  newRegistration,
  noSuchRegistration,
  ownRegistration,
  registrationOfAgreement,
  registrationOfCheckout,
  registrationOfPayment,
  usableRegistration,
} from './registrations.ts';
