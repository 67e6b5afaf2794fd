/** Who is signed in, with what is theirs: account, language, look, the way out. */
import { useRef } from 'preact/hooks';
import { asFailure } from '../api/ask.ts';
import { failureInWords } from '../api/failure-words.ts';
import { SelectField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { say } from '../parts/toasts.tsx';
import { session, signOut } from '../session/session.ts';
import { choose, LANGUAGES, type Language, language, t } from '../words/language.ts';
import { chooseLook, LOOKS, type Look, look } from './look.ts';

const isLanguage = (tag: string): tag is Language => tag in LANGUAGES;
const isLook = (name: string): name is Look => LOOKS.some((one) => one === name);

/** Where the session was over before, the page asks to sign in. */
function sayWhyNot(error: unknown): void {
  const failure = asFailure(error);
  if (failure.reason !== 'signed-out') say(failureInWords(failure), 'bad');
}

export function AccountMenu({ onKeys }: { onKeys: () => void }) {
  const menu = useRef<HTMLDivElement>(null);
  const close = () => menu.current?.hidePopover();
  const { name = '', role } = session.value ?? {};
  return (
    <>
      <button type="button" class="plain" popovertarget="account-menu">
        <Icon name="people" />
        <bdi class="mid">{name}</bdi>
        <span class="narrow unseen">{t('account')}</span>
      </button>
      <div id="account-menu" class="menu" popover="auto" ref={menu}>
        <div class="who">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span class="second">{role && t(`role.${role}`)}</span>
        </div>
        <SelectField
          name="language"
          label={t('language')}
          value={language.value}
          onInput={(tag) => {
            if (isLanguage(tag)) void choose(tag);
          }}
          options={Object.entries(LANGUAGES)}
        />
        <SelectField
          name="look"
          label={t('look')}
          value={look.value}
          onInput={(wanted) => {
            if (isLook(wanted)) chooseLook(wanted);
          }}
          options={LOOKS.map((one) => [one, t(`look.${one}`)] as const)}
        />
        <ul>
          <li>
            <a href="/account" onClick={close}>
              <Icon name="key" />
              {t('account')}
            </a>
          </li>
          <li>
            <button
              type="button"
              onClick={() => {
                close();
                onKeys();
              }}
            >
              <Icon name="info" />
              {t('keys')}
            </button>
          </li>
          <li>
            <button type="button" onClick={() => signOut().catch(sayWhyNot)}>
              <Icon name="back" />
              {t('signOut')}
            </button>
          </li>
        </ul>
      </div>
    </>
  );
}
