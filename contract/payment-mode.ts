/**
 * Whose money a payment moves (gateway-api.md, "Limits"): the simulator's, that of a processor's test
 * system, or real money. INTERNAL and EXTERNAL are values of `testMode`, on test channels.
 */
import { RESULT } from './result-by-name.ts';

export type PaymentMode = 'INTERNAL' | 'EXTERNAL' | 'LIVE';

/** The result of a success, by its mode: what was approved for play never reads as money. */
export const APPROVED: Readonly<Record<PaymentMode, string>> = {
  INTERNAL: RESULT.approvedInternal,
  EXTERNAL: RESULT.approvedExternal,
  LIVE: RESULT.approvedLive,
};
