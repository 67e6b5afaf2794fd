/** What is true of a reference at a processor, and how a reference is closed there. */

import { REGISTRATION } from '../../../contract/catalogue.ts';
import { toAmount } from '../../../contract/currency.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { isPending, isSuccess } from '../../../contract/result-codes.ts';
import { isOpen } from './answer.ts';
import { type ProcessorBody, type RelayClient, type RelayConfig, readPayment } from './client.ts';

const NOT_FOUND = RESULT.transactionNotFound;

export interface Inquiry {
  /**
   * The payment of a reference.
   * @param processorId its id there, where it is known
   * @param type an agreement is none of the processor's payments: it is known by its id alone
   * @returns undefined where the processor knows none
   * @throws Error when there is no telling
   */
  find(
    config: RelayConfig,
    reference: string,
    processorId?: string | null,
    type?: string,
  ): Promise<ProcessorBody | undefined>;
  /**
   * Uses up the reference as an idempotency key, so that a request under it that is still on its way
   * is refused when it arrives. It costs a checkout that is never paid, or two where the processor takes
   * no notice of such keys: that shows, because the second one is another.
   * @returns `arrived` when that request was there first; `open` where the processor has no such keys
   */
  close(
    config: RelayConfig,
    request: { reference: string; amount: number; currency: string; type?: string },
  ): Promise<'closed' | 'arrived' | 'open'>;
}

export function createInquiry(client: RelayClient, timeLimitMs: number): Inquiry {
  const byId = async (config: RelayConfig, id: string, type?: string): Promise<ProcessorBody> => {
    const { entityId } = config.settings;
    const resource = type === REGISTRATION ? 'registrations' : 'payments';
    const path = `/v1/${resource}/${encodeURIComponent(id)}`;
    const { body, status } = await client.get(config, path, { entityId }, timeLimitMs);
    // A declined payment is HTTP 400; without an id it is no payment that answers.
    if (body.id === undefined) throw new Error(`HTTP ${status}, ${body.result.code}`);
    return body;
  };

  return {
    async find(config, reference, processorId, type) {
      if (processorId) return byId(config, processorId, type);
      if (type === REGISTRATION) return undefined;
      const query = { entityId: config.settings.entityId, merchantTransactionId: reference };
      const { body, status } = await client.get(config, '/v1/query', query, timeLimitMs);
      if (body.result.code === NOT_FOUND) return undefined;
      if (status !== 200 || !body.payments) throw new Error(`HTTP ${status}, ${body.result.code}`);
      const listed = body.payments.map(readPayment).filter((payment) => payment !== undefined);
      const found = listed.filter((payment) => payment.merchantTransactionId === reference);
      // Echoed when sent: one without it may be of any merchant, ours too.
      if (found.length === 0 && listed.some((payment) => !payment.merchantTransactionId)) {
        throw new Error('the processor lists payments without their references');
      }
      const first =
        found.find(({ result }) => isSuccess(result.code)) ??
        found.find(({ result }) => isOpen(result.code)) ??
        found[0];
      // A list does not say where the shopper has to go.
      return first?.id !== undefined && isPending(first.result.code)
        ? byId(config, first.id)
        : first;
    },

    async close(config, { reference, amount, currency, type }) {
      const { entityId } = config.settings;
      const fields =
        type === REGISTRATION
          ? { entityId, createRegistration: 'true' }
          : { entityId, amount: toAmount(amount, currency), currency, paymentType: 'DB' };
      const use = () =>
        client.post(config, '/v1/checkouts', fields, { key: reference, timeLimitMs });
      const first = await use();
      if (first.status === 409 || first.status === 422) return 'arrived';
      if (first.status !== 200) return 'open';
      const again = await use();
      return again.status === 200 && again.body.id === first.body.id ? 'closed' : 'open';
    },
  };
}
