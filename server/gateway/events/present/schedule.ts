/** A schedule as answers carry it (docs/server-to-server.md, "Schedules"). */

import { toAmount } from '../../../../contract/currency.ts';
import { echoedParameters, nest } from '../../../../contract/parameters.ts';
import { APPROVED } from '../../../../contract/payment-mode.ts';
import type { Schedule } from '../../../store/records/schedule.ts';
import type { GatewayContext } from '../../context.ts';
import { envelopeOf, resultOf, timestamp, type WholeAnswer } from './envelope.ts';

/** Without what the envelope adds. */
export function presentSchedule(schedule: Schedule) {
  const { id, referencedId, registrationId, brand, amount, currency, state, parameters } = schedule;
  const { nextAt, paid, declined, latestId, latestCode } = schedule;
  const code = APPROVED[schedule.mode];
  const { paymentType, ...echoed } = echoedParameters(parameters);
  const job = Object.entries(parameters).filter(([name]) => name.startsWith('job.'));
  return {
    id,
    ...(referencedId && { referencedId }),
    registrationId,
    paymentType: referencedId ? 'RS' : 'SD',
    paymentBrand: brand,
    ...nest({ ...echoed, ...Object.fromEntries(job) }),
    amount: toAmount(amount, currency),
    currency,
    plan: {
      active: state === 'active',
      state: state.toUpperCase(),
      paymentType: paymentType === 'PA' ? 'PA' : 'DB',
      ...(state === 'active' && nextAt !== null && { nextPayment: timestamp(nextAt) }),
      payments: paid,
      declinesInARow: declined,
      ...(latestId && { latestPaymentId: latestId }),
      ...(latestCode && { latestResult: resultOf(latestCode) }),
    },
    result: resultOf(code),
  };
}

/** The whole answer about a schedule: what requests get, and notifications tell. */
export function scheduleAnswer(gateway: GatewayContext, schedule: Schedule): WholeAnswer {
  const { result, ...subject } = presentSchedule(schedule);
  return { ...subject, ...envelopeOf(gateway.buildNumber, result, schedule.ndc) };
}
