/** A fresh checkout for one that is over, from the page's `getCheckoutId`. */
import { callBack } from '../interface/callbacks.ts';
import type { Environment } from './gateway-client.ts';

async function ask(environment: Environment): Promise<void> {
  try {
    const id: unknown = await callBack('getCheckoutId', window, environment.checkoutId);
    if (typeof id === 'string' && id) environment.checkoutId = id;
  } catch {
    // The page could not get one: the old one stays over.
  }
}

/**
 * Asks once for all forms, and not again until a checkout has worked: pages that bring one dead
 * checkout after another would go on for ever. Answers whether there is another one than `goneId`.
 */
export async function renewCheckout(environment: Environment, goneId: string): Promise<boolean> {
  if (environment.checkoutId === goneId) {
    environment.renewal ??= ask(environment);
    await environment.renewal;
  }
  return environment.checkoutId !== goneId;
}
