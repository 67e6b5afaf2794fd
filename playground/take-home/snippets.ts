/** A design as what goes into a shop: options, a style sheet, a file of tokens, a page or a component. */
import { fieldOption } from '../../contract/design-options.ts';
import { TOKEN_NAMES, writeTheme } from '../../contract/design-tokens.ts';
import { tokenProperty } from '../../contract/tokens.ts';
import { type Design, styleSheetOf, tokensOf } from '../design/design.ts';

export const FORMATS = {
  options: 'wpwlOptions',
  css: 'CSS',
  json: 'Design tokens (JSON)',
  html: 'HTML',
  react: 'React',
  vue: 'Vue',
} as const;
export type Format = keyof typeof FORMATS;

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const tokenLines = ({ tokens }: Design, indent: string): string =>
  TOKEN_NAMES.flatMap((name) => {
    const value = tokens[name];
    return value ? [`${indent}${name}: ${quoted(value)},\n`] : [];
  }).join('');

const others = ({ locale, layout, labelPosition, density, icons }: Design): [string, string][] => [
  ['locale', locale],
  ['layout', layout],
  ...(labelPosition === 'above' ? [] : [['labelPosition', labelPosition] as [string, string]]),
  ...(density === 'spaced' ? [] : [['density', density] as [string, string]]),
  ...(icons === 'inside' ? [] : [['icons', icons] as [string, string]]),
];

/** `fields` as JavaScript; empty where the form has its own. */
const placedFields = ({ fields }: Design): string =>
  fields.length === 0
    ? ''
    : `[${fieldOption(fields)
        .map((each) =>
          typeof each === 'string'
            ? quoted(each)
            : `{ name: ${quoted(each.name)}, width: ${quoted(each.width ?? '')} }`,
        )
        .join(', ')}]`;

const wordLines = ({ words }: Design, indent: string): string =>
  Object.entries(words)
    .map(([language, texts]) => {
      const lines = Object.entries(texts).map(
        ([key, text]) => `${indent}  ${key}: ${quoted(text)},\n`,
      );
      return `${indent}${language}: {\n${lines.join('')}${indent}},\n`;
    })
    .join('');

const hasWords = ({ words }: Design): boolean => Object.keys(words).length > 0;

/** Ends with a line break, or is empty. */
const rules = (design: Design): string => styleSheetOf(design).trim().replace(/.$/s, '$&\n');

const inComments = (text: string): string => text.replace(/^/gm, '// ').replace(/ +$/gm, '');

const optionsOnly = (design: Design): string =>
  `var wpwlOptions = {\n${others(design)
    .map(([name, value]) => `  ${name}: ${quoted(value)},\n`)
    .join(
      '',
    )}${placedFields(design) && `  fields: ${placedFields(design)},\n`}  tokens: {\n${tokenLines(design, '    ')}  },\n${
    hasWords(design) ? `  languages: {\n${wordLines(design, '    ')}  },\n` : ''
  }};\n`;

const options = (design: Design): string => {
  const css = rules(design).trim();
  return `${optionsOnly(design)}${css && `\n// In a style sheet of the page:\n${inComments(css)}\n`}`;
};

const css = (design: Design): string => {
  const { tokens } = design;
  const properties = TOKEN_NAMES.flatMap((name) => {
    const value = tokens[name];
    return value ? [`  ${tokenProperty(name)}: ${value};\n`] : [];
  }).join('');
  const words =
    hasWords(design) &&
    `\n/* In the page's script: wpwlOptions.languages = {\n${wordLines(design, '  ').replaceAll('*/', '*\\/')}}; */\n`;
  return `:root {\n${properties}}\n${rules(design) && `\n${rules(design)}`}${words || ''}`;
};

const indented = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);

/** In a page a script ends at `</script>` in a text, and behind `<!--<script>` not at its own. */
const ENDS_LATE_OR_EARLY = /<(?=[!/])/g;

const html = (design: Design): string => `${
  rules(design) && `<style>\n${indented(rules(design), '  ')}</style>\n`
}<link rel="preconnect" href="https://gateway.example" crossorigin>
<script>
${indented(optionsOnly(design), '  ').replace(ENDS_LATE_OR_EARLY, '<\\')}</script>
<script src="https://gateway.example/v1/paymentWidgets.js?checkoutId=CHECKOUT_ID"
        integrity="INTEGRITY" crossorigin="anonymous" async></script>

<form class="paymentWidgets" action="https://shop.example/result" data-brands="${design.brands.join(' ')}"></form>
`;

const brandList = ({ brands }: Design): string => `[${brands.map(quoted).join(', ')}]`;

/** Constants of a component, before it. */
const constants = (design: Design): string =>
  `const tokens = {\n${tokenLines(design, '  ')}};\n${
    hasWords(design) ? `const languages = {\n${wordLines(design, '  ')}};\n` : ''
  }`;

const reactElement = (design: Design): string => `<PaymentElement
  gateway="https://gateway.example"
  checkoutId={checkoutId}
  brands={${brandList(design)}}
  shopperResultUrl="https://shop.example/result"
${others(design)
  .map(([name, value]) => `  ${name}="${value}"\n`)
  .join('')}${placedFields(design) && `  fields={${placedFields(design)}}\n`}  tokens={tokens}
${hasWords(design) ? '  languages={languages}\n' : ''}/>
`;

const react = (design: Design): string => {
  const css = rules(design);
  const element = css
    ? `<>\n  {/* As text of the element, React 18 would escape it on a server. */}\n  <style dangerouslySetInnerHTML={{ __html: styleSheet }} />\n${indented(reactElement(design), '  ')}</>\n`
    : reactElement(design);
  return `import { PaymentElement } from '@payment-widgets/react';

${constants(design)}${css && `const styleSheet = \`\n${css.replace(/[`\\$]/g, '\\$&')}\`;\n`}
export const Payment = ({ checkoutId }: { checkoutId: string }) => (
${indented(element, '  ')});
`;
};

const kebab = (name: string): string => name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`);

const vue = (design: Design): string => `<script setup lang="ts">
import { PaymentElement } from '@payment-widgets/vue';

defineProps<{ checkoutId: string }>();
${constants(design).replaceAll('</', '<\\/')}</script>

<template>
  <PaymentElement
    gateway="https://gateway.example"
    :checkout-id="checkoutId"
    :brands="${brandList(design)}"
    shopper-result-url="https://shop.example/result"
${others(design)
  .map(([name, value]) => `    ${kebab(name)}="${value}"\n`)
  .join('')}${placedFields(design) && `    :fields="${placedFields(design)}"\n`}    :tokens="tokens"
${hasWords(design) ? '    :languages="languages"\n' : ''}  />
</template>
${rules(design) && `\n<style>\n${rules(design)}</style>\n`}`;

const WRITERS: Readonly<Record<Format, (design: Design) => string>> = {
  options,
  css,
  json: writeTheme,
  html,
  react,
  vue,
};

/** Without what the form refuses: what is taken home does what is seen here. */
const asSeen = (design: Design): Design => ({
  ...design,
  styleSheet: styleSheetOf(design),
  tokens: Object.fromEntries(
    Object.entries(tokensOf(design))
      // A comment that begins in a value would end behind it.
      .filter(([, value]) => !value.includes('/*'))
      .map(([name, value]) => [name, value.replaceAll(/\s+/g, ' ')]),
  ),
});

export const snippet = (format: Format, design: Design): string => WRITERS[format](asSeen(design));
