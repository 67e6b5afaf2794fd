/** A parameter's rules in words, beside its format. */
import type { Operation, ParameterRow } from '../../contract/catalogue.ts';

export function rulesInWords(row: ParameterRow, operation: Operation | undefined): string[] {
  const isOn = (operations: readonly Operation[] = []) =>
    operation !== undefined && operations.includes(operation);
  return [
    ...(isOn(row.requiredOn) ? ['required'] : []),
    ...(row.requires ? [`needs ${row.requires.join(', ')}`] : []),
    ...(row.ignoredWith ? [`ignored when ${row.ignoredWith} is sent`] : []),
    ...(isOn(row.strictOn) ? ['required on channels with strictCustomerData'] : []),
    ...(row.strictWith
      ? [`required with any other ${row.strictWith}.* on channels with strictCustomerData`]
      : []),
    ...(row.key ? [`name in brackets: ${row.key.words}`] : []),
    ...(row.browserKey && operation === 'checkout.payment'
      ? ['names sent from a browser begin with SHOPPER_']
      : []),
    ...(row.format.truncateAfter ? [`cut after ${row.format.truncateAfter} characters`] : []),
    ...(row.secret ? [operation === 'webhook' ? 'shown once' : 'never repeated in an answer'] : []),
  ];
}

/** Rules between parameters that no single one can say. */
export const RULES_BETWEEN: readonly string[] = [
  'The same parameter sent twice with different values is refused; empty values count as not sent; unknown parameters are ignored and named in the response header x-ignored-parameters.',
  'No text that people type (names, addresses, email, phone, comments, descriptor, SHOPPER_ parameters) holds a card number, with or without separators, in digits of any script. A reference of the merchant holds neither the card of the same request or checkout nor one that is written in groups as on a card; any other that looks like a card number is taken as it is, and named in the response header x-possible-card-numbers.',
  'A checkout needs amount, currency and paymentType, unless it only stores a card or bank account (createRegistration=true without paymentType and amount).',
  'recurringType and standingInstruction.mode must not contradict each other.',
  'A card payment or registration with recurringType=INITIAL or standingInstruction.mode=INITIAL carries the CVV; in a checkout the shopper enters it. standingInstruction.source=MIT forbids neither.',
  'A card payment with recurringType=REPEATED or standingInstruction.mode=REPEATED carries no CVV, but for a stored card that a shopper chooses in a checkout.',
  'Installments are for cards: recurring.numberOfInstallments is refused with any other brand.',
  'A brand that is no card takes the currencies, countries and payment types of /reference/ways-to-pay, and createRegistration, INITIAL and REPEATED only where it can be stored.',
  'Exemptions are for cards: threeDSecure.exemptionFlag is refused with any other brand; in a checkout the shopper may choose another brand.',
  'customParameters[payment_retrial]=true needs customParameters[payment_attempt_number] of 2 or more; false allows only 1.',
  'A currency with no decimals takes no fraction; amounts are always written with two decimals.',
  'date.to is not before date.from, and at most 366 days are asked for at once. A query names its period or a merchantTransactionId.',
  'What the merchant’s server set wins over what the shopper’s browser sends. All these rules hold for both together.',
];
