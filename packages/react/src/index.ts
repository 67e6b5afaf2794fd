'use client';
/** The payment form as React components. They draw nothing on a server, and take nothing from the page there. */
export type { FormOptions, FormState, FormStatus, PaymentForm } from '@payment-widgets/loader/form';
export type { LoadError, LoadErrorCode, WpwlOptions } from '@payment-widgets/loader/pure';
export { isLoadError, loadPaymentWidgets, preconnect } from '@payment-widgets/loader/pure';
export { PaymentElement, type PaymentProps, PaymentWidgets } from './components.ts';
export { type UsedForm, usePaymentForm } from './use-payment-form.ts';
