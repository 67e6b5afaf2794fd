/** Made by write-names.ts: do not edit. */
/**
 * Which texts belong together; the texts themselves are in `locales/`. A form gets the block `card` with its data, and others as it needs
 * them: a language in whole would be three times what the first render may cost. A key may be in
 * several blocks. A key with plural forms stands here without its ending: `errorSummary`. Keys of
 * sections 2.1 and 2.2 of the compatibility file have the names that merchants override them by.
 */
export const TEXT_BLOCKS = {
  /** The card form, and what can happen to it when the network is gone. */
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
    'startAgain',
    'alreadyPaid',
    'formUnavailable',
    'loadFailed',
    'fieldsFailed',
    'fieldsReloaded',
  ],
  /**
   * What the card form says only sometimes: the amount on its button, fields that may stay empty,
   * a renewed checkout.
   */
  cardOptions: ['submitAmount', 'optional', 'sessionRenewed'],
  /** A card of two brands that are offered. */
  coBadged: ['chooseBrand'],
  /** `stayOnDecline`: the shopper is told in the form, and tries again. */
  declines: [
    'declined',
    'declinedCvv',
    'cvvNeededAgain',
    'declinedExpired',
    'declinedFunds',
    'declinedLimit',
    'declinedRestricted',
    'declinedAuthentication',
    'declinedUnavailable',
    'authenticationCancelled',
    'authenticationExpired',
  ],
  /** `layout: 'list'`. */
  list: [
    'paymentMethod',
    'payByCard',
    'anotherCard',
    'submitAmount',
    'payWithAmount',
    'cardNumberMissing',
    'expiryMissing',
    'cvvMissing',
    'cardHolderMissing',
    'accountIbanMissing',
    'brandNotAccepted',
    'moreBrands',
    'expressOr',
  ],
  /** The same of what is paid without a card. */
  otherDeclines: ['declinedOther', 'cancelledOther', 'authenticationExpired'],
  /** `showCVVHint`. */
  cvvHint: ['cvvHint', 'cvvHintAmex'],
  /** More than one way to pay on a page. */
  methods: ['paymentMethod', 'showOtherPaymentMethods'],
  /** `billingAddress`. Placeholders are the labels, too. */
  billing: [
    'billingAddress',
    'country',
    'billingCountryPlaceholder',
    'billingStatePlaceholder',
    'billingCityPlaceholder',
    'billingPostCodePlaceholder',
    'billingStreet1Placeholder',
    'billingStreet2Placeholder',
    'billingCountryError',
    'billingStateError',
    'billingCityError',
    'billingPostCodeError',
    'billingPostCodeMissing',
    'billingStreetError',
    'billingStreetError2',
    // Lines as a country calls them.
    'addressState',
    'addressProvince',
    'addressCounty',
    'addressPrefecture',
    'addressDoSi',
    'addressDepartment',
    'addressDistrict',
    'addressEmirate',
    'addressIsland',
    'addressOblast',
    'addressParish',
    'addressArea',
    'addressPostTown',
    'addressSuburb',
    'addressZip',
    'addressPin',
    'addressEircode',
    'addressLineError',
  ],
  /** The page was loaded again while a bank or wallet waits for the shopper. */
  unconfirmed: ['confirmationOpen', 'confirmationContinue'],
  storedCards: [
    'storedCards',
    'storedCardExpires',
    'storedCardExpiresSoon',
    'storedCardExpired',
    'showOtherPaymentMethods',
    // Of one that its processor has lost.
    'declinedRestricted',
  ],
  /** `onDeleteRegistration`. */
  remove: ['remove', 'removeQuestion', 'keep', 'removeFailed', 'removed'],
  /** `registrations.offerToStore`. */
  consent: ['register', 'registerHint', 'registerAccount'],
  /** A card is stored and nothing paid. */
  registration: [
    'registerHint',
    'registerSubmit',
    'registered',
    'registerAccount',
    'registeredAccount',
    'debitMandateKept',
  ],
  installments: [
    'installments',
    'installmentsOnce',
    'submitParts',
    'installmentsPlan',
    'installmentsPlanFirst',
  ],
  virtualAccount: [
    'virtualAccountId',
    'virtualAccountIdError',
    'virtualAccountIdMissing',
    'password',
    'passwordError',
    'mobilePhoneNumber',
    'mobilePhoneNumberError',
    'mobilePhoneNumberMissing',
    'blikCode',
    'blikCodeError',
    'blikCodeMissing',
    'payByMobile',
    'payByQrCode',
  ],
  /** A bank account is debited: what it is, and the mandate for it. */
  directDebit: [
    'accountHolder',
    'accountHolderError',
    'accountHolderMissing',
    'accountIban',
    'accountIbanError',
    'accountBic',
    'accountBicError',
    'debitName',
    'debitMandate',
    'debitRefund',
    'debitReference',
  ],
  redirect: ['payWith', 'payWithAmount', 'redirectHint', 'cancel'],
  /** What is paid elsewhere: its form, and what the shopper needs to pay it. */
  voucher: [
    'givenName',
    'givenNameError',
    'surname',
    'surnameError',
    'taxNumber',
    'taxNumberError',
    'taxNumberMissing',
    'voucherHint',
    'voucherHintPix',
    'voucherHintMultibanco',
    'voucherHintOxxo',
    'voucherHintTransfer',
    'voucherOpen',
    'voucherHowBoleto',
    'voucherHowPix',
    'voucherHowMultibanco',
    'voucherHowOxxo',
    'voucherHowTransfer',
    'voucherAmount',
    'voucherUntil',
    'boletoLine',
    'pixCode',
    'voucherEntity',
    'voucherReference',
    'voucherHolder',
    'voucherBank',
    'resultPending',
    'checkingPayment',
    'copy',
    'copied',
    'print',
    'voucherReturned',
    'bankTransfer',
    'backToShop',
    'resultPaid',
    'voucherPayTest',
  ],
  threeDSecure: [
    'authenticationTitle',
    'authenticationPrompt',
    'authenticationWaiting',
    'authenticationContinue',
    'authenticationLeave',
    'authenticationCancelled',
    'authenticationExpired',
    'authenticationFailed',
    'offline',
    'pageOutdated',
    'tryAgain',
    'backToShop',
  ],
  /** The outcome in the page (`onResult`), and the pages that lead back to the shop. */
  result: [
    'resultPaid',
    'resultPending',
    'resultCancelled',
    'checkingPayment',
    'declinedOther',
    'cancelledOther',
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
    'nextStep',
    'cancel',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type TextBlock = keyof typeof TEXT_BLOCKS;

/** Needs something counted: `{{count}}` picks the form, as `errorSummary_one` or `errorSummary_other`. */
export const PLURAL_KEYS: ReadonlySet<string> = new Set([
  'errorSummary',
  'sessionEnding',
  'submitParts',
  'installmentsPlan',
  'installmentsPlanFirst',
]);

const PLURAL_FORM = /_(zero|one|two|few|many|other)$/;

/** The key without the ending of a plural form: `errorSummary` of `errorSummary_few`. */
export const withoutPluralForm = (key: string): string => {
  const base = key.replace(PLURAL_FORM, '');
  return PLURAL_KEYS.has(base) ? base : key;
};

/** These keys, with the plural forms of a language where something is counted. */
export function withPluralForms(keys: Iterable<string>, tag: string): string[] {
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  return [...new Set([...keys].map(withoutPluralForm))].flatMap((key) =>
    PLURAL_KEYS.has(key) ? pluralCategories.map((form) => `${key}_${form}`) : key,
  );
}
