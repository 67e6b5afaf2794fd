/**
 * Where a shopper whose payment is pending goes, and comes back to. Each address has a token that
 * only this payment has: a keyed hash of its id, so nothing has to be kept, and it cannot be guessed.
 */

import { timingSafeEqual } from 'node:crypto';
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
