/** What other rooms and routes use of this room. */
export {
  CHECKOUT_VALIDITY_MS,
  type Checkout,
  type CheckoutRecord,
  checkoutFromRow,
  checkoutToRow,
  existingCheckout,
  findCheckout,
  hasExpired,
  RESULT_READABLE_MS,
  refuseUnlessOpen,
} from './checkouts.ts';
export {
  existingPayment,
  findPayment,
  findPaymentByReference,
  insertPayment,
  isOutcomeUnknown,
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
