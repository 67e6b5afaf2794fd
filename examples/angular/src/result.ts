import { Component, input } from '@angular/core';
import type { ActivatedRouteSnapshot } from '@angular/router';

interface Payment {
  readonly isPaid: boolean;
  /** Not decided yet. */
  readonly isPending: boolean;
}

/** The shopper's browser has brought the id: the shop's server asks the gateway what came of the checkout. */
export async function readPayment({
  queryParams,
}: ActivatedRouteSnapshot): Promise<Payment | null> {
  const query = new URLSearchParams(queryParams);
  const answer = await fetch(`/payment?${query}`);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`no payment: HTTP ${answer.status}`);
  return answer.json();
}

@Component({
  template: `
    @if (payment(); as found) {
      @if (found.isPending) {
        <h1>We are checking your payment. Do not pay again.</h1>
      } @else {
        <h1>{{ found.isPaid ? 'Thank you. 92.00 EUR are paid.' : 'This was not paid.' }}</h1>
      }
    } @else {
      <h1>There is nothing to see here.</h1>
    }
  `,
})
export class Result {
  readonly payment = input.required<Payment | null>();
}
