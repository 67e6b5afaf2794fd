/** The simulator's documented bank accounts. A debit from any other one is settled. */
import { RESULT } from './result-by-name.ts';

export interface TestIban {
  readonly iban: string;
  readonly meaning: string;
  /** What the simulated bank answers at once, instead of taking the debit. */
  readonly refusedWith?: string;
  /** After how many days the settled debit is returned, and as which chargeback. */
  readonly returned?: { readonly afterDays: number; readonly code: string };
}

/** When the simulated bank settles a debit, in days on the channel's clock. */
export const DEBIT_SETTLED_AFTER_DAYS = 2;

export const TEST_IBANS: readonly TestIban[] = [
  { iban: 'DE89370400440532013000', meaning: 'Settled after two days' },
  { iban: 'NL91ABNA0417164300', meaning: 'Settled after two days' },
  { iban: 'FR1420041010050500013M02606', meaning: 'Settled after two days' },
  {
    iban: 'DE66500000000000001016',
    meaning: 'Account blocked: refused at once',
    refusedWith: RESULT.declinedAccountBlocked,
  },
  {
    iban: 'DE44500000000000001024',
    meaning: 'Insufficient funds: returned three days after it was settled',
    returned: { afterDays: 3, code: RESULT.chargebackInsufficientFunds },
  },
  {
    iban: 'DE22500000000000001032',
    meaning: 'Account closed: returned three days after it was settled',
    returned: { afterDays: 3, code: RESULT.chargebackAccountClosed },
  },
  {
    iban: 'DE97500000000000001040',
    meaning: 'Mandate disputed: returned thirty days after it was settled',
    returned: { afterDays: 30, code: RESULT.chargebackDisputed },
  },
];
