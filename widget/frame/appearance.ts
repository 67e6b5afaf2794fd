/** How the field looks and speaks, as far as the page may say. */
import {
  type FrameStylePart,
  isFrameStyle,
  type WantedStyles,
} from '../../contract/frame-style.ts';
import type { ConfigureMessage } from '../../contract/messages.ts';
import css from './field.css?inline';

const SELECTORS: Readonly<Record<FrameStylePart, string>> = {
  base: 'input',
  placeholder: 'input::placeholder',
  focus: 'input:focus',
  invalid: 'input[aria-invalid="true"]',
  autofill: 'input:autofill',
};

const ownSheet = new CSSStyleSheet();
const pageSheet = new CSSStyleSheet();
ownSheet.replaceSync(css);
document.adoptedStyleSheets = [ownSheet, pageSheet];

/**
 * Sets each value that is allowed through the CSSOM, property by property: a value cannot break out
 * into another rule, and one that does not fit its property has no effect. Answers what it left out.
 */
function restyle(styles: WantedStyles): string[] {
  pageSheet.replaceSync('');
  const refused: string[] = [];
  for (const [part, rule] of Object.entries(styles)) {
    const selector = Object.hasOwn(SELECTORS, part) && SELECTORS[part as FrameStylePart];
    const at = pageSheet.insertRule(`${selector || 'x'} {}`, pageSheet.cssRules.length);
    const { style } = pageSheet.cssRules[at] as CSSStyleRule;
    for (const [property, value] of Object.entries(rule)) {
      if (selector && isFrameStyle(property, value)) style.setProperty(property, value);
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
  root.toggleAttribute('data-masked', message.masked);
  root.style.colorScheme = message.colorScheme;
  document.title = message.label;
  input.setAttribute('aria-label', message.label);
  input.placeholder = message.placeholder;
  input.setAttribute('aria-required', String(message.required));
  return restyle(message.styles);
}
