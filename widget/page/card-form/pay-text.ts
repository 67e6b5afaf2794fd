/** What the pay button says, with the amount where the merchant wants it. */
import { option } from '../options.ts';
import type { TextRef } from '../texts.ts';
import type { FormState } from './form-state.ts';

/** A label may say where the amount stands, `Pay {{amount}}`; otherwise it comes last. */
export function payText({ amount: { value: amount }, text }: FormState, ref: TextRef): string {
  const isWanted = amount && option('showAmount');
  const variant = isWanted && { variant: `${ref.key}Amount` };
  const words = text({ ...ref, ...variant, values: { ...ref.values, amount } });
  return !isWanted || words.includes(amount) ? words : `${words} ${amount}`;
}
