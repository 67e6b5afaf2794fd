/**
 * Where a shopper goes. One whose payment is pending goes to addresses with a token that only this
 * payment has: a keyed hash of its id, so nothing has to be kept, and it cannot be guessed. At the end
 * the shopper goes back to the merchant.
 */

import { timingSafeEqual } from 'node:crypto';
import { AUTHENTICATION, REGISTRATION } from '../../../contract/catalogue.ts';
import { isPrepayment } from '../../../contract/other-brands.ts';
import type { Redirect } from '../../../contract/payment-answer.ts';
import type { NextStep } from '../../connectors/connector.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import { connectorOf } from './processor.ts';

/**
 * - `start`: the shopper begins, may reload, may give up; worth something while the payment waits
 * - `return`: a bank sends the browser back; worth something once
 * - `method`: the issuer has looked at the browser
 */
export type TokenUse = 'start' | 'return' | 'method';

const tokenOf = ({ vault }: GatewayContext, paymentId: string, use: TokenUse): string =>
  vault.keyedHash(`token: ${use}`)(paymentId);

export function isToken(
  gateway: GatewayContext,
  paymentId: string,
  use: TokenUse,
  sent: string,
): boolean {
  const right = Buffer.from(tokenOf(gateway, paymentId, use));
  const given = Buffer.from(sent);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Whether it is paid elsewhere by what its shopper was given. */
export const isVoucher = ({ type, brand }: Pick<Payment, 'type' | 'brand'>): boolean =>
  type === 'PA' && isPrepayment(brand);

/** Where the simulated bank tells what was paid for a voucher. */
export const voucherReturnUrl = (gateway: GatewayContext, id: string): string =>
  `${gateway.publicUrl()}/v1/vouchers/${id}/return/${tokenOf(gateway, id, 'return')}`;

const addressOf = (
  gateway: GatewayContext,
  paymentId: string,
  use: TokenUse,
  base = '/v1/threeDSecure',
): string =>
  `${gateway.publicUrl()}${base}/${paymentId}/${use}/${tokenOf(gateway, paymentId, use)}`;

/**
 * Given to the bank that is asked, together with the question.
 * @param isInline a brand's page comes back into the frame that it is shown in
 */
export const returnUrlsOf = (gateway: GatewayContext, paymentId: string, isInline = false) => ({
  finish: addressOf(gateway, paymentId, 'return', isInline ? '/v1/inline' : undefined),
  methodCall: addressOf(gateway, paymentId, 'method'),
});

/** Under `/v1/threeDSecure` in a frame or in the whole tab; under `/v1/redirects` in the tab only. */
const PATHS: Readonly<Record<NextStep['kind'], string>> = {
  threeDSecure: '/v1/threeDSecure',
  redirect: '/v1/redirects',
};

/** Where the shopper is sent; undefined for a payment that waits for no shopper. */
export function redirectOf(gateway: GatewayContext, payment: Payment): Redirect | undefined {
  const { nextStep, state, id } = payment;
  if (state !== 'pending') return undefined;
  if (isVoucher(payment)) {
    const url = `${gateway.publicUrl()}/v1/vouchers/${id}/start/${tokenOf(gateway, id, 'start')}`;
    return { url, method: 'GET', parameters: [] };
  }
  if (!nextStep) return undefined;
  const { kind, transactionId, methodCall, isInline } = nextStep;
  const path = PATHS[isInline ? 'threeDSecure' : kind];
  return {
    url: `${gateway.publicUrl()}${path}/${id}/start/${tokenOf(gateway, id, 'start')}`,
    method: 'GET',
    parameters: [
      {
        name: kind === 'threeDSecure' ? 'threeDSServerTransID' : 'transactionId',
        value: transactionId,
      },
    ],
    ...(methodCall && {
      preconditions: [
        {
          origin: 'iframe#hidden',
          waitUntil: 'iframe#onload',
          description: 'Hidden iframe post for 3D Secure 2.0',
          method: methodCall.method,
          url: methodCall.url,
          parameters: methodCall.parameters,
        },
      ],
    }),
  };
}

/**
 * The payment as it waits now: of a method call that was made elsewhere, by the merchant's page perhaps,
 * only the processor has heard the end.
 */
export async function withMethodCallNoted(
  gateway: GatewayContext,
  payment: Payment,
): Promise<Payment> {
  const { nextStep } = payment;
  if (!nextStep?.methodCall || !nextStep.isRelayed) return payment;
  const known = await connectorOf(gateway, payment)
    .ask(payment.reference)
    .catch(() => undefined);
  if (!known?.nextStep || known.nextStep.methodCall) return payment;
  await noteMethodCall(gateway, payment);
  const { methodCall: _, ...rest } = nextStep;
  return { ...payment, nextStep: rest };
}

/** Notes that the issuer has looked at the browser, or had its time for it. */
export async function noteMethodCall(
  { db }: GatewayContext,
  { id, nextStep }: Payment,
): Promise<void> {
  if (!nextStep?.methodCall) return;
  const { methodCall: _, ...rest } = nextStep;
  await db
    .updateTable('payments')
    .set({ next_step: JSON.stringify(rest) })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('next_step', '=', JSON.stringify(nextStep))
    .execute();
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

const RESOURCES: Readonly<Record<string, string>> = {
  [AUTHENTICATION]: 'threeDSecure',
  [REGISTRATION]: 'registrations',
};

/** A payment of its checkout, or one that the merchant's server made. */
export const ofPayment = ({
  id,
  checkoutId,
  type,
}: Pick<Payment, 'id' | 'checkoutId' | 'type'>): ResultSubject => {
  if (checkoutId !== null) {
    return ofCheckout(checkoutId, type === REGISTRATION ? 'registration' : 'payment');
  }
  return { id, resourcePath: `/v1/${RESOURCES[type] ?? 'payments'}/${id}` };
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
  const queryAt = address.indexOf('?');
  const isOpen = queryAt === address.length - 1 || address.endsWith('&');
  const joint = queryAt < 0 ? '?' : isOpen ? '' : '&';
  return { url: `${address}${joint}${query}${fragment.join('')}`, parameters: [] };
}
