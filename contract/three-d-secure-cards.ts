/** Cards that the simulated issuer authenticates (compatibility.md, section 9), for every brand. */
import { CARD_BRANDS } from './card-brand-names.ts';

/** What the issuer says of a cardholder, and how it finds out. */
export interface AuthenticationCase {
  /**
   * Transaction status of EMV 3-D Secure: Y authenticated, A attempted, C challenge, R rejected,
   * U unavailable. The other three never get as far.
   */
  readonly outcome: 'Y' | 'A' | 'C' | 'R' | 'U' | 'notEnrolled' | 'notParticipating' | 'error';
  /** Whether the issuer looks at the browser first: the method call. */
  readonly methodCall: boolean;
}

export interface ThreeDSecureCard extends AuthenticationCase {
  readonly brand: string;
  readonly number: string;
}

type Outcome = AuthenticationCase['outcome'];

/**
 * In the order of the lists that existing test suites were written from; `+`: with a method call. The
 * last one is of their older lists, enrolled in 3-D Secure 1: there, too, the shopper was asked.
 */
const KNOWN_ORDER = 'Y+ A+ Y A error notEnrolled notParticipating C+ C+ C C C'.split(' ');
const KNOWN: Readonly<Record<string, string>> = {
  VISA:
    '4200000000000091 4200000000000109 4200000000000026 4200000000000059 4012001037461114 ' +
    '4012001037141112 4532497088771651 4200000000000042 4200000000000067 4200000000000018 ' +
    '4200000000000075 4711100000000000',
  MASTER:
    '5200000000000007 5200000000000023 5200000000000056 5200000000000106 5434580000000006 ' +
    '5457350076543210 5497260847316287 5200000000000015 5200000000000049 5200000000000064 ' +
    '5200000000000072 5212345678901234',
  AMEX:
    '374500262001008 377277081382243 375987000000062 373953192351004 375987000169875 ' +
    '375987000169883 343923092050144 343434343434343 375987000000021 375987000169867 ' +
    '371449635398431 375987000000005',
};

/** The same for every brand: a range of it, zeros, the case from 01 on, and the check digit. */
const CASES = 'Y+ Y A C+ C notEnrolled R U error'.split(' ');
const SIXTEEN = 16;
const NO_RANGES = '99000003';
const RANGES: Readonly<Record<string, readonly [range: string, length?: number]>> = {
  AMEX: ['3700003', 15],
  ARGENCARD: ['5011053'],
  BCMC: ['67030003'],
  CABAL: ['5896573'],
  CABALDEBIT: ['6035223'],
  CARNET: ['2869003'],
  CARTEBANCAIRE: ['49700003'],
  CARTEBLEUE: ['49700003'],
  CENCOSUD: ['6034933'],
  DANKORT: ['50190003'],
  DINERS: ['3000003', 14],
  DISCOVER: ['60110003'],
  ELO: ['50900003'],
  HIPERCARD: ['6062823'],
  JCB: ['35280003'],
  MADA: ['5888453'],
  MAESTRO: ['67590003'],
  MASTER: ['5200003'],
  MASTERDEBIT: ['5100003'],
  NARANJA: ['5895623'],
  NATIVA: ['4870173'],
  TARJETASHOPPING: ['6034883'],
  UNIONPAY: ['62000003'],
  UNIONPAY_SMS: ['62000003'],
  VISA: ['4200003'],
  VISADEBIT: ['4200003'],
  VISAELECTRON: ['40260003'],
  VPAY: ['4200003'],
};

function withCheckDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, n) => {
    const doubled = n % 2 === 0 ? 2 * Number(digit) : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

const caseOf = (word: string): AuthenticationCase => ({
  outcome: word.replace('+', '') as Outcome,
  methodCall: word.endsWith('+'),
});

export const THREE_D_SECURE_CARDS: readonly ThreeDSecureCard[] = [
  ...Object.entries(KNOWN).flatMap(([brand, numbers]) =>
    numbers
      .split(' ')
      .map((number, n) => ({ brand, number, ...caseOf(KNOWN_ORDER[n] ?? 'error') })),
  ),
  ...Object.keys(CARD_BRANDS).flatMap((brand) => {
    const [range, length = SIXTEEN] = RANGES[brand] ?? [NO_RANGES];
    return CASES.map((word, n) => ({
      brand,
      number: withCheckDigit(`${range.padEnd(length - 3, '0')}0${n + 1}`),
      ...caseOf(word),
    }));
  }),
];
