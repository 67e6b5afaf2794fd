/** What the inside of a frame takes over from the page around it, so that it cannot be seen. */
import {
  FRAME_STYLE_PARTS,
  FRAME_STYLE_PROPERTIES,
  type FrameStylePart,
  type FrameStyleProperty,
  type FrameStyleRule,
  type FrameStyles,
  isFrameStyleValue,
} from '../../../contract/frame-style.ts';
import { note } from '../console-note.ts';
import { optionTable } from '../options.ts';

const isProperty = (name: string): name is FrameStyleProperty =>
  (FRAME_STYLE_PROPERTIES as readonly string[]).includes(name);

const isPart = (name: string): name is FrameStylePart =>
  (FRAME_STYLE_PARTS as readonly string[]).includes(name);

/** Keeps what may enter a frame, and says what may not. Names may be written in camel case. */
export function allowedRule(rule: object): FrameStyleRule {
  const allowed: FrameStyleRule = {};
  for (const [key, value] of Object.entries(rule)) {
    const name = key.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
    if (isProperty(name) && isFrameStyleValue(value)) allowed[name] = value;
    else note(`iframeStyles: "${key}: ${value}" is not allowed inside a field and was left out.`);
  }
  return allowed;
}

/** The merchant's `iframeStyles` of one field: `card-number`, `card-number-placeholder` and so on. */
export function merchantStyles(field: 'card-number' | 'cvv'): FrameStyles {
  const styles: FrameStyles = {};
  for (const [key, rule] of Object.entries(optionTable('iframeStyles'))) {
    const part = key === field ? 'base' : key.slice(field.length + 1);
    if (key.startsWith(field) && isPart(part) && typeof rule === 'object') {
      styles[part] = allowedRule(rule);
    }
  }
  return styles;
}

/**
 * The look of the frame element: the stylesheet gives it the colours that its content shall have.
 * The underline, which it never shows, carries the colour of placeholders.
 */
function surroundingStyles(frame: HTMLElement): FrameStyles {
  const style = getComputedStyle(frame);
  const rule = (values: FrameStyleRule): FrameStyleRule =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => isFrameStyleValue(value)));
  return {
    base: rule({
      color: style.color,
      'caret-color': style.caretColor,
      'font-family': style.fontFamily,
      'font-size': style.fontSize,
      'font-weight': style.fontWeight,
      'letter-spacing': style.letterSpacing,
    }),
    placeholder: rule({ color: style.textDecorationColor, opacity: '1' }),
  };
}

export function mergeStyles(under: FrameStyles, over: FrameStyles): FrameStyles {
  const merged: FrameStyles = {};
  for (const part of FRAME_STYLE_PARTS) {
    if (under[part] || over[part]) merged[part] = { ...under[part], ...over[part] };
  }
  return merged;
}

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
  readonly styles: FrameStyles;
}

export const lookAround = (frame: HTMLElement): FrameLook => ({
  colorScheme: colorSchemeOf(frame),
  styles: surroundingStyles(frame),
});
