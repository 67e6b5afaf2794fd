/** A failure as it is told: what is wrong and what to do. */
import { refusalInWords, t } from '../words/language.ts';
import { clockTime, fromTheLeft } from '../words/numbers.ts';
import type { ApiFailure } from './ask.ts';

/** Failures whose words need what the gateway has said. */
const WITH_MESSAGE = ['refused', 'invalid', 'conflict', 'broken'];

export function failureInWords({ reason, message, parameterErrors, retryAt }: ApiFailure): string {
  if (reason === 'locked' && retryAt) return t('lockedUntil', { time: clockTime(retryAt) });
  if (reason === 'conflict' && parameterErrors.length > 0) {
    const names = parameterErrors.map(({ name }) => fromTheLeft(name)).join(', ');
    return t('failure.conflictOf', { names });
  }
  const words = t(`failure.${reason}`);
  if (!WITH_MESSAGE.includes(reason)) return words;
  const details = parameterErrors.map(
    ({ name, message: said, value }) =>
      `${fromTheLeft(name)}: ${refusalInWords(said)}${value === undefined ? '' : ` (${fromTheLeft(value)})`}`,
  );
  return [words, details.join('; ') || (message && refusalInWords(message))]
    .filter(Boolean)
    .join(' ');
}
