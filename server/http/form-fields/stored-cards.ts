/** What the shopper has stored: which cards and accounts there are, and how they stand in the form. */
import { isExpired } from '../../../contract/card-expiry.ts';
import type { StoredAccount, StoredCard, StoredMeans } from '../../../contract/form-data.ts';
import type { TreeElement } from '../../../contract/form-tree.ts';
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
): Promise<StoredMeans[]> {
  if (paidId !== null) return [];
  const now = channelNow(channel.clockOffsetMs);
  const found = await Promise.all(
    offeredRegistrations(parameters).map(([, id]) =>
      usableRegistration(db, channel.id, id).catch(() => undefined),
    ),
  );
  return found.flatMap((registration): StoredMeans[] => {
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
  { class: 'wpwl-wrapper wpwl-wrapper-cvv' },
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

/** @param name of its brand; none where the logo tells it */
function cardDetails(card: StoredCard, name?: string): TreeElement[] {
  const { last4Digits, expiryMonth, expiryYear, holder = '', expired } = card;
  const date = `${expiryMonth}/${expiryYear.slice(-2)}`;
  return [
    cell('number', name === undefined ? `**${last4Digits}` : `${name} •••• ${last4Digits}`),
    cell('expiry', { key: expired ? 'storedCardExpired' : 'storedCardExpires', values: { date } }),
    cell('holder', holder),
  ];
}

const accountDetails = ({ accountId = '' }: StoredAccount, name: string): TreeElement[] => [
  cell('number', name),
  cell('email', accountId),
];

/**
 * The list to choose from. An expired card is shown and cannot be chosen.
 * @param isList whether it is part of the list of all ways to pay
 */
export function storedCardsBlock(
  stored: readonly StoredMeans[],
  nameOf: (brand: string) => string,
  isList: boolean,
): TreeElement {
  const chosen = stored.find(({ expired }) => !expired);
  const firstCard = stored.find((means) => 'last4Digits' in means && !means.expired);
  return [
    'div',
    { class: 'wpwl-stored-cards', role: 'radiogroup', 'aria-label': { key: 'storedCards' } },
    ...stored.map((means): TreeElement => {
      const { id, brand, expired } = means;
      const isCard = 'last4Digits' in means;
      return [
        'div',
        {
          class: 'wpwl-group wpwl-group-registration wpwl-clearfix',
          'data-expired': expired,
        },
        [
          'label',
          { class: 'wpwl-registration wpwl-choice' },
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
                ? { role: 'img', 'aria-label': nameOf(brand) }
                : { 'aria-hidden': 'true' }),
              'data-brand': brand,
            },
          ]),
          cell(
            'details',
            ...(isCard
              ? cardDetails(means, isList ? nameOf(brand) : undefined)
              : accountDetails(means, nameOf(brand))),
          ),
        ],
        // Only a card has one.
        ...(isCard ? [cell('cvv', ...(means === firstCard ? [CVV] : []))] : []),
      ];
    }),
  ];
}
