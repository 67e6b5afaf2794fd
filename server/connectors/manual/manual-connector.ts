/**
 * Bank transfers that an operator looks after: a payment waits until the operator says that its money has
 * come, a refund until the operator says that it was paid out. No processor is called, so nothing is ever
 * in doubt; what was decided is in the ledger, for every instance.
 */
import { createHash } from 'node:crypto';
import { toAmount } from '../../../contract/currency.ts';
import { isPrepayment } from '../../../contract/other-brands.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { isSuccess } from '../../../contract/result-codes.ts';
import type {
  AuthoriseRequest,
  Connector,
  ConnectorAnswer,
  ConnectorContext,
  ProcessorOperation,
  ReferenceRequest,
} from '../connector.ts';
import type { ConnectorLedger } from '../connector-ledger.ts';
import { transferReference } from '../transfer-reference.ts';
import type { ManualSettings } from './settings.ts';

export function createManual(
  { settingsOf }: Pick<ConnectorContext<ManualSettings>, 'settingsOf'>,
  ledger: ConnectorLedger,
): Connector {
  const refuse = (reference: string, resultCode: string, why: string) =>
    ledger.blockReference(reference, { resultCode, details: { ExtendedDescription: why } });

  /** What has come for a voucher; undefined where the reference is none, or nothing has come. */
  const receiptOf = async (referenced: string): Promise<ProcessorOperation | undefined> => {
    const entry = await ledger.find(referenced);
    if (entry?.type !== 'PA' || !isSuccess(entry.decided?.resultCode ?? '')) return undefined;
    const { amount, currency, decided } = entry;
    const { resultCode = '', details = {} } = decided ?? {};
    const hash = createHash('sha256').update(`receipt ${referenced}`).digest('hex');
    const reference = hash.slice(0, referenced.length);
    // Known here, so that it can be refunded.
    await ledger.blockReference(reference, { resultCode, details });
    return { referenced, reference, paymentType: 'RC', amount, currency, resultCode, details };
  };

  return {
    timeLimitMs: 5_000,
    leaseMs: 10_000,
    async authorise(request) {
      const settings = await settingsOf(request.channelId);
      if (!settings) {
        const why = 'the connector of this channel is not configured';
        return refuse(request.reference, RESULT.connectorUnavailable, why);
      }
      const { paymentType, paymentBrand, payableUntil } = request;
      if (paymentType === 'PA' && !isPrepayment(paymentBrand)) {
        const why = `a transfer reserves nothing: ${paymentBrand} takes DB`;
        return refuse(request.reference, RESULT.paymentTypeNotSupported, why);
      }
      const pending = waiting(request, accountOf(settings));
      if (payableUntil === undefined) return ledger.begin(request, pending);
      const PayableUntil = new Date(payableUntil).toISOString();
      const details = { ...pending.details, PayableUntil };
      return ledger.begin(request, { resultCode: RESULT.awaitingMoney, details });
    },
    async operate(request) {
      const original = await ledger.find(request.referenced);
      if (request.paymentType !== 'RF') {
        const why = `a bank transfer knows no ${request.paymentType}`;
        return refuse(request.reference, RESULT.paymentTypeNotSupported, why);
      }
      if (!isSuccess(original?.decided?.resultCode ?? '')) {
        const why = 'no transfer has come for the payment';
        return refuse(request.reference, RESULT.referenceNotFound, why);
      }
      const { TransferReference = transferReference(request.referenced) } =
        original?.decided?.details ?? {};
      return ledger.begin(request, waiting(request, { RefundOf: TransferReference }));
    },
    // The shopper is sent nowhere, so nothing that comes back is of ours.
    isGenuine: async () => false,
    resume: () => Promise.reject(new Error('no shopper was sent anywhere')),
    ask: ledger.ask,
    async cancel(reference, resultCode = RESULT.neverArrived) {
      const entry = await ledger.find(reference);
      if (!entry) return ledger.blockReference(reference, { resultCode, details: {} });
      // The operator may have paid it out a moment ago: only the operator can say that it has failed.
      if (entry.type === 'RF' && !entry.decided && entry.pending) return entry.pending;
      const { details = {} } = entry.pending ?? {};
      return ledger.decide(reference, { resultCode, details });
    },
    poll: ({ onDecided, onOperation }) =>
      ledger.tellDecided(async (reference) => {
        const receipt = await receiptOf(reference);
        if (receipt) await onOperation(receipt);
        return onDecided(reference);
      }),
  };
}

/** What merchant and shopper read while the transfer is on its way. */
function waiting(
  { reference, amount, currency }: AuthoriseRequest | ReferenceRequest,
  more: Readonly<Record<string, string>>,
): ConnectorAnswer {
  const details = {
    ConnectorTxID1: transferReference(reference),
    TransferReference: transferReference(reference),
    TransferAmount: `${toAmount(amount, currency)} ${currency}`,
    ...more,
  };
  return { resultCode: RESULT.pending, details };
}

const accountOf = ({ account: { holder, iban, bic, bank } }: ManualSettings) => ({
  TransferHolder: holder,
  TransferIban: iban,
  ...(bic && { TransferBic: bic }),
  ...(bank && { TransferBank: bank }),
});
