/** The script: whether it is there, once, unchanged, and without delaying the page. */
import { createHash } from 'node:crypto';
import { nearestName } from '../generated/nearest-name.ts';
import { error, type Facts, type Finding, isScript, originOf, warning } from './facts.ts';

/** Of payments and registrations. */
const OTHER_ID = /^[0-9a-f]{32}$/;

export function checkScript({ scripts, loaded, errors, notes }: Facts): Finding[] {
  const [ours] = scripts.filter(({ src }) => isScript(src));
  if (!ours) {
    const near = scripts.find(({ src }) => {
      const name = src.split('?')[0]?.split('/').at(-1)?.replace(/\.js$/, '') ?? '';
      return nearestName(name, ['paymentWidgets']) !== undefined;
    });
    return [
      error(
        'script',
        near ? `the script is spelled ${near.src}` : 'the page has no paymentWidgets.js',
        'add <script src="https://GATEWAY/v1/paymentWidgets.js?checkoutId=ID" async>',
      ),
    ];
  }
  const failed = loaded.find(({ url, isFailed }) => isFailed && url === ours.src);
  return [
    ...(failed
      ? [
          error(
            'script',
            `${ours.src} did not load`,
            'see integrity and policy below, or the address',
          ),
        ]
      : []),
    ...checkoutId(ours.src),
    ...errors.map((message) =>
      warning('script', `the page throws: ${message}`, 'mend it: scripts after it do not run'),
    ),
    ...[...new Set(notes)].map((note) => warning('script', note, 'the form says so itself')),
  ];
}

function checkoutId(src: string): Finding[] {
  const query = new URL(src).searchParams;
  const id = query.get('checkoutId');
  // Without one the page names it later: getCheckoutId, or wpwl.mount(), as the packages do.
  if (!id) return [];
  const take = 'take the id from the answer to POST /v1/checkouts';
  if (OTHER_ID.test(id)) {
    return [error('script', `checkoutId=${id} has the shape of a payment's id`, take)];
  }
  return /^[A-Za-z0-9.-]{32,48}$/.test(id)
    ? []
    : [error('script', `checkoutId=${id} is no id of a checkout`, take)];
}

export function checkDuplicates({ scripts }: Facts): Finding[] {
  const ours = scripts.filter(({ src }) => isScript(src));
  return ours.length < 2
    ? []
    : [
        error(
          'duplicates',
          `the script stands in the page ${ours.length} times`,
          'load it once; take it away with wpwl.unload() before another one',
        ),
      ];
}

export function checkIntegrity({ scripts, sources }: Facts): Finding[] {
  const [ours] = scripts.filter(({ src }) => isScript(src));
  if (!ours) return [];
  const { src, integrity, crossorigin } = ours;
  if (integrity === '') {
    return [
      warning(
        'integrity',
        'whoever changes the script on its way changes your payment page',
        'create the checkout with integrity=true, and put its answer into integrity="…" crossorigin="anonymous"',
      ),
    ];
  }
  if (crossorigin === null) {
    return [
      error(
        'integrity',
        'integrity without crossorigin: browsers refuse to run the script',
        'add crossorigin="anonymous"',
      ),
    ];
  }
  const source = sources.get(src);
  const hashes = [...integrity.matchAll(/sha(256|384|512)-([A-Za-z0-9+/=]+)/g)];
  const isRight = hashes.some(
    ([, bits, hash]) => source && createHash(`sha${bits}`).update(source).digest('base64') === hash,
  );
  return source === undefined || isRight
    ? []
    : [
        error(
          'integrity',
          'the hash is not that of the script: browsers refuse to run it',
          'take it anew from each checkout, or from GET /v1/scripts.json: it changes with a release',
        ),
      ];
}

const LONG_MS = 3_000;
const SLOW_MS = 1_000;
/** The slowest are told. */
const MOST_SLOW = 5;

export function checkSpeed({ scripts, preconnects, fieldMs, loaded, url }: Facts): Finding[] {
  const [ours] = scripts.filter(({ src }) => isScript(src));
  const gateway = originOf(ours?.src ?? '');
  const slow = loaded
    .filter(({ ms, type }) => ms > SLOW_MS && type !== 'document')
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, MOST_SLOW);
  return [
    ...(ours && !ours.isAsync
      ? [
          warning(
            'speed',
            'the page waits for the script before it is drawn',
            'add async to the script',
          ),
        ]
      : []),
    ...(ours && gateway !== originOf(url) && !preconnects.some((href) => originOf(href) === gateway)
      ? [
          warning(
            'speed',
            `the way to ${gateway} is opened late`,
            `add <link rel="preconnect" href="${gateway}" crossorigin> to the head`,
          ),
        ]
      : []),
    ...(fieldMs !== undefined && fieldMs > LONG_MS
      ? [
          warning(
            'speed',
            `the card number is there after ${(fieldMs / 1000).toFixed(1)} s`,
            'create the checkout before the page is asked for, and load the script in its head',
          ),
        ]
      : []),
    ...slow.map(({ url: address, ms }) =>
      warning(
        'speed',
        `${address} takes ${(ms / 1000).toFixed(1)} s`,
        'load it later, or not at all here',
      ),
    ),
  ];
}
