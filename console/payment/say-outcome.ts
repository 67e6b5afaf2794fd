/** Says what came of an operation: it is done only once its processor has said so. */
import type { Approval, Operated } from '../../contract/admin-api.ts';
import { say } from '../parts/toasts.tsx';
import { t } from '../words/language.ts';

/** @param words where it is done */
export function sayOutcome(answer: Operated | Approval, words: string): void {
  const isDone = !('payment' in answer) || answer.payment.state === 'succeeded';
  say(isDone ? words : t('outcomeUnknown'), isDone ? 'good' : 'wait');
}
