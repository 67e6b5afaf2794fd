/** Whole answers of the API about a payment or a registration: what requests get, and notifications tell. */

import type { Payment } from '../../../store/records/payment.ts';
import type { Registration } from '../../../store/records/registration.ts';
import type { Schedule } from '../../../store/records/schedule.ts';
import type { GatewayContext } from '../../context.ts';
import type { Channel } from '../../entities/index.ts';
import { redirectOf } from '../../processors/index.ts';
import { type Envelope, envelopeOf } from './envelope.ts';
import { presentPayment } from './payment.ts';
import { type Deletion, presentDeletion, presentRegistration } from './registration.ts';
import { presentSchedule } from './schedule.ts';

export type WholeAnswer = Envelope & Readonly<Record<string, unknown>>;

export function paymentAnswer(
  gateway: GatewayContext,
  payment: Payment,
  channel: Channel,
): WholeAnswer {
  const { result, ...subject } = presentPayment(payment, channel, redirectOf(gateway, payment));
  return { ...subject, ...envelopeOf(gateway.buildNumber, result, payment.ndc) };
}

export function registrationAnswer(
  gateway: GatewayContext,
  registration: Registration,
): WholeAnswer {
  const { result, ...subject } = presentRegistration(registration);
  return { ...subject, ...envelopeOf(gateway.buildNumber, result, registration.ndc) };
}

export function deletionAnswer(
  gateway: GatewayContext,
  registration: Registration,
  deletion: Deletion,
): WholeAnswer {
  const { result, ...subject } = presentDeletion(registration, deletion);
  return { ...subject, ...envelopeOf(gateway.buildNumber, result, deletion.ndc) };
}

export function scheduleAnswer(gateway: GatewayContext, schedule: Schedule): WholeAnswer {
  const { result, ...subject } = presentSchedule(schedule);
  return { ...subject, ...envelopeOf(gateway.buildNumber, result, schedule.ndc) };
}
