/** What makes the number field and the CVV field different. */
import type { RuleTable } from '../../contract/brand-rules.ts';
import type { GroupEdit, GroupedDigits } from '../../contract/digit-groups.ts';
import type { BrandMessage, StateMessage } from '../../contract/messages.ts';
import type { SealedField } from '../../contract/sealed-value.ts';

/** The brands that the page offers and the one chosen, see {@link BrandMessage}, with their rules. */
export interface BrandChoice extends Pick<BrandMessage, 'offered' | 'chosen'> {
  /** Of the frame's own document, so the gateway's; empty where the document brought none. */
  readonly rules: RuleTable;
}

export interface FieldRules {
  readonly field: SealedField;
  /**
   * The page is told the first digits. So it can neither empty the field nor keep keys from it: what is
   * typed behind the first digits would be told as the first ones.
   */
  readonly revealsFirstDigits: boolean;
  /**
   * Writes what was edited, in groups where that is wanted. Digits that are there already are never cut
   * because the brand changed: they may be invalid.
   */
  readonly write: (edit: GroupEdit, choice: BrandChoice, isGrouped: boolean) => GroupedDigits;
  /** More digits have to come, whatever they are. */
  readonly isPartial: (digits: string, choice: BrandChoice) => boolean;
  /** Validates what was typed; '' is valid where cards of the brand may lack the value. */
  readonly isValid: (digits: string, choice: BrandChoice) => boolean;
  /** What the page may know of the digits. */
  readonly reveal: (digits: string, choice: BrandChoice) => Pick<StateMessage, 'bin' | 'brands'>;
}
