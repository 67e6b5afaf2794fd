/** Who started a payment, and where. */
import { isInitiatedByMerchant } from '../../../contract/parameter-rules.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';

/** `transactionCategory`: mail and telephone order, point of sale, else the internet. */
export function mediumOf({ transactionCategory }: ParameterSet): 'ECOMMERCE' | 'MOTO' | 'POS' {
  if (transactionCategory === 'MO' || transactionCategory === 'TO') return 'MOTO';
  return transactionCategory === 'PO' || transactionCategory === 'PM' ? 'POS' : 'ECOMMERCE';
}

export const initiatorOf = (parameters: ParameterSet): 'MERCHANT' | 'CONSUMER' =>
  isInitiatedByMerchant(parameters) ? 'MERCHANT' : 'CONSUMER';
