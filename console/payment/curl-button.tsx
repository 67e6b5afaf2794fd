/** Copies a command that does the same as the dialog it stands in. */
import { copyText } from '../parts/copy.tsx';
import { Icon } from '../parts/icon.tsx';
import { t } from '../words/language.ts';

export const CurlButton = ({ command }: { command: string }) => (
  <div>
    <button type="button" class="plain" onClick={() => copyText(command)}>
      <Icon name="copy" />
      {t('copyAsCurl')}
    </button>
  </div>
);
