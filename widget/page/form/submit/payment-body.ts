/** What is posted: the form's inputs and those that the page added, sealed values, browser data. */

/**
 * Of the form itself, but not for the gateway; and card data that a page must never send in clear,
 * even where its own scripts put such an input into the form.
 */
const NOT_SENT = new Set(['card.expiry', 'pay', 'card.number', 'card.cvv', 'bankAccount.iban']);

export interface PaymentParts {
  /** Names and values of the form's controls, in document order. */
  readonly inputs: Iterable<readonly [name: string, value: unknown]>;
  readonly sealed: Readonly<Record<string, string>>;
  readonly browser: Readonly<Record<string, string>>;
}

/**
 * The urlencoded body. A name counts once: of several inputs the last one that is filled, since
 * pages put their own behind ours. A checkbox without a value means true.
 */
export function paymentBody({ inputs, sealed, browser }: PaymentParts): string {
  const values = new Map<string, string>();
  for (const [name, value] of inputs) {
    const isOurs = name !== '' && typeof value === 'string' && value.trim() !== '';
    if (!isOurs || NOT_SENT.has(name)) continue;
    const isTicked = name === 'createRegistration' && value === 'on';
    values.set(name, isTicked ? 'true' : value.trim());
  }
  for (const [name, value] of Object.entries({ ...sealed, ...browser })) {
    if (value) values.set(name, value);
  }
  return new URLSearchParams([...values]).toString();
}
