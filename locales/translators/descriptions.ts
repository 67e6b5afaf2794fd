/** For translators: what each text is for. Where it shows follows from its blocks. */
import { TEXT_BLOCKS, type TextBlock, withoutPluralForm } from '../../contract/text-keys.ts';

const PLACES: Readonly<Record<TextBlock, string>> = {
  card: 'the card form on the page of a shop',
  cardOptions: 'the card form, where the shop has switched it on',
  coBadged: 'the card form, under the number of a card that has two brands',
  declines: 'the card form, above its button, after a declined payment',
  list: 'the list of ways to pay, of which one is open',
  otherDeclines: 'the form of a wallet, bank or direct debit, after a declined payment',
  cvvHint: 'the card form, under the CVV while its field is in use',
  methods: 'the form, where there are several ways to pay',
  billing: 'the card form, in the block with the billing address',
  unconfirmed: 'the card form or that of a wallet, after the page was loaded again',
  storedCards: 'the list of saved cards above the form',
  consent: 'the card form, above its button',
  registration: 'the form that saves a card and takes no money',
  installments: 'the card form, in the list of payment plans',
  virtualAccount: 'the form of a wallet',
  directDebit: 'the form that debits a bank account',
  redirect: 'the form of a wallet or bank that has a page of its own',
  voucher:
    'the form of what is paid elsewhere (Boleto, Pix, a bank transfer), and the page that says how',
  threeDSecure: 'the page around the confirmation by the bank (3-D Secure)',
  result: 'the page that ends a payment and leads back to the shop',
  simulatedBank: 'the pages of the simulated bank, seen only by developers and testers',
};

/** What stands for a variable when the text is shown. */
export const VARIABLES: Readonly<Record<string, string>> = {
  amount: 'an amount of money as the language writes it, "92,00 €"',
  brand: 'the name of a wallet or bank, "PayPal"; it does not change with the grammar',
  count: 'a whole number; it picks the plural form',
  date: 'month and year of a card, "05/27"',
  fields: 'names of fields as a list, "Card Number and CVV"',
  first: 'the amount of the first instalment, as the language writes it',
  label: 'the name of a field, "Card holder"',
  merchant: 'the name of the shop',
};

const PURPOSES: Readonly<Record<string, string>> = {
  cardNumber: 'Label and placeholder of the field for the long number on the card.',
  expiryDate: 'Label of the field for the month and year until which the card is valid.',
  cvv: 'Label and placeholder of the field for the security code of the card. Use the word that banks of the country print.',
  cardHolder: 'Label and placeholder of the field for the name on the card.',
  brand: 'Label of the list to choose between Visa, Mastercard and so on.',
  mmyy: 'Placeholder of the expiry date: first letters of month and year, two each, with " / " between.',
  submit: 'The button that pays.',
  submitAmount: 'The button that pays, with the amount.',
  optional: 'Label of a field that may stay empty: its name and the word for "optional".',
  chooseBrand:
    'Label of a choice between two brands of one card, for instance Visa and a national one.',
  processing: 'Stands on the pay button while the payment is under way.',
  tryAgain: 'A button that does once more what has failed: loading the form, paying, confirming.',
  cardNumberError: 'Error at the card number: digits missing, mistyped, or a brand not accepted.',
  expiryMonthError: 'Error at the expiry date: not a month and a year.',
  expiryPastError: 'Error at the expiry date: a real date, but in the past.',
  cvvError: 'Error at the security code of a card that has 3 digits on its back.',
  cvvErrorAmex:
    'Error at the security code of an American Express card, which has 4 digits on its front.',
  cardHolderError: 'Error at the name on the card: missing or not a name.',
  errorSummary:
    'Read out by a screen reader when fields are wrong; the error of each field stands beside it.',
  declined: 'The bank said no, and gave no reason that the shopper can act on.',
  declinedCvv: 'The bank said no because the security code was wrong.',
  cvvNeededAgain:
    'The payment was interrupted and the code was not kept, so the shopper types it again.',
  declinedExpired: 'The bank said no because the card is no longer valid.',
  declinedFunds: 'The bank said no because there is not enough money. Be discreet.',
  declinedLimit: 'The bank said no because the amount is above what the card may pay.',
  declinedRestricted: 'The card cannot make such payments at all, for instance not abroad.',
  declinedAuthentication: 'The bank was not convinced that the shopper owns the card.',
  declinedUnavailable: 'The bank did not answer: a fault of technology, not of the card.',
  declinedOther:
    'What was to be paid without a card is declined: by a wallet, a bank, or the bank of a debit.',
  paymentRefused:
    'The gateway did not take what was sent, for instance because something is missing.',
  outcomeUnknown:
    'The line broke while paying. The promise that one pays only once has to be kept: trying again cannot charge twice.',
  checkingPayment:
    'It is not known yet whether the payment succeeded. The shopper must not pay again.',
  offline: 'The device has no connection.',
  tooManyAttempts: 'Too many tries within a minute; the shopper waits.',
  fieldsReloaded: 'The browser has emptied the two protected fields; the rest is still there.',
  sessionEnding: 'Warns some minutes before the time to pay is over.',
  sessionRenewed: 'The time to pay was over and has begun anew; what was typed can be sent again.',
  sessionExpired: 'The time to pay is over. Only the shop can begin a new payment.',
  alreadyPaid: 'The order is paid, so there is nothing to do.',
  formUnavailable: 'The form cannot be used, and the shopper cannot mend it.',
  loadFailed: 'The form did not load. Beside it stands the button "Try again".',
  fieldsFailed: 'The two protected fields do not answer. Beside it stands the button "Try again".',
  cvvHint: 'Says where the security code is to be found, for most cards.',
  cvvHintAmex: 'Says where the security code is to be found, for American Express.',
  paymentMethod: 'Label of a choice between ways to pay, also of those of one wallet.',
  payByCard: 'In the list of ways to pay, beside the names of wallets: a card, of whatever brand.',
  anotherCard: 'The same below saved cards: a card that is not among them.',
  showOtherPaymentMethods: 'A button under the saved cards that shows the form for another card.',
  billingAddress: 'Heading of the address to which the invoice goes, or that the bank knows.',
  country: 'Label of the list of countries.',
  billingCountryPlaceholder: 'First entry of the list of countries, before one is chosen.',
  billingStatePlaceholder: 'Label and placeholder of the field for a part of a country.',
  billingCityPlaceholder: 'Label and placeholder of the field for the town.',
  billingPostCodePlaceholder: 'Label and placeholder of the field for the postcode.',
  billingStreet1Placeholder: 'Label and placeholder of the first line of the address.',
  billingStreet2Placeholder: 'Label and placeholder of the second line, which may stay empty.',
  billingCountryError: 'Error at the list of countries: none was chosen.',
  billingStateError: 'Error at the part of the country: empty.',
  billingCityError: 'Error at the town: empty.',
  billingPostCodeError: 'Error at the postcode: empty, or not written as in the chosen country.',
  billingStreetError: 'Error at the first line of the address: empty.',
  billingStreetError2: 'Error at the second line of the address, where the shop requires it.',
  addressState:
    'Label and placeholder of the line for a part of the United States, India, Brazil and others.',
  addressProvince:
    'Label and placeholder of the line for a part of Canada, Spain, Italy and others.',
  addressCounty: 'Label and placeholder of the line for a part of Ireland or Taiwan.',
  addressPrefecture: 'Label and placeholder of the line for a part of Japan.',
  addressDoSi:
    'Label and placeholder of the line for a part of Korea: a province (do) or a city of that rank (si).',
  addressDepartment: 'Label and placeholder of the line for a part of Colombia or Nicaragua.',
  addressDistrict:
    'Label and placeholder of the line for a part of Nauru, and of that for the town in Hong Kong and Turkey.',
  addressEmirate: 'Label and placeholder of the line for a part of the United Arab Emirates.',
  addressIsland:
    'Label and placeholder of the line for a part of the Bahamas, Cape Verde and others.',
  addressOblast: 'Label and placeholder of the line for a part of Russia or Ukraine.',
  addressParish: 'Label and placeholder of the line for a part of Barbados or Jamaica.',
  addressArea: 'Label and placeholder of the line for a part of Hong Kong: Kowloon, for instance.',
  addressPostTown:
    'Label and placeholder of the line for the town in Great Britain, Norway and Sweden.',
  addressSuburb: 'Label and placeholder of the line for the town in Australia.',
  addressZip:
    'Label and placeholder of the line for the postcode of the United States, as they call it.',
  addressPin: 'Label and placeholder of the line for the postcode of India, as it is called there.',
  addressEircode:
    'Label and placeholder of the line for the postcode of Ireland, as it is called there.',
  addressLineError: 'Error at a line of the address that is empty; its label says which.',
  storedCards: 'Read out by a screen reader: the name of the list of saved cards.',
  storedCardExpires: 'Under a saved card: until when it is valid.',
  storedCardExpired:
    'Under a saved card that is no longer valid: since when. Must not read as valid.',
  register: 'Beside a box to tick: the shopper lets the shop keep the card.',
  registerHint:
    'Under the box to tick for keeping the card, or in the form that only saves one: how it is kept.',
  registerAccount:
    'Beside a box to tick in the form of a wallet: the shop keeps it for later payments.',
  registerSubmit: 'The button that saves a card and takes no money.',
  registered: 'The card was saved, and nothing was charged.',
  registeredAccount: 'The same of a bank account.',
  installments: 'Label of the list of payment plans: paying in several parts.',
  installmentsOnce: 'In the list of payment plans: the whole amount in one payment.',
  installmentsPlan: 'In the list of payment plans: a number of equal parts.',
  installmentsPlanFirst:
    'In the list of payment plans: a number of parts, of which the first is another amount.',
  virtualAccountId: 'Label of the field for the name of the shopper’s account with a wallet.',
  virtualAccountIdError: 'Error at the name of the account with a wallet: missing or not possible.',
  password: 'Label of the field for the password of the account with a wallet.',
  passwordError: 'Error at the password: empty.',
  mobilePhoneNumber: 'Label of the field for the phone number that a wallet knows the shopper by.',
  mobilePhoneNumberError: 'Error at the phone number: not possible.',
  blikCode: 'Label of the field for the six-digit code that a Polish banking app shows.',
  blikCodeError: 'Error at that code: it has not six digits.',
  accountHolder: 'Label and placeholder of the field for the name that a bank account is in.',
  accountHolderError: 'Error at that name: it is missing, or too short.',
  accountIban: 'Label and placeholder of the field for the IBAN. The same in every language.',
  accountIbanError: 'Error at the IBAN: characters missing or mistyped.',
  accountBic: 'Label and placeholder of the field for the BIC. The same in every language.',
  accountBicError: 'Error at the BIC: it has not 8 or 11 characters.',
  debitName:
    'What banks of the country call a SEPA direct debit, as the name of a way to pay: above its form, and on its button (payWith).',
  debitMandate:
    'What the shopper agrees to: the mandate of a SEPA direct debit, in the words that banks of the country print. The button under it pays.',
  debitMandateKept: 'The same where the account is only saved, and nothing is paid yet.',
  debitRefund: 'Under the mandate: the right of the shopper to have the money back.',
  debitReference: 'Under the mandate: its reference comes later.',
  payByMobile: 'One of two choices: the wallet asks on the shopper’s phone.',
  givenName: 'Label of the field for the first name of the person who pays.',
  givenNameError: 'Error at the first name: it is missing.',
  surname: 'Label of the field for the family name of the person who pays.',
  surnameError: 'Error at the family name: it is missing.',
  taxNumber:
    'Label of the field for the Brazilian tax number: CPF of a person, CNPJ of a company. Both names stay.',
  taxNumberError: 'Error at the tax number: too short, or mistyped.',
  voucherHint: 'Stands above the button, before the shopper gets a boleto to pay with.',
  voucherHintPix: 'The same for Pix.',
  voucherHintMultibanco: 'The same for Multibanco, which is paid at cash machines, too.',
  voucherHintOxxo: 'The same for OXXO, a chain of shops.',
  voucherHintTransfer: 'The same for a bank transfer.',
  voucherOpen: 'Heading above the slip or code: nothing is paid yet.',
  voucherHowBoleto: 'How a boleto is paid; the word boleto stays.',
  voucherHowPix: 'How a Pix code is paid. A QR code stands below.',
  voucherHowMultibanco: 'How a Multibanco reference is paid, in Portugal.',
  voucherHowOxxo: 'How an OXXO reference is paid, in a shop in Mexico.',
  voucherHowTransfer: 'How a bank transfer is made. The account stands below.',
  voucherAmount: 'Label of the amount that is to be paid.',
  voucherUntil: 'Label of the day and time until when it can be paid.',
  boletoLine: 'Label of the long number that is typed to pay a boleto; the word boleto stays.',
  pixCode: 'Label of the long text that is copied to pay by Pix; the word Pix stays.',
  voucherEntity: 'Label of the five digits that say who is paid, at Multibanco.',
  voucherReference: 'Label of the number that a shopper gives with the payment.',
  voucherHolder: 'Label of the name of the account that is transferred to.',
  voucherBank: 'Label of the name of the bank that is transferred to.',
  copy: 'A button beside a number: copies it.',
  copied: 'Stands on that button, and is read out, once it was copied.',
  print: 'A button that leads to a page to be printed, and prints it.',
  voucherPayTest:
    'A link to the simulated bank, where developers pay the slip; beside the button that prints it.',
  voucherReturned: 'At the bank: the slip was paid already, was cancelled or is too old.',
  bankTransfer:
    'The way to pay itself: a transfer to an account. It stands in "Pay with {{brand}}", too.',
  payByQrCode: 'One of two choices: the shopper scans a code with the phone.',
  payWith: 'The button that goes to a wallet or bank.',
  payWithAmount: 'The button that goes to a wallet or bank, with the amount.',
  redirectHint:
    'Above the button that goes to a wallet or bank: the shopper leaves the page of the shop to confirm.',
  authenticationTitle: 'Title of the page on which the bank asks whether it is the shopper.',
  authenticationPrompt: 'Above the window of the bank: what it is there for.',
  authenticationWaiting: 'While the bank prepares its question, some seconds at most.',
  authenticationContinue: 'A button to the page of the bank, where it does not open by itself.',
  authenticationLeave: 'A button that gives the confirmation, and with it the payment, up.',
  authenticationCancelled: 'The shopper has given the confirmation up.',
  cancelledOther: 'The shopper has given the confirmation of a payment without a card up.',
  confirmationOpen:
    'The page was loaded again while the bank or wallet still waits for the shopper.',
  confirmationContinue: 'The button beside it: goes on to the bank or wallet.',
  authenticationExpired: 'The shopper took longer than the bank allows.',
  authenticationFailed: 'The page of the bank did not load.',
  pageOutdated: 'The address was opened too late or twice, for instance from the history.',
  cancel: 'A button or choice: do not pay.',
  nextStep: 'The button that takes the chosen answer of the simulated bank.',
  resultPaid: 'The payment succeeded.',
  resultPending: 'The payment is not decided yet, and nothing is left to do for the shopper.',
  resultCancelled: 'The payment was given up.',
  returning: 'While the browser goes back to the shop by itself.',
  backToShop: 'A link or button back to the shop.',
  bankTitle: 'Heading of the question that the simulated bank asks.',
  bankSimulation: 'Says that this is no real bank.',
  bankPrompt: 'The question that the simulated bank asks.',
  bankOutcome: 'Label of the list of answers that a tester can choose.',
  bankConfirm: 'An answer: the payment is confirmed.',
  bankDecline: 'An answer: the payment is declined.',
  bankLater: 'An answer: the decision comes another time.',
  bankUnavailable: 'An answer, to be tested: the bank does not respond.',
  bankError: 'An answer, to be tested: a fault of the bank.',
};

export const DESCRIBED_KEYS: readonly string[] = Object.keys(PURPOSES);

/** What a text is for, and where it shows. */
export function descriptionOf(key: string): string {
  const base = withoutPluralForm(key);
  const places = Object.entries(TEXT_BLOCKS)
    .filter(([, keys]: [string, readonly string[]]) => keys.includes(base))
    .map(([block]) => PLACES[block as TextBlock]);
  return `${PURPOSES[base]} Shows in ${places.join('; ')}.`;
}
