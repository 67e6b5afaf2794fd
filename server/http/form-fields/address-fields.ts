/** Which lines an address has in a country, in the order in which they are written there. */
import { formatAddress } from 'localized-address-format';

const FIELDS = ['street1', 'street2', 'postcode', 'city', 'state'] as const;
export type AddressField = (typeof FIELDS)[number];

const mark = (field: AddressField) => `{${field}}`;
const MARKED = {
  addressLines: [mark('street1'), mark('street2')],
  postalCode: mark('postcode'),
  locality: mark('city'),
  administrativeArea: mark('state'),
};

/** @param country ISO 3166-1 alpha-2 */
export function addressFields(country: string): readonly AddressField[] {
  const written = formatAddress({ ...MARKED, postalCountry: country }).join('\n');
  return FIELDS.filter((field) => written.includes(mark(field))).sort(
    (one, other) => written.indexOf(mark(one)) - written.indexOf(mark(other)),
  );
}
