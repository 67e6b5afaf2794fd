/** Payments whose shopper the simulator sends to one of its banks, and what comes back from there. */

import { randomUUID } from 'node:crypto';
import { toAmount, toMinorUnits } from '../../../contract/currency.ts';
import { isCardless, isPrepayment, OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import {
  ANSWER,
  type BankQuestion,
  QUESTION,
  readMessage,
  writeMessage,
} from '../../../contract/simulated-bank.ts';
import type {
  AuthoriseRequest,
  BrowserRequest,
  ConnectorAnswer,
  ConnectorContext,
  NextStep,
  ResumeRequest,
  SandboxTools,
} from '../connector.ts';
import { acquirerResponse, authenticationCase, rejectionOf, threeDSecureOf } from './issuer.ts';
import type { SimulatorLedger } from './ledger.ts';
import { voucherOf } from './vouchers/voucher.ts';

const PENDING = RESULT.pending;
const TECHNICAL_ERROR = RESULT.threeDSecureTechnicalError;
/** What a wallet's page can answer, beside accept. */
const WALLET_RESULTS: ReadonlyMap<string, string> = new Map([
  ['decline', RESULT.rejectedByBank],
  ['cancel', RESULT.cancelledByShopper],
  ['pend', PENDING],
]);

export interface BankVisits {
  /** Posts what comes before the authorisation; undefined where nothing does. */
  begin(request: AuthoriseRequest, approved: ConnectorAnswer): Promise<ConnectorAnswer | undefined>;
  /** What the bank says, if it is the bank that says it, and of this payment. */
  read(reference: string, returned: ResumeRequest['returned']): Promise<string | undefined>;
  end(reference: string, returned: ResumeRequest['returned']): Promise<ConnectorAnswer>;
  readonly voucherPage: SandboxTools['voucherPage'];
  readonly readReceipt: SandboxTools['readReceipt'];
}

/**
 * The same without success: nothing is left of the acquirer's yes. Where no acquirer was asked, no issuer
 * has looked at the address and the CVV.
 */
export function withCode(
  { details, checks, ...answer }: ConnectorAnswer,
  resultCode: string,
): ConnectorAnswer {
  const said = acquirerResponse(resultCode);
  const { avsResponse: _, cvvResponse: __, ...others } = checks ?? {};
  const left = said.AcquirerResponse === undefined ? others : checks;
  return {
    ...answer,
    resultCode,
    ...(left && { checks: left }),
    details: { ConnectorTxID1: details['ConnectorTxID1'] ?? '', ...said },
  };
}

export function createBankVisits(
  { address, sign }: ConnectorContext['banks'],
  ledger: SimulatorLedger,
): BankVisits {
  const send = (
    request: AuthoriseRequest,
    transactionId: string,
    kind: BankQuestion['kind'],
  ): BrowserRequest => {
    const { returnUrls, card, parameters, currency, origins, isInline } = request;
    const question: BankQuestion = {
      kind,
      transactionId,
      returnUrl: kind === 'method' ? returnUrls.methodCall : returnUrls.finish,
      amount: parameters['risk.amount'] ?? (currency && toAmount(request.amount, currency)),
      currency,
      merchant: request.merchantName,
      brand: OTHER_BRANDS.get(request.paymentBrand)?.name ?? request.paymentBrand,
      ...(card && { last4Digits: card.number.slice(-4) }),
      ...(isInline && { isInline }),
      // The page of the gateway that holds it is on the way up, too. That of a sandbox has no name.
      ...(origins.length > 0 &&
        !origins.includes('null') && {
          ancestors: [new URL(returnUrls.finish).origin, ...origins],
        }),
    };
    return {
      url: `${address()}/bank/${kind}`,
      method: kind === 'wallet' ? 'GET' : 'POST',
      parameters: [{ name: QUESTION[kind], value: writeMessage(sign, 'question', question) }],
    };
  };

  const toBrand = async (request: AuthoriseRequest, approved: ConnectorAnswer) => {
    // The shopper has agreed to it before, and may not be there.
    if (request.isStored) return undefined;
    if (address() === undefined)
      return ledger.post(request.reference, withCode(approved, RESULT.acquirerUnavailable));
    const transactionId = randomUUID();
    const page = send(request, transactionId, 'wallet');
    const inline = request.isInline && { isInline: true };
    const nextStep: NextStep = { kind: 'redirect', transactionId, page, ...inline };
    return ledger.post(request.reference, { ...withCode(approved, PENDING), nextStep }, approved);
  };

  /** The shopper gets a voucher, and is sent nowhere. */
  const toBank = (request: AuthoriseRequest, approved: ConnectorAnswer) => {
    const details = { ...approved.details, ...voucherOf(request) };
    const waiting = { ...withCode(approved, RESULT.awaitingMoney), details };
    return ledger.post(request.reference, waiting, { ...approved, details });
  };

  const toIssuer = async (request: AuthoriseRequest, approved: ConnectorAnswer) => {
    const found = authenticationCase(request);
    if (!found) return undefined;
    const { reference, paymentBrand } = request;
    const { outcome, methodCall } = found;
    const ids = {
      threeDSServerTransID: randomUUID(),
      dsTransactionId: randomUUID(),
      acsTransactionId: randomUUID(),
    };
    const flow = outcome === 'C' ? 'challenge' : 'frictionless';
    const with3ds = (status: string, answer: ConnectorAnswer): ConnectorAnswer => ({
      ...answer,
      checks: { ...answer.checks, threeDSecure: threeDSecureOf(paymentBrand, status, ids, flow) },
    });
    const rejection = outcome === 'C' ? undefined : rejectionOf(outcome);
    const atOnce = rejection === undefined ? approved : withCode(approved, rejection);
    if (outcome !== 'C' && !methodCall) return ledger.post(reference, with3ds(outcome, atOnce));
    if (address() === undefined) {
      return ledger.post(reference, with3ds('U', withCode(approved, TECHNICAL_ERROR)));
    }
    const transactionId = ids.threeDSServerTransID;
    const nextStep: NextStep = {
      kind: 'threeDSecure',
      transactionId,
      ...(methodCall && { methodCall: send(request, transactionId, 'method') }),
      ...(outcome === 'C' && { page: send(request, transactionId, 'challenge') }),
    };
    const waiting = with3ds('C', { ...withCode(approved, PENDING), nextStep });
    return ledger.post(reference, waiting, with3ds(outcome === 'C' ? 'Y' : outcome, atOnce));
  };

  const read: BankVisits['read'] = async (reference, returned) => {
    const waiting = await ledger.undecided(reference);
    const step = waiting?.answer.nextStep;
    if (!step) return undefined;
    // The browser was looked at, no shopper was asked: the issuer has made up its mind already.
    if (!step.page) return waiting.approved.checks?.threeDSecure?.transStatus;
    const field = step.kind === 'threeDSecure' ? ANSWER.challenge : ANSWER.wallet;
    const answer = readMessage(sign, 'answer', returned[field]);
    return answer?.transactionId === step.transactionId ? answer.outcome : undefined;
  };

  return {
    read,
    voucherPage({ reference: transactionId, amount, currency, ...voucher }) {
      if (address() === undefined) return undefined;
      const question: BankQuestion = {
        kind: 'voucher',
        transactionId,
        amount: toAmount(amount, currency),
        currency,
        ...voucher,
      };
      return {
        url: `${address()}/bank/voucher`,
        method: 'GET',
        parameters: [{ name: QUESTION.voucher, value: writeMessage(sign, 'question', question) }],
      };
    },
    readReceipt({ reference, currency }, returned) {
      const answer = readMessage(sign, 'answer', returned[ANSWER.voucher]);
      const [bankReference = '', paid = ''] = answer?.outcome.split(' ') ?? [];
      const amount = toMinorUnits(paid, currency);
      return answer?.transactionId === reference && amount ? { bankReference, amount } : undefined;
    },
    async begin(request, approved) {
      const { paymentBrand } = request;
      if (isPrepayment(paymentBrand)) return toBank(request, approved);
      const isOther = isCardless({ ...request, brand: paymentBrand });
      return isOther ? toBrand(request, approved) : toIssuer(request, approved);
    },
    async end(reference, returned) {
      const waiting = await ledger.undecided(reference);
      const outcome = await read(reference, returned);
      if (!waiting || outcome === undefined) throw new Error('nothing waits for this answer');
      const { approved } = waiting;
      const step = waiting.answer.nextStep;
      if (step?.kind === 'redirect') {
        const code = WALLET_RESULTS.get(outcome) ?? RESULT.probablyCancelledByShopper;
        const said = outcome === 'accept' ? approved : withCode(approved, code);
        return ledger.post(reference, said, approved);
      }
      if (!step?.page) return ledger.post(reference, approved);
      const { threeDSecure, ...checks } = approved.checks ?? {};
      if (!threeDSecure) throw new Error('a challenge without an authentication');
      const question = readMessage(sign, 'question', step.page.parameters[0]?.value);
      const {
        eci: _,
        verificationId: __,
        version: ___,
        transStatus: ____,
        flow,
        ...ids
      } = threeDSecure;
      const rejection = rejectionOf(outcome);
      return ledger.post(reference, {
        ...(rejection === undefined ? approved : withCode(approved, rejection)),
        checks: {
          ...checks,
          threeDSecure: threeDSecureOf(question?.brand ?? '', outcome, ids, flow),
        },
      });
    },
  };
}
