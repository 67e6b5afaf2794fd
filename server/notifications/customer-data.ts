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

/** @param body JSON */
export const withoutCustomerData = (body: string): string =>
  JSON.stringify(withoutFields(JSON.parse(body)));

function withoutFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !CUSTOMER_FIELDS.has(name))
      .map(([name, field]) => [name, name === MERCHANT ? field : withoutFields(field)]),
  );
}
