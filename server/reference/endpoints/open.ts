/** What any page may load, without a token. */
import { pattern } from '../../../contract/format.ts';
import type { Endpoint } from '../endpoint.ts';

const CHECKOUT_ID = pattern('[A-Za-z0-9.\\-]{32,48}', 'the id of a checkout');

export const open: readonly Endpoint[] = [
  {
    id: 'widget-script',
    method: 'GET',
    path: '/v1/paymentWidgets.js',
    group: 'Open to everybody',
    title: 'The script of the form',
    description:
      'Draws the payment form of a checkout. The same bytes for every checkout of a release, so one integrity hash is right for all.',
    caller: 'browser',
    own: [{ name: 'checkoutId', format: CHECKOUT_ID, required: true }],
    answer: 'Script',
  },
  {
    id: 'release-script',
    method: 'GET',
    path: '/v1/releases/{release}/paymentWidgets.js',
    group: 'Open to everybody',
    title: 'The script of one release',
    description:
      'For pages that pin a release: its bytes never change, and may be kept for a year. The checkout has to begin with the same release (`npm run admin -- release pin`).',
    caller: 'browser',
    own: [{ name: 'checkoutId', format: CHECKOUT_ID, required: true }],
    answer: 'Script',
  },
  {
    id: 'list-scripts',
    method: 'GET',
    path: '/v1/scripts.json',
    group: 'Open to everybody',
    title: 'The scripts of a payment page',
    description:
      'Each script that the form loads, with its version, hash and purpose (PCI DSS 6.4.3).',
    caller: 'browser',
    own: [{ name: 'release', format: pattern('[\\w\\-]{1,64}', 'the id of a release') }],
    answer: 'Scripts',
    sample: {},
  },
  {
    id: 'list-result-codes',
    method: 'GET',
    path: '/v1/resultcodes',
    group: 'Open to everybody',
    title: 'Every result code',
    description: 'All codes with their descriptions.',
    caller: 'browser',
    answer: 'ResultCodes',
    sample: {},
  },
  {
    id: 'health',
    method: 'GET',
    path: '/health',
    group: 'Open to everybody',
    title: 'Whether the process lives',
    description: 'Answers while the process can answer at all, and asks nothing of the database.',
    caller: 'browser',
    answer: 'Health',
    sample: {},
  },
  {
    id: 'readiness',
    method: 'GET',
    path: '/ready',
    group: 'Open to everybody',
    title: 'Whether this instance takes requests',
    description:
      'HTTP 503, with the same body, where a load balancer has to send requests to another instance: the process starts or ends, the database does not answer within two seconds or lacks migrations, the master keys are not its own, or the clock is off by more than two seconds.',
    caller: 'browser',
    answer: 'Readiness',
    sample: {},
  },
  {
    id: 'list-event-schemas',
    method: 'GET',
    path: '/schemas/events/v1/',
    group: 'Open to everybody',
    title: 'The events',
    description: 'Every event that webhooks tell, with the address of its schema.',
    caller: 'browser',
    answer: 'EventSchemas',
    sample: {},
  },
  {
    id: 'read-event-schema',
    method: 'GET',
    path: '/schemas/events/v1/{file}',
    group: 'Open to everybody',
    title: 'The schema of an event',
    description: 'JSON Schema, draft 2020-12. The file is the type of the event and .json.',
    caller: 'browser',
    answer: 'EventSchema',
    pathSample: { file: 'PAYMENT_CHARGE_CREATED.json' },
    sample: {},
  },
];
