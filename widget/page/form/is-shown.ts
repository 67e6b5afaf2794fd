/** Whether an element is in the page and has a box there: `checkVisibility`, also in Safari 16. */
export const isShown = (element: HTMLElement): boolean =>
  element.checkVisibility?.() ?? element.getClientRects().length > 0;
