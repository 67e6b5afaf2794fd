/**
 * Everything that crosses between the merchant's page and a field frame. Both sides check every
 * message with the guards of `message-guards.ts`: the page because any frame may post to it, the frame because every
 * merchant page is hostile until proven otherwise. No message can set a field's value or read it.
 */
import type { FrameView } from './field-evidence.ts';
import type { WantedStyles } from './frame-style.ts';

/** The first that a frame says, to the window of its parent: it listens, and takes a port. */
export const LISTENING = 0;

/** Longest text that a page may put into a frame (label, placeholder, error). */
export const MAX_TEXT_LENGTH = 300;
/** Digits of the card number that a frame may tell the page. */
export const MAX_BIN_LENGTH = 8;

export type Direction = 'ltr' | 'rtl';

/**
 * First message of the page, posted to the window of the frame together with one port. It has no
 * checkout: a frame is of the checkout that its own address names.
 */
export interface InitMessage {
  readonly type: 'init';
}

/** How the field looks and speaks. Sent whole, whenever something of it changes. */
export interface ConfigureMessage {
  readonly type: 'configure';
  /** BCP 47 language tag of the texts. */
  readonly language: string;
  readonly direction: Direction;
  readonly label: string;
  readonly placeholder: string;
  readonly required: boolean;
  /** Hides what is typed (`maskCvv`). */
  readonly masked: boolean;
  /** Groups the digits of a card number (`numberFormatting`). */
  readonly grouped: boolean;
  readonly disabled: boolean;
  readonly colorScheme: 'light' | 'dark' | 'light dark';
  readonly styles: WantedStyles;
}

/**
 * The brands that the form offers, and the one chosen: number lengths, gaps and CVV length follow. The
 * message chooses among the rules that the gateway wrote into the frame's document, and defines none:
 * the frame answers which rules the digits match, so rules of a page would read the digits (D9).
 */
export interface BrandMessage {
  readonly type: 'brand';
  readonly offered: readonly string[];
  /**
   * For the number: what the shopper chose by hand, '' while the number decides. For the CVV: the
   * brand in force, '' while there is none.
   */
  readonly chosen: string;
}

/**
 * What the shopper sees of the frame, by the page's word. The frame believes it: a page that lies to
 * its own harm may, and one that hides what it does is told of where the browser sees it.
 */
export interface ViewMessage {
  readonly type: 'view';
  readonly view: FrameView;
}

/** What is wrong with the field, for assistive technology inside the frame; empty when nothing is. */
export interface ErrorMessage {
  readonly type: 'error';
  readonly text: string;
}

export interface FocusMessage {
  readonly type: 'focus';
}

export interface ClearMessage {
  readonly type: 'clear';
}

/**
 * Asks for the sealed value. The frame refuses while its field is not valid, and takes the focus from
 * a field that is being typed in: a page learns of validity only when the field was left.
 */
export interface SealMessage {
  readonly type: 'seal';
  /** Comes back in the answer. */
  readonly request: number;
  /** The gateway's time at this moment, epoch milliseconds. */
  readonly now: number;
  /** Of this submission, from the gateway: the same for both frames. */
  readonly nonce: string;
}

export type PageMessage =
  | ConfigureMessage
  | BrandMessage
  | ViewMessage
  | ErrorMessage
  | FocusMessage
  | ClearMessage
  | SealMessage;

/** A few texts of the shopper's language by their keys, for a form whose data do not come. */
export interface EarlyWords {
  /** BCP 47 tag. */
  readonly language: string;
  readonly direction: Direction;
  readonly [key: string]: string;
}

/** The frame listens on its port. Sent once for each handshake. A field that is filled already says so. */
export interface ReadyMessage {
  readonly type: 'ready';
  /** Of the card number's frame: what the gateway wrote into its document. English has none. */
  readonly words?: EarlyWords;
}

/** The value changed, or the field lost focus. Never more of the number than its BIN. */
export interface StateMessage {
  readonly type: 'state';
  /** `check`: the brand changed while the field is left; only `valid` may differ. */
  readonly event: 'input' | 'focus' | 'blur' | 'check';
  readonly empty: boolean;
  /** Told on `blur` and `check` only. */
  readonly valid?: boolean;
  /** Number frame only: first digits, at most {@link MAX_BIN_LENGTH}, from the sixth digit on. */
  readonly bin?: string;
  /** Number frame only: card brands that the digits may belong to, most specific first. */
  readonly brands?: readonly string[];
}

/** Enter was pressed in the field. */
export interface SubmitMessage {
  readonly type: 'submit';
}

/** A style that may not enter the frame was left out: `color: url(x)`. */
export interface RefusedMessage {
  readonly type: 'refused';
  readonly style: string;
}

export interface SealedMessage {
  readonly type: 'sealed';
  readonly request: number;
  /** The JWE, of an empty field that may be empty, too; absent when the field is not valid. */
  readonly value?: string;
}

export type FrameMessage =
  | ReadyMessage
  | StateMessage
  | SubmitMessage
  | RefusedMessage
  | SealedMessage;
