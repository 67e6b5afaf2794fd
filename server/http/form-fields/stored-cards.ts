/** The shopper's stored cards: which there are, and how they stand in the form. */
import { isExpired } from '../../../contract/card-expiry.ts';
import type { StoredCard } from '../../../contract/form-data.ts';
import type { TreeElement } from '../../../contract/form-tree.ts';
import { offeredRegistrations } from '../../gateway/checkout/index.ts';
import type { GatewayContext } from '../../gateway/context.ts';
import { type Checkout, usableRegistration } from '../../gateway/records/index.ts';
import { channelNow } from '../../store/clock.ts';
import { group } from './group.ts';

/** Those that the merchant's server named, without those deleted since; none once it is paid. */
export async function storedCards(
  { db }: GatewayContext,
  { channel, parameters, paidId }: Checkout,
): Promise<StoredCard[]> {
  if (paidId !== null) return [];
  const now = channelNow(channel.clockOffsetMs);
  const found = await Promise.all(
    offeredRegistrations(parameters).map(([, id]) =>
      usableRegistration(db, channel.id, id).catch(() => undefined),
    ),
  );
  return found.flatMap((registration) => {
    const { id, brand, card } = registration ?? {};
    if (!id || !brand || !card?.last4Digits) return [];
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

/** The list to choose from. An expired card is shown and cannot be chosen. */
export function storedCardsBlock(
  cards: readonly StoredCard[],
  nameOf: (brand: string) => string,
): TreeElement {
  const chosen = cards.find(({ expired }) => !expired);
  return [
    'div',
    { class: 'wpwl-stored-cards', role: 'radiogroup', 'aria-label': { key: 'storedCards' } },
    ...cards.map((card): TreeElement => {
      const { id, brand, last4Digits, expiryMonth, expiryYear, holder = '', expired } = card;
      const date = `${expiryMonth}/${expiryYear.slice(-2)}`;
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
              checked: card === chosen,
              disabled: expired,
              'data-action': 'change-registration',
            },
          ]),
          cell('brand', [
            'div',
            {
              class: `wpwl-brand wpwl-brand-card wpwl-brand-${brand}`,
              role: 'img',
              'aria-label': nameOf(brand),
              'data-brand': brand,
            },
          ]),
          cell(
            'details',
            cell('number', `**${last4Digits}`),
            cell('expiry', {
              key: expired ? 'storedCardExpired' : 'storedCardExpires',
              values: { date },
            }),
            cell('holder', holder),
          ),
        ],
        cell('cvv', ...(card === chosen ? [CVV] : [])),
      ];
    }),
  ];
}
