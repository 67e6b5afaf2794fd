/** What was told, and what happened, for who looks for it or wants it again (docs/webhooks.md, docs/events.md). */
import type { Endpoint } from '../endpoint.ts';

const GROUP = 'Deliveries';

/** The same of a subscription, and of the `notificationUrl` of requests. */
const deliveriesAt = (
  path: string,
  { of, words, about }: { of: string; words: string; about?: Endpoint['about'] },
): readonly Endpoint[] => {
  const shared = { group: GROUP, caller: 'server', ...(about && { about }) } as const;
  return [
    {
      ...shared,
      id: `list-${of}deliveries`,
      method: 'GET',
      path: `${path}/deliveries`,
      title: `List what ${words} was told`,
      description:
        'Latest first, a page at a time: after is the last delivery of the page before. A payment stands for what refers to it, too.',
      operation: 'deliveries',
      answer: 'Deliveries',
    },
    {
      ...shared,
      id: `read-${of}delivery`,
      method: 'GET',
      path: `${path}/deliveries/{delivery}`,
      title: `Read a delivery to ${words}`,
      description: 'With its payload, its headers, and every attempt.',
      named: ['entityId'],
      answer: 'WholeDelivery',
    },
    {
      ...shared,
      id: `replay-${of}delivery`,
      method: 'POST',
      path: `${path}/deliveries/{delivery}/replay`,
      title: 'Send a message again',
      description:
        'At once, under the id that it had; with webhook, to another subscription of the merchant. A message can be sent again for 60 days.',
      operation: 'delivery.replay',
      answer: 'ReplayedDelivery',
    },
    {
      ...shared,
      id: `replay-${of}deliveries`,
      method: 'POST',
      path: `${path}/replay`,
      title: `Send messages to ${words} again`,
      description:
        'Those that are named, or all that were given up since a moment; 50,000 at most, and more says whether there are others.',
      operation: 'deliveries.replay',
      answer: 'Replayed',
      sample: { givenUpSince: '{today} 00:00:00' },
    },
  ];
};

export const deliveries: readonly Endpoint[] = [
  ...deliveriesAt('/v1/webhooks/{id}', { of: '', words: 'a subscription', about: 'webhook' }),
  ...deliveriesAt('/v1/notification-urls', {
    of: 'notification-url-',
    words: 'the notificationUrl of requests',
  }),
  {
    id: 'list-events',
    method: 'GET',
    path: '/v1/events',
    group: GROUP,
    title: 'List events',
    description:
      'What happened in the channels of the entity, for 60 days, with the bodies that receivers are sent. Oldest first: ask again with after, the last one that you have. An event is there five seconds after it happened; with sortOrder DESC at once, the latest first.',
    caller: 'server',
    operation: 'events',
    answer: 'Events',
    sample: { sortOrder: 'DESC' },
  },
];
