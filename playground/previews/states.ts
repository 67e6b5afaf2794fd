/** The states of the form that the sandbox can be brought to, and those that need a hand. */
import { RESULT } from '../../contract/result-by-name.ts';

/** What the checkout of a state has: stored cards, and what paying comes to. */
export interface Sample {
  readonly cards: readonly ('approved' | 'second' | 'slow' | 'challenge')[];
  readonly result?: string;
  /** Of the demo merchant's channel: installments are a custom of some countries. */
  readonly country?: 'BR';
}

export interface FormStateOnShow {
  readonly id: string;
  readonly name: string;
  readonly sample: Sample;
  /** What the page does once the form is ready. */
  readonly act?: 'pay' | 'choose' | 'remove' | 'payOffline' | 'payOver';
  /** A selector of what is seen then, and not before. */
  readonly seen: string;
  /** What the page's policy, or its network, keeps from the form. */
  readonly block?: 'frames' | 'calls' | 'data' | 'answers';
  /** Those on offer, whatever the design has. */
  readonly brands?: readonly string[];
  /** The page asks for a billing address. */
  readonly hasBilling?: boolean;
  /** The page brings a fresh checkout for one that is over. */
  readonly isRenewed?: boolean;
  /** The checkout is one that the gateway does not have any more. */
  readonly isOver?: boolean;
  /** Is paid in it, so that its checkout serves no other preview. */
  readonly isPaid?: boolean;
  /** What a page cannot do: type into a frame of the gateway, or set what is the shopper's to set. */
  readonly byHand?: { readonly number?: string; readonly words: string };
  /** How long after it is seen something in it may still take the focus, where it is late. */
  readonly focusMs?: number;
  /** What is worth knowing of it. */
  readonly note?: string;
}

const NONE: Sample = { cards: [] };
const STORED: Sample = { cards: ['approved', 'second'] };
const READY = 'iframe.wpwl-control-cardNumber[data-ready=""]';
const MESSAGE = '.wpwl-message';
/** What pays without a card, in the classic form. */
export const OTHER_BLOCK =
  '.wpwl-container:not(.wpwl-container-card, .wpwl-container-element) .wpwl-button';

/** Each kind of advice that a decline comes with: server/http/present/decline.ts has the codes of all. */
const DECLINES = [
  ['declined', 'Declined', RESULT.declined],
  ['declined-funds', 'Declined: no funds', RESULT.declinedCreditExceeded],
  ['declined-expired', 'Declined: card expired', RESULT.declinedExpiryDate],
  ['declined-cvv', 'Declined: wrong CVV', RESULT.declinedCvv],
  ['declined-limit', 'Declined: over the limit', RESULT.declinedLimitExceeded],
  ['declined-restricted', 'Declined: restricted card', RESULT.declinedRestrictedCard],
  ['declined-authentication', 'Declined: not authenticated', RESULT.authenticationFailed],
  ['declined-unavailable', 'Declined: bank not reached', RESULT.declinedAccountUnavailable],
  ['cvv-again', 'CVV needed again', RESULT.cvvRequired],
] as const;

export const STATES: readonly FormStateOnShow[] = [
  { id: 'empty', name: 'Empty', sample: NONE, seen: READY },
  {
    id: 'incomplete',
    name: 'Incomplete',
    sample: NONE,
    act: 'pay',
    seen: '.wpwl-hint',
    note: 'Paid with nothing filled in.',
  },
  {
    id: 'other-way',
    name: 'Another way to pay',
    sample: NONE,
    act: 'choose',
    seen: `.wpwl-method input:checked, ${OTHER_BLOCK}`,
    note: 'The last of the brands; in the classic form each has its block, and the layout card has none.',
  },
  { id: 'stored', name: 'Stored cards', sample: STORED, seen: '[name="registrationId"]' },
  {
    id: 'removal',
    name: 'Removing a stored card',
    sample: STORED,
    act: 'remove',
    seen: '.wpwl-removal-question',
    note: 'Not in the classic form, which has no button for it.',
  },
  {
    id: 'busy',
    name: 'Busy',
    sample: { cards: ['slow'] },
    act: 'pay',
    seen: '.wpwl-button-pay[aria-busy="true"]',
    isPaid: true,
    note: 'The bank of this card takes five seconds; then the frame shows your result page.',
  },
  {
    id: 'challenge',
    name: 'Challenge of the bank',
    sample: { cards: ['challenge'] },
    act: 'pay',
    // It has a title once the gateway's page in it has come; the bank's, in that, takes the focus.
    seen: 'iframe.wpwl-target[title]',
    focusMs: 5000,
    isPaid: true,
  },
  ...DECLINES.map(
    ([id, name, result]): FormStateOnShow => ({
      id,
      name,
      sample: { cards: ['approved'], result },
      act: 'pay',
      seen: MESSAGE,
      isPaid: true,
    }),
  ),
  {
    id: 'offline',
    name: 'Offline while paying',
    sample: { cards: ['approved'] },
    act: 'payOffline',
    seen: MESSAGE,
    isPaid: true,
    note: 'The page lets nothing out any more, as without a network.',
  },
  {
    id: 'undecided',
    name: 'Undecided',
    sample: { cards: ['approved'] },
    act: 'pay',
    block: 'answers',
    seen: MESSAGE,
    isPaid: true,
    note: 'The payment is made, and its answer is lost on the way, as on a phone without a network.',
  },
  {
    id: 'renewed',
    name: 'Renewed',
    sample: { cards: ['approved'] },
    act: 'payOver',
    seen: MESSAGE,
    isPaid: true,
    isRenewed: true,
    note: 'The checkout ends before it is paid, and the page brings another one.',
  },
  {
    id: 'installments',
    name: 'Installments',
    sample: { cards: [], country: 'BR' },
    seen: '[name="recurring.numberOfInstallments"]',
    note: 'On the Brazilian channel of the demo merchant.',
  },
  {
    id: 'billing',
    name: 'Billing address',
    sample: NONE,
    hasBilling: true,
    seen: '[name="billing.city"]',
  },
  {
    id: 'loading',
    name: 'Loading',
    sample: NONE,
    block: 'data',
    seen: 'form[data-phase="loading"]',
    note: 'The page keeps the data of the form on their way, as a slow network does.',
  },
  {
    id: 'not-loaded',
    name: 'Not loaded',
    sample: NONE,
    block: 'calls',
    seen: '.wpwl-retry',
    note: 'The page lets nothing out from the beginning.',
  },
  {
    id: 'blocked',
    name: 'Fields blocked',
    sample: NONE,
    block: 'frames',
    seen: MESSAGE,
    note: 'The policy of the page lets no frame of the gateway in.',
  },
  {
    id: 'expired',
    name: 'Expired',
    sample: NONE,
    isOver: true,
    seen: MESSAGE,
    note: 'The gateway does not have this checkout: it answers as for one that is over.',
  },
  {
    id: 'recognised',
    name: 'Brand recognised',
    sample: NONE,
    seen: READY,
    byHand: {
      number: '5454',
      words: 'Type the first digits of a Mastercard into the card number.',
    },
  },
  {
    id: 'invalid',
    name: 'Invalid number',
    sample: NONE,
    seen: READY,
    byHand: {
      number: '4111111111111112',
      words: 'Type this number, whose check digit is wrong, and leave the field.',
    },
  },
  {
    id: 'filled',
    name: 'Filled in',
    sample: NONE,
    seen: READY,
    byHand: {
      number: '4200000000000000',
      words: 'Type this number, a date to come, 123 and a name.',
    },
  },
  {
    id: 'not-accepted',
    name: 'Brand not accepted',
    sample: NONE,
    seen: READY,
    byHand: {
      number: '6011000990139424',
      words: 'Type this number of a brand that is not on offer.',
    },
  },
  {
    id: 'co-badged',
    name: 'Card of two brands',
    sample: NONE,
    brands: ['VISA', 'MADA'],
    seen: READY,
    byHand: {
      number: '4464040000000007',
      words: 'Type this number, which is of two brands: the shopper chooses.',
    },
  },
  {
    id: 'focus',
    name: 'Focus',
    sample: NONE,
    seen: READY,
    byHand: {
      words:
        'Press a field of the form, or tab into it: a page that took the focus would take it from these controls.',
    },
  },
  {
    id: 'forced-colors',
    name: 'Forced colours',
    sample: NONE,
    seen: READY,
    byHand: {
      words:
        'Turn on a contrast theme of your system, or have the developer tools of your browser emulate forced-colors: active.',
    },
  },
];

/** @throws RangeError for an id that no state has */
export function stateOf(id: string): FormStateOnShow {
  const found = STATES.find((each) => each.id === id);
  if (!found) throw new RangeError(`there is no state ${id}`);
  return found;
}

/** All that come about without a hand. */
export const ON_BOARD = STATES.filter(({ byHand }) => !byHand);
