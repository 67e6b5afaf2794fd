/** Defines `<payment-widgets>`. On a server nothing happens. */
import { definePaymentWidgets } from './pure.ts';

export * from './pure.ts';

definePaymentWidgets();
