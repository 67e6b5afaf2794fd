/** Which pages may embed a channel's form and receive its shoppers: the setting `origins`. */

/** Stands for every page that has an origin; a live channel has to say it. */
export const ANY_ORIGIN = 'any';
/** What browsers say of a page in a sandbox, or a file. */
const NO_ORIGIN = 'null';

/** Of the channel's settings, which know this file. */
interface Origins {
  readonly origins: readonly string[];
}
interface OriginsInMode extends Origins {
  readonly mode: 'test' | 'live';
}

/** Whether the channel lets its form be embedded by, and sends shoppers to, this origin. */
export const allowsOrigin = ({ origins }: Origins, candidate: string): boolean =>
  origins.includes(candidate) || (isAny(origins) && candidate !== NO_ORIGIN);

/**
 * Whether a page may show and use what a checkout offers of stored cards, wallets and accounts. On a live channel that lists its
 * origins nothing that comes without one is a page of these.
 * @param origin header of the request; undefined where there is none
 */
export const allowsRegistrations = (settings: OriginsInMode, origin: string | undefined): boolean =>
  listedOrigins(settings).length === 0 ||
  (origin === undefined ? settings.mode === 'test' : allowsOrigin(settings, origin));

/** The origins that the channel names, `null` among them; empty where any page will do. */
export const listedOrigins = ({ origins }: Origins): readonly string[] =>
  isAny(origins) ? origins.filter((origin) => origin === NO_ORIGIN) : origins;

/** Whether any page can show this channel's form, and so ask a shopper for a card in its name. */
export const isOpenToAnyPage = ({ origins }: Origins): boolean =>
  isAny(origins) || origins.includes(NO_ORIGIN);

/** No wildcard, and nothing that ends a directive of a policy: a browser's origin has neither. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;
export const isPlainOrigin = (origin: string): boolean => PLAIN_ORIGIN.test(origin);

/** What is wrong with the origins of a channel; undefined where nothing is. */
export function originsMistake({ mode, origins }: OriginsInMode): string | undefined {
  const odd = origins.find(
    (origin) => origin !== ANY_ORIGIN && origin !== NO_ORIGIN && !isPlainOrigin(origin),
  );
  if (odd !== undefined) {
    return `origins must be of http or https, with letters, digits, dots and hyphens: ${odd.slice(0, 100)}`;
  }
  if (mode !== 'live') return undefined;
  if (origins.length === 0) {
    return (
      'origins must name the pages that may embed the form of a live channel, as in ' +
      'origins=["https://shop.example"]; origins=["any"] lets every page do it'
    );
  }
  if (origins.includes(NO_ORIGIN) && !origins.includes(ANY_ORIGIN)) {
    return (
      'origins of a live channel can have "null" only beside "any": no browser can be told to let a ' +
      'page without an origin embed the form, and no other'
    );
  }
  return undefined;
}

const isAny = (origins: readonly string[]): boolean =>
  origins.length === 0 || origins.includes(ANY_ORIGIN);
