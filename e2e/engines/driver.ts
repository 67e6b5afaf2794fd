/**
 * What a test asks of a browser, and all that differs from engine to engine. Clicks and keys are real
 * ones, given to whatever is there and has the focus.
 */

/** Keys by their name in the DOM, without those that type a character. */
export type NamedKey =
  | 'ArrowLeft'
  | 'ArrowRight'
  | 'Backspace'
  | 'Delete'
  | 'End'
  | 'Enter'
  | 'Home'
  | 'Tab';
export type Modifier = 'Control' | 'Shift';

/** Frames from the outermost on, each a CSS selector in the document of the one before. */
export type FramePath = readonly string[];

export interface Size {
  /** Of the page's window, in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

export interface Driver {
  /** Name and version of the browser. */
  readonly version: string;
  /** Begins with a page that knows nothing of the pages before. */
  renew(): Promise<void>;
  /** Resolves when the page is loaded. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** May resolve before the other page is there. */
  goBack(): Promise<void>;
  goForward(): Promise<void>;
  /**
   * Evaluates a JavaScript expression in the page, or in a frame, and answers its value, which JSON
   * can hold.
   * @throws while the frame is not there
   */
  evaluate(expression: string, frames: FramePath): Promise<unknown>;
  /** Moves the pointer to a point of the window, in CSS pixels, presses and releases. */
  clickAt(x: number, y: number): Promise<void>;
  /** Types characters one after the other, wherever the focus is. */
  type(text: string): Promise<void>;
  /** Presses and releases a key while the modifier is held. */
  press(key: NamedKey | string, modifier?: Modifier): Promise<void>;
  /** A picture of the window, PNG. */
  screenshot(): Promise<Buffer>;
  end(): Promise<void>;
}

/** With a window on the screen, whose tree others can ask for: `.ci/at-spi.ts`. */
export const IS_ON_SCREEN = process.env['AT_SPI'] === '1';

/** Wide enough for every page of the tests. */
export const WINDOW: Size = { width: 1000, height: 900 };
