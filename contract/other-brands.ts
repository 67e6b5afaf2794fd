/**
 * The ways to pay that are no cards, a row each. What the API asks of them and refuses, what the form
 * shows, where the simulator sends the shopper, what events call them and `docs/ways-to-pay.md` follow
 * from it. `CONTRIBUTING.md` says what a new one needs beside its row.
 */
import { isBrazilianTaxNumber } from './brazilian-tax-number.ts';
import type { ParameterSet } from './parameters.ts';

/** A parameter that a brand takes of its shopper. */
export interface OtherBrandField {
  readonly name:
    | 'virtualAccount.accountId'
    | 'virtualAccount.password'
    | 'customer.mobile'
    | 'bankAccount.holder'
    | 'bankAccount.iban'
    | 'bankAccount.bic'
    | 'customer.givenName'
    | 'customer.surname'
    | 'customer.identificationDocId';
  /** Key of its label's text; with `Error` at its end, of what is said of a wrong value. */
  readonly label: string;
  /** What the brand's values have to be, where that is less than the catalogue takes. */
  readonly format?: {
    readonly pattern: string;
    readonly words: string;
    /** Beyond the pattern: check digits. */
    readonly check?: (value: string) => boolean;
  };
  /** Has to be sent wherever this one is. */
  readonly requires?: OtherBrandField['name'];
  /** Whether a server has to send it: no page of the brand asks for it. */
  readonly isRequired?: boolean;
}

export interface OtherBrand {
  /** As shoppers know it. */
  readonly name: string;
  /** Key of the name's text, where languages have their own. */
  readonly nameKey?: string;
  /**
   * A bank that the shopper is sent to, an account with the brand, a bank account that is debited, or a
   * voucher that is paid elsewhere: what pages and events know its form and instrument by.
   */
  readonly family: 'onlineTransfer' | 'virtualAccount' | 'directDebit' | 'prepayment';
  /** A server may leave them out, unless they are required: then the brand asks for them itself. */
  readonly fields: readonly OtherBrandField[];
  /** Whether the form asks for an account and pays, instead of leading on to the brand. */
  readonly inPlace: boolean;
  /** ISO 4217; `null`: any. */
  readonly currencies: readonly string[] | null;
  /** Countries of the bank, or of the invoice where the brand is no bank; `null`: any. */
  readonly countries: readonly string[] | null;
  /** Whether money can be reserved first (PA), and captured later. */
  readonly capturable: boolean;
  /** Of a prepayment: hours in which its voucher can be paid. */
  readonly payableHours?: number;
  /** Whether the shopper can agree to later payments (createRegistration, recurringType). */
  readonly registrable: boolean;
  /** Whether money can be given back (RF). */
  readonly refundable: boolean;
  /** Whose cards it takes as well: who sends one of these with it pays by card, and is sent to its issuer. */
  readonly cardBrand?: 'BCMC';
}

const ACCOUNT: OtherBrandField = { name: 'virtualAccount.accountId', label: 'virtualAccountId' };

const wallet = (name: string, can: Partial<OtherBrand> = {}): OtherBrand => ({
  name,
  family: 'virtualAccount',
  fields: [],
  inPlace: false,
  currencies: null,
  countries: null,
  capturable: false,
  registrable: false,
  refundable: true,
  ...can,
});

const bank = (name: string, can: Partial<OtherBrand> = {}): OtherBrand =>
  wallet(name, { family: 'onlineTransfer', ...can });

/** Takes the money from a bank account, by a mandate that the shopper gives: no page of a bank is visited. */
const debit = (name: string, can: Partial<OtherBrand>): OtherBrand =>
  wallet(name, {
    family: 'directDebit',
    fields: [
      { name: 'bankAccount.holder', label: 'accountHolder', isRequired: true },
      { name: 'bankAccount.iban', label: 'accountIban', isRequired: true },
      { name: 'bankAccount.bic', label: 'accountBic' },
    ],
    inPlace: true,
    registrable: true,
    ...can,
  });

/** What the shopper gets is paid elsewhere; PA issues it, and what comes is received (RC). */
const prepayment = (name: string, days: number, can: Partial<OtherBrand> = {}): OtherBrand =>
  wallet(name, { family: 'prepayment', inPlace: true, payableHours: days * 24, ...can });

/** Reserves when the order comes, and takes the money when it is sent. */
const klarna = (name: string): OtherBrand =>
  wallet(name, {
    currencies: words('AUD CAD CHF CZK DKK EUR GBP HUF MXN NOK NZD PLN RON SEK USD'),
    countries: words(
      'AT AU BE CA CH CZ DE DK ES FI FR GB GR HU IE IT MX NL NO NZ PL PT RO SE SK US',
    ),
    capturable: true,
    registrable: true,
  });

export const OTHER_BRANDS: ReadonlyMap<string, OtherBrand> = new Map(
  Object.entries({
    ALIPAY: wallet('Alipay', { registrable: true }),
    // The app without a card; a form offers the card as BCMC, among the card brands.
    BANCONTACT: bank('Bancontact', { currencies: ['EUR'], countries: ['BE'], cardBrand: 'BCMC' }),
    BLIK: bank('BLIK', {
      // A one-time code of the banking app: as secret as a password, and sent to the connector alone.
      fields: [
        {
          name: 'virtualAccount.password',
          label: 'blikCode',
          format: { pattern: '[0-9]{6}', words: 'a code of 6 digits' },
        },
      ],
      currencies: ['PLN'],
      countries: ['PL'],
      registrable: true,
    }),
    BOLETO: prepayment('Boleto', 3, {
      // A boleto names the person or company that pays it.
      fields: [
        { name: 'customer.givenName', label: 'givenName', isRequired: true },
        { name: 'customer.surname', label: 'surname', isRequired: true },
        {
          name: 'customer.identificationDocId',
          label: 'taxNumber',
          isRequired: true,
          format: {
            pattern: '[0-9A-Za-z.\\/\\-]{11,18}',
            words: 'a CPF or CNPJ with right check digits',
            check: isBrazilianTaxNumber,
          },
        },
      ],
      currencies: ['BRL'],
    }),
    DIRECTDEBIT_SEPA: debit('SEPA Direct Debit', {
      nameKey: 'debitName',
      currencies: ['EUR'],
      // Of the account, which its IBAN names first. Territories have IBANs of their countries.
      countries: words(
        'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK ' +
          'MT NL NO PL PT RO RS SE SI SK SM VA',
      ),
    }),
    EPS: bank('EPS', { currencies: ['EUR'], countries: ['AT'] }),
    GIROPAY: bank('giropay', { currencies: ['EUR'], countries: ['DE'] }),
    IDEAL: bank('iDEAL', { currencies: ['EUR'], countries: ['NL'] }),
    KLARNA_PAYMENTS_ONE: klarna('Klarna One'),
    KLARNA_PAYMENTS_PAYLATER: klarna('Klarna'),
    KLARNA_PAYMENTS_PAYNOW: klarna('Klarna Pay Now'),
    KLARNA_PAYMENTS_SLICEIT: klarna('Klarna Slice It'),
    OXXO: prepayment('OXXO', 3, { currencies: ['MXN'] }),
    PAYPAL: wallet('PayPal', { capturable: true, registrable: true }),
    PAYSAFECARD: wallet('paysafecard', {
      fields: [
        ACCOUNT,
        { name: 'virtualAccount.password', label: 'password', requires: ACCOUNT.name },
      ],
      inPlace: true,
      capturable: true,
    }),
    PIX: prepayment('Pix', 1, { currencies: ['BRL'] }),
    PREPAYMENT: prepayment('Bank transfer', 14, { nameKey: 'bankTransfer' }),
    SIBS_MULTIBANCO: prepayment('Multibanco', 3, { currencies: ['EUR'] }),
    // It stands for the bank transfer of the connector `manual`, too, whose own capabilities decide.
    SOFORTUEBERWEISUNG: bank('Sofort', { capturable: true }),
    STC_PAY: wallet('STC Pay', {
      fields: [{ name: 'customer.mobile', label: 'mobilePhoneNumber' }],
    }),
    TRUSTLY: bank('Trustly', {
      currencies: words('CZK DKK EUR GBP NOK PLN SEK'),
      countries: words('AT BE CZ DE DK EE ES FI GB IT LT LV NL NO PL SE SK'),
      registrable: true,
    }),
    TRUSTPAY_VA: wallet('TrustPay', { currencies: ['CZK', 'EUR'] }),
  }),
);

/** Whether the shopper goes to a page of the brand's own. */
export const sendsElsewhere = (brand: string): boolean => {
  const family = OTHER_BRANDS.get(brand)?.family;
  return family === 'onlineTransfer' || family === 'virtualAccount';
};

/** Whether a shopper who keeps it agrees to that at a page of the brand's own. */
export const isAgreedElsewhere = (brand: string): boolean =>
  sendsElsewhere(brand) && OTHER_BRANDS.get(brand)?.registrable === true;

/** Whether it is paid elsewhere, by a voucher: its money is received (RC) and not captured. */
export const isPrepayment = (brand: string): boolean =>
  OTHER_BRANDS.get(brand)?.family === 'prepayment';

/** By whose rules a card of the brand is judged. */
export const cardBrandOf = (brand: string): string => OTHER_BRANDS.get(brand)?.cardBrand ?? brand;

/** Whether it is paid without a card: a brand that is none may have cards of its own, too. */
export const isCardless = ({ brand, card }: { brand: string; card?: unknown }): boolean =>
  OTHER_BRANDS.has(brand) && card === undefined;

/** The same of a request, before its card is read. */
export const asksWithoutCard = (parameters: ParameterSet): boolean => {
  const { paymentBrand: brand = '' } = parameters;
  const hasCard =
    OTHER_BRANDS.get(brand)?.cardBrand && CARD_NUMBERS.some((name) => parameters[name]);
  return OTHER_BRANDS.has(brand) && !hasCard;
};

const CARD_NUMBERS = ['card.number', 'sealed[card.number]'];

function words(list: string): readonly string[] {
  return list.split(' ');
}

/** Whether a bank account is debited. */
export const isDirectDebit = (brand: string): boolean =>
  OTHER_BRANDS.get(brand)?.family === 'directDebit';
