/** Every event that is sent, by its type: one table for the types and for the published schemas. */
import { z } from 'zod';
import { AGREEMENT_EVENTS } from './agreement-events.ts';
import { CHARGE_EVENTS } from './charge-events.ts';
import { Money } from './shared-types.ts';
import { text } from './values.ts';

export const EVENTS = {
  ...AGREEMENT_EVENTS,
  ...CHARGE_EVENTS,
  CHARGEBACK_SUCCEEDED: z.object({
    type: z.literal('CHARGEBACK_SUCCEEDED').exactOptional(),
    paymentChargeId: text(),
    merchantId: text(),
    amount: Money.exactOptional(),
  }),
} as const;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];
export const isEventType = (name: string): name is EventType => Object.hasOwn(EVENTS, name);

/** An event of one type. In the schema `type` is optional, as all fields are; we always send it. */
export type EventOf<Type extends EventType> = z.infer<(typeof EVENTS)[Type]> & {
  readonly type: Type;
};
export type PaymentEvent = { [Type in EventType]: EventOf<Type> }[EventType];
