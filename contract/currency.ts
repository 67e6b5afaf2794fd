/** ISO 4217: active codes by the number of decimals of their smallest unit. */
const CODES_BY_DECIMALS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD ' +
    'CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL ' +
    'GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR ' +
    'LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD ' +
    'PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC ' +
    'SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code) => [code, Number(decimals)] as const),
  ),
);

export const CURRENCY_CODES: readonly string[] = [...DECIMALS.keys()];

/** Decimals of the currency's smallest unit: JPY 0, EUR 2, KWD 3. Throws for an unknown code. */
export function currencyDecimals(currency: string): number {
  const decimals = DECIMALS.get(currency);
  if (decimals === undefined) throw new RangeError(`unknown currency ${currency}`);
  return decimals;
}

/**
 * An amount as the API writes it ("92.00", "92") in the currency's smallest units, as an integer.
 * `undefined` when the currency cannot have the fraction (JPY 92.50).
 */
export function toMinorUnits(amount: string, currency: string): number | undefined {
  const [whole = '', fraction = ''] = amount.split('.');
  const decimals = currencyDecimals(currency);
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0');
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined;
  return Number(whole + kept);
}

/** Smallest units as the API writes amounts: always two decimals ("92.00", also for JPY). */
export function toAmount(minorUnits: number, currency: string): string {
  const decimals = currencyDecimals(currency);
  const all = String(minorUnits).padStart(decimals + 1, '0');
  const whole = decimals === 0 ? all : all.slice(0, -decimals);
  return `${whole}.${decimals === 0 ? '00' : all.slice(-decimals).slice(0, 2).padEnd(2, '0')}`;
}

/**
 * Smallest units as reports write them: with every decimal that the currency has, two at least, and
 * a sign where it is negative ("92.00" JPY, "-0.25" EUR, "1.005" KWD). Sums may be beyond 2^53.
 */
export function toExactAmount(minorUnits: bigint, currency: string): string {
  const decimals = currencyDecimals(currency);
  const size = minorUnits < 0n ? -minorUnits : minorUnits;
  const all = size.toString().padStart(decimals + 1, '0');
  const whole = all.slice(0, all.length - decimals);
  const fraction = all.slice(all.length - decimals).padEnd(2, '0');
  return `${minorUnits < 0n ? '-' : ''}${whole}.${fraction}`;
}
