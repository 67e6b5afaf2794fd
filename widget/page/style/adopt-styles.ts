/**
 * Brings the form's style into a document or shadow root. Constructed sheets need no `style-src`.
 * They come after the page's own sheets in the cascade, so every rule in them has less weight than
 * one class: whatever a page says of `.wpwl-button` wins.
 */
import { option } from '../interface/options.ts';
import ownBase from './base.css?inline';
import ownTheme from './theme.css?inline';

const sheets = new Map<string, CSSStyleSheet>();

function sheetOf(css: string): CSSStyleSheet {
  const known = sheets.get(css);
  if (known) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  sheets.set(css, sheet);
  return sheet;
}

const isStyled = (root: Node): root is Document | ShadowRoot => 'adoptedStyleSheets' in root;

/** `none` leaves only what the form needs to work: nothing that a designer would have to undo. */
export function adoptStyles(
  root: Node,
  [base, theme]: readonly [base: string, theme: string] = [ownBase, ownTheme],
): void {
  // Documents and shadow roots have some; a form that is not in the page has another root.
  if (!isStyled(root)) return;
  const wanted = (option('style') === 'none' ? [base] : [base, theme]).map(sheetOf);
  root.adoptedStyleSheets = [...new Set([...root.adoptedStyleSheets, ...wanted])];
}
