import { html } from '../../html.ts';

/** Drawn in the colour of the text, 24 × 24; the words beside them say the same. */
export const GLOBE = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c2.6 2.6 3.8 5.6 3.8 9s-1.2 6.4-3.8 9c-2.6-2.6-3.8-5.6-3.8-9s1.2-6.4 3.8-9z"/></svg>`;
export const PERSON = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="8" r="4"/><path d="M4 20.5c.8-4 3.9-6 8-6s7.2 2 8 6"/></svg>`;
export const BAG = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M5.5 8h13l1 12.5h-15zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5"/></svg>`;
