/** What the table of brands that are no cards refuses of a request. */
import type { Operation } from './catalogue.ts';
import { maskedIban } from './iban.ts';
import { OTHER_BRANDS, type OtherBrand, type OtherBrandField } from './other-brands.ts';
import type { ParameterSet } from './parameters.ts';
import type { ParameterError } from './result.ts';

/**
 * @param parameters as read; of a checkout, with what its shopper sends
 * @returns what the named brand cannot do; nothing for cards
 */
export function otherBrandRules(parameters: ParameterSet, operation: Operation): ParameterError[] {
  const { paymentBrand: code = '' } = parameters;
  const brand = OTHER_BRANDS.get(code);
  const foreign = foreignMeans(parameters, brand?.family);
  if (!brand) return foreign;
  const refused = {
    ...UNFIT,
    ...(operation !== 'checkout.payment' && UNFIT_OF_MERCHANTS),
    ...(operation === 'payment' && UNFIT_OF_SERVERS),
    ...(operation === 'registration' && UNFIT_TO_STORE),
  };
  return [
    ...foreign,
    ...Object.entries(refused).flatMap(([name, why]) => {
      const value = parameters[name];
      const message = value !== undefined && why(value, brand, code, parameters);
      return message ? [{ name, value, message }] : [];
    }),
    ...(brand.family === 'prepayment' ? cardErrors(code, parameters) : []),
    ...(brand.cardBrand && parameters['card.cvv'] !== undefined ? [unwantedCvv(code)] : []),
    ...brand.fields.flatMap((field) => fieldErrors(field, code, parameters)),
  ];
}

/** Why a value does not go with a brand; undefined for one that does. */
type Reason = (
  value: string,
  brand: OtherBrand,
  code: string,
  parameters: ParameterSet,
) => string | undefined;

const amongListed =
  (list: 'currencies' | 'countries'): Reason =>
  (value, { [list]: listed }, code) =>
    listed === null || listed.includes(value)
      ? undefined
      : `must be ${listed.join(', ')} with ${code}`;

const country = (...families: OtherBrand['family'][]): Reason => {
  const isListed = amongListed('countries');
  return (value, brand, code, parameters) =>
    families.includes(brand.family) ? isListed(value, brand, code, parameters) : undefined;
};

const cardsOnly: Reason = (_, __, code) => `must not be sent with ${code}: it is for cards only`;

const chain: Reason = (value, { registrable }, code) =>
  value === 'INITIAL' && !registrable
    ? `must not be INITIAL with ${code}: it takes no later payments`
    : undefined;

const UNFIT: Readonly<Record<string, Reason>> = {
  currency: amongListed('currencies'),
  // Whose invoice is sent where matters to those that send one; a shopper may bank elsewhere.
  'bankAccount.country': country('onlineTransfer', 'directDebit'),
  'billing.country': country('virtualAccount'),
  paymentType(anyType, { capturable, family }, code, parameters) {
    const isAuthorised = (parameters[`overridePaymentType[${code}]`] ?? anyType) === 'PA';
    if (family === 'prepayment') {
      return isAuthorised ? undefined : `must be PA with ${code}: its money is received later (RC)`;
    }
    return isAuthorised && !capturable
      ? `must be DB with ${code}: it reserves no money`
      : undefined;
  },
  // Issuing banks bill them (gateway-api.md, "Limits").
  'recurring.numberOfInstallments': cardsOnly,
  recurringType: chain,
  'standingInstruction.mode': chain,
};

/** Of a checkout's shopper another way to pay is no contradiction: a card would be exempt. */
const UNFIT_OF_MERCHANTS: Readonly<Record<string, Reason>> = {
  'threeDSecure.exemptionFlag': cardsOnly,
};

/** Without a form and without a registration there is nothing to agree, and nothing agreed: but a mandate. */
const later: Reason = (value, brand, code, parameters) =>
  value === 'REPEATED' && brand.family !== 'directDebit'
    ? `must not be REPEATED with ${code}: a later payment is made with its registration`
    : chain(value, brand, code, parameters);

const UNFIT_OF_SERVERS: Readonly<Record<string, Reason>> = {
  createRegistration: (value, { registrable }, code) =>
    value === 'true' && !registrable
      ? `must not be true with ${code}: it cannot be stored`
      : undefined,
  recurringType: later,
  'standingInstruction.mode': later,
};

/** Of a brand that is no card; undefined for cards, too. */
export const whyNotStored = (code: string): string | undefined =>
  OTHER_BRANDS.get(code)?.registrable === false ? `${code} cannot be stored` : undefined;

const UNFIT_TO_STORE: Readonly<Record<string, Reason>> = {
  paymentBrand: (code) => whyNotStored(code),
};

/** What only a card has. */
const OF_CARDS: ReadonlySet<string> = new Set(
  ['number', 'holder', 'expiryMonth', 'expiryYear', 'cvv'].map((name) => `card.${name}`),
);

/** What pays with another means than the brand: it would be ignored, and is not meant to be. Never with its value. */
function foreignMeans(
  parameters: ParameterSet,
  family: OtherBrand['family'] | undefined,
): ParameterError[] {
  const { paymentBrand: code = 'a card', 'bankAccount.iban': iban } = parameters;
  const hasIban = iban !== undefined || parameters['sealed[bankAccount.iban]'] !== undefined;
  if (family === 'directDebit') {
    return Object.keys(parameters)
      .map((name) => name.replace(/^sealed\[(.*)\]$/, '$1'))
      .filter((name) => OF_CARDS.has(name))
      .map((name) => ({
        name,
        value: null,
        message: `must not be sent with ${code}: it is for cards only`,
      }));
  }
  if (!hasIban) return [];
  const message = `must not be sent with ${code}: it is for direct debits only`;
  return [
    { name: 'bankAccount.iban', value: iban === undefined ? null : maskedIban(iban), message },
  ];
}

/** Its issuers ask the shopper instead. */
const unwantedCvv = (code: string): ParameterError => ({
  name: 'card.cvv',
  value: null,
  message: `must not be sent with ${code}: its cards have none`,
});

/** Never with its value. */
const cardErrors = (code: string, parameters: ParameterSet): ParameterError[] =>
  Object.keys(parameters)
    .filter((name) => name.startsWith('card.'))
    .map((name) => ({ name, value: null, message: `must not be sent with ${code}` }));

/** Never with its value: a field may be a password. */
function fieldErrors(
  { name, format, requires }: OtherBrandField,
  code: string,
  parameters: ParameterSet,
): ParameterError[] {
  const sent = parameters[name];
  if (sent === undefined) return [];
  const isWrong =
    format && !(new RegExp(`^(?:${format.pattern})$`).test(sent) && (format.check?.(sent) ?? true));
  const isAlone = requires !== undefined && parameters[requires] === undefined;
  return [
    ...(isWrong ? [{ name, value: null, message: `must be ${format.words} with ${code}` }] : []),
    ...(isAlone ? [{ name: requires, value: null, message: 'is required' }] : []),
  ];
}
