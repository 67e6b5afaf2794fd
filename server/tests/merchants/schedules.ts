/** Schedules that a merchant's server makes, changes and ends. Each is due at every midnight. */
import assert from 'node:assert/strict';
import type { Answer } from '../support/test-gateway.ts';
import { type Act, oneOf } from './call.ts';
import { DECLINE, fieldsOf, moneyOf } from './payments.ts';
import { APPROVED, failedWith, recordPayment } from './take-payment.ts';
import {
  expectOutcome,
  findStored,
  INVALID,
  notify,
  type Planned,
  type Stored,
  SUCCESS,
  type World,
} from './world.ts';

const PATH = '/scheduling/v1/schedules';
const REFUSALS = { deleted: [404, '100.150.200'], revoked: [400, '100.150.202'] } as const;
function expectGone(answer: Answer, state: keyof typeof REFUSALS): void {
  const [status, code] = REFUSALS[state];
  expectOutcome(answer, status, code);
}
const MOST_DECLINES = 3;

const findPlanned = (world: World, id: string): Planned => {
  const planned = world.schedules.find((each) => each.id === id);
  assert(planned, `the world has no schedule ${id}`);
  return planned;
};
/** The one of its chain that goes on, or could. */
const goingOn = (world: World, id: string): Planned | undefined => {
  const { chain } = findPlanned(world, id);
  return world.schedules.find(
    (each) => each.chain === chain && /^(ACTIVE|SUSPENDED)$/.test(each.state),
  );
};

/** Of two changes at the same moment the one that comes second is refused, or changes what the first one made. */
const wasOvertaken = ({ step }: World, { madeIn }: Planned, answer: Answer): boolean =>
  madeIn === step && answer.body.result.code === INVALID;

const plan: Act = (world, dice) => {
  const stored = oneOf(world.registrations, dice.at);
  if (!stored) return undefined;
  const money = moneyOf(dice);
  const type = oneOf(['DB', 'PA'] as const, dice.how);
  return {
    ...{ endpoint: 'create-schedule', path: PATH, method: 'POST' },
    fields: {
      ...{ ...fieldsOf(money), paymentType: type, registrationId: stored.id },
      'job.dayOfMonth': '1/1',
    },
    take(now, answer) {
      const { id: registrationId, state } = findStored(now, stored.id);
      if (state !== 'usable') return expectGone(answer, state);
      expectOutcome(answer, 200, SUCCESS);
      const { id } = answer.body;
      now.schedules.push({
        ...{ id, chain: id, registrationId, ...money, type, madeIn: now.step },
        ...{ state: 'ACTIVE', declines: 0 },
      });
      notify(now, 'SCHEDULE', 'CREATED', id, SUCCESS);
    },
  };
};

const replan: Act = (world, dice) => {
  const named = oneOf(world.schedules, dice.at);
  if (!named) return undefined;
  const money = moneyOf(dice);
  return {
    ...{ endpoint: 'reschedule', path: `${PATH}/${named.id}/reschedule`, method: 'POST' },
    fields: fieldsOf(money),
    take(now, answer) {
      const before = goingOn(now, named.id);
      if (!before || wasOvertaken(now, before, answer)) {
        return expectOutcome(answer, 400, INVALID);
      }
      const { state } = findStored(now, before.registrationId);
      if (state !== 'usable') return expectGone(answer, state);
      expectOutcome(answer, 200, SUCCESS);
      const { id, referencedId } = answer.body;
      assert.equal(referencedId, before.id);
      now.schedules.push({
        ...{ ...before, id, ...money, madeIn: now.step },
        ...{ state: 'ACTIVE', declines: 0 },
      });
      before.state = 'RESCHEDULED';
      notify(now, 'SCHEDULE', 'UPDATED', before.id, SUCCESS);
      notify(now, 'SCHEDULE', 'CREATED', id, SUCCESS);
    },
  };
};

const end: Act = (world, { at, how }) => {
  const named = oneOf(world.schedules, at);
  if (!named) return undefined;
  const isDelete = how % 2 === 0;
  const path = `${PATH}/${named.id}`;
  return {
    endpoint: isDelete ? 'delete-schedule' : 'deschedule',
    ...{ path: isDelete ? path : `${path}/deschedule`, method: isDelete ? 'DELETE' : 'POST' },
    fields: {},
    take(now, answer) {
      const ended = goingOn(now, named.id);
      if (!ended || wasOvertaken(now, ended, answer)) return expectOutcome(answer, 400, INVALID);
      expectOutcome(answer, 200, SUCCESS);
      assert.equal(answer.body.referencedId, ended.id);
      ended.state = 'DESCHEDULED';
      notify(now, 'SCHEDULE', 'UPDATED', ended.id, SUCCESS);
    },
  };
};

/**
 * A midnight has gone by, or several, of which the latest is paid.
 * @param records every payment that the channel has by now
 */
export function takeMidnight(
  world: World,
  records: readonly { readonly id: string; readonly scheduleId?: string }[],
): void {
  for (const planned of world.schedules) {
    if (!goingOn(world, planned.id) || planned !== goingOn(world, planned.id)) continue;
    const stored = findStored(world, planned.registrationId);
    if (stored.state === 'usable') payOnce(world, planned, stored, records);
    else {
      planned.state = 'REGISTRATION_GONE';
      notify(world, 'SCHEDULE', 'UPDATED', planned.id, SUCCESS);
    }
  }
  const unknown = records.filter(({ id }) => !world.payments.some((each) => each.id === id));
  assert.deepEqual(unknown, [], 'payments of no schedule');
}

function payOnce(
  world: World,
  planned: Planned,
  { declines }: Stored,
  records: Parameters<typeof takeMidnight>[1],
): void {
  if (planned.state === 'SUSPENDED') return;
  const record = records.find(
    ({ id, scheduleId }) =>
      scheduleId === planned.id && !world.payments.some((each) => each.id === id),
  );
  assert(record, `the schedule ${planned.id} has not paid`);
  const outcome = declines ? failedWith(DECLINE) : APPROVED;
  const { type, units, currency } = planned;
  recordPayment(world, record, { type, units, currency, outcome }).answer = undefined;
  if (!declines) return;
  planned.declines += 1;
  if (planned.declines < MOST_DECLINES) return;
  planned.state = 'SUSPENDED';
  notify(world, 'SCHEDULE', 'UPDATED', planned.id, SUCCESS);
}

export const SCHEDULES: Readonly<Record<string, Act>> = {
  'plan payments': plan,
  'change a plan': replan,
  'end a plan': end,
};
