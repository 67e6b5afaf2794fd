/** `/scheduling/v1/schedules`: payments that are made again and again with a registration. */

import { RESULT } from '../../contract/result-by-name.ts';
import { isWithin } from '../gateway/entities/index.ts';
import { presentSchedule, resultOf, scheduleAnswer } from '../gateway/events/index.ts';
import { newNdc } from '../gateway/ids.ts';
import { findRegistration } from '../gateway/records/index.ts';
import {
  createSchedule,
  deschedule,
  ownSchedule,
  reschedule,
  schedulesOf,
} from '../gateway/registrations/index.ts';
import { invalidParameter } from '../gateway/requests/index.ts';
import type { Context } from './context.ts';
import { type MerchantApi, type MerchantCall, PAYMENTS, READING } from './merchant-api.ts';
import { single } from './request-values.ts';

const SCHEDULES = '/scheduling/v1/schedules';

export function scheduleRoutes(api: MerchantApi, { gateway, envelope }: Context): void {
  const { db } = gateway;

  const list = async ({ channel }: MerchantCall, registrationId: string) => {
    const schedules = await schedulesOf(db, await channel(), registrationId);
    const done = envelope(resultOf(RESULT.requestSucceeded));
    return { body: { ...done, schedules: schedules.map(presentSchedule) } };
  };

  api.post(SCHEDULES, PAYMENTS, async ({ pairs, subjectId, channel }) => {
    const made = await createSchedule(gateway, await channel(), pairs, subjectId);
    return { body: scheduleAnswer(gateway, made.schedule), ignored: made.ignored };
  });

  api.get(SCHEDULES, READING, (call) => {
    const registrationId = single(call.query['registrationId']);
    if (!registrationId) throw invalidParameter('registrationId', null, 'is required');
    return list(call, registrationId);
  });

  api.get(`${SCHEDULES}/:id`, READING, async (call) => {
    // Clients of this family name a registration here, too.
    const own = await call.channel();
    const registration = await findRegistration(db, call.id);
    if (registration && (await isWithin(db, own, registration.entityId))) {
      return list(call, call.id);
    }
    return { body: scheduleAnswer(gateway, await ownSchedule(db, own, call.id)) };
  });

  api.post(`${SCHEDULES}/:id/reschedule`, PAYMENTS, async ({ id, pairs, subjectId, channel }) => {
    const own = await channel();
    const named = await ownSchedule(db, own, id);
    const changed = await reschedule(gateway, own, named, pairs, subjectId);
    return { body: scheduleAnswer(gateway, changed.schedule), ignored: changed.ignored };
  });

  const end = async ({ id, subjectId, isFirst, channel }: MerchantCall) => {
    const own = await channel();
    const ended = await deschedule(gateway, own, await ownSchedule(db, own, id), isFirst);
    const { result, ...answer } = scheduleAnswer(gateway, ended);
    const ndc = newNdc(own.id);
    return {
      body: { ...answer, id: subjectId, referencedId: ended.id, paymentType: 'DS', result, ndc },
    };
  };
  api.post(`${SCHEDULES}/:id/deschedule`, PAYMENTS, end);
  api.delete(`${SCHEDULES}/:id`, PAYMENTS, end);
}
