/** The texts that a form needs: those of what it shows, and no others. */
import { rulesOf } from '../../../contract/card-brands.ts';
import type { CheckoutFormData, FormDataQuery } from '../../../contract/form-data.ts';
import { isOtherBrand } from '../../../contract/is-other-brand.ts';
import { isDirectDebit, isPrepayment } from '../../../contract/other-brands.ts';
import type { TextBlock } from '../../../contract/text-keys.ts';
import { single } from '../request-values.ts';

/** Blocks that a page may ask for, because only its options tell. */
const ON_WISH: readonly TextBlock[] = [
  'billing',
  'cardOptions',
  'consent',
  'cvvHint',
  'declines',
  'list',
  'remove',
];

type Described = Pick<
  CheckoutFormData,
  'brands' | 'registrations' | 'extras' | 'paymentType' | 'unconfirmed' | 'instead'
>;

/** Whether one card may be of several of these brands. */
const mayBeCoBadged = (codes: readonly string[]): boolean => {
  const all = Object.values(rulesOf(codes));
  return all.length > 1 && all.some(({ national }) => national);
};

export function textBlocks(
  { brands, registrations, extras = [], paymentType, unconfirmed, instead }: Described,
  { blocks }: FormDataQuery,
): TextBlock[] {
  const wanted = single(blocks)?.split(',') ?? [];
  const hasOthers = Object.keys(brands).some(isOtherBrand);
  const hasInstallments = extras.some(([, attributes]) =>
    String(attributes['class']).includes('wpwl-group-installments'),
  );
  return [
    'card',
    ...(mayBeCoBadged(Object.keys(brands)) ? (['coBadged'] as const) : []),
    ...(unconfirmed || instead ? (['unconfirmed'] as const) : []),
    // What becomes of it is told in the same language, which is not sent again.
    ...(instead ? (['declines', 'otherDeclines'] as const) : []),
    ...(registrations ? (['storedCards'] as const) : []),
    ...(hasInstallments ? (['installments'] as const) : []),
    ...(hasOthers ? (['methods', 'redirect', 'virtualAccount'] as const) : []),
    ...(Object.keys(brands).some(isDirectDebit) ? (['directDebit'] as const) : []),
    ...(instead || Object.keys(brands).some(isPrepayment) ? (['voucher'] as const) : []),
    ...(paymentType ? [] : (['registration'] as const)),
    ...(hasOthers && wanted.includes('declines') ? (['otherDeclines'] as const) : []),
    ...ON_WISH.filter((block) => wanted.includes(block)),
  ];
}
