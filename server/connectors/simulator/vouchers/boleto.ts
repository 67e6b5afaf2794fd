/** The number of a boleto (FEBRABAN): 44 digits as a barcode, 47 as a line that people type. */

/** Of no bank: nothing of the sandbox can be paid by mistake. */
const BANK = '000';
const REAL = '9';
const DAY_MS = 24 * 60 * 60_000;
/** Due dates are counted from here, in four digits: after 9999 they begin anew at 1000. */
const FIRST_DAY = Date.UTC(1997, 9, 7);
const FACTORS = 9_000;

export interface Boleto {
  /** 44 digits. */
  readonly barcode: string;
  /** In its groups, as it is printed. */
  readonly line: string;
}

/**
 * @param amount centavos
 * @param due epoch milliseconds; its day counts
 * @param slip 25 digits of the bank's own
 */
export function boletoOf(amount: number, due: number, slip: string): Boleto {
  const value = String(amount).padStart(10, '0');
  const end = `${dueFactor(due)}${value}`;
  const check = checkOfWhole(`${BANK}${REAL}${end}${slip}`);
  const fields = [`${BANK}${REAL}${slip.slice(0, 5)}`, slip.slice(5, 15), slip.slice(15)].map(
    (field) => `${field}${checkOfField(field)}`.replace(/^.{5}/, '$&.'),
  );
  return {
    barcode: `${BANK}${REAL}${check}${end}${slip}`,
    line: [...fields, check, end].join(' '),
  };
}

export function dueFactor(due: number): number {
  const days = Math.floor((due - FIRST_DAY) / DAY_MS);
  return days < 10_000 ? days : 1_000 + ((days - 1_000) % FACTORS);
}

/** By 11, with weights from 2 to 9 and anew; it is never 0. */
export function checkOfWhole(digits: string): number {
  const sum = [...digits]
    .reverse()
    .reduce((sum, digit, n) => sum + Number(digit) * (2 + (n % 8)), 0);
  const check = 11 - (sum % 11);
  return check > 9 ? 1 : check;
}

/** By 10, every second digit twice and as the sum of its digits. */
export function checkOfField(digits: string): number {
  const sum = [...digits].reverse().reduce((sum, digit, n) => {
    const weighted = Number(digit) * (n % 2 === 0 ? 2 : 1);
    return sum + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
