/** The console's own icons: strokes on a grid of 16, always beside words that say the same. */
const PATHS = {
  today: 'M2 13h12M4 11V7m4 4V3m4 8V6',
  payments: 'M1.5 4h13v8.5h-13zM1.5 7h13M4 10h3',
  checkouts: 'M1.5 2h2l1.5 8h7l1.5-5.5H4.2M6 13.5h.01M11 13.5h.01',
  cards: 'M3.5 2.5h11v8M1.5 5.5h10v8h-10zM1.5 8.5h10',
  schedules: 'M2 3.5h12v10H2zM2 6.5h12M5 2v3M11 2v3',
  chargebacks: 'M6 3 2.5 6.5 6 10M3 6.5h7a3.5 3.5 0 0 1 0 7H7',
  settlement: 'M2 13.5h12M3 13.5V7M6.3 13.5V7M9.7 13.5V7M13 13.5V7M1.5 6.5 8 2.5l6.5 4z',
  requests:
    'M8 1.5 13.5 4v4c0 3.5-2.3 5.6-5.5 6.5C4.8 13.6 2.5 11.5 2.5 8V4zM5.8 8l1.7 1.7L10.5 6.5',
  developers: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  webhooks: 'M8 3v4M8 7 4 12M8 7l4 5M8 3h.01M4 12h.01M12 12h.01',
  settings:
    'M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M8 4.5a2 2 0 1 0 4 0 2 2 0 0 0-4 0M4 11.5a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
  people: 'M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M3 14c0-2.8 2.2-4.5 5-4.5s5 1.7 5 4.5',
  log: 'M3 2h10v12H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3',
  key: 'M10.5 8.5a3 3 0 1 0-3-3c0 .5.1.9.3 1.3L2.5 12v1.5H5V12h1.5v-1.5L8 9',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10M10.7 10.7 14 14',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'm3.5 3.5 9 9M12.5 3.5l-9 9',
  good: 'm3 8.5 3.3 3.3L13 5',
  bad: 'M8 4v5M8 12h.01M8 1.5 15 14H1z',
  wait: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M8 4.5V8l2.5 1.5',
  info: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M8 7.5V11M8 5h.01',
  none: 'M4 8h8',
  back: 'M13 8H3M7 4 3 8l4 4',
  copy: 'M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  send: 'M2 8 14 2.5 11 14 7.5 9z',
  globe:
    'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M1.5 8h13M8 1.5c2 2 2.5 4 2.5 6.5S10 12.5 8 14.5C6 12.5 5.5 10.5 5.5 8S6 3.5 8 1.5',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  star: 'm8 2 1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);
