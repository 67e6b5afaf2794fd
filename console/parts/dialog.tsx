/** A question or a form above the page. Escape and a click beside it close it. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  /** While something is on its way it stays. */
  readonly isBusy?: boolean;
  readonly kind?: 'wide' | 'drawer';
  readonly children: ComponentChildren;
}

export function Dialog({ title, onClose, isBusy = false, kind, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // At once: it is never seen without being the one thing that can be used.
  useLayoutEffect(() => {
    const element = dialog.current;
    // The element of before gets the focus back from the browser when the dialog closes.
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      closedby={isBusy ? 'none' : 'any'}
      {...(kind && { class: kind })}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onClose();
      }}
    >
      <div class="form">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
