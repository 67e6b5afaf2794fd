/** The script of `iban.html`. */
import { ibanRules } from './iban-rules.ts';
import { startField } from './start-field.ts';

startField(ibanRules(JSON.parse(document.documentElement.dataset['rules'] ?? '{}')));

/**
 * Letters differ in width by far more than digits: in any other font the page would read them from the
 * way that its boxes scroll (even-digits.ts). An empty field has the page's.
 */
const sheet = new CSSStyleSheet();
sheet.replaceSync(
  // A little closer, so that one of 22 characters fits a phone of 320 pixels.
  'input:not(:placeholder-shown) { font-family: monospace !important; letter-spacing: -0.04em !important }',
);
document.adoptedStyleSheets.push(sheet);
