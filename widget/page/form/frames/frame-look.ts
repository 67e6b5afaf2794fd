/** What the inside of a frame takes over from the page around it, so that it cannot be seen. */
import type { FrameStyleProperty, WantedStyles } from '../../../../contract/frame-style.ts';
import { MAX_TEXT_LENGTH } from '../../../../contract/messages.ts';
import { optionTable } from '../../interface/options.ts';
import { own } from '../../interface/own-properties.ts';
import type { FrameKind } from './frame-kinds.ts';

type Rule = WantedStyles[string];

/** Names may be written in camel case. A frame takes no message with a longer text. */
const asRule = (rule: unknown): Rule =>
  Object.fromEntries(
    Object.entries(Object(rule)).map(([name, value]) => [
      name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`),
      String(value).slice(0, MAX_TEXT_LENGTH),
    ]),
  );

/** The merchant's `iframeStyles` of one field: `card-number`, `card-number-placeholder` and so on. */
export const merchantStyles = (field: FrameKind['styles']): WantedStyles =>
  own(
    Object.fromEntries(
      Object.entries(optionTable('iframeStyles')).flatMap(([key, rule]) =>
        key.startsWith(field) ? [[key.slice(field.length + 1) || 'base', asRule(rule)]] : [],
      ),
    ),
  );

const TAKEN_OVER = [
  'color',
  'caret-color',
  'font-family',
  'font-size',
  'font-weight',
  'letter-spacing',
] as const satisfies readonly FrameStyleProperty[];

/**
 * The look of the frame element: the stylesheet gives it the colours that its content shall have.
 * A gradient's stop, which it never has, carries the colour of placeholders and whether they are seen.
 */
const surroundingStyles = (style: CSSStyleDeclaration): WantedStyles => ({
  base: Object.fromEntries(TAKEN_OVER.map((name) => [name, style.getPropertyValue(name)])),
  placeholder: {
    color: style.getPropertyValue('stop-color'),
    opacity: style.getPropertyValue('stop-opacity'),
  },
});

export const mergeStyles = (under: WantedStyles, over: WantedStyles): WantedStyles =>
  Object.fromEntries(
    Object.keys({ ...under, ...over }).map((part) => [part, { ...under[part], ...over[part] }]),
  );

/** What surrounds a frame now: the colour scheme of the page and the style of the frame element. */
export interface FrameLook {
  readonly colorScheme: 'light' | 'dark';
  readonly styles: WantedStyles;
  readonly font: string;
  /** Pixels that a line of text has in it. */
  readonly width: number;
}

/**
 * A frame whose document has another colour scheme than the frame element gets an opaque background.
 * Which one is in force tells a colour that is never shown: see base.css.
 */
export function lookAround(frame: HTMLElement): FrameLook {
  const style = getComputedStyle(frame);
  // By its names: a property of the page's own Object.prototype would hide one of the others.
  const of = (name: string) => style.getPropertyValue(name);
  const isDark = Number.parseInt(of('flood-color').slice(4), 10) < 128;
  return {
    colorScheme: isDark ? 'dark' : 'light',
    styles: surroundingStyles(style),
    // Not as `font`: that has no value beside digits of one width.
    font: ['font-weight', 'font-size', 'font-family'].map(of).join(' '),
    width:
      frame.clientWidth -
      Number.parseFloat(of('padding-left')) -
      Number.parseFloat(of('padding-right')),
  };
}

/** Pixels that a text takes in one line; 0 where the browser has no canvas to measure it on. */
export function widthOf(text: string, font: string): number {
  const ruler = document.createElement('canvas').getContext('2d');
  if (ruler) ruler.font = font;
  return ruler?.measureText(text).width ?? 0;
}
