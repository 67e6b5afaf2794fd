/** The address the shopper returns to, and the call that leads there. */
import { AUTHENTICATION } from '../../../contract/catalogue.ts';
import type { Redirect } from '../../../contract/payment-answer.ts';
import type { Payment } from '../../store/records/payment.ts';
import { allowsOrigin, type Channel } from '../entities/index.ts';
import { invalidParameter } from './api-error.ts';

/**
 * Checks a `shopperResultUrl` whose format is right already.
 * @throws ApiError when the channel lists origins and this is none of them
 */
export function checkResultUrl(channel: Channel, url: string): void {
  if (!allowsOrigin(channel.settings, new URL(url).origin)) {
    throw invalidParameter(
      'shopperResultUrl',
      url,
      `must be on one of the origins of this channel: ${channel.settings.origins.join(', ')}`,
    );
  }
}

/** What the merchant reads the outcome of: its id, and the path of its status. */
export interface ResultSubject {
  readonly id: string;
  readonly resourcePath: string;
}

export const ofCheckout = (id: string, subject: 'payment' | 'registration'): ResultSubject => ({
  id,
  resourcePath: `/v1/checkouts/${id}/${subject}`,
});

/** A payment of its checkout, or one that the merchant's server made. */
export const ofPayment = ({
  id,
  checkoutId,
  type,
}: Pick<Payment, 'id' | 'checkoutId' | 'type'>): ResultSubject => {
  if (checkoutId !== null) return ofCheckout(checkoutId, 'payment');
  const resource = type === AUTHENTICATION ? 'threeDSecure' : 'payments';
  return { id, resourcePath: `/v1/${resource}/${id}` };
};

/**
 * Back to the merchant with `id` and `resourcePath`. What the merchant wrote stays as it is: the
 * two are added to the query, in front of a fragment.
 */
export function backToMerchant(
  shopperResultUrl: string,
  { id, resourcePath }: ResultSubject,
): Redirect {
  const [address = '', ...fragment] = shopperResultUrl.split(/(?=#)/);
  const query = new URLSearchParams({ id, resourcePath });
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return { url: `${address}${joint}${query}${fragment.join('')}`, parameters: [] };
}
