/** `/scheduling/v1/schedules`: payments that are made again and again with a stored card. */
import type { Endpoint } from '../endpoint.ts';
import { formatOf } from '../endpoint-parameters.ts';

const GROUP = 'Schedules';
const PATH = '/scheduling/v1/schedules';

export const schedules: readonly Endpoint[] = [
  {
    id: 'create-schedule',
    method: 'POST',
    path: PATH,
    group: GROUP,
    title: 'Schedule payments',
    description:
      'SD: pays with a stored card at the times that job.* names, in UTC and once a day at most, until job.endDate or until the registration is gone.',
    caller: 'server',
    operation: 'schedule',
    answer: 'Schedule',
    notFound: 'The registration is unknown, was deleted, or belongs to another merchant.',
    sample: {
      registrationId: '0123456789abcdef0123456789abcdef',
      amount: '9.00',
      currency: 'EUR',
      paymentType: 'SD',
      'job.hour': '7',
      'job.dayOfMonth': '5',
      'job.month': '*',
      'job.dayOfWeek': '?',
    },
  },
  {
    id: 'list-schedules',
    method: 'GET',
    path: PATH,
    group: GROUP,
    title: 'List the schedules of a stored card',
    description:
      'The latest first, those that have ended too. The id in the path below works, too.',
    caller: 'server',
    named: ['entityId'],
    own: [{ name: 'registrationId', format: formatOf('registrationId'), required: true }],
    answer: 'ScheduleList',
    sample: { registrationId: '0123456789abcdef0123456789abcdef' },
  },
  {
    id: 'read-schedule',
    method: 'GET',
    path: `${PATH}/{id}`,
    group: GROUP,
    title: 'Read a schedule',
    description: 'plan says whether it is active, when it pays next, and what came of it so far.',
    caller: 'server',
    named: ['entityId'],
    answer: 'Schedule',
    about: 'schedule',
  },
  {
    id: 'reschedule',
    method: 'POST',
    path: `${PATH}/{id}/reschedule`,
    group: GROUP,
    title: 'Change a schedule',
    description:
      'RS: what is sent takes the place of what was said before, in a schedule of its own id. A suspended one goes on.',
    caller: 'server',
    operation: 'schedule.change',
    answer: 'Schedule',
    about: 'schedule',
    sample: { amount: '12.00', currency: 'EUR' },
  },
  {
    id: 'deschedule',
    method: 'POST',
    path: `${PATH}/{id}/deschedule`,
    group: GROUP,
    title: 'End a schedule',
    description: 'DS: no payment is begun any more. Any id of a chain of changes ends it.',
    caller: 'server',
    named: ['entityId'],
    answer: 'Schedule',
    about: 'schedule',
    sample: {},
  },
  {
    id: 'delete-schedule',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    group: GROUP,
    title: 'End a schedule',
    description: 'The same as the request before.',
    caller: 'server',
    named: ['entityId'],
    answer: 'Schedule',
    about: 'schedule',
  },
];
