/** A secret that the server shows once and keeps only as a hash. */
import { t } from '../words/language.ts';
import { Copied } from './copy.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

export const ShownOnce = ({ title, secret, onClose }: Props) => (
  <Dialog title={title} onClose={onClose}>
    <p>{t('shownOnce')}</p>
    <Copied text={secret} name={title} />
    <div class="actions end">
      <button type="button" class="primary" onClick={onClose}>
        {t('close')}
      </button>
    </div>
  </Dialog>
);
