/** Captures, reversals, refunds and chargebacks. The door of this room: others enter by it. */
export { operateOn } from './capture-reverse-refund.ts';
export { chargeBack } from './chargeback.ts';
export { leftOf, payOpenVoucher, payVoucher, receive } from './pay-voucher.ts';
export { recordProcessorOperation } from './processor-operations.ts';
