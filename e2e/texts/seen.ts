/** Which texts a picture shows: found by a language whose texts are their own keys. */
import type { Frame, Locator } from '@playwright/test';
import { TEXT_BLOCKS } from '../../contract/text-keys.ts';
import english from '../../locales/en.json' with { type: 'json' };
import type { Gateway } from '../gateway.ts';
import { bringUp, type Desk, onPicture, type TextState } from './state.ts';

/** Of the language of keys. */
export const KEYS = 'qps';

const MARKED = /⟦(\w+)⟧/g;
const KEY_TEXTS = Object.fromEntries(
  Object.entries(english).map(([key, text]) => {
    const variables = text.match(/\{\{\w+\}\}/g) ?? [];
    return [key, [`⟦${key}⟧`, ...variables].join(' ')];
  }),
);

/** The gateway speaks the language of keys, on its own pages, too. */
export const teachKeys = (gateway: Gateway) =>
  gateway.setChannel(`languages=${JSON.stringify({ [KEYS]: KEY_TEXTS })}`);
/** Of a picture, as `pictures.json` has it: keys with a blank between. */
export interface Shown {
  /** What can be read on the picture. */
  readonly seen: string;
  /** What only a screen reader says of it. */
  readonly heard?: string;
}

/** What is written in a part of a document, and what is only read out. */
function textsIn(root: Element) {
  const isDrawn = (element: Element): boolean => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    for (let around: Element | null = element; around; around = around.parentElement) {
      const { width, height } = around.getBoundingClientRect();
      const isBox = getComputedStyle(around).display !== 'contents' && around.tagName !== 'OPTION';
      const clips = getComputedStyle(around).overflow !== 'visible';
      if (isBox && clips && (width <= 1 || height <= 1)) return false;
    }
    return true;
  };
  const isSaid = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true]');
  const elements = [root, ...root.querySelectorAll('*')];
  const seen: string[] = [];
  const heard: string[] = [];
  for (const element of elements) {
    const isField = element instanceof HTMLInputElement && element.value === '';
    const own = [...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent ?? '');
    const placeholder = isField ? (element.getAttribute('placeholder') ?? '') : '';
    const choices = element instanceof HTMLSelectElement ? [...element.options] : [];
    const isOpen = element instanceof HTMLSelectElement && element.size > 1;
    const chosen = choices.filter(({ selected }) => isOpen || selected).map(({ text }) => text);
    const written = element instanceof HTMLOptionElement ? [] : [...own, placeholder, ...chosen];
    if (isDrawn(element)) seen.push(...written);
    else if (isSaid(element)) heard.push(...written);
    if (isSaid(element)) {
      heard.push(...['aria-label', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''));
    }
  }
  return { seen, heard, isEnglish: /^en/.test(document.documentElement.lang) };
}

/** Frames that are inside of the part, with those in them. */
async function framesIn(part: Locator): Promise<Frame[]> {
  const handles = await part.locator('iframe:visible').elementHandles();
  const frames = await Promise.all(handles.map((handle) => handle.contentFrame()));
  const below = (frame: Frame): Frame[] => [frame, ...frame.childFrames().flatMap(below)];
  return frames.flatMap((frame) => (frame ? below(frame) : []));
}

const keysIn = (texts: readonly string[]) =>
  [...texts.join(' ').matchAll(MARKED)].map(([, key = '']) => key);

/** An English text, with anything for its variables. */
const asPattern = (text: string) => {
  const pieces = text.split(/\{\{\w+\}\}/).map((piece) => piece.replace(/[^\w\s]/g, '\\$&'));
  return new RegExp(`^${pieces.join('.+')}( \\(\\w\\))?$`);
};
const { simulatedBank, threeDSecure, voucher } = TEXT_BLOCKS;
const PATTERNS = [...new Set([...simulatedBank, ...threeDSecure, ...voucher])].map(
  (key) => [key, asPattern(english[key])] as const,
);
/** Simulated banks speak no language of a merchant's, nor does a page that knows no payment. */
const keysOfEnglish = (texts: readonly string[]) =>
  PATTERNS.filter(([, pattern]) => texts.some((text) => pattern.test(text.trim()))).map(
    ([key]) => key,
  );

/** Brings the state up in the language of keys, and reads it. */
export async function findTexts(desk: Desk, state: TextState): Promise<Shown> {
  const page = await bringUp(desk, state);
  const part = onPicture(page, state);
  const roots = [part, ...(await framesIn(part)).map((frame) => frame.locator('body'))];
  const texts = await Promise.all(
    roots.map(async (root) => {
      const { seen, heard, isEnglish } = await root.evaluate(textsIn);
      return { seen: isEnglish ? keysOfEnglish(seen) : keysIn(seen), heard: keysIn(heard) };
    }),
  );
  const seen = new Set(texts.flatMap((text) => text.seen));
  const heard = new Set(texts.flatMap((text) => text.heard).filter((key) => !seen.has(key)));
  const list = (keys: Set<string>) => [...keys].sort().join(' ');
  return { seen: list(seen), ...(heard.size > 0 && { heard: list(heard) }) };
}
