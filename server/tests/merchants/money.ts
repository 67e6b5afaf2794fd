/** The model's own arithmetic of money, in smallest units: nothing of it comes from the gateway. */

export const CURRENCIES = ['EUR', 'JPY', 'KWD'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** Decimals of the smallest unit. */
const DECIMALS: Readonly<Record<Currency, number>> = { EUR: 2, JPY: 0, KWD: 3 };

/** What a request can say at least, in smallest units: it has two decimals, none of which JPY can have. */
const STEP: Readonly<Record<Currency, number>> = { EUR: 1, JPY: 1, KWD: 10 };

/** So many of the least that a request can say. */
export const unitsOf = (steps: number, currency: Currency): number => steps * STEP[currency];

/** As requests and answers of payments have it. */
export function written(units: number, currency: Currency): string {
  const hundredths = (units * 100) / 10 ** DECIMALS[currency];
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}

/** As reports have it: every decimal of the currency, two at least, and a sign. */
export function exact(units: number, currency: Currency): string {
  const decimals = DECIMALS[currency];
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).padEnd(2, '0');
  return `${units < 0 ? '-' : ''}${whole}.${fraction}`;
}

/** The terms of every channel here. */
export const FEES = [{ from: '2020-01-01', basisPoints: 275, fixed: { EUR: 10, JPY: 3 } }];

/** What the acquirer keeps of a sale: rounded half up, and the fixed part on top. */
export const feeOf = (units: number, currency: Currency): number =>
  Math.floor((units * 275 + 5_000) / 10_000) + { EUR: 10, JPY: 3, KWD: 0 }[currency];

/** The parts of installments: rounded half up, and the difference in the first one. */
export function installments(units: number, count: number, currency: Currency): number[] {
  const step = STEP[currency];
  const part = Math.floor((units / step / count) * 2 + 1) >> 1;
  return [units / step - part * (count - 1), ...Array(count - 1).fill(part)].map(
    (steps) => steps * step,
  );
}
