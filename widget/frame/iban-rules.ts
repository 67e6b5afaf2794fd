import { groupDigits, westernDigits } from '../../contract/digit-groups.ts';
import type { FieldRules } from './field-rules.ts';

/** Of any country. */
const LONGEST = 34;
const GAPS = [4, 8, 12, 16, 20, 24, 28, 32];

/** Letters in capitals and digits; some banks print the word before it. */
const read = (text: string): string =>
  westernDigits(text)
    .toUpperCase()
    .replace(/[^\dA-Z]/g, '')
    .replace(/^IBAN/, '');

/** ISO 7064, MOD 97-10: the first four characters last, letters as 10 to 35. */
function hasRightCheckDigits(iban: string): boolean {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    rest = Number(String(rest) + Number.parseInt(character, 36)) % 97;
  }
  return rest === 1;
}

/** @param lengths by country: those of the gateway, which checks more than these rules. Others are invalid. */
export function ibanRules(lengths: Readonly<Record<string, number>>): FieldRules {
  const lengthOf = (iban: string) => lengths[iban.slice(0, 2)];
  return {
    field: 'bankAccount.iban',
    revealsFirstDigits: false,
    write: (edit) =>
      groupDigits(edit, {
        read,
        gap: ' ',
        gaps: () => GAPS,
        maxLength: (iban) => lengthOf(iban) ?? LONGEST,
      }),
    isPartial: (iban) => iban !== '' && iban.length < (lengthOf(iban) ?? LONGEST),
    isValid: (iban) => iban.length === lengthOf(iban) && hasRightCheckDigits(iban),
    reveal: () => ({}),
  };
}
