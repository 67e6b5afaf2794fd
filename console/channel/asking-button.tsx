/** A button that asks once before it changes something, and says when it is done. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Confirm } from '../parts/confirm.tsx';
import { say } from '../parts/toasts.tsx';
import { t } from '../words/language.ts';

interface Props {
  /** Of the button, and of the question. */
  readonly title: string;
  /** Of the button that does it. */
  readonly action: string;
  /** For screen readers, where several buttons say the same. */
  readonly of?: string;
  readonly isDanger?: boolean;
  readonly isIncomplete?: boolean;
  /** Before it asks: what is asked begins anew. */
  readonly onOpen?: () => void;
  readonly onConfirm: (key: string) => Promise<void>;
  readonly children: ComponentChildren;
}

export function AskingButton({ title, action, of, onOpen, onConfirm, ...question }: Props) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button
        type="button"
        {...(of !== undefined && { 'aria-label': `${title}: ${of}` })}
        onClick={() => {
          onOpen?.();
          setAsked(true);
        }}
      >
        {title}
      </button>
      {isAsked && (
        <Confirm
          {...question}
          title={of === undefined ? title : `${title}: ${of}`}
          action={action}
          onClose={() => setAsked(false)}
          onConfirm={async (key) => {
            await onConfirm(key);
            setAsked(false);
            say(t('saved'));
          }}
        />
      )}
    </>
  );
}
