/** The bank account that is debited, and the mandate by which it is. */
import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { maskedIban, plainIban } from '../../../contract/iban.ts';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { ParameterError } from '../../../contract/result.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { channelNow } from '../../store/clock.ts';
import type { Channel } from '../entities/index.ts';
import { newId } from '../ids.ts';
import { ApiError } from '../requests/index.ts';

const IBAN = 'bankAccount.iban';
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
