/**
 * CPF of a person, CNPJ of a company. Since July 2026 a CNPJ may have letters; both have two check
 * digits, each the remainder by 11 of the weighted characters before it.
 */

/** The value of a digit or a letter: its code in ASCII beyond that of 0. */
const worthOf = (character: string): number => character.charCodeAt(0) - 48;

/** @param longest weights count up from 2 at the right, and begin anew beyond this one */
function checkDigit(body: string, longest: number): number {
  const sum = [...body]
    .reverse()
    .reduce((sum, character, n) => sum + worthOf(character) * (2 + (n % (longest - 1))), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

const hasCheckDigits = (text: string, longest: number): boolean =>
  [-2, -1].every((at) => checkDigit(text.slice(0, at), longest) === Number(text.at(at)));

/** @param text as people write it, with points, a stroke and a hyphen or without */
export function isBrazilianTaxNumber(text: string): boolean {
  const plain = text.replace(/[./-]/g, '').toUpperCase();
  // All of one digit would fit, and are given to no person and no company.
  if (/^(\d)\1*$/.test(plain)) return false;
  if (/^\d{11}$/.test(plain)) return hasCheckDigits(plain, 11);
  return /^[0-9A-Z]{12}\d\d$/.test(plain) && hasCheckDigits(plain, 9);
}
