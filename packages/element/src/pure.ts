/** The element's class without anything that happens at import. */
export type { FormOptions, FormState, FormStatus } from '@payment-widgets/loader/form';
export type { LoadError, LoadErrorCode, WpwlOptions } from '@payment-widgets/loader/pure';
export { definePaymentWidgets } from './define.ts';
export type { PaymentWidgetsElement, PaymentWidgetsEventMap } from './element-types.ts';
