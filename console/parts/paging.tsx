/** To the next page of a list and back. Pages go by keys, so that a list that grows does not shift. */
import { canGoBack, go, query, replace, withQuery } from '../address/address.ts';
import { t } from '../words/language.ts';
import { useKeys } from './keys.ts';

interface Props {
  /** Of the answer: where the next page begins. */
  readonly next: string | null;
}

export function Paging({ next }: Props) {
  const isFirst = !query.value.has('cursor');
  const toFirst = () => replace(withQuery({ cursor: '' }));
  const forward = () => next && go(withQuery({ cursor: next }));
  // An address that was sent by mail has no page before it.
  const back = () => (canGoBack() ? history.back() : toFirst());
  useKeys({ n: forward, p: () => !isFirst && back() });
  if (isFirst && !next) return null;
  return (
    <nav class="paging" aria-label={t('pages')}>
      <button type="button" disabled={isFirst} onClick={toFirst}>
        {t('firstPage')}
      </button>
      <div class="actions">
        <button type="button" disabled={isFirst} onClick={back}>
          {t('previousPage')}
        </button>
        <button type="button" disabled={!next} onClick={forward}>
          {t('nextPage')}
        </button>
      </div>
    </nav>
  );
}
