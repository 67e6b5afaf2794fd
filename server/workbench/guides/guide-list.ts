/** The guides of `docs/` that people read on the workbench, by who they are for. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the Markdown and its pictures are. */
export const DOCS = join(import.meta.dirname, '..', '..', '..', 'docs');

export interface Door {
  readonly id: string;
  readonly title: string;
  readonly words: string;
  /** Names of files in `docs/`, without their ending, in the order of reading. */
  readonly guides: readonly string[];
}

/** What is not listed is for the project itself: decisions, requirements, measurements of a night. */
const ALL_DOORS: readonly Door[] = [
  {
    id: 'merchant',
    title: 'You sell something',
    words: 'From the first payment to subscriptions, stored cards and real money.',
    guides: [
      'quick-start',
      'what-can-go-wrong',
      'cards-on-file',
      'subscriptions',
      'marketplace',
      'moving',
      'asynchronous-payments',
      'webhooks',
      'events',
      'message-flows',
      'server-to-server',
      'packages',
      'ways-to-pay',
      'wallets',
      'test-cards',
      'sandbox',
      'console',
      'reports',
      'pci',
      'going-live',
    ],
  },
  {
    id: 'designer',
    title: 'You design the checkout',
    words: 'How the form looks, speaks and behaves, and for whom.',
    guides: ['design', 'form', 'accessibility', 'browsers', 'comparison', 'translators'],
  },
  {
    id: 'operator',
    title: 'You run the gateway',
    words: 'Settings, backups, processors, growth and what is defended.',
    guides: ['operations', 'processors', 'scaling', 'security'],
  },
];

export const fileOf = (name: string): string => join(DOCS, `${name}.md`);

/** An installation may come without the documents: then it lists none. */
export const DOORS: readonly Door[] = ALL_DOORS.map((door) => ({
  ...door,
  guides: door.guides.filter((name) => existsSync(fileOf(name))),
}));

export const GUIDE_NAMES: readonly string[] = DOORS.flatMap(({ guides }) => guides);

/** The door that a guide is behind. */
export const doorOf = (name: string): Door | undefined =>
  DOORS.find(({ guides }) => guides.includes(name));
