/** Every endpoint of the API, as OpenAPI and the reference tell of it. A test compares it with the routes. */
import type { Endpoint } from './endpoint.ts';
import { checkouts } from './endpoints/checkouts.ts';
import { deliveries } from './endpoints/deliveries.ts';
import { open } from './endpoints/open.ts';
import { payments } from './endpoints/payments.ts';
import { queries } from './endpoints/queries.ts';
import { registrations } from './endpoints/registrations.ts';
import { sandbox } from './endpoints/sandbox.ts';
import { schedules } from './endpoints/schedules.ts';
import { webhooks } from './endpoints/webhooks.ts';

export const ENDPOINTS: readonly Endpoint[] = [
  ...checkouts,
  ...payments,
  ...registrations,
  ...schedules,
  ...queries,
  ...webhooks,
  ...deliveries,
  ...sandbox,
  ...open,
];
