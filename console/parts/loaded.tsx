/** What was asked for, or that it is on its way, or why it is not there. */
import type { ComponentChildren } from 'preact';
import { path, query } from '../address/address.ts';
import { failureInWords } from '../api/failure-words.ts';
import type { Answer } from '../api/use-answer.ts';
import { t } from '../words/language.ts';
import { Notice } from './notice.tsx';

interface Props<T> {
  readonly answer: Answer<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** What was there stays while it is asked for again, so nothing jumps. */
export function Loaded<T>({ answer, children }: Props<T>) {
  const { data, failure, reload } = answer;
  if (failure) {
    return (
      <Notice tone="bad" role="alert">
        <p>{failureInWords(failure)}</p>
        {failure.reason === 'invalid' && query.value.size > 0 ? (
          // As it stands in the address it would be refused again: a link that is older than its filters.
          <a class="button" href={path.value}>
            {t('clear')}
          </a>
        ) : (
          <button type="button" onClick={reload}>
            {t('tryAgain')}
          </button>
        )}
      </Notice>
    );
  }
  if (data === undefined) {
    return (
      <p class="loading" role="status">
        {t('loading')}
      </p>
    );
  }
  return (
    <div class="loaded" aria-busy={answer.isLoading}>
      {children(data)}
    </div>
  );
}
