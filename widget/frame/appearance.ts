/** How the field looks and speaks, as far as the page may say. */
import type { FrameStylePart, FrameStyles } from '../../contract/frame-style.ts';
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
 * Sets each value through the CSSOM, property by property: a value cannot break out into another
 * rule, and one that does not fit its property has no effect.
 */
function restyle(styles: FrameStyles): void {
  pageSheet.replaceSync('');
  for (const [part, rule] of Object.entries(styles)) {
    const at = pageSheet.insertRule(
      `${SELECTORS[part as FrameStylePart]} {}`,
      pageSheet.cssRules.length,
    );
    const { style } = pageSheet.cssRules[at] as CSSStyleRule;
    for (const [property, value] of Object.entries(rule)) style.setProperty(property, value);
  }
}

export function applyAppearance(input: HTMLInputElement, message: ConfigureMessage): void {
  const root = document.documentElement;
  root.lang = message.language;
  root.dir = message.direction;
  root.toggleAttribute('data-masked', message.masked);
  root.style.colorScheme = message.colorScheme;
  document.title = message.label;
  input.ariaLabel = message.label;
  input.placeholder = message.placeholder;
  input.ariaRequired = String(message.required);
  // Read-only rather than disabled: the focus stays while the payment runs.
  input.readOnly = message.disabled;
  restyle(message.styles);
}
