/** `/sandbox`: what test channels have beside the API (docs/sandbox.md). */

import { RESULT } from '../../contract/result-by-name.ts';
import { registrationAnswer, timestamp } from '../gateway/events/index.ts';
import { chargeBack, payOpenVoucher, payVoucher } from '../gateway/operations/index.ts';
import { revokeRegistration, updateExpiry } from '../gateway/registrations/index.ts';
import {
  changeBehaviour,
  moveClock,
  refuseLive,
  settleAgreement,
  settlePayment,
} from '../gateway/sandbox/index.ts';
import type { Context } from './context.ts';
import { type MerchantApi, type MerchantCall, PAYMENTS } from './merchant-api.ts';
import { answerPayment } from './payments.ts';

const DONE = { code: RESULT.requestSucceeded, description: 'successful request' };

export function sandboxRoutes(api: MerchantApi, context: Context): void {
  const { gateway, envelope } = context;

  const testChannel = async ({ channel }: MerchantCall) => {
    const own = await channel();
    refuseLive(own);
    return own;
  };
  const sent = ({ pairs }: MerchantCall, name: string) =>
    pairs.find(([candidate, value]) => candidate === name && value !== '')?.[1];

  api.post('/sandbox/clock', PAYMENTS, async (call) => {
    const { isFirst } = call;
    const now = await moveClock(gateway, await testChannel(call), sent(call, 'advance'), isFirst);
    return { body: { ...envelope(DONE), channelTime: timestamp(now) } };
  });

  api.post('/sandbox/payments/:id/settle', PAYMENTS, async (call) => {
    const channel = await testChannel(call);
    const result = sent(call, 'result');
    // Its money comes, or does not: nothing else decides a voucher.
    const paid = result === 'accept' && (await payOpenVoucher(gateway, channel, call.id));
    const payment = paid || (await settlePayment(gateway, channel, call.id, result));
    return answerPayment(context, payment, channel);
  });

  api.post('/sandbox/registrations/:id/settle', PAYMENTS, async (call) => {
    const channel = await testChannel(call);
    const result = sent(call, 'result');
    const agreement = await settleAgreement(gateway, channel, call.id, result);
    return answerPayment(context, agreement, channel);
  });

  api.post('/sandbox/payments/:id/receipt', PAYMENTS, async (call) => {
    const channel = await testChannel(call);
    const input = { amount: sent(call, 'amount'), reference: sent(call, 'reference') };
    const receipt = await payVoucher(gateway, channel, call.id, input, call.subjectId);
    return answerPayment(context, receipt, channel);
  });

  api.post('/sandbox/payments/:id/chargeback', PAYMENTS, async (call) => {
    const channel = await testChannel(call);
    const input = { amount: sent(call, 'amount'), code: sent(call, 'code') };
    const payment = await chargeBack(gateway, channel, call.id, input, call.subjectId);
    return answerPayment(context, payment, channel);
  });

  api.post('/sandbox/registrations/:id/revoke', PAYMENTS, async (call) => {
    const channel = await testChannel(call);
    const revoked = await revokeRegistration(gateway, channel, call.id, sent(call, 'by'));
    return { body: registrationAnswer(gateway, revoked) };
  });

  api.post('/sandbox/registrations/:id/update', PAYMENTS, async (call) => {
    const channel = await testChannel(call);
    const month = sent(call, 'card.expiryMonth');
    const year = sent(call, 'card.expiryYear');
    const updated = await updateExpiry(gateway, channel, call.id, { month, year });
    return { body: registrationAnswer(gateway, updated) };
  });

  api.post('/sandbox/connector', PAYMENTS, async (call) => {
    const channel = await testChannel(call);
    const behaviour = await changeBehaviour(gateway, channel, sent(call, 'behaviour'));
    return { body: { ...envelope(DONE), behaviour } };
  });
}
