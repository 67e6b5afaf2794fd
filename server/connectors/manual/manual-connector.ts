/**
 * Bank transfers that an operator looks after: a payment waits until the operator says that its money has
 * come, a refund until the operator says that it was paid out. No processor is called, so nothing is ever
 * in doubt; what was decided is in the ledger, for every instance.
 */
import { toAmount } from '../../../contract/currency.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { isSuccess } from '../../../contract/result-codes.ts';
import type {
  AuthoriseRequest,
  Connector,
  ConnectorAnswer,
  ConnectorContext,
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

  return {
    timeLimitMs: 5_000,
    leaseMs: 10_000,
    async authorise(request) {
      const settings = await settingsOf(request.channelId);
      if (!settings) {
        const why = 'the connector of this channel is not configured';
        return refuse(request.reference, RESULT.connectorUnavailable, why);
      }
      return ledger.begin(request, waiting(request, accountOf(settings)));
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
      const refundOf = transferReference(request.referenced);
      return ledger.begin(request, waiting(request, { RefundOf: refundOf }));
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
    poll: ({ onDecided }) => ledger.tellDecided(onDecided),
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
