/** A browser whose pages are measured, whichever engine it is. */

/** Everything of one origin's process: a page, or its frames of another site. */
export interface Session {
  evaluate(expression: string): Promise<unknown>;
}

export interface MeasuredPage extends Session {
  /** Frames of other sites, as they come. */
  readonly frames: readonly Session[];
  /** Does not wait for the page to load. */
  navigate(url: string): Promise<void>;
  /** Presses and releases the pointer in the middle of an element. */
  click(selector: string): Promise<void>;
  /** Presses and releases a key that writes a character, wherever the focus is. */
  press(character: string): Promise<void>;
  /** Of the page's own script, after a collection; undefined where the browser does not tell. */
  heapBytes(): Promise<number | undefined>;
  close(): Promise<void>;
}

export interface MeasuredBrowser {
  /**
   * A page in a context of its own: nothing is cached and no connection open.
   * @param script runs first in every document; what it gives to `tellBench` comes to `onTold`
   */
  open(script: string, onTold: (text: string) => void): Promise<MeasuredPage>;
  close(): Promise<void>;
}

/** An expression: where the middle of an element is, in CSS pixels of the window. */
export const middleOf = (selector: string): string =>
  `(() => {
    const { x, y, width, height } = document.querySelector('${selector}').getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  })()`;
