/** What other rooms and routes use of this room. */
export { operateOn } from './capture-reverse-refund.ts';
export { chargeBack } from './chargeback.ts';
export { leftOf, payOpenVoucher, payVoucher, receive } from './pay-voucher.ts';
export { recordProcessorOperation } from './processor-operations.ts';
