/** A page within the console: its title in the tab, its heading, what can be done, what it shows. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { visits } from '../address/address.ts';
import { t } from '../words/language.ts';

interface Props {
  readonly title: string;
  /** Beside the heading: a state. */
  readonly beside?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The heading takes the focus where the page was opened from another one, so that it is read out. */
export function Page({ title, beside, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const visit = visits.value;
  useEffect(() => {
    document.title = `${title} · ${t('console')}`;
  }, [title]);
  // At once: what has been focused by hand in the meantime would lose it.
  useLayoutEffect(() => {
    if (visit > 0) heading.current?.focus({ preventScroll: true });
  }, [visit]);
  return (
    <>
      <div class="heading">
        <div class="titles">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {beside}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
