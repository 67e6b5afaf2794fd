/** Finds the merchant's forms, now and later, and notices when they go. */

export interface FormWatcher {
  readonly onFound: (form: HTMLFormElement) => void;
  /** Called after every change of the page, that of a language too. */
  readonly onChange: () => void;
}

/** Whether the parser is past an element: until then, its text may not be there in whole. */
function isParsed(element: Element): boolean {
  if (document.readyState !== 'loading') return true;
  for (let at: Element | null = element; at; at = at.parentElement) if (at.nextSibling) return true;
  return false;
}

export interface Watching {
  /** Notices changes inside this one, too: a shadow root keeps its own to itself. */
  readonly also: (root: Node) => void;
  readonly stop: () => void;
}

/**
 * Watches the document for `form.paymentWidgets`. Forms found while the page is still loading wait
 * until it is parsed, unless the merchant's options are there already: they may follow the form.
 */
export function watchForms({ onFound, onChange }: FormWatcher, mayStart: () => boolean): Watching {
  const marked = document.getElementsByClassName('paymentWidgets');
  const scan = () => {
    onChange();
    if (!mayStart()) return;
    for (const element of [...marked]) {
      if (element instanceof HTMLFormElement && isParsed(element)) onFound(element);
    }
  };
  const observer = new MutationObserver(scan);
  const also = (root: Node) =>
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['lang'] });
  also(document);
  // In a task of its own: this one ends the parsing, or has just read the script. While the page is
  // still being parsed, it may not be painted yet: the merchant's form is not to be seen.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scanSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(scan);
  };
  document.addEventListener('DOMContentLoaded', scanSoon);
  if (document.readyState === 'loading') scan();
  else scanSoon();
  return {
    also,
    stop() {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener('DOMContentLoaded', scanSoon);
    },
  };
}
