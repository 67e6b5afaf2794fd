/** What other rooms and routes use of this room. */
export {
  buildNumber,
  type Envelope,
  envelopeOf,
  resultOf,
  timestamp,
  type WholeAnswer,
} from './present/envelope.ts';
export { paymentAnswer, paymentResult, presentPayment, statusOf } from './present/payment.ts';
export {
  agreementAnswer,
  type Deletion,
  deletionAnswer,
  presentRegistration,
  registrationAnswer,
} from './present/registration.ts';
export { presentSchedule, scheduleAnswer } from './present/schedule.ts';
export { presentDelivery, presentInFull, presentTest, presentWebhook } from './present/webhook.ts';
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
  listWebhooks,
  notificationKeyOf,
  ownWebhook,
  progressOf,
  replayDelivery,
  subscribe,
  testWebhook,
  type WebhookTools,
} from './webhooks.ts';
