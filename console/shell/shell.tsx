/** What stands around each page: navigation, search, menu, keys. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { go, path } from '../address/address.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { useKeys } from '../parts/keys.ts';
import { t } from '../words/language.ts';
import { AccountMenu } from './account-menu.tsx';
import { KeysHelp } from './keys-help.tsx';
import { keepFocus } from './lost-focus.ts';
import { Nav } from './nav.tsx';
import { SearchBox } from './search-box.tsx';

/** After `g`, for a moment: the first letter of a page. */
const PLACES: Readonly<Record<string, string>> = { t: '/', p: '/payments', a: '/approvals' };
const MOMENT_MS = 1_000;

export function Shell({ children }: { children: ComponentChildren }) {
  const [hasKeys, setKeys] = useState(false);
  const [hasNav, setNav] = useState(false);
  const goneAt = useRef(-MOMENT_MS);
  const page = useRef<HTMLElement>(null);
  const at = path.value;
  useLayoutEffect(() => (page.current ? keepFocus(page.current) : undefined), []);
  const place = (event: KeyboardEvent) => {
    const to = PLACES[event.key];
    if (to && event.timeStamp - goneAt.current < MOMENT_MS) {
      event.stopImmediatePropagation();
      go(to);
    }
  };
  useKeys({
    '?': () => setKeys(true),
    g: (event) => {
      goneAt.current = event.timeStamp;
    },
    t: place,
    p: place,
    a: place,
  });
  useEffect(() => setNav(false), [at]);
  return (
    <div class="shell">
      <a class="skip button" href="#page">
        {t('skip')}
      </a>
      <div class="side">
        <Nav>
          <Brandmark />
        </Nav>
      </div>
      <header class="top">
        <button
          type="button"
          class="icon opens-nav"
          aria-label={t('openNav')}
          onClick={() => setNav(true)}
        >
          <Icon name="menu" />
        </button>
        <SearchBox />
        <span class="gap" />
        <AccountMenu onKeys={() => setKeys(true)} />
      </header>
      <main ref={page} id="page" tabIndex={-1}>
        {children}
      </main>
      {hasNav && (
        <Dialog title={t('console')} kind="drawer" onClose={() => setNav(false)}>
          <Nav />
          <button type="button" onClick={() => setNav(false)}>
            {t('close')}
          </button>
        </Dialog>
      )}
      {hasKeys && <KeysHelp onClose={() => setKeys(false)} />}
    </div>
  );
}

const Brandmark = () => (
  <div class="brandmark">
    <Icon name="payments" />
    {t('console')}
  </div>
);
