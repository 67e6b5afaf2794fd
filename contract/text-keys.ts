/**
 * Which texts belong together. A form gets the block `card` with its data, and others as it needs
 * them: a language in whole would be three times what the first render may cost. A key may be in
 * several blocks. A key with plural forms stands here without its ending: `errorSummary`. Keys of
 * sections 2.1 and 2.2 of the compatibility file have the names that merchants override them by.
 */
export const TEXT_BLOCKS = {
  /** The card form, and whatever can happen to it when the network is gone. */
  card: [
    'cardNumber',
    'expiryDate',
    'cvv',
    'cardHolder',
    'brand',
    'mmyy',
    'submit',
    'processing',
    'tryAgain',
    'cardNumberError',
    'expiryMonthError',
    'expiryPastError',
    'cvvError',
    'cvvErrorAmex',
    'cardHolderError',
    'errorSummary',
    'paymentRefused',
    'outcomeUnknown',
    'offline',
    'tooManyAttempts',
    'sessionEnding',
    'sessionExpired',
    'alreadyPaid',
    'formUnavailable',
    'loadFailed',
    'fieldsFailed',
    'fieldsReloaded',
  ],
  /**
   * What the card form says only sometimes: the amount on its button, fields that may stay empty,
   * a checkout that was updated or renewed.
   */
  cardOptions: ['submitAmount', 'optional', 'amountChanged', 'sessionRenewed'],
  /** A card of two brands that are offered. */
  coBadged: ['chooseBrand'],
  /** `stayOnDecline`: the shopper is told in the form, and tries again. */
  declines: [
    'declined',
    'declinedCvv',
    'declinedExpired',
    'declinedFunds',
    'declinedLimit',
    'declinedRestricted',
    'declinedAuthentication',
    'declinedUnavailable',
    'authenticationCancelled',
    'authenticationExpired',
  ],
  /** `showCVVHint`. */
  cvvHint: ['cvvHelp', 'cvvHint', 'cvvHintAmex', 'cvvHintMaestro'],
  /** More than one way to pay on a page. */
  methods: ['paymentMethod', 'payByCard', 'showOtherPaymentMethods'],
  /** `forceCardHolderEqualsBillingName`: the holder in two fields. */
  splitHolder: ['givenName', 'surname', 'givenNameError', 'surnameError'],
  /** `showBirthDate`, `showTaxNumberField`. */
  personal: ['ddmmyyyy', 'birthDate', 'birthDateError', 'taxNumber', 'taxNumberError'],
  /** `billingAddress`. Placeholders are the labels, too; the `billingState…` name it by country. */
  billing: [
    'billingAddress',
    'country',
    'billingCountryPlaceholder',
    'billingStatePlaceholder',
    'billingStateState',
    'billingStateProvince',
    'billingStateRegion',
    'billingStateCounty',
    'billingStatePrefecture',
    'billingStateEmirate',
    'billingCityPlaceholder',
    'billingPostCodePlaceholder',
    'billingPostCodeZip',
    'billingStreet1Placeholder',
    'billingStreet2Placeholder',
    'billingStreet2PlaceholderMandatory',
    'billingCountryError',
    'billingStateError',
    'billingCityError',
    'billingPostCodeError',
    'billingPostCodeErrorExample',
    'billingStreetError',
    'billingStreetError2',
  ],
  storedCards: [
    'storedCards',
    'storedCard',
    'storedCardExpires',
    'storedCardExpired',
    'storedCardError',
    'storedCardGone',
    'showOtherPaymentMethods',
  ],
  /** `registrations.offerToStore`. */
  consent: ['register', 'registerHint'],
  /** A card is stored and nothing paid. */
  registration: [
    'registerHint',
    'registerSubmit',
    'registerNoCharge',
    'registering',
    'registered',
    'registerDeclined',
    'registerUnknown',
  ],
  installments: [
    'installments',
    'installmentsOnce',
    'installmentsPlan',
    'installmentsPlanFirst',
    'installmentsMonthly',
    'installmentsError',
    'installmentsUnavailable',
  ],
  virtualAccount: [
    'virtualAccountId',
    'virtualAccountIdError',
    'password',
    'passwordError',
    'pin',
    'pinError',
    'pinEmptyError',
    'mobilePhoneNumber',
    'mobilePhoneNumberError',
    'payByMobile',
    'payByQrCode',
    'qrCode',
    'qrCodeHint',
    'confirmInApp',
  ],
  bankAccount: [
    'accountHolder',
    'accountNumber',
    'accountIban',
    'accountBank',
    'bankName',
    'accountHolderError',
    'accountNumberError',
    'accountIbanError',
    'accountBankError',
  ],
  redirect: [
    'payWith',
    'payWithAmount',
    'redirectHint',
    'redirecting',
    'redirectContinue',
    'redirectCancelled',
    'redirectDeclined',
    'redirectFailed',
    'applyNow',
    'learnMore',
    'cancel',
  ],
  threeDSecure: [
    'authenticationTitle',
    'authenticationPrompt',
    'authenticationWaiting',
    'authenticationContinue',
    'authenticationLeave',
    'authenticationDone',
    'authenticationCancelled',
    'authenticationExpired',
    'authenticationFailed',
    'authenticationResume',
    'openElsewhere',
    'offline',
    'pageOutdated',
    'tryAgain',
    'backToShop',
  ],
  /** `useSummaryPage`. */
  summary: ['nextStep', 'total', 'summaryReady', 'cancel'],
  /** The outcome in the page (`onResult`), and the pages that lead back to the shop. */
  result: [
    'resultPaid',
    'resultPending',
    'resultCancelled',
    'checkingPayment',
    'returning',
    'backToShop',
  ],
  /** The simulator's own bank and wallet pages, of test channels only. */
  simulatedBank: [
    'bankTitle',
    'bankSimulation',
    'bankPrompt',
    'bankOutcome',
    'bankConfirm',
    'bankDecline',
    'bankLater',
    'bankUnavailable',
    'bankError',
    'cancel',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type TextBlock = keyof typeof TEXT_BLOCKS;

/** Needs something counted: `{{count}}` picks the form, as `errorSummary_one` or `errorSummary_other`. */
export const PLURAL_KEYS: ReadonlySet<string> = new Set([
  'errorSummary',
  'sessionEnding',
  'installmentsPlan',
  'installmentsPlanFirst',
]);

const PLURAL_FORM = /_(zero|one|two|few|many|other)$/;

/** The key without the ending of a plural form: `errorSummary` of `errorSummary_few`. */
export const withoutPluralForm = (key: string): string => {
  const base = key.replace(PLURAL_FORM, '');
  return PLURAL_KEYS.has(base) ? base : key;
};
