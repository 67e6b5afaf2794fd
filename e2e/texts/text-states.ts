/**
 * What translators see: states that between them show nearly all texts that a shopper can see.
 * `node e2e/texts/draw.ts` draws them.
 */
import { ADDRESS_STATES } from './address-states.ts';
import { CARD_STATES } from './card-states.ts';
import { OTHER_STATES } from './other-states.ts';
import { PAGE_STATES } from './page-states.ts';
import type { TextState } from './state.ts';
import { TROUBLE_STATES } from './trouble-states.ts';

export const TEXT_STATES: Readonly<Record<string, TextState>> = {
  ...CARD_STATES,
  ...TROUBLE_STATES,
  ...ADDRESS_STATES,
  ...OTHER_STATES,
  ...PAGE_STATES,
};
