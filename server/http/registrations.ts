/** `/v1/registrations`: stored cards, and payments with them. */

import { registrationAnswer, timestamp } from '../gateway/events/index.ts';
import { newNdc } from '../gateway/ids.ts';
import { outcomeOf, payWithRegistration } from '../gateway/payment/index.ts';
import { shownModeOf } from '../gateway/processors/index.ts';
import {
  findAgreement,
  findPayment,
  ownRegistration,
  usableRegistration,
} from '../gateway/records/index.ts';
import { deleteRegistration, extendLife, registerCard } from '../gateway/registrations/index.ts';
import { readServerParameters } from '../gateway/requests/index.ts';
import type { Context } from './context.ts';
import { BY_PAYMENT_TYPE, type MerchantApi, PAYMENTS, READING } from './merchant-api.ts';
import { answerPayment } from './payments.ts';
import { queryPairs } from './request-values.ts';

export function registrationRoutes(api: MerchantApi, context: Context): void {
  const { gateway } = context;
  const { db } = gateway;

  api.post('/v1/registrations', BY_PAYMENT_TYPE, async ({ pairs, subjectId, registrar }) => {
    const { channel, entityId } = await registrar();
    const registered = await registerCard(gateway, channel, entityId, pairs, subjectId);
    const { registration, agreement, ignored } = registered;
    if (agreement) return answerPayment(context, agreement, channel, ignored);
    return { body: registrationAnswer(gateway, registration), ignored };
  });

  api.get('/v1/registrations/:id', READING, async ({ id, registrar }) => {
    const { channel, entityId } = await registrar();
    const agreement = await findAgreement(db, entityId, id);
    if (agreement) return answerPayment(context, agreement, channel);
    return { body: registrationAnswer(gateway, await ownRegistration(db, entityId, id)) };
  });

  api.delete('/v1/registrations/:id', PAYMENTS, async ({ id, query, subjectId, registrar }) => {
    const { channel, entityId } = await registrar();
    const { parameters, ignored } = readServerParameters(
      channel,
      queryPairs(query),
      'registration',
    );
    const registration = await ownRegistration(db, entityId, id);
    const deletion = {
      id: subjectId,
      ndc: newNdc(channel.id),
      mode: shownModeOf(channel, parameters),
    };
    return { body: await deleteRegistration(gateway, registration, channel, deletion), ignored };
  });

  api.post('/v1/registrations/:id/extendlife', PAYMENTS, async ({ id, pairs, registrar }) => {
    const { channel, entityId } = await registrar();
    const { ignored } = readServerParameters(channel, pairs, 'registration');
    const extended = await extendLife(gateway, channel, entityId, id);
    const storedUntil = timestamp(extended.lifeEndsAt ?? 0);
    return { body: { ...registrationAnswer(gateway, extended), storedUntil }, ignored };
  });

  api.post(
    '/v1/registrations/:id/payments',
    BY_PAYMENT_TYPE,
    async ({ id, pairs, subjectId, channel }) => {
      const own = await channel();
      const earlier = await findPayment(db, subjectId);
      if (earlier) return answerPayment(context, await outcomeOf(gateway, subjectId), own);
      const registration = await usableRegistration(db, own.id, id);
      const paid = await payWithRegistration(gateway, own, registration, pairs, subjectId);
      return answerPayment(context, paid.payment, own, paid.ignored);
    },
  );
}
