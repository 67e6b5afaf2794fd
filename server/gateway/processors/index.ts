/** Which connector has a payment, its secrets, where its shopper goes next. The door of this room: others enter by it. */
export {
  CONNECTOR_ENVELOPES,
  SECRET_NAMES,
  secretsSet,
  setConnectorSecret,
} from './connector-secrets.ts';
export {
  handleNotification,
  notificationAddresses,
  notificationPath,
} from './inbound-notification.ts';
export {
  backToMerchant,
  isToken,
  isVoucher,
  noteMethodCall,
  ofCheckout,
  ofPayment,
  redirectOf,
  returnUrlsOf,
  type TokenUse,
  voucherReturnUrl,
  withMethodCallNoted,
} from './next-step.ts';
export {
  bankKeyOf,
  chainIdOf,
  connectorContext,
  forgetAtProcessors,
  openAllConnectors,
} from './open-connectors.ts';
export { checkConnector, connectorTroubles, decideUnknownOutcome } from './operator.ts';
export {
  connectorFor,
  connectorOf,
  hasThreeDSecure,
  longestLeaseMs,
  modeOf,
  refuseBeyondCapabilities,
  refuseOperation,
  refuseSimulatedRegistration,
  shownModeOf,
} from './processor.ts';
