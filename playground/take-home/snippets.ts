/** A design as what goes into a shop: options, a style sheet, a file of tokens, a page or a component. */
import { TOKEN_NAMES, writeTheme } from '../../contract/design-tokens.ts';
import { tokenProperty } from '../../contract/tokens.ts';
import type { Design } from '../design/design.ts';

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

const others = ({ locale, layout, labelPosition, density }: Design): [string, string][] => [
  ['locale', locale],
  ['layout', layout],
  ...(labelPosition === 'above' ? [] : [['labelPosition', labelPosition] as [string, string]]),
  ...(density === 'spaced' ? [] : [['density', density] as [string, string]]),
];

const options = (design: Design): string =>
  `var wpwlOptions = {\n${others(design)
    .map(([name, value]) => `  ${name}: ${quoted(value)},\n`)
    .join('')}  tokens: {\n${tokenLines(design, '    ')}  },\n};\n`;

const css = ({ tokens }: Design): string =>
  `:root {\n${TOKEN_NAMES.flatMap((name) => {
    const value = tokens[name];
    return value ? [`  ${tokenProperty(name)}: ${value};\n`] : [];
  }).join('')}}\n`;

const html = (design: Design): string => `<script>
${options(design).replace(/^(?=.)/gm, '  ')}</script>
<script src="https://gateway.example/v1/paymentWidgets.js?checkoutId=CHECKOUT_ID" async></script>

<form class="paymentWidgets" action="https://shop.example/result" data-brands="${design.brands.join(' ')}"></form>
`;

const brandList = ({ brands }: Design): string => `[${brands.map(quoted).join(', ')}]`;

const react = (design: Design): string => `import { PaymentElement } from '@payment-widgets/react';

const tokens = {
${tokenLines(design, '  ')}};

export const Payment = ({ checkoutId }: { checkoutId: string }) => (
  <PaymentElement
    gateway="https://gateway.example"
    checkoutId={checkoutId}
    brands={${brandList(design)}}
    shopperResultUrl="https://shop.example/result"
${others(design)
  .map(([name, value]) => `    ${name}="${value}"\n`)
  .join('')}    tokens={tokens}
  />
);
`;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`);

const vue = (design: Design): string => `<script setup lang="ts">
import { PaymentElement } from '@payment-widgets/vue';

defineProps<{ checkoutId: string }>();
const tokens = {
${tokenLines(design, '  ')}};
</script>

<template>
  <PaymentElement
    gateway="https://gateway.example"
    :checkout-id="checkoutId"
    :brands="${brandList(design)}"
    shopper-result-url="https://shop.example/result"
${others(design)
  .map(([name, value]) => `    ${kebab(name)}="${value}"\n`)
  .join('')}    :tokens="tokens"
  />
</template>
`;

const WRITERS: Readonly<Record<Format, (design: Design) => string>> = {
  options,
  css,
  json: writeTheme,
  html,
  react,
  vue,
};

export const snippet = (format: Format, design: Design): string => WRITERS[format](design);
