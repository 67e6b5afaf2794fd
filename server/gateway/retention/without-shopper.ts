/** What stays of a record once it must not say any more who the shopper was: what the accounts are made of. */
import { isInitial } from '../../../contract/parameter-rules.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { type Payment, paymentToRow, type ShownCard } from '../../store/records/payment.ts';
import { type Registration, registrationToRow } from '../../store/records/registration.ts';

/** Parameters that say nothing of the shopper, with all below them. What is not named goes. */
const KEPT = new Set([
  ...['merchantTransactionId', 'merchantInvoiceId', 'descriptor', 'merchant', 'testMode'],
  ...['transactionCategory', 'recurringType', 'recurring', 'standingInstruction', 'job'],
  'createRegistration',
]);

export const keptParameters = (parameters: ParameterSet): ParameterSet =>
  Object.fromEntries(
    Object.entries(parameters).filter(([name]) => KEPT.has(name.split(/[.[]/, 1)[0] ?? '')),
  );

const withoutHolder = (card: ShownCard | undefined): ShownCard | undefined => {
  if (!card) return undefined;
  const { holder: _, ...rest } = card;
  return rest;
};

/** @param keepsChain whether later payments of the same card may still name it as their first one */
export const paymentWithoutShopper = (
  { parameters, card, cardFingerprint, chargebackAnswer }: Payment,
  { keepsChain }: { readonly keepsChain: boolean },
) =>
  paymentToRow({
    parameters: keptParameters(parameters),
    card: withoutHolder(card),
    cardFingerprint: keepsChain && isInitial(parameters) ? cardFingerprint : null,
    fieldEvidence: undefined,
    // Who has typed the note may have named the shopper.
    chargebackAnswer: chargebackAnswer && { ...chargebackAnswer, note: null },
    resultUrl: null,
  });

/** Of a registration that was deleted: an empty fingerprint says that it is done. */
export const registrationWithoutShopper = ({ parameters, card }: Registration) =>
  registrationToRow({
    parameters: keptParameters(parameters),
    card: withoutHolder(card),
    cardFingerprint: '',
    fieldEvidence: undefined,
  });
