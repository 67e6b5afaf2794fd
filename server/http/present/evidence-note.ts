/** What the frames saw a page do to the fields, said to its developer. */
import type { NoticedEvidence } from '../../../contract/field-evidence.ts';
import type { PaymentAnswer } from '../../../contract/payment-answer.ts';
import type { Checkout } from '../../gateway/records/index.ts';

/** `card.number covered 12; card.cvv focusTaken 1`, on a test channel only: a live page learns nothing. */
export function noteOfEvidence(
  { channel }: Checkout,
  { fieldEvidence: evidence }: { readonly fieldEvidence: NoticedEvidence | undefined },
): Pick<PaymentAnswer, 'fieldEvidence'> {
  if (!evidence || channel.settings.mode !== 'test') return {};
  const fields = Object.entries(evidence).map(
    ([field, facts]) =>
      `${field} ${Object.entries(facts)
        .map((fact) => fact.join(' '))
        .join(', ')}`,
  );
  return { fieldEvidence: fields.join('; ') };
}
