/** What the shopper has stored: which cards and accounts there are, and how they stand in the form. */

import { isExpired, storedCardText } from '../../../contract/card-expiry.ts';
import type {
  FormRegistration,
  RegisteredAccount,
  RegisteredCard,
} from '../../../contract/form-data.ts';
import type { TreeElement } from '../../../contract/form-tree.ts';
import { groupClass, partClass } from '../../../contract/group-classes.ts';
import { offeredRegistrations } from '../../gateway/checkout/index.ts';
import type { GatewayContext } from '../../gateway/context.ts';
import { type Checkout, usableRegistration } from '../../gateway/records/index.ts';
import { channelNow } from '../../store/clock.ts';
import { group } from './group.ts';

/**
 * Those that the merchant's server named, without those deleted since; none once it is paid.
 * @param takesAccount whether the checkout can be paid with what is stored of a brand that is no card
 */
export async function storedMeans(
  { db }: GatewayContext,
  { channel, parameters, paidId }: Checkout,
  takesAccount: (brand: string) => boolean,
): Promise<FormRegistration[]> {
  if (paidId !== null) return [];
  const now = channelNow(channel.clockOffsetMs);
  const found = await Promise.all(
    offeredRegistrations(parameters).map(([, id]) =>
      usableRegistration(db, channel.id, id).catch(() => undefined),
    ),
  );
  return found.flatMap((registration): FormRegistration[] => {
    if (!registration) return [];
    const { id, brand, card } = registration;
    if (!card) {
      const {
        'virtualAccount.accountId': accountId = registration.parameters['bankAccount.iban'],
      } = registration.parameters;
      const account = { id, brand, ...(accountId && { accountId }), expired: false } as const;
      return takesAccount(brand) ? [account] : [];
    }
    const { last4Digits, expiryMonth, expiryYear, holder } = card;
    return [
      {
        id,
        brand,
        last4Digits,
        expiryMonth,
        expiryYear,
        ...(holder !== undefined && { holder }),
        expired: isExpired({ month: expiryMonth, year: expiryYear }, now),
      },
    ];
  });
}

const cell = (key: string, ...children: (TreeElement | TreeElement[2])[]): TreeElement => [
  'div',
  {
    class: `wpwl-wrapper-registration wpwl-wrapper-registration-${key}`,
    // Stars and digits keep their order in every language.
    ...(key === 'number' && { dir: 'ltr' }),
  },
  ...(children as TreeElement[]),
];

/** Stands in the card that is chosen; the page puts the frame into it, or takes it away. */
const CVV = group({ key: 'cvv', name: 'card.cvv', label: 'cvv' }, undefined, [
  'div',
  { class: partClass('wrapper', 'cvv') },
]);

/** Brings the other forms, where the page has put them away. */
export const SHOW_OTHERS: TreeElement = [
  'button',
  {
    class: 'wpwl-button wpwl-button-pay',
    type: 'button',
    'data-action': 'show-initial-forms',
  },
  { key: 'showOtherPaymentMethods' },
];

/** A name with a full stop or a plus sign keeps it where it was written, in a form from right to left too. */
const inItsDirection = (text: string): TreeElement => ['bdi', {}, text];

/** How a card is named in the list of ways to pay, and an account everywhere. Dots and digits stay together. */
const nameIn = (means: FormRegistration, brandName: string): string =>
  'last4Digits' in means ? `${brandName} ••••\u00a0${means.last4Digits}` : brandName;

function cardDetails(
  card: RegisteredCard,
  { brandNameOf, isList, now }: Surroundings,
): TreeElement[] {
  const { brand, last4Digits, expiryMonth, expiryYear, holder = '', expired } = card;
  const date = `${expiryMonth}/${expiryYear.slice(-2)}`;
  // Whether it has expired was decided where the card was read.
  const told = storedCardText({ month: expiryMonth, year: expiryYear }, now);
  const valid = isList && told === 'storedCardExpiresSoon' ? told : 'storedCardExpires';
  return [
    cell('number', isList ? nameIn(card, brandNameOf(brand)) : `**${last4Digits}`),
    cell('expiry', { key: expired ? 'storedCardExpired' : valid, values: { date } }),
    cell('holder', inItsDirection(holder)),
  ];
}

const accountDetails = ({ accountId = '' }: RegisteredAccount, name: string): TreeElement[] => [
  cell('number', name),
  cell('email', inItsDirection(accountId)),
];

const removal = (step: 'ask' | 'confirm' | 'keep', text: string, more = {}): TreeElement => [
  'button',
  { type: 'button', class: 'wpwl-removal', 'data-removal': step, ...more },
  { key: text },
];

/** The button that removes it, and the question before. The merchant's page does it (`onDeleteRegistration`). */
const removalParts = (name: string, id: string): TreeElement[] => [
  removal('ask', 'remove', { 'aria-describedby': id }),
  [
    'div',
    { class: 'wpwl-removal-question', hidden: true },
    ['div', {}, { key: 'removeQuestion', values: { name } }],
    removal('confirm', 'remove'),
    removal('keep', 'keep'),
  ],
];

export interface Surroundings {
  /** The name of a brand, by its code. */
  readonly brandNameOf: (brand: string) => string;
  /** Whether it is part of the list of all ways to pay. */
  readonly isList: boolean;
  /** Whether the page lets the shopper remove what is stored. */
  readonly isRemovable: boolean;
  /** The channel's time, epoch milliseconds. */
  readonly now: number;
  /** The registration that the shopper last paid with, where that is known. */
  readonly lastPaidWith?: string | undefined;
}

/** The list to choose from. An expired card is shown and cannot be chosen. */
export function storedCardsBlock(
  stored: readonly FormRegistration[],
  surroundings: Surroundings,
): TreeElement {
  const { brandNameOf, isList, isRemovable, lastPaidWith } = surroundings;
  const valid = stored.filter(({ expired }) => !expired);
  const chosen = valid.find(({ id }) => id === lastPaidWith) ?? valid.at(0);
  const firstCard = stored.find((means) => 'last4Digits' in means && !means.expired);
  return [
    'div',
    { class: 'wpwl-stored-cards', role: 'radiogroup', 'aria-label': { key: 'storedCards' } },
    ...stored.map((means, index): TreeElement => {
      const { id, brand, expired } = means;
      const nameId = `stored-${index}`;
      const isCard = 'last4Digits' in means;
      return [
        'div',
        {
          class: groupClass('registration'),
          'data-expired': expired,
        },
        [
          'label',
          { class: 'wpwl-registration wpwl-choice', id: nameId },
          cell('registrationId', [
            'input',
            {
              type: 'radio',
              name: 'registrationId',
              value: id,
              checked: means === chosen,
              disabled: expired,
              'data-action': 'change-registration',
            },
          ]),
          cell('brand', [
            'div',
            {
              class: `wpwl-brand wpwl-brand-card wpwl-brand-${brand}`,
              // Of a card the number follows; an account is named beside it.
              ...(isCard && !isList
                ? { role: 'img', 'aria-label': brandNameOf(brand) }
                : { 'aria-hidden': 'true' }),
              'data-brand': brand,
            },
          ]),
          cell(
            'details',
            ...(isCard
              ? cardDetails(means, surroundings)
              : accountDetails(means, brandNameOf(brand))),
          ),
        ],
        ...(isList && isRemovable ? removalParts(nameIn(means, brandNameOf(brand)), nameId) : []),
        // Only a card has one.
        ...(isCard ? [cell('cvv', ...(means === firstCard ? [CVV] : []))] : []),
      ];
    }),
  ];
}
