/**
 * Focus that would be lost: a row that is done with, and a button that is no longer offered, take it away with them, and
 * who works with the keyboard begins at the top again.
 */

/**
 * Gives the page's heading the focus that was on something which has been taken out of the page.
 * @returns ends it
 */
export function keepFocus(page: HTMLElement): () => void {
  let focused: Element | null = null;
  const hold = ({ target }: FocusEvent) => {
    focused = target as Element;
  };
  const observer = new MutationObserver(() => {
    if (!focused || focused.isConnected) return;
    focused = null;
    if (document.activeElement === document.body) {
      page.querySelector('h1')?.focus({ preventScroll: true });
    }
  });
  page.addEventListener('focusin', hold);
  observer.observe(page, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    page.removeEventListener('focusin', hold);
  };
}
