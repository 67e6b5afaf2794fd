/**
 * What an upstream has done by itself with a payment of ours, and tells us of: a chargeback, or a capture,
 * reversal or refund of its own operator. It is asked for, and booked here as it stands there.
 */
import { toMinorUnits } from '../../../contract/currency.ts';
import { isSuccess, resultGroup } from '../../../contract/result-codes.ts';
import { realNow } from '../../store/clock.ts';
import type { ForeignOperation } from '../connector.ts';
import { isOpen, knownDecline } from './upstream-answer.ts';
import type { RequestRow, UpstreamBooks } from './upstream-books.ts';
import type { UpstreamBody, UpstreamConfig } from './upstream-client.ts';
import { answerOf } from './upstream-details.ts';
import type { Inquiry } from './upstream-inquiry.ts';

/** What nobody can be asked about for as long is forgotten. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000;
/** What undoes a payment of ours goes under its reference with one of these. */
const OUR_OWN_UNDOING = /-R[VF]$/;

type Book = (operation: ForeignOperation) => Promise<boolean>;

interface ForeignParts {
  readonly books: UpstreamBooks;
  readonly inquiry: Inquiry;
  readonly configOf: (channelId: string) => Promise<UpstreamConfig | undefined>;
  readonly report: (about: { reference: string; why: string }) => void;
}

export function createForeign({ books, inquiry, configOf, report }: ForeignParts) {
  const originalOf = async (row: RequestRow, body: UpstreamBody) => {
    const { referencedId, merchantTransactionId = '' } = body;
    const own = merchantTransactionId.replace(OUR_OWN_UNDOING, '');
    if (own !== '' && (await books.find(own))) return undefined;
    return referencedId === undefined ? undefined : books.findThere(row.channel_id, referencedId);
  };

  /** @returns whether there is nothing more to be found out */
  const look = async (row: RequestRow, book: Book): Promise<boolean> => {
    const config = row.channel_id === null ? undefined : await configOf(row.channel_id);
    if (!config) return true;
    const body = await inquiry.find(config, row.reference, row.upstream_id);
    const original = body && (await originalOf(row, body));
    if (!original) return true;
    const { result, paymentType = '', amount = '', currency = '' } = body;
    if (isOpen(result.code)) return false;
    const isChargeback = paymentType === 'CB' && resultGroup(result.code) === 'CHARGEBACK';
    const isOperation = /^(CP|RV|RF)$/.test(paymentType) && isSuccess(result.code);
    const minorUnits = toMinorUnits(amount, currency);
    if ((!isChargeback && !isOperation) || minorUnits === undefined) return true;
    const operation: ForeignOperation = {
      referenced: original.reference,
      reference: row.reference,
      paymentType: paymentType as ForeignOperation['paymentType'],
      amount: minorUnits,
      currency,
      resultCode: knownDecline(result.code),
      details: answerOf(body, result.code).details,
    };
    const isBooked = await book(operation);
    if (!isBooked) {
      const why = `the ${paymentType} of ${amount} ${currency} there does not fit our books`;
      report({ reference: row.reference, why });
    }
    await books.keepForeign(operation, isBooked);
    return false;
  };

  return async (row: RequestRow, book: Book): Promise<void> => {
    try {
      if (await look(row, book)) await books.drop(row.reference);
    } catch (error) {
      if (realNow() > row.created_at + FORGOTTEN_AFTER_MS) await books.drop(row.reference);
      throw error;
    }
  };
}
