/** What the frames saw the page do to the fields, as their seals say it. */
import {
  FIELD_FACTS,
  type NoticedEvidence,
  readEvidence,
} from '../../../contract/field-evidence.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { SealedField } from '../../../contract/sealed-value.ts';
import type { ChannelSettings } from '../entities/index.ts';

/** @param evidence as it was sealed, by field; undefined when every field was left in peace */
export function noticed(
  evidence: Readonly<Partial<Record<SealedField, string | undefined>>>,
): NoticedEvidence | undefined {
  const fields = Object.entries(evidence).flatMap(([field, sealed]) => {
    const counts = readEvidence(sealed ?? '');
    const facts = FIELD_FACTS.filter((fact) => counts[fact] > 0);
    return facts.length > 0
      ? [[field, Object.fromEntries(facts.map((fact) => [fact, counts[fact]]))]]
      : [];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/** The result of a payment, or of a card to be stored, that the channel declines for it. */
export const refusalOfEvidence = (
  { fieldEvidence: wish }: ChannelSettings,
  evidence: NoticedEvidence | undefined,
): string | undefined =>
  wish === 'decline' && evidence ? RESULT.declinedByRiskManagement : undefined;
