/** The two pages about checkouts, as chips above each. */
import { path } from '../address/address.ts';
import { t } from '../words/language.ts';

const PAGES = [
  ['/checkouts', 'notPaid'],
  ['/checkouts/funnel', 'funnel'],
] as const;

export const CheckoutPages = () => (
  <nav class="chips" aria-label={t('checkouts')}>
    {PAGES.map(([to, name]) => (
      <a
        key={to}
        class="button"
        href={to}
        {...(path.value === to && { 'aria-current': 'page' as const })}
      >
        {t(name)}
      </a>
    ))}
  </nav>
);
