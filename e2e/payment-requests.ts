/** The payment requests that leave a page, and what is done to them on the way. */
import type { Page, Request, Route } from '@playwright/test';

export const PAYMENT_REQUESTS = '**/v1/checkouts/*/payment';
export const FORM_DATA_REQUESTS = '**/v1/checkouts/*/form?**';
export const FRAME_REQUESTS = '**/v1/frames/**';

const isPayment = (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/payment');

/** Bodies as they were sent, in order. The list grows as the page goes on. */
export function recordPayments(page: Page): readonly string[] {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (isPayment(request)) bodies.push(request.postData() ?? '');
  });
  return bodies;
}

/** The sealed values of a body. */
export function sealedValues(body = ''): (string | null)[] {
  const values = new URLSearchParams(body);
  return [values.get('sealed[card.number]'), values.get('sealed[card.cvv]')];
}

/** The request arrives and is answered, and the answer is lost. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}

/** For requests that shall never be answered. */
export const leaveUnanswered = (): void => {};
