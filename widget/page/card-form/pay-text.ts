/** What the pay button says, with the amount where the merchant wants it. */
import { option } from '../options.ts';
import type { TextRef } from '../texts.ts';
import type { FormState } from './form-state.ts';

/**
 * A label may say where the amount stands, `Pay {{amount}}`; otherwise it comes last. It is written
 * only where it is shown: the first number that a page writes costs its shopper a long task.
 */
export function payText({ price: { value: price }, text }: FormState, ref: TextRef): string {
  const { amount, currency = '', language } = price ?? {};
  const isWanted = amount && option('showAmount');
  const variant = isWanted && { variant: `${ref.key}Amount` };
  const values = {
    ...ref.values,
    /** As the language writes it; '' for a checkout without an amount. */
    get amount() {
      const style = { style: 'currency', currency } as const;
      return amount ? new Intl.NumberFormat(language, style).format(Number(amount)) : '';
    },
  };
  const words = text({ ...ref, ...variant, values });
  return !isWanted || words.includes(values.amount) ? words : `${words} ${values.amount}`;
}
