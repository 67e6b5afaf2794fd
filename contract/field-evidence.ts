/**
 * What a field frame knows of how the page treats its field. It is sealed with the value (D8), so the
 * page can neither read nor change it, and the payment shows it among its risk details.
 */

import type { SealedField } from './sealed-value.ts';

/**
 * - `focusTaken`: how often the focus left the field in the middle of typing, and not by a key of the
 *   shopper;
 * - `covered`: seconds in which something lay over the field.
 */
export const FIELD_FACTS = ['focusTaken', 'covered'] as const;
export type FieldFact = (typeof FIELD_FACTS)[number];
/** All are 0 where a field was left in peace. */
export type FieldEvidence = Readonly<Record<FieldFact, number>>;

/** By field; what is 0 is left out, and so is a field that was left in peace. */
export type NoticedEvidence = Readonly<Partial<Record<SealedField, Partial<FieldEvidence>>>>;

/**
 * What the page says of the place where the shopper sees a frame: something lies over it; or it is drawn
 * with an effect (opacity, a transform, a filter), so that the browser cannot say whether something does.
 */
export const FRAME_VIEWS = ['clear', 'faded', 'covered'] as const;
export type FrameView = (typeof FRAME_VIEWS)[number];

const WIDTH = 4;
const MOST = 9999;
/** As it is sealed: of one width, so that the length of a seal tells nothing. */
export const FIELD_EVIDENCE = /^\d{8}$/;
export const NO_EVIDENCE = '00000000';

const countAt = (text: string, index: number): number =>
  +text.slice(WIDTH * index, WIDTH * (index + 1)) || 0;

/** What was written before; nothing where that was no evidence. */
export const readEvidence = (text: string): FieldEvidence =>
  Object.fromEntries(
    FIELD_FACTS.map((fact, index) => [fact, countAt(text, index)]),
  ) as FieldEvidence;

/** The same with one more. */
export const addFact = (text: string, added: FieldFact): string =>
  FIELD_FACTS.map((fact, index) =>
    `${Math.min(MOST, countAt(text, index) + Number(fact === added))}`.padStart(WIDTH, '0'),
  ).join('');
