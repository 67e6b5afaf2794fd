/** The box above each page: digits, an id, an e-mail address, an amount lead to payments. */
import { useRef } from 'preact/hooks';
import { go, href } from '../address/address.ts';
import { Icon } from '../parts/icon.tsx';
import { useKeys } from '../parts/keys.ts';
import { t } from '../words/language.ts';
import { lookFor } from './look-for.ts';

export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  useKeys({
    '/': (event) => {
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    },
  });
  return (
    <search class="search">
      <Icon name="search" />
      <input
        ref={input}
        type="text"
        name="search"
        aria-label={t('search')}
        placeholder={t('searchFor')}
        autocomplete="off"
        spellcheck={false}
        maxLength={255}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
          if (event.key !== 'Enter') return;
          const found = lookFor(event.currentTarget.value);
          if (Object.keys(found).length === 0) return;
          event.currentTarget.value = '';
          event.currentTarget.blur();
          go(href('/payments', found));
        }}
      />
      <kbd>/</kbd>
    </search>
  );
}
