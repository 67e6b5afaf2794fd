/** A list of the server with its filters: a page at a time, used by keyboard. */
import type { ComponentChildren } from 'preact';
import type { Page as PageOf } from '../../contract/admin-api.ts';
import { href, query } from '../address/address.ts';
import { type Answer, useAnswer } from '../api/use-answer.ts';
import { Empty } from './empty.tsx';
import { useRowKeys } from './keys.ts';
import { asked, type Filters } from './list-filters.tsx';
import { Loaded } from './loaded.tsx';
import { Paging } from './paging.tsx';

/** The page of a list that the address names. */
export function usePageOf<T>(path: string, filters: Filters): Answer<PageOf<T>> {
  const cursor = query.value.get('cursor') ?? undefined;
  const answer = useAnswer<PageOf<T>>(href(path, { ...asked(filters), cursor }), {
    keepsOther: true,
  });
  useRowKeys();
  return answer;
}

interface Props<T> {
  readonly answer: Answer<PageOf<T>>;
  /** The text where there is nothing; see {@link Empty}. */
  readonly empty: string;
  readonly children: (items: readonly T[]) => ComponentChildren;
}

export const Listed = <T,>({ answer, empty, children }: Props<T>) => (
  <Loaded answer={answer}>
    {({ items, next }) => (
      <>
        {items.length > 0 ? children(items) : <Empty text={empty} />}
        <Paging next={next} />
      </>
    )}
  </Loaded>
);
