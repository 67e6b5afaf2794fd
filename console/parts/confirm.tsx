/** Asks once before something is done, says what will happen, and cannot be sent twice. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type ApiFailure, asFailure } from '../api/ask.ts';
import { failureInWords } from '../api/failure-words.ts';
import { t } from '../words/language.ts';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface Props {
  readonly title: string;
  /** Of the button that does it: a verb, with the amount where there is one. */
  readonly action: string;
  readonly isDanger?: boolean;
  /** What is missing yet, so that it cannot be done. */
  readonly isIncomplete?: boolean;
  /**
   * Does it.
   * @param key the same for each try of this question until one is refused, so that the server does it once
   */
  readonly onConfirm: (key: string) => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Confirm(props: Props) {
  const { title, action, isDanger, isIncomplete = false, onConfirm, onClose, children } = props;
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [failure, setFailure] = useState<ApiFailure>();
  const [isBusy, setBusy] = useState(false);
  // A second click comes before the first one is drawn.
  const isSent = useRef(false);

  async function confirm(): Promise<void> {
    if (isSent.current || isIncomplete) return;
    isSent.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm(key);
    } catch (error) {
      const failed = asFailure(error);
      setFailure(failed);
      // Under the same key the server would say the same again.
      if (failed.isRefusal) setKey(crypto.randomUUID());
    } finally {
      isSent.current = false;
      setBusy(false);
    }
  }

  return (
    <Dialog title={title} onClose={onClose} isBusy={isBusy}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        {children}
        {failure && (
          <Notice tone="bad" role="alert">
            {failureInWords(failure)}
          </Notice>
        )}
        <div class="actions end">
          <button type="button" onClick={onClose} disabled={isBusy}>
            {t('cancel')}
          </button>
          {failure?.reason === 'conflict' ? (
            // It would be refused again: what is here is older than what there is.
            <button type="button" class="primary" onClick={() => location.reload()}>
              {t('loadAgain')}
            </button>
          ) : (
            <button
              type="submit"
              class={isDanger ? 'danger' : 'primary'}
              aria-disabled={isBusy || isIncomplete}
              aria-busy={isBusy}
            >
              {action}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
