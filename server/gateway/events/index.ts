/** What is published of a payment or registration, and how an answer presents it. The door of this room: others enter by it. */

export { changeWebhook, pauseWebhook, resumeWebhook } from './change-webhook.ts';
export {
  findDeliveries,
  readDelivery,
  replayDeliveries,
  replayDelivery,
  scopeOfRequests,
  scopeOfWebhook,
  type ToldScope,
} from './deliveries.ts';
export { mailFailing, publishFailingReceivers } from './failing-receivers.ts';
export { findEvents } from './list-events.ts';
export {
  buildNumber,
  type Envelope,
  envelopeOf,
  resultOf,
  timestamp,
  type WholeAnswer,
} from './present/envelope.ts';
export { presentEvent } from './present/event.ts';
export {
  paymentAnswer,
  paymentResult,
  presentListed,
  presentPayment,
  statusOf,
} from './present/payment.ts';
export {
  agreementAnswer,
  type Deletion,
  deletionAnswer,
  presentRegistration,
  registrationAnswer,
} from './present/registration.ts';
export { presentSchedule, scheduleAnswer } from './present/schedule.ts';
export {
  nextAttemptOf,
  presentDelivery,
  presentInFull,
  presentTest,
  presentWebhook,
  presentWholeDelivery,
} from './present/webhook.ts';
export { publishPaymentEvent, publishRegistrationEvent } from './publish.ts';
export {
  publishPageWatchEvent,
  publishRiskEvent,
  publishScheduleEvent,
} from './publish-channel-event.ts';
export {
  changeEntityKey,
  changeSecret,
  deleteWebhook,
  hasNotificationKey,
  holderOfNotificationKey,
  listFailing,
  listWebhooks,
  notificationKeyOf,
  ownWebhook,
  progressOf,
  rotateEntityKey,
  subscribe,
  testWebhook,
  WEBHOOK_TYPES,
  type WebhookTools,
} from './webhooks.ts';
