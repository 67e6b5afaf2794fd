/** What the inside of a frame takes over from the page around it, so that it cannot be seen. */
import type { FrameStyleRule, WantedStyles } from '../../../contract/frame-style.ts';
import { MAX_TEXT_LENGTH } from '../../../contract/messages.ts';
import { optionTable } from '../options.ts';

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
export const merchantStyles = (field: 'card-number' | 'cvv'): WantedStyles =>
  Object.fromEntries(
    Object.entries(optionTable('iframeStyles')).flatMap(([key, rule]) =>
      key.startsWith(field) ? [[key.slice(field.length + 1) || 'base', asRule(rule)]] : [],
    ),
  );

/**
 * The look of the frame element: the stylesheet gives it the colours that its content shall have.
 * The underline, which it never shows, carries the colour of placeholders.
 */
function surroundingStyles(frame: HTMLElement): WantedStyles {
  const style = getComputedStyle(frame);
  return {
    base: {
      color: style.color,
      'caret-color': style.caretColor,
      'font-family': style.fontFamily,
      'font-size': style.fontSize,
      'font-weight': style.fontWeight,
      'letter-spacing': style.letterSpacing,
    } satisfies FrameStyleRule,
    placeholder: { color: style.textDecorationColor, opacity: '1' } satisfies FrameStyleRule,
  };
}

export const mergeStyles = (under: WantedStyles, over: WantedStyles): WantedStyles =>
  Object.fromEntries(
    Object.keys({ ...under, ...over }).map((part) => [part, { ...under[part], ...over[part] }]),
  );

/**
 * The colour scheme in force at an element. A frame whose document has another one than the frame
 * element gets an opaque background.
 */
function colorSchemeOf(element: HTMLElement): 'light' | 'dark' {
  const { outlineColor } = element.style;
  element.style.setProperty('outline-color', 'light-dark(#fff, #000)');
  const isDark = getComputedStyle(element).outlineColor === 'rgb(0, 0, 0)';
  element.style.outlineColor = outlineColor;
  return isDark ? 'dark' : 'light';
}

/** What surrounds a frame now: the colour scheme of the page and the style of the frame element. */
export interface FrameLook {
  readonly colorScheme: 'light' | 'dark';
  readonly styles: WantedStyles;
}

export const lookAround = (frame: HTMLElement): FrameLook => ({
  colorScheme: colorSchemeOf(frame),
  styles: surroundingStyles(frame),
});
