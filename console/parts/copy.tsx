/** A value with a button that copies it. */
import { t } from '../words/language.ts';
import { Icon } from './icon.tsx';
import { say } from './toasts.tsx';

export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  say(t('copied'));
}

/** @param name what it is, for the button's own name */
export const Copied = ({ text, name }: { text: string; name: string }) => (
  <span class="copied">
    <bdi class="mono">{text}</bdi>
    <button
      type="button"
      class="plain icon"
      aria-label={t('copyOf', { name })}
      onClick={() => copyText(text)}
    >
      <Icon name="copy" />
    </button>
  </span>
);
