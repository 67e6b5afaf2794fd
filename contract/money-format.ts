/**
 * How a language writes an amount. Of some currencies ICU leaves away decimals in which they are charged
 * all the same (HUF, COP, IDR): an amount that has such decimals is written with two or all three, so
 * that nobody pays another amount than they read.
 *
 * @param amount a decimal as the API writes it, "92.00"
 * @param currency ISO 4217
 * @param create where formats are kept
 */
export function moneyFormat(
  amount: string,
  currency: string,
  language: string | undefined,
  create = (style: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, style),
): Intl.NumberFormat {
  const style = { style: 'currency', currency } as const;
  const usual = create(style);
  const { maximumFractionDigits = 2 } = usual.resolvedOptions();
  const isCut = maximumFractionDigits < 2 && /\.\d*[1-9]/.test(amount);
  return isCut ? create({ ...style, minimumFractionDigits: 2, maximumFractionDigits: 3 }) : usual;
}
