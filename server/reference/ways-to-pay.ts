/** The ways to pay that are no cards, in words: for the guide and for the reference. */
import { OTHER_BRANDS, type OtherBrand } from '../../contract/other-brands.ts';

const listed = (values: readonly string[] | null) => values?.join(', ') ?? 'any';
const yes = (is: boolean) => (is ? 'yes' : 'no');

/** What the guide says of each, by the heading of its column. */
const COLUMNS: Readonly<Record<string, (brand: OtherBrand, code: string) => string>> = {
  Brand: (_, code) => code,
  Name: ({ name }) => name,
  Takes: ({ fields, cardBrand }) =>
    fields
      .map(({ name, format }) => `\`${name}\`${format ? `, ${format.words}` : ''}`)
      .join('; ') || (cardBrand ? `nothing, or a ${cardBrand} card (\`card.*\`)` : 'nothing'),
  Currencies: ({ currencies }) => listed(currencies),
  Countries: ({ countries, family }) =>
    countries ? `${listed(countries)} (\`${countryOf(family)}\`)` : 'any',
  PA: (brand) => authorised(brand),
  Stored: ({ registrable }) => yes(registrable),
  Refund: ({ refundable }) => yes(refundable),
};

/** PA issues a voucher, whose money is received and not captured. */
const authorised = ({ capturable, family }: OtherBrand): string =>
  family === 'prepayment' ? 'only' : yes(capturable);

const countryOf = (family: OtherBrand['family']): string =>
  family === 'virtualAccount' ? 'billing.country' : 'bankAccount.country';

/** By brand code, what each column says. */
export const WAYS_TO_PAY: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  [...OTHER_BRANDS].map(([code, brand]) => [
    code,
    Object.fromEntries(
      Object.entries(COLUMNS).map(([heading, say]) => [heading, say(brand, code)]),
    ),
  ]),
);

const BEGIN = `| ${Object.keys(COLUMNS).join(' | ')} |`;

/** The guide with the table as it has to be. */
export const withWaysToPay = (guide: string): string =>
  guide.replace(/^\| Brand \|.*\n(?:\|.*\n)+/m, () =>
    [
      BEGIN,
      `|${' --- |'.repeat(Object.keys(COLUMNS).length)}`,
      ...[...WAYS_TO_PAY.values()].map((row) => `| ${Object.values(row).join(' | ')} |`),
      '',
    ].join('\n'),
  );
