/** A page for those who are not signed in: one card in the middle, and the languages. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { LanguageChoice } from '../shell/language-choice.tsx';
import { t } from '../words/language.ts';

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
}

export function Outside({ title, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${t('console')}`;
  }, [title]);
  return (
    <div class="outside">
      <header class="brandmark">
        <Icon name="payments" />
        {t('console')}
      </header>
      <main>
        <div class="card">
          <h1 tabIndex={-1}>{title}</h1>
          {children}
        </div>
      </main>
      <footer>
        <LanguageChoice />
      </footer>
    </div>
  );
}
