/** The holder's name as that of the customer, for `forceCardHolderEqualsBillingName`. */

/**
 * The last word is the surname.
 *
 * @example
 * billingName('Jane Mary Jones'); // { givenName: 'Jane Mary', surname: 'Jones' }
 */
export function billingName(holder: string): { givenName: string; surname: string } {
  const words = holder.trim().split(/\s+/);
  return { surname: words.pop() ?? '', givenName: words.join(' ') };
}

/** What the page has put into the form itself stays. */
export function addBillingName(inputs: FormData): void {
  const name = billingName(String(inputs.get('card.holder') ?? ''));
  for (const [part, value] of Object.entries(name)) {
    if (!inputs.get(`customer.${part}`)) inputs.set(`customer.${part}`, value);
  }
}
