import { Component, CUSTOM_ELEMENTS_SCHEMA, input, signal } from '@angular/core';

interface Checkout {
  readonly gateway: string;
  readonly checkoutId: string;
}

/** Before the page is shown. The amount comes from the server: a page could be made to ask for less. */
export async function createCheckout(): Promise<Checkout> {
  const answer = await fetch('/checkout', { method: 'POST' });
  if (!answer.ok) throw new Error(`no checkout: HTTP ${answer.status}`);
  return answer.json();
}

@Component({
  // Or Angular would not know the element.
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <h1>Pay €92.00</h1>
    <payment-widgets
      [attr.gateway]="checkout().gateway"
      [attr.checkout-id]="checkout().checkoutId"
      brands="VISA MASTER PAYPAL"
      shopper-result-url="/result"
      show-amount
      (statuschange)="status.set($event.detail.status)"
    >
      <p>One moment, please.</p>
    </payment-widgets>
    <p role="status">{{ status() === 'paying' ? 'We are asking your bank.' : '' }}</p>
  `,
})
export class Pay {
  readonly checkout = input.required<Checkout>();
  readonly status = signal('loading');
}
