/** What can be told about a card without asking its bank. */

import { cvvLengths, isCardNumberValid } from '../../../contract/card-brands.ts';
import { isExpired } from '../../../contract/card-expiry.ts';
import { accepts, digits } from '../../../contract/format.ts';
import { cardBrandOf } from '../../../contract/other-brands.ts';
import { holdingCardNumber, type ParameterSet } from '../../../contract/parameters.ts';
import type { ParameterError } from '../../../contract/result.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { CardDetails } from '../../connectors/connector.ts';
import { channelNow } from '../../store/clock.ts';
import { type Channel, mayBeOfBrand } from '../entities/index.ts';
import { ApiError, invalidParameters } from '../requests/index.ts';

const NUMBER = digits(12, 19);

/** @throws ApiError with the code of the first mistake, and every mistake in `parameterErrors` */
export function checkCard(card: CardDetails, brand: string, channel: Channel): void {
  const expiry = { month: card.expiryMonth, year: card.expiryYear };
  const kind = cardBrandOf(brand);
  const cvvs = cvvLengths(kind);
  const { cvv } = card;
  const mistakes: readonly (readonly [boolean, string, ParameterError])[] = [
    [
      !accepts(NUMBER, card.number),
      RESULT.invalidParameter,
      { name: 'card.number', value: null, message: `must be ${NUMBER.words}` },
    ],
    [
      !mayBeOfBrand(card.number, kind, channel.settings),
      RESULT.numberDoesNotFitBrand,
      { name: 'paymentBrand', value: brand, message: 'is not the brand of this card number' },
    ],
    [
      !isCardNumberValid(card.number, kind),
      RESULT.cardNumberInvalid,
      { name: 'card.number', value: null, message: 'is no card number of this brand' },
    ],
    [
      isExpired(expiry, channelNow(channel.clockOffsetMs)),
      RESULT.cardExpired,
      {
        name: 'card.expiryYear',
        value: card.expiryYear,
        message: `${card.expiryMonth}/${card.expiryYear} is in the past`,
      },
    ],
    [
      cvv !== undefined && !(accepts(digits(3, 4), cvv) && cvvs.includes(cvv.length)),
      RESULT.cvvDoesNotFitBrand,
      {
        name: 'card.cvv',
        value: null,
        message: `must be ${cvvs.filter(Boolean).join(' or ')} digits`,
      },
    ],
  ];
  const found = mistakes.filter(([wrong]) => wrong);
  const first = found[0];
  if (first) {
    throw new ApiError(
      400,
      first[1],
      '',
      found.map(([, , error]) => error),
    );
  }
}

/** @throws ApiError naming the references of the merchant, or of the shopper, that hold its number */
export function refuseItsNumberIn(parameters: ParameterSet, number: string): void {
  const errors = holdingCardNumber(parameters, number);
  if (errors.length > 0) throw invalidParameters(errors);
}
