/** The rooms of the console. */
import type { ComponentChildren } from 'preact';
import { path } from '../address/address.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { may } from '../session/session.ts';
import { t } from '../words/language.ts';

interface Item {
  readonly to: string;
  /** Key of its words. */
  readonly name: string;
  readonly icon: IconName;
  readonly needs?: Parameters<typeof may>[0];
}

/** The first group needs no name. */
const GROUPS: readonly { readonly name: string; readonly items: readonly Item[] }[] = [
  {
    name: '',
    items: [
      { to: '/', name: 'today', icon: 'today' },
      { to: '/payments', name: 'payments', icon: 'payments' },
      { to: '/checkouts', name: 'checkouts', icon: 'checkouts' },
      { to: '/registrations', name: 'savedCards', icon: 'cards' },
      { to: '/schedules', name: 'schedules', icon: 'schedules' },
      { to: '/chargebacks', name: 'chargebacks', icon: 'chargebacks' },
      { to: '/settlement', name: 'settlement', icon: 'settlement' },
      { to: '/approvals', name: 'approvals', icon: 'requests' },
    ],
  },
  {
    name: 'developers',
    items: [
      { to: '/channel', name: 'channel', icon: 'developers' },
      { to: '/tokens', name: 'tokens', icon: 'key', needs: 'tokens.manage' },
      { to: '/webhooks', name: 'webhooks', icon: 'webhooks' },
      { to: '/requests', name: 'requests', icon: 'log' },
    ],
  },
  {
    name: 'settings',
    items: [
      {
        to: '/administrators',
        name: 'administrators',
        icon: 'people',
        needs: 'administrators.manage',
      },
      { to: '/account', name: 'account', icon: 'settings' },
    ],
  },
];

const isCurrent = (to: string, at: string) =>
  to === '/' ? at === '/' : `${at}/`.startsWith(`${to}/`);

/** @param children above the links */
export function Nav({ children }: { children?: ComponentChildren }) {
  const at = path.value;
  return (
    <nav class="main" aria-label={t('nav')}>
      {children}
      {GROUPS.map(({ name, items }) => {
        const shown = items.filter(({ needs }) => !needs || may(needs));
        return (
          shown.length > 0 && (
            <div key={name}>
              {name && <div class="group">{t(name)}</div>}
              <ul>
                {shown.map(({ to, name: words, icon }) => (
                  <li key={to}>
                    <a href={to} {...(isCurrent(to, at) && { 'aria-current': 'page' as const })}>
                      <Icon name={icon} />
                      {t(words)}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
    </nav>
  );
}
