/**
 * The card, or the bank account and its mandate, that an order is paid with: read, and checked as far as
 * that can be done without asking its bank.
 */
import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { cvvLengths, isCardNumberValid } from '../../../contract/card-brands.ts';
import { isExpired } from '../../../contract/card-expiry.ts';
import { percentDecoded } from '../../../contract/card-numbers-in-text.ts';
import { accepts, digits } from '../../../contract/format.ts';
import { maskedIban, plainIban } from '../../../contract/iban.ts';
import { cardBrandOf, OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { holdingCardNumber, type ParameterSet } from '../../../contract/parameters.ts';
import type { ParameterError } from '../../../contract/result.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { CardDetails } from '../../connectors/connector.ts';
import { channelNow } from '../../store/clock.ts';
import { type Channel, mayBeOfBrand } from '../entities/index.ts';
import { newId } from '../ids.ts';
import { ApiError, invalidParameters } from '../requests/index.ts';

/** The card of a request whose card parameters are all there. */
export function cardFrom(parameters: ParameterSet): CardDetails {
  const { 'card.holder': holder, 'card.cvv': cvv } = parameters;
  return {
    number: parameters['card.number'] ?? '',
    expiryMonth: parameters['card.expiryMonth'] ?? '',
    expiryYear: parameters['card.expiryYear'] ?? '',
    ...(holder !== undefined && { holder }),
    ...(cvv !== undefined && { cvv }),
  };
}

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

const IBAN = 'bankAccount.iban';

/**
 * What is left of a text without all that may separate the characters of an IBAN: its digits and letters in
 * capitals, as an address reads them, of full width or not.
 */
const condensed = (text: string): string =>
  percentDecoded(text)
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

/** @throws ApiError naming what else holds the IBAN that it is sent with, or stored for */
export function refuseItsIbanIn(parameters: ParameterSet, iban: string): void {
  const searched = condensed(iban);
  const holdsIt = (text: string) => condensed(text).includes(searched);
  const errors = Object.entries(parameters)
    .filter(([name, value]) => name !== IBAN && (holdsIt(name) || holdsIt(value)))
    .map(([name]) => ({
      // Only what stands in brackets is of the merchant's choice.
      name: holdsIt(name) ? name.replace(/\[.*/, '[…]') : name,
      value: null,
      message: 'must not hold the IBAN',
    }));
  if (errors.length > 0) throw invalidParameters(errors);
}

const COUNTRY = 'bankAccount.country';
const MANDATE_ID = 'bankAccount.mandate.id';
const SIGNED = 'bankAccount.mandate.dateOfSignature';
/** Where a day begins first it is already tomorrow: who signs there signs today. */
const FURTHEST_EAST_MS = 14 * 60 * 60_000;

/** How many characters an IBAN has, by the countries whose accounts can be debited. */
export const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  [...OTHER_BRANDS.values()]
    .filter(({ family }) => family === 'directDebit')
    .flatMap(({ countries }) => countries ?? [])
    .map((country) => [country, countrySpecs[country]?.chars ?? 0]),
);

/** What is kept of the bank account beside its whole number, which is in the vault alone. */
const KEPT = /^bankAccount\./;

/** The bank account and mandate of a registration, as parameters of a payment with it. */
export const accountOf = (parameters: ParameterSet): ParameterSet =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => KEPT.test(name)));

/**
 * The parameters of the bank account as they are kept and answered: its number masked, its country, and
 * a mandate, where the merchant has sent none.
 * @param iban as it was sent
 * @throws ApiError with the code of the first mistake, and every mistake in `parameterErrors`
 */
export function bankAccountParameters(
  { clockOffsetMs }: Channel,
  parameters: ParameterSet,
  brand: string,
  iban: string,
): ParameterSet {
  const now = channelNow(clockOffsetMs);
  const latest = dateOf(now + FURTHEST_EAST_MS);
  const mistakes = [...mistakesOf(iban, brand), ...contradictions(parameters, iban, latest)];
  const [first] = mistakes;
  if (first) {
    throw new ApiError(
      400,
      first.code,
      '',
      mistakes.map(({ error }) => error),
    );
  }
  return {
    [IBAN]: maskedIban(iban),
    [COUNTRY]: countryOf(iban),
    [MANDATE_ID]: parameters[MANDATE_ID] ?? newId(),
    [SIGNED]: parameters[SIGNED] ?? dateOf(now),
  };
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const countryOf = (iban: string): string => iban.slice(0, 2);

interface Mistake {
  readonly code: string;
  readonly error: ParameterError;
}

function mistakesOf(iban: string, brand: string): Mistake[] {
  const country = countryOf(iban);
  const ofIban = (message: string, code: string = RESULT.cardNumberInvalid): Mistake[] => [
    { code, error: { name: IBAN, value: maskedIban(iban), message } },
  ];
  if (!OTHER_BRANDS.get(brand)?.countries?.includes(country)) {
    const message = `must be of a country of SEPA with ${brand}, and ${country} is none`;
    return ofIban(message, RESULT.invalidParameter);
  }
  const { errorCodes } = validateIBAN(iban);
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength)) {
    return ofIban(`must have ${IBAN_LENGTHS[country]} characters, as an IBAN of ${country}`);
  }
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)) {
    return ofIban(`must have letters and digits where an IBAN of ${country} has them`);
  }
  const hasWrongDigits = errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum);
  return hasWrongDigits ? ofIban('has wrong check digits') : [];
}

function contradictions(parameters: ParameterSet, iban: string, latest: string): Mistake[] {
  const { [COUNTRY]: country, [SIGNED]: signed } = parameters;
  const mistake = (name: string, value: string, message: string): Mistake[] => [
    { code: RESULT.invalidParameter, error: { name, value, message } },
  ];
  return [
    ...(country !== undefined && country !== countryOf(iban)
      ? mistake(COUNTRY, country, `must be that of bankAccount.iban, ${countryOf(iban)}`)
      : []),
    // Calendar dates: as texts they have the order of the days.
    ...(signed !== undefined && signed > latest
      ? mistake(SIGNED, signed, `must not be in the future, after ${latest}`)
      : []),
  ];
}

/** The number of the bank account of a request that debits one; undefined for all others. */
export const ibanFrom = (parameters: ParameterSet): string | undefined =>
  parameters[IBAN] === undefined ? undefined : plainIban(parameters[IBAN]);
