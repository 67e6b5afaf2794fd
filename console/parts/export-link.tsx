/** A file of what a page shows, loaded by the browser itself: it may be longer than what a page can hold. */
import { asFailure, ask, fileAddress } from '../api/ask.ts';
import { failureInWords } from '../api/failure-words.ts';
import { t } from '../words/language.ts';
import { Icon } from './icon.tsx';
import { say } from './toasts.tsx';

/** The browser asks for the file with the session that it has by now: whether that is this tab's is asked first. */
async function load(address: string, name: string): Promise<void> {
  try {
    await ask('GET', '/session');
    Object.assign(document.createElement('a'), { href: address, download: name }).click();
  } catch (error) {
    say(failureInWords(asFailure(error)), 'bad');
  }
}

interface Props {
  /** Below `/admin/v1`, with its parameters. */
  readonly path: string;
  /** Of the file. */
  readonly name: string;
}

export function ExportLink({ path, name }: Props) {
  const address = fileAddress(path);
  return (
    <a
      class="button"
      href={address}
      download={name}
      onClick={(event) => {
        event.preventDefault();
        void load(address, name);
      }}
    >
      <Icon name="download" />
      {t('export')}
    </a>
  );
}
