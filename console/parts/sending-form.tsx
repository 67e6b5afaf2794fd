/** A form that is sent once, is busy meanwhile, and says what was wrong. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type ApiFailure, asFailure } from '../api/ask.ts';
import { failureInWords } from '../api/failure-words.ts';
import { t } from '../words/language.ts';
import { Notice } from './notice.tsx';

interface Props {
  /** Of the button. */
  readonly action: string;
  readonly onSend: (values: FormData) => Promise<void>;
  /** Of a dialog: closes it. */
  readonly onCancel?: () => void;
  readonly children: ComponentChildren;
}

export function SendingForm({ action, onSend, onCancel, children }: Props) {
  const [failure, setFailure] = useState<ApiFailure>();
  const [isBusy, setBusy] = useState(false);
  const isSent = useRef(false);

  async function send(form: HTMLFormElement): Promise<void> {
    if (isSent.current) return;
    isSent.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await onSend(new FormData(form));
    } catch (error) {
      setFailure(asFailure(error));
    } finally {
      isSent.current = false;
      setBusy(false);
    }
  }

  const submit = (
    <button type="submit" class="primary" aria-disabled={isBusy} aria-busy={isBusy}>
      {action}
    </button>
  );
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      {children}
      {failure && (
        <Notice tone="bad" role="alert">
          {failureInWords(failure)}
        </Notice>
      )}
      {onCancel ? (
        <div class="actions end">
          <button type="button" onClick={onCancel} disabled={isBusy}>
            {t('cancel')}
          </button>
          {submit}
        </div>
      ) : (
        submit
      )}
    </form>
  );
}

/** What stands in a field, without blanks around it. */
export const textOf = (values: FormData, name: string): string => {
  const value = values.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
