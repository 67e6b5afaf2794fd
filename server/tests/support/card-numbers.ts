/** As many card numbers as a thief has. */

/**
 * A number that passes the check digit.
 * @param prefix first digits
 * @param n counts the numbers of the prefix, from 0
 */
export function cardNumber(prefix: string, n: number, length = 16): string {
  const body = prefix + String(n).padStart(length - 1 - prefix.length, '0');
  const sum = [...body].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}
