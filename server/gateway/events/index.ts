/** What other rooms and routes use of this room. */
export {
  deletionAnswer,
  paymentAnswer,
  registrationAnswer,
  scheduleAnswer,
  type WholeAnswer,
} from './present/answers.ts';
export { buildNumber, type Envelope, envelopeOf, timestamp } from './present/envelope.ts';
export { paymentResult, presentPayment, statusOf } from './present/payment.ts';
export { type Deletion, presentRegistration } from './present/registration.ts';
export { presentSchedule } from './present/schedule.ts';
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
