/** How something was paid: the brand's mark, its name, the last digits. */
import { BRAND_NAMES } from '../../contract/brand-names.ts';
import { fromTheLeft } from '../words/numbers.ts';

/** Addresses of the marks, by code. */
const LOGOS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('../../public/brands/*.svg', {
      eager: true,
      query: '?url',
      import: 'default',
    }),
  ).map(([file, address]) => [/([A-Z_]+)\.svg$/.exec(file)?.[1] ?? '', address]),
);

export const brandName = (code: string): string => BRAND_NAMES.get(code) ?? code;

const CODES = [...BRAND_NAMES.keys()];

/** With its code where another brand has the same name, as Bancontact by card and by app. */
function ownName(code: string): string {
  const name = brandName(code);
  const isShared = CODES.some((other) => other !== code && brandName(other) === name);
  return isShared ? `${name} (${code})` : name;
}

/** Codes and names of all brands, by name: no two are the same. */
export const BRAND_OPTIONS: readonly (readonly [string, string])[] = CODES.map(
  (code) => [code, ownName(code)] as const,
).sort(([, one], [, other]) => one.localeCompare(other, 'en'));

/** "Mastercard •••• 5454" */
export const methodInWords = (brand: string, last4: string | null): string =>
  [brandName(brand), last4 && fromTheLeft(`•••• ${last4}`)].filter(Boolean).join(' ');

interface Props {
  readonly brand: string;
  /** Null where it is no card. */
  readonly last4: string | null;
}

export const Method = ({ brand, last4 }: Props) => (
  <span class="method">
    {LOGOS[brand] && <img src={LOGOS[brand]} alt="" width="30" height="20" />}
    <bdi>{methodInWords(brand, last4)}</bdi>
  </span>
);
