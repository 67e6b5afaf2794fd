/** How the field looks and speaks, as far as the page may say. */
import {
  type FrameStylePart,
  isFrameStyle,
  type WantedStyles,
} from '../../contract/frame-style.ts';
import type { ConfigureMessage } from '../../contract/messages.ts';
import { hasEvenDigits } from './even-digits.ts';
import css from './field.css?inline';

const SELECTORS: Readonly<Record<FrameStylePart, string>> = {
  base: 'input, i',
  placeholder: 'input::placeholder',
  focus: 'input:focus, i.focus',
  invalid: 'input[aria-invalid=true], i.invalid',
  autofill: 'input:autofill, i.autofill',
};
/** What makes a font another one, with digits of other widths. */
const FONT = /font-(?!size)/;

const ownSheet = new CSSStyleSheet();
const pageSheet = new CSSStyleSheet();
ownSheet.replaceSync(css);
document.adoptedStyleSheets = [ownSheet, pageSheet];

/** The styles that stand, so that the same again cost nothing. */
let applied = '';

/** Applies the page's styles. Answers what it left out. */
function restyle(styles: WantedStyles, language: string): string[] {
  // A language may have fonts of its own.
  const wanted = language + JSON.stringify(styles);
  if (wanted === applied) return [];
  applied = wanted;
  // Until fonts of the channel had come, the digits of another were measured.
  document.fonts.onloadingdone = () => writeEvenly(styles);
  return writeEvenly(styles);
}

/** The same without the page's fonts, where their digits are not equally wide. */
function writeEvenly(styles: WantedStyles): string[] {
  let refused = write(styles);
  if (!hasEvenDigits(styles)) {
    refused = write(styles, FONT);
    if (!hasEvenDigits(styles)) pageSheet.insertRule('input, i { font-family: monospace }');
  }
  return refused;
}

/**
 * Sets each value that is allowed through the CSSOM, property by property: a value cannot break out
 * into another rule, and one that does not fit its property has no effect. Answers what it left out.
 */
function write(styles: WantedStyles, unwanted?: RegExp): string[] {
  pageSheet.replaceSync('');
  const refused: string[] = [];
  for (const [part, rule] of Object.entries(styles)) {
    const selector = Object.hasOwn(SELECTORS, part) && SELECTORS[part as FrameStylePart];
    const at = pageSheet.insertRule(`${selector || 'x'} {}`, pageSheet.cssRules.length);
    const { style } = pageSheet.cssRules[at] as CSSStyleRule;
    for (const [property, value] of Object.entries(rule)) {
      if (selector && !unwanted?.test(property) && isFrameStyle(property, value))
        style.setProperty(property, value);
      else refused.push(`${part} ${property}: ${value}`);
    }
  }
  return refused;
}

/** Answers the styles that may not enter the frame. */
export function applyAppearance(input: HTMLInputElement, message: ConfigureMessage): string[] {
  const root = document.documentElement;
  root.lang = message.language;
  root.dir = message.direction;
  root.style.colorScheme = message.colorScheme;
  document.title = message.label;
  input.setAttribute('aria-label', message.label);
  input.placeholder = message.placeholder;
  input.style.setProperty('-webkit-text-security', message.masked ? 'disc' : 'none');
  input.setAttribute('aria-required', String(message.required));
  return restyle(message.styles, message.language);
}
