import { BRAND_NAMES } from '../../../contract/brand-names.ts';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import type { Language, TextKey } from './languages.ts';

/** A way to pay as shoppers know it, in the form's words where languages have their own. */
export function brandName(code: string, { text }: Language): string {
  const key = OTHER_BRANDS.get(code)?.nameKey;
  return key === undefined ? (BRAND_NAMES.get(code) ?? code) : text(key as TextKey);
}
