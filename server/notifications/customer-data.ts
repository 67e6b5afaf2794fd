/** What a subscription with `fields` NON_CUSTOMER_DATA is not told: everything about the shopper. */

/** Wherever they stand in a notification's payload or an event. */
const CUSTOMER_FIELDS: ReadonlySet<string> = new Set([
  // Notifications
  'customer',
  'billing',
  'shipping',
  'holder',
  'virtualAccount',
  'bankAccount',
  // Events
  'consumer',
  'holderName',
  'consumerEmail',
  'displayIdentifier',
  'industryData',
  'fingerprint',
  'iban',
  'accountNumber',
]);
/** The merchant's own data, its bank account among it. */
const MERCHANT = 'merchant';
/** What is bought: the `shipping` of an item is a price. */
const CART = 'cart';
const CUSTOMER_FIELDS_OF_CART: ReadonlySet<string> = CUSTOMER_FIELDS.difference(
  new Set(['shipping']),
);

/** @param body JSON */
export const withoutCustomerData = (body: string): string =>
  JSON.stringify(withoutFields(JSON.parse(body)));

function withoutFields(value: unknown, dropped = CUSTOMER_FIELDS): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutFields(one, dropped));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !dropped.has(name))
      .map(([name, field]) => {
        if (name === MERCHANT) return [name, field];
        return [name, withoutFields(field, name === CART ? CUSTOMER_FIELDS_OF_CART : dropped)];
      }),
  );
}
