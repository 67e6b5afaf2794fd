/** An IBAN as people write it and as it is repeated. It is as private as a card number. */

/** In capitals, without spaces. */
export const plainIban = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

/** Within a text, in groups of four or in one. */
const IBANS =
  /(?<![A-Z\d])[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{4}){2,7}(?:[ -]?[A-Z\d]{1,3})?(?![A-Z\d])/gi;

/** Whether a text has something with the shape and the check digits of an IBAN. */
export const holdsIban = (text: string): boolean =>
  (text.match(IBANS) ?? []).some((found) => {
    // A creditor reference (ISO 11649) has the same check digits.
    if (/^RF/i.test(found)) return false;
    const iban = found.replaceAll(/[ -]/g, '').toUpperCase();
    const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
      String(letter.charCodeAt(0) - 55),
    );
    return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
  });

const SHOWN = 4;
/** Of anything else the last four would tell too much: it may be a card number. */
const LOOKS_LIKE_IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/;

/**
 * What answers, errors and events show: the country and the last four characters.
 *
 * @example
 * maskedIban('DE89 3704 0044 0532 0130 00'); // 'DE••••3000'
 */
export function maskedIban(text: string): string {
  const iban = plainIban(text);
  return LOOKS_LIKE_IBAN.test(iban) ? `${iban.slice(0, 2)}••••${iban.slice(-SHOWN)}` : '••••';
}
