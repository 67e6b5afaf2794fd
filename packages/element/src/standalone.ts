/** The same in one file, for pages without a bundler: `<script type="module" src="standalone.js">`. */
import { definePaymentWidgets } from './pure.ts';

export * from './pure.ts';

definePaymentWidgets();
