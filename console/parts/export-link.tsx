/** A file of what a page shows, loaded by the browser itself: it may be longer than what a page can hold. */
import { asFailure, ask, fileAddress } from '../api/ask.ts';
import { failureInWords } from '../api/failure-words.ts';
import { t } from '../words/language.ts';
import { Icon } from './icon.tsx';
import { say } from './toasts.tsx';

/** The browser asks for the file with the session that it has by now: whether that is this tab's is asked first. */
async function load(address: string): Promise<void> {
  try {
    await ask('GET', '/session');
    Object.assign(document.createElement('a'), { href: address, download: '' }).click();
  } catch (error) {
    say(failureInWords(asFailure(error)), 'bad');
  }
}

/** @param path below `/admin/v1`, with its parameters */
export function ExportLink({ path }: { path: string }) {
  const address = fileAddress(path);
  return (
    <a
      class="button"
      href={address}
      download
      onClick={(event) => {
        event.preventDefault();
        void load(address);
      }}
    >
      <Icon name="download" />
      {t('export')}
    </a>
  );
}
