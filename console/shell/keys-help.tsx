/** The keys of the console, shown by `?`. */
import { Dialog } from '../parts/dialog.tsx';
import { t } from '../words/language.ts';

const KEYS: readonly (readonly [keys: readonly string[], words: string])[] = [
  [['/'], 'keySearch'],
  [['j', '↓'], 'keyDown'],
  [['k', '↑'], 'keyUp'],
  [['Enter'], 'keyOpen'],
  [['n'], 'keyNext'],
  [['p'], 'keyPrevious'],
  [['f'], 'keyFilters'],
  [['g t'], 'keyToday'],
  [['g p'], 'keyPayments'],
  [['Esc'], 'keyClose'],
  [['?'], 'keyHelp'],
];

export const KeysHelp = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={t('keys')} onClose={onClose}>
    <dl class="keys">
      {KEYS.map(([keys, words]) => (
        <div key={words}>
          <dt dir="ltr">
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{t(words)}</dd>
        </div>
      ))}
    </dl>
    <div class="actions end">
      <button type="button" onClick={onClose}>
        {t('close')}
      </button>
    </div>
  </Dialog>
);
