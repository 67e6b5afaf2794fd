/** Who gets an order, where, and how fast; and who is billed. */
import { COUNTRIES, COUNTRY_ADDRESSES } from '../../../contract/country-addresses.ts';
import { accepts } from '../../../contract/format.ts';
import { findRow } from '../../../contract/parameters.ts';
import { formValue } from './form-value.ts';
import type { TextKey } from './languages.ts';

/** By the names of the gateway's parameters, with the form's words for them. */
export const ADDRESS_FIELDS = [
  { name: 'givenName', label: 'givenName', error: 'givenNameError', autocomplete: 'given-name' },
  { name: 'surname', label: 'surname', error: 'surnameError', autocomplete: 'family-name' },
  {
    name: 'street1',
    label: 'billingStreet1Placeholder',
    error: 'billingStreetError',
    autocomplete: 'address-line1',
  },
  {
    name: 'postcode',
    label: 'billingPostCodePlaceholder',
    error: 'billingPostCodeError',
    autocomplete: 'postal-code',
  },
  {
    name: 'city',
    label: 'billingCityPlaceholder',
    error: 'billingCityError',
    autocomplete: 'address-level2',
  },
  {
    name: 'country',
    label: 'country',
    error: 'billingCountryError',
    autocomplete: 'country',
  },
] as const satisfies readonly {
  name: string;
  label: TextKey;
  error: TextKey;
  autocomplete: string;
}[];
type AddressField = (typeof ADDRESS_FIELDS)[number]['name'];

/** `shipping` is where the order goes, `billing` who pays. */
export type AddressKind = 'shipping' | 'billing';
export type Address = Readonly<Record<AddressField, string>>;

/** In cents of the shop; what the gateway calls them. */
export const METHODS = {
  standard: { price: 0, gatewayName: 'LOWEST_COST' },
  express: { price: 9_00, gatewayName: 'NEXT_DAY_OVERNIGHT' },
} as const;
export type Method = keyof typeof METHODS;
const isMethod = (text: string | undefined): text is Method =>
  text !== undefined && Object.hasOwn(METHODS, text);

export interface Delivery {
  readonly email: string;
  readonly shipping: Address;
  /** Absent where it is the same. */
  readonly billing?: Address;
  readonly method: Method;
}

/** Where an address needs no state or province: the form has no field for one. */
export const DELIVERY_COUNTRIES: readonly string[] = COUNTRIES.filter(
  (country) => !COUNTRY_ADDRESSES[country]?.states,
);

/** What a form says, as it was typed. */
export function readDelivery(body: unknown): Delivery {
  const typed = (name: string) => (formValue(body, name) ?? '').trim();
  const address = (kind: AddressKind) =>
    Object.fromEntries(
      ADDRESS_FIELDS.map(({ name }) => [name, typed(`${kind}.${name}`)]),
    ) as Address;
  const method = formValue(body, 'method');
  return {
    email: typed('email'),
    shipping: address('shipping'),
    ...(formValue(body, 'same') === undefined && { billing: address('billing') }),
    method: isMethod(method) ? method : 'standard',
  };
}

/** By the name of a field, the text that says what is wrong with it; empty when all is well. */
export function deliveryErrors({
  email,
  shipping,
  billing,
}: Delivery): ReadonlyMap<string, TextKey> {
  const isEmail = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) && fits('customer.email', email);
  return new Map([
    ...(isEmail ? [] : [['email', 'emailError'] as const]),
    ...addressErrors('shipping', shipping),
    ...(billing ? addressErrors('billing', billing) : []),
  ]);
}

const addressErrors = (kind: AddressKind, address: Address) =>
  ADDRESS_FIELDS.filter(({ name }) => !isRight(kind, name, address)).map(
    ({ name, error }) => [`${kind}.${name}`, error] as const,
  );

function isRight(kind: AddressKind, name: AddressField, address: Address): boolean {
  const value = address[name];
  if (name === 'country') return DELIVERY_COUNTRIES.includes(value);
  if (name === 'givenName' || name === 'surname') return fits(`customer.${name}`, value);
  const ownRule = name === 'postcode' ? COUNTRY_ADDRESSES[address.country]?.postcode : undefined;
  return fits(`${kind}.${name}`, value) && (!ownRule || new RegExp(`^(?:${ownRule})$`).test(value));
}

/** As the gateway takes it. */
function fits(parameter: string, value: string): boolean {
  const format = findRow(parameter)?.row.format;
  return value !== '' && (!format || accepts(format, value));
}

/** As the gateway is told. Who pays is the customer, also where a gift goes to another person. */
export function deliveryParameters({ email, shipping, billing = shipping, method }: Delivery) {
  return {
    'customer.givenName': billing.givenName,
    'customer.surname': billing.surname,
    'customer.email': email,
    ...placeParameters('billing', billing),
    'shipping.customer.givenName': shipping.givenName,
    'shipping.customer.surname': shipping.surname,
    ...placeParameters('shipping', shipping),
    'shipping.method': METHODS[method].gatewayName,
  };
}

const placeParameters = (kind: AddressKind, { street1, postcode, city, country }: Address) => ({
  [`${kind}.street1`]: street1,
  [`${kind}.postcode`]: postcode,
  [`${kind}.city`]: city,
  [`${kind}.country`]: country,
});
