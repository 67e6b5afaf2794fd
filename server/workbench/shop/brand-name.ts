import { CARD_BRANDS } from '../../../contract/card-brand-names.ts';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import type { Language, TextKey } from './languages.ts';

/** A way to pay as shoppers know it, in the form's words where languages have their own. */
export function brandName(code: string, { text }: Language): string {
  const { name = CARD_BRANDS[code] ?? code, nameKey } = OTHER_BRANDS.get(code) ?? {};
  return nameKey === undefined ? name : text(nameKey as TextKey);
}
