/** Tells the page of a payment: the data that was entered, and the result. */
import { callBack, type TransactionData } from '../../interface/callbacks.ts';
import type { Environment } from '../gateway-client.ts';
import type { PaymentOutcome } from './payment-outcome.ts';

/** What a summary page may show. Number and CVV stay in their frames. */
export function transactionData({ checkoutId }: Environment, inputs: FormData): TransactionData {
  const read = (name: string) => String(inputs.get(name) ?? '');
  return {
    checkoutId,
    paymentBrand: read('paymentBrand'),
    card: {
      holder: read('card.holder'),
      expiryMonth: read('card.expiryMonth'),
      expiryYear: read('card.expiryYear'),
    },
  };
}

/** Steps on the way, like an authentication, are no result. */
const PENDING = /^000\.200/;

/** Tells the page the result. True when it wants to show it itself: `onResult` answered `false`. */
export async function takesResult(
  { checkoutId }: Environment,
  form: HTMLFormElement,
  { url, decline, result }: PaymentOutcome & { kind: 'result' },
): Promise<boolean> {
  if (PENDING.test(result.code)) return false;
  const outcome = { checkoutId, result, declined: decline !== undefined, url };
  try {
    return (await callBack('onResult', form, outcome)) === false;
  } catch {
    return false;
  }
}
