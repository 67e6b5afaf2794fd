/**
 * What a merchant's server knows of its channel: the model that the gateway is held against. Plain data, so
 * that it can be copied and tried: of calls that were made at the same moment some order explains the answers.
 */
import assert from 'node:assert/strict';
import type { Answer } from '../support/test-gateway.ts';
import type { Currency } from './money.ts';

export type PaymentType = 'PA' | 'DB' | 'CD' | 'CP' | 'RV' | 'RF' | 'CB';

export interface Paid {
  readonly id: string;
  /** Steps are made one after the other, the calls of a step at the same moment. */
  readonly step: number;
  readonly type: PaymentType;
  /** In smallest units. */
  readonly units: number;
  readonly currency: Currency;
  readonly madeOn: number;
  /** What it refers to, and what that chain began with. */
  readonly of: string | undefined;
  readonly root: string;
  readonly reference: string | undefined;
  state: 'succeeded' | 'failed' | 'pending';
  /** Who is waited for while it is pending. */
  waitsFor: 'shopper' | 'provider' | undefined;
  code: string;
  captured: number;
  refunded: number;
  reversed: number;
  /** The step. */
  reversedIn: number | undefined;
  chargedBack: number;
  /** By operations that are pending. */
  reserved: number;
  settledOn: number | undefined;
  /** What the API answers about it, without its time; where the world has seen it. */
  answer: Record<string, unknown> | undefined;
}

export interface Stored {
  readonly id: string;
  /** What becomes of payments with it. */
  readonly declines: boolean;
  readonly isAgreement: boolean;
  /** It is one of them: two that are brought at the same moment come in either order. */
  expiries: string[];
  /** The step. */
  updatedIn: number;
  state: 'usable' | 'revoked' | 'deleted';
}

/** A checkout. */
export interface Begun {
  readonly id: string;
  units: number;
  currency: Currency;
  readonly type: PaymentType;
  reference: string | undefined;
  readonly madeOn: number;
  state: 'open' | 'paid' | 'deleted';
  /** The latest payment. */
  attempt: string | undefined;
}

/** A schedule. */
export interface Planned {
  readonly id: string;
  /** The id of the first one, whose successors it begins. */
  readonly chain: string;
  readonly registrationId: string;
  readonly units: number;
  readonly currency: Currency;
  readonly type: PaymentType;
  state: 'ACTIVE' | 'SUSPENDED' | 'RESCHEDULED' | 'DESCHEDULED' | 'REGISTRATION_GONE';
  /** The step. */
  readonly madeIn: number;
  /** In a row. */
  declines: number;
}

/** A message that receivers have to get: of which step, and what tells it from others. */
export interface Told {
  readonly step: number;
  readonly key: string;
}

export interface World {
  step: number;
  /** The channel's day, counted from the one on which the world began. */
  day: number;
  readonly payments: Paid[];
  readonly registrations: Stored[];
  readonly checkouts: Begun[];
  readonly schedules: Planned[];
  readonly notifications: Told[];
  readonly events: Told[];
}

export const newWorld = (): World => ({
  ...{
    step: 0,
    day: 0,
    payments: [],
    registrations: [],
    checkouts: [],
    schedules: [],
    notifications: [],
    events: [],
  },
});

export const SUCCESS = '000.100.110';
export const PENDING = '000.200.000';
/** In place of the id of a registration that was refused: only messages name it. */
export const UNSEEN = '*';
export const INVALID = '200.300.404';

export const find = (world: World, id: string): Paid => {
  const payment = world.payments.find((each) => each.id === id);
  assert(payment, `the world has no payment ${id}`);
  return payment;
};
export const findStored = (world: World, id: string): Stored => {
  const stored = world.registrations.find((each) => each.id === id);
  assert(stored, `the world has no registration ${id}`);
  return stored;
};

/** What can still be captured, refunded or charged back, in smallest units. */
export const leftOf = ({ units, captured, refunded, chargedBack, reversed, reserved }: Paid) =>
  units - captured - refunded - chargedBack - reversed - reserved;

/** Status and code are as the world has it. @throws where they are not */
export function expectOutcome(answer: Answer, status: number, code: string): void {
  assert.deepEqual(
    { status: answer.status, code: answer.body.result?.code },
    { status, code },
    JSON.stringify(answer.body.result),
  );
}

export const notify = (world: World, ...key: (string | undefined)[]): void =>
  void world.notifications.push({ step: world.step, key: key.join(' ') });
export const tell = (world: World, ...key: (string | number | undefined)[]): void =>
  void world.events.push({ step: world.step, key: key.join(' ') });
