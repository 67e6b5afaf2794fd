/**
 * Which parameters of the catalogue hold free text, and what of a card number in each: what people type
 * has none; a merchant's reference may look like one.
 */
import { cardNumbersIn, holdsDigits, percentDecoded } from './card-numbers-in-text.ts';
import type { ParameterRow } from './catalogue.ts';
import { accepts } from './format.ts';

/**
 * `typed`: names, addresses, messages of people. `phone`: up to 15 digits of any kind are a number to
 * call. `reference`: everything else, made by machines.
 */
export type FreeText = 'typed' | 'phone' | 'reference';

const TYPED =
  /(?:^descriptor|\.(?:givenName|middleName|surname|companyName|email|street[12]?|houseNumber[12]|city|state|comment|giftMessage|shippingInstructions|passengerName|passengerEmail|holder)|^merchant\.name)$/;
const PHONE = /(?:\.|P|p)hone$|\.(?:mobile|workPhone)$/;

/** A format that takes one of these takes a card number. */
const SAMPLES = [
  '4111111111111111',
  '4111 1111 1111 1111',
  'https://shop.example/4111111111111111',
  'a4111111111111111@shop.example',
];

const kinds = new Map<ParameterRow, FreeText | undefined>();

/**
 * @param key what stands for `[name]`
 * @returns undefined where a card number cannot be, and where one belongs
 */
export function freeTextOf(row: ParameterRow, key = ''): FreeText | undefined {
  if (row.browserKey?.test(key)) return 'typed';
  if (!kinds.has(row)) kinds.set(row, kindOf(row));
  return kinds.get(row);
}

function kindOf({ name, format, secret }: ParameterRow): FreeText | undefined {
  if (secret || !SAMPLES.some((sample) => accepts(format, sample))) return undefined;
  if (TYPED.test(name)) return 'typed';
  return PHONE.test(name) ? 'phone' : 'reference';
}

const LONGEST_PHONE = 15;

/** Whether a value must be refused. @param cards numbers of the request's own cards, digits only */
export function holdsForbiddenCardNumber(
  kind: FreeText,
  value: string,
  cards: ReadonlySet<string>,
): boolean {
  return readings(value).some((text) => {
    const found = cardNumbersIn(text);
    const isOwn = holdsDigits(text, cards);
    const isForbidden = found.some(
      ({ digits, isInGroups }) =>
        isInGroups || kind === 'typed' || (kind === 'phone' && digits.length > LONGEST_PHONE),
    );
    return isOwn || isForbidden;
  });
}

/** Whether a value that is accepted looks like a card number all the same. */
export const looksLikeCardNumber = (value: string): boolean =>
  readings(value).some((text) => cardNumbersIn(text).length > 0);

/** As it is, and as an address reads it; the plus of a phone number stays. */
function readings(value: string): readonly string[] {
  if (!/[%+]/.test(value)) return [value];
  return [value, percentDecoded(value).replaceAll(/(?<=\d)\+(?=\d)/g, ' ')];
}
