/**
 * What the simulated banks are asked and what they answer. Both go through the shopper's browser, so
 * both are signed: a bank asks only what the simulator wrote, and the simulator believes only a bank.
 */

/** A question to the shopper: an issuer's challenge, a wallet's or bank's page, or what pays a voucher. */
export interface BankQuestion {
  readonly transactionId: string;
  readonly kind: 'challenge' | 'wallet' | 'method' | 'voucher';
  /** Where the answer goes. */
  readonly returnUrl: string;
  /** Decimal string; it and the currency are empty where nothing is paid, and an account is kept. */
  readonly amount: string;
  readonly currency: string;
  readonly merchant: string;
  readonly brand: string;
  readonly last4Digits?: string;
  /** Of a wallet's page: it is asked for in a frame. */
  readonly isInline?: boolean;
  /** Origins that may show the page in a frame; absent: any. A wallet's that is not inline is in none. */
  readonly ancestors?: readonly string[];
}

export interface BankAnswer {
  readonly transactionId: string;
  /**
   * Y, N, U, D or X of a challenge; accept, decline, cancel or pend of a wallet; of a voucher the bank's
   * own reference and the amount, a decimal string, with a space between.
   */
  readonly outcome: string;
}

/** A keyed hash that the simulator and its banks share; hexadecimal. */
export type Sign = (text: string) => string;

/** The names of what a browser carries, in EMV 3-D Secure's words. */
export const QUESTION = {
  challenge: 'creq',
  wallet: 'order',
  method: 'threeDSMethodData',
  voucher: 'voucher',
} as const;
export const ANSWER = { challenge: 'cres', wallet: 'receipt', voucher: 'receipt' } as const;

type Message = BankQuestion | BankAnswer;

export function writeMessage(sign: Sign, use: 'question' | 'answer', message: Message): string {
  const text = btoa(encodeURIComponent(JSON.stringify(message)));
  return `${text}.${sign(`${use} ${text}`)}`;
}

/** Undefined for what does not bear the signature. */
export function readMessage(sign: Sign, use: 'question', sent: unknown): BankQuestion | undefined;
export function readMessage(sign: Sign, use: 'answer', sent: unknown): BankAnswer | undefined;
export function readMessage(sign: Sign, use: 'question' | 'answer', sent: unknown) {
  if (typeof sent !== 'string') return undefined;
  const [text = '', signature = ''] = sent.split('.');
  if (!isSame(signature, sign(`${use} ${text}`))) return undefined;
  return JSON.parse(decodeURIComponent(atob(text)));
}

/** In a time that does not tell how much was right. */
function isSame(sent: string, right: string): boolean {
  let difference = sent.length ^ right.length;
  for (let n = 0; n < right.length; n += 1) difference |= sent.charCodeAt(n) ^ right.charCodeAt(n);
  return difference === 0;
}
