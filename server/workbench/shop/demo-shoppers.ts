import type { Delivery } from './delivery.ts';

/** Made up; with an address, so that nothing has to be typed. */
export interface DemoShopper {
  readonly id: string;
  readonly delivery: Delivery;
}

const shopper = (
  id: string,
  [givenName, surname]: readonly [string, string],
  [street1, postcode, city, country]: readonly [string, string, string, string],
): DemoShopper => ({
  id,
  delivery: {
    email: `${id}@example.com`,
    shipping: { givenName, surname, street1, postcode, city, country },
    method: 'standard',
  },
});

/** The shop asks for no password, so it knows no other. */
export const DEMO_SHOPPERS: readonly DemoShopper[] = [
  shopper('jane.jones', ['Jane', 'Jones'], ['Prinsenkade 12', '1015 CX', 'Amsterdam', 'NL']),
  shopper('omar.haddad', ['Omar', 'Haddad'], ['Lindenweg 40', '10117', 'Berlin', 'DE']),
  shopper('mei.tanaka', ['Mei', 'Tanaka'], ['1-2-3 Sakuracho', '150-0001', 'Tokyo', 'JP']),
];

/** Of a guest. */
export const GUEST_DELIVERY: Delivery = shopper(
  'alex.visser',
  ['Alex', 'Visser'],
  ['Lindengracht 7', '1015 KB', 'Amsterdam', 'NL'],
).delivery;

export const fullName = ({ shipping }: Delivery): string =>
  `${shipping.givenName} ${shipping.surname}`;
