/**
 * Whose money a payment moves (gateway-api.md, "Limits"): the simulator's, that of a processor's test
 * system, or real money. INTERNAL and EXTERNAL are values of `testMode`, on test channels.
 */
export type PaymentMode = 'INTERNAL' | 'EXTERNAL' | 'LIVE';

/** The result of a success, by its mode: what was approved for play never reads as money. */
export const APPROVED: Readonly<Record<PaymentMode, string>> = {
  INTERNAL: '000.100.110',
  EXTERNAL: '000.100.112',
  LIVE: '000.000.000',
};
