/**
 * Every name that `wpwlOptions` knows. Not part of the script: the published types and the guide are
 * checked against it, and it against what the script reads.
 */
import { DEFAULTS, type PlainOptions, TABLES } from './options.ts';

/** Read by parts of the form that not every page has, each where it is needed. */
export const READ_ELSEWHERE = [
  'billingAddress',
  'brandDetectionPriority',
  'brandDetectionType',
  'browser',
  'hideOtherPaymentButton',
  'inlineFlow',
  'mandatoryBillingFields',
  'showOneClickWidget',
  'threeDIframeSize',
] as const;

/** What existing pages set and this form has no use for: accepted, and nothing happens. */
export const WITHOUT_EFFECT = [
  'clickToPay',
  'displayBic',
  'enableSAQACompliance',
  'imageStyle',
  'showBirthDate',
  'showTaxNumberField',
  'spinner',
] as const;

export const CALLBACKS = [
  'getCheckoutId',
  'onAfterSubmit',
  'onBeforeSubmitCard',
  'onBeforeSubmitCardPromise',
  'onBeforeSubmitDirectDebit',
  'onBeforeSubmitInlineVirtualAccount',
  'onBeforeSubmitOneClickCard',
  'onBeforeSubmitOnlineTransfer',
  'onBeforeSubmitPrepayment',
  'onBeforeSubmitVirtualAccount',
  'onBlurCardHolder',
  'onBlurCardNumber',
  'onBlurExpiryDate',
  'onBlurIframeCommunication',
  'onBlurSecurityCode',
  'onChangeBrand',
  'onDetectBin',
  'onDetectBrand',
  'onError',
  'onExpire',
  'onFocusIframeCommunication',
  'onLightboxCancel',
  'onLoadThreeDIframe',
  'onReady',
  'onReadyIframeCommunication',
  'onResult',
  'onSaveTransactionData',
  'validateCard',
] as const;

export type OptionName =
  | keyof PlainOptions
  | (typeof TABLES)[number]
  | (typeof READ_ELSEWHERE)[number]
  | (typeof WITHOUT_EFFECT)[number];
export type CallbackName = (typeof CALLBACKS)[number];

export const OPTION_NAMES: readonly string[] = [
  ...new Set([...Object.keys(DEFAULTS), ...TABLES, ...READ_ELSEWHERE, ...WITHOUT_EFFECT]),
].sort();

export const CALLBACK_NAMES: readonly string[] = [...CALLBACKS].sort();
