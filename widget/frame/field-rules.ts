/** What makes the number field and the CVV field different. */
import type { BrandMessage, StateMessage } from '../../contract/messages.ts';
import type { SealedField } from '../../contract/sealed-value.ts';

/** The brands that the page offers, and the one chosen; see {@link BrandMessage}. */
export type BrandChoice = Pick<BrandMessage, 'offered' | 'chosen'>;

export interface FieldRules {
  readonly field: SealedField;
  /** After how many digits a space stands. */
  readonly gaps: (digits: string) => readonly number[];
  readonly maxLength: (digits: string, choice: BrandChoice) => number;
  /** Judges what was typed; '' is valid where cards of the brand may lack the value. */
  readonly isValid: (digits: string, choice: BrandChoice) => boolean;
  /** What the page may know of the digits. */
  readonly reveal: (digits: string, choice: BrandChoice) => Pick<StateMessage, 'bin' | 'brands'>;
}
