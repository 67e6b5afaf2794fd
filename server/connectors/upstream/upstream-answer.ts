/** What an upstream's answer means to us: decided, to be waited for, or not to be believed. */
import { toMinorUnits } from '../../../contract/currency.ts';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { APPROVED } from '../../../contract/payment-mode.ts';
import { isPending, isSuccess, RESULT_CODES } from '../../../contract/result-codes.ts';
import type { UpstreamRequestRow } from '../../store/tables.ts';
import type {
  BrowserRequest,
  ConnectorAnswer,
  ConnectorChecks,
  NextStep,
  ThreeDSecure,
} from '../connector.ts';
import type { UpstreamAnswer, UpstreamBody } from './upstream-client.ts';
import type { UpstreamSettings } from './upstream-settings.ts';

export type Outcome =
  | {
      readonly kind: 'decided' | 'pending';
      readonly answer: ConnectorAnswer;
      readonly upstreamId?: string;
      readonly registrationId?: string;
    }
  /** A success, but not of what was asked for: it has to be undone. */
  | { readonly kind: 'wrong'; readonly why: string; readonly upstreamId?: string };

/** Declined, and we do not know the word for why. */
const DECLINED = '800.100.100';
/** Nothing can be processed until somebody has mended the configuration. */
export const MISCONFIGURED = '500.100.401';
const TOO_MANY_REQUESTS = '800.120.100';
/** Its own doubt: what became of it has to be asked for. */
const UNCERTAIN = '900.100.300';
const LIVE_SUCCESS = /^000\.000\./;
const TEST_SUCCESS = /^000\.100\.11/;

export type Asked = Pick<
  UpstreamRequestRow,
  'reference' | 'amount' | 'currency' | 'mode' | 'type' | 'registration_id'
>;

/**
 * Reads the answer to a request.
 * @throws Error where it says nothing definite: what became of the request has to be asked for
 */
export function readAnswer(
  { status, body }: UpstreamAnswer,
  asked: Asked,
  settings: UpstreamSettings,
): Outcome {
  const { code } = body.result;
  if (status === 401 || status === 403) {
    return refused(MISCONFIGURED, `the processor refused our credentials (HTTP ${status})`);
  }
  if (status === 429) return refused(TOO_MANY_REQUESTS, 'the processor takes no more requests now');
  if (status === 409 || status === 422 || code === UNCERTAIN) {
    throw new Error(`the upstream answered HTTP ${status}, ${code}`);
  }
  return readOutcome(body, asked, settings);
}

/** Reads a payment as the upstream has it in its books. */
export function readOutcome(body: UpstreamBody, asked: Asked, settings: UpstreamSettings): Outcome {
  const { id, result, registrationId } = body;
  const found = {
    ...(id !== undefined && { upstreamId: id }),
    ...(registrationId !== undefined && { registrationId }),
  };
  if (isPending(result.code) && id !== undefined) {
    const nextStep = nextStepOf(body);
    const answer = { ...answerOf(body, known(result.code) ?? '000.200.000'), ...nextStep };
    return { kind: 'pending', answer, ...found };
  }
  if (!isSuccess(result.code)) {
    if (isPending(result.code)) throw new Error('a pending answer without an id');
    return { kind: 'decided', answer: answerOf(body, known(result.code) ?? DECLINED), ...found };
  }
  const why = whyNot(body, asked, settings);
  if (why !== undefined) return { kind: 'wrong', why, ...found };
  return { kind: 'decided', answer: answerOf(body, ourSuccess(result.code, asked)), ...found };
}

/** A failure of our own making: nothing was sent, or nothing was accepted. */
export const refused = (resultCode: string, why: string): Outcome & { kind: 'decided' } => ({
  kind: 'decided',
  answer: { resultCode, details: { ExtendedDescription: why } },
});

const known = (code: string) => (RESULT_CODES.has(code) ? code : undefined);

/** A plain success reads by our own mode; one with something to review keeps its code. */
const ourSuccess = (code: string, { mode }: Asked): string =>
  LIVE_SUCCESS.test(code) || TEST_SUCCESS.test(code)
    ? APPROVED[mode]
    : (known(code) ?? APPROVED[mode]);

/** Why a success is none of ours; undefined for one that is. */
function whyNot(
  { id, amount = '', currency = '', merchantTransactionId, result }: UpstreamBody,
  asked: Asked,
  { testMode }: UpstreamSettings,
): string | undefined {
  if (id === undefined) return 'a success without an id';
  if (merchantTransactionId !== undefined && merchantTransactionId !== asked.reference) {
    return 'a success of another payment';
  }
  const isAmount = /^\d{1,12}(\.\d{1,2})?$/.test(amount) && currency === asked.currency;
  if (!isAmount || toMinorUnits(amount, currency) !== asked.amount) {
    return `a success for ${`${amount} ${currency}`.slice(0, 40)}`;
  }
  const isRehearsal = testMode !== null;
  if (asked.mode === 'LIVE' && !isRehearsal && TEST_SUCCESS.test(result.code)) {
    return 'a success in test mode, on a live channel';
  }
  if (asked.mode !== 'LIVE' && LIVE_SUCCESS.test(result.code)) {
    return 'a live success, on a test channel';
  }
  return undefined;
}

function answerOf(body: UpstreamBody, resultCode: string): ConnectorAnswer {
  const { id, result, resultDetails = {} } = body;
  const told = Object.entries(resultDetails).flatMap(([name, value]) =>
    typeof value === 'string' && name.length <= 64
      ? [[name, IDENTIFIER.test(name) ? value.slice(0, 255) : withoutCards(value)] as const]
      : [],
  );
  const explains = !isSuccess(resultCode) && !isPending(resultCode) && result.description;
  return {
    resultCode,
    details: {
      ...Object.fromEntries(told),
      ...(explains && { ExtendedDescription: withoutCards(result.description ?? '') }),
      ...(id !== undefined && { ConnectorTxID1: id }),
    },
    checks: checksOf(body),
  };
}

/** Details that are digits by right, such as acquirerTxId9. */
const IDENTIFIER = /id\d*$/i;

/** Nobody knows what an upstream repeats: no run of digits that could be a card number gets in. */
const withoutCards = (text: string): string =>
  text.replace(/\d(?:[ -]?\d){11,18}/g, (run) => (run.length < 12 ? run : '…')).slice(0, 2048);

function checksOf({ result, risk, threeDSecure }: UpstreamBody): ConnectorChecks {
  const { avsResponse, cvvResponse } = result;
  const authentication = threeDSecureOf(threeDSecure);
  return {
    ...(avsResponse && { avsResponse }),
    ...(cvvResponse && { cvvResponse }),
    ...(risk && Number.isFinite(risk.score) && { riskScore: risk.score }),
    ...(authentication && { threeDSecure: authentication }),
  };
}

function threeDSecureOf(told: UpstreamBody['threeDSecure']): ThreeDSecure | undefined {
  const text = (name: string) => {
    const value = told?.[name];
    return typeof value === 'string' && value.length <= 255 ? value : undefined;
  };
  const transStatus = text('transStatus');
  if (transStatus === undefined) return undefined;
  const [eci, verificationId] = [text('eci'), text('verificationId')];
  return {
    ...(eci !== undefined && { eci }),
    version: text('version') ?? '',
    flow: text('flow') === 'challenge' ? 'challenge' : 'frictionless',
    transStatus,
    threeDSServerTransID: text('threeDSServerTransID') ?? '',
    dsTransactionId: text('dsTransactionId') ?? '',
    acsTransactionId: text('acsTransactionId') ?? '',
    ...(verificationId !== undefined && { verificationId }),
  };
}

/**
 * Where the shopper goes: the upstream's own page, which leads to the bank and back to us. That page
 * makes the method call as well: from ours, nobody would hear of its end.
 */
function nextStepOf({ id = '', paymentBrand, redirect }: UpstreamBody): { nextStep?: NextStep } {
  if (!redirect) return {};
  const named = redirect.parameters.find(({ name }) => /trans(action)?id$/i.test(name))?.value;
  return {
    nextStep: {
      kind: OTHER_BRANDS.has(paymentBrand ?? '') ? 'redirect' : 'threeDSecure',
      transactionId: named ?? id,
      page: asForm(redirect),
    },
  };
}

/** A browser sends a form by GET without the query of its address: that goes along as fields. */
function asForm({ url, method, parameters }: BrowserRequest): BrowserRequest {
  if (method !== 'GET') return { url, method, parameters };
  const address = new URL(url);
  const query = [...address.searchParams].map(([name, value]) => ({ name, value }));
  address.search = '';
  return { url: address.href, method, parameters: [...query, ...parameters] };
}
