/** Where the velocity rules stand in the way of a post of the form: its number is known, its CVV is not. */
import type { Transaction } from '../../store/database.ts';
import type { GatewayContext } from '../context.ts';
import { isConnectivityTest, velocityOf } from '../entities/index.ts';
import type { PaymentOrder } from '../order/index.ts';
import type { Checkout } from '../records/index.ts';
import { ApiError } from '../requests/index.ts';
import {
  CHALLENGE_REQUEST,
  keepAttempt,
  remedyOf,
  type Screening,
  screenAttempt,
  withdrawAttempt,
} from '../risk/index.ts';
import { orderOf, type Submission } from './submission.ts';

/** The screening of one post, which is read anew while another one holds its checkout. */
export interface ScreenOnce {
  /** @returns whether the CVV may be opened */
  screen(checkout: Checkout, submission: Submission): Promise<boolean>;
  /** What the rules make of the order. */
  ruled(order: PaymentOrder): PaymentOrder;
  /** Result of the payment where it is refused. */
  refusal(): string | undefined;
  /** In the transaction that begins the payment. */
  keep(trx: Transaction, paymentId: string): Promise<void>;
  /** The payment has begun: its outcome will be counted. */
  begun(): void;
  /** Without a payment nothing was tried. */
  withdrawUnlessBegun(): Promise<void>;
}

/** @param ip address of the shopper's connection, whatever `customer.ip` says */
export function screenOnce(gateway: GatewayContext, ip: string): ScreenOnce {
  let screening: Screening | undefined;
  let hasBegun = false;
  return {
    async screen(checkout, submission) {
      const { channel } = checkout;
      const number = submission.card?.number ?? submission.iban;
      if (number === undefined || !velocityOf(channel.settings)) return true;
      if (!screening) {
        const order = orderIfValid(checkout, submission);
        // Said with all its mistakes when the CVV is known; a mistake of typing is not counted.
        if (!order || isConnectivityTest(channel.settings, order.mode)) return true;
        screening = await screenAttempt(gateway, {
          channel,
          number,
          brand: submission.card?.wallet?.cardBrand ?? order.brand,
          checkoutId: checkout.id,
          email: submission.parameters['customer.email'],
          address: ip,
          remedy: remedyOf(channel, order),
        });
      }
      return screening.action !== 'refuse';
    },
    ruled(order) {
      if (screening?.action !== 'challenge') return order;
      return { ...order, parameters: { ...order.parameters, ...CHALLENGE_REQUEST } };
    },
    refusal: () => screening?.resultCode,
    keep: async (trx, paymentId) => {
      if (screening) await keepAttempt(trx, paymentId, screening);
    },
    begun() {
      hasBegun = true;
    },
    async withdrawUnlessBegun() {
      if (screening && !hasBegun) await withdrawAttempt(gateway, screening);
    },
  };
}

function orderIfValid(checkout: Checkout, submission: Submission): PaymentOrder | undefined {
  try {
    return orderOf(checkout, submission);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
