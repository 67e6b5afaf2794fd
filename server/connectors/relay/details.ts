/** What of a processor's answer the merchant reads, and where it sends the shopper. */
import { isCardless, isPrepayment } from '../../../contract/other-brands.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { isPending, isSuccess } from '../../../contract/result-codes.ts';
import { isVoucherDetail } from '../../../contract/voucher-details.ts';
import type {
  BrowserRequest,
  ConnectorAnswer,
  ConnectorChecks,
  NextStep,
  StoredCardUpdate,
  ThreeDSecure,
} from '../connector.ts';
import type { ProcessorBody } from './client.ts';

/** The answer under a result code of ours. */
export function answerOf(body: ProcessorBody, resultCode: string): ConnectorAnswer {
  const { id, result, resultDetails = {} } = body;
  const readable = Object.entries(resultDetails).flatMap(([name, value]) =>
    typeof value === 'string' && name.length <= 64
      ? [[name, isNumeric(name) ? value.slice(0, 255) : withoutCards(value)] as const]
      : [],
  );
  const explains = !isSuccess(resultCode) && !isPending(resultCode) && result.description;
  return {
    resultCode,
    details: {
      ...Object.fromEntries(readable),
      ...(explains && { ExtendedDescription: explanationOf(body) }),
      ...(id !== undefined && { ConnectorTxID1: id }),
    },
    checks: checksOf(body),
    ...storedCardOf(body, resultCode),
  };
}

/** What is over for good: a card that was only lost there is taken there again. */
const AT_AN_END: ReadonlySet<string> = new Set([
  RESULT.registrationRevoked,
  RESULT.declinedRegistrationCancelled,
]);

/** The card that was paid with as the processor has it now, or that its registration is at an end. */
function storedCardOf(
  { card }: ProcessorBody,
  resultCode: string,
): Pick<ConnectorAnswer, 'storedCard'> {
  if (AT_AN_END.has(resultCode)) return { storedCard: { kind: 'gone' } };
  return card && isSuccess(resultCode) ? { storedCard: renewed(card) } : {};
}

/** Its country is of the payment, and no field of a card that the gateway's API shows. */
export const renewed = ({
  binCountry: _,
  ...card
}: NonNullable<ProcessorBody['card']>): StoredCardUpdate => ({ kind: 'renewed', card });

/** Details that are digits by right, such as acquirerTxId9, or the number of a voucher. */
const isNumeric = (name: string): boolean => /id\d*$/i.test(name) || isVoucherDetail(name);

/** A processor may repeat anything: no run of digits that could be a card number gets in. */
const withoutCards = (text: string): string =>
  text.replace(/\d(?:[ -]?\d){11,18}/g, (run) => (run.length < 12 ? run : '…')).slice(0, 2048);

/** The processor's own words for its result. */
export const explanationOf = ({ result }: ProcessorBody): string =>
  withoutCards(result.description ?? '');

function checksOf({ result, risk, threeDSecure, card }: ProcessorBody): ConnectorChecks {
  const { avsResponse, cvvResponse } = result;
  const authentication = threeDSecureOf(threeDSecure);
  const exemption = threeDSecure?.['exemptionResult'];
  return {
    ...(avsResponse && { avsResponse }),
    ...(cvvResponse && { cvvResponse }),
    ...(risk && Number.isFinite(risk.score) && { riskScore: risk.score }),
    ...(authentication && { threeDSecure: authentication }),
    ...((exemption === 'granted' || exemption === 'refused') && { exemption }),
    ...(threeDSecure?.['softDeclined'] === true && { softDeclined: true as const }),
    ...(card?.binCountry && { issuerCountry: card.binCountry }),
  };
}

function threeDSecureOf(authentication: ProcessorBody['threeDSecure']): ThreeDSecure | undefined {
  const text = (name: string) => {
    const value = authentication?.[name];
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
 * Where the shopper goes: the processor's own page, which leads to the bank and back to us. The method
 * call can be made before. Its end is told to the processor, whose page makes it once more where it
 * was not made.
 */
export function nextStepOf({ id = '', paymentBrand, card, redirect }: ProcessorBody): {
  nextStep?: NextStep;
} {
  // A voucher is shown here as it is there.
  if (!redirect || isPrepayment(paymentBrand ?? '')) return {};
  const [methodCall] = redirect.preconditions;
  const named = redirect.parameters.find(({ name }) => /trans(action)?id$/i.test(name))?.value;
  return {
    nextStep: {
      kind: isCardless({ brand: paymentBrand ?? '', card }) ? 'redirect' : 'threeDSecure',
      transactionId: named ?? id,
      page: asForm(redirect),
      ...(methodCall && { methodCall: asForm(methodCall), isRelayed: true }),
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
