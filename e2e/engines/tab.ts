/** A browser's window as tests look at it: its page, the frames in it, pointer and keyboard. */
import { expect } from 'vitest';
import type { Driver, FramePath } from './driver.ts';

/** The document of the page, or of a frame. */
export interface Place {
  /** Runs a function there. It knows nothing of the test but its arguments, which JSON can hold. */
  run<Args extends readonly unknown[], Result>(
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Text of the first element, as it is shown; undefined where there is none. */
  text(selector: string): Promise<string | undefined>;
  /** What stands in a control. */
  value(selector: string): Promise<string | undefined>;
  attribute(selector: string, name: string): Promise<string | null | undefined>;
  /** A computed style. */
  css(selector: string, property: string, pseudo?: string): Promise<string | undefined>;
  count(selector: string): Promise<number>;
  /** Whether there is such an element that takes up room and can be seen. */
  isVisible(selector: string): Promise<boolean>;
  /** Waits until the middle of the element can be reached by the pointer and stands still, and clicks there. */
  click(selector: string): Promise<void>;
  /** The control that the browser takes for focused: its name, id or tag. */
  focused(): Promise<string>;
}

export interface Tab extends Omit<Driver, 'evaluate'>, Place {
  /** A frame, from the outermost on. */
  in(...frames: FramePath): Place;
}

/** What was typed may take an error away, and move a button up that is about to be clicked. */
const STEADY_MS = 30;

export function tabOf(driver: Driver): Tab {
  const { evaluate, ...rest } = driver;
  const inFrames = (...frames: FramePath) => placeIn(driver, frames);
  return { ...rest, ...inFrames(), in: inFrames };
}

function placeIn(driver: Driver, frames: FramePath): Place {
  const run: Place['run'] = (script, ...args) =>
    driver.evaluate(`(${script})(...${JSON.stringify(args)})`, frames) as never;
  return {
    run,
    text: (selector) =>
      run((of) => document.querySelector<HTMLElement>(of)?.innerText.trim(), selector),
    value: (selector) => run((of) => document.querySelector<HTMLInputElement>(of)?.value, selector),
    attribute: (selector, name) =>
      run((of, wanted) => document.querySelector(of)?.getAttribute(wanted), selector, name),
    css: (selector, property, pseudo = '') =>
      run(
        (of, wanted, part) => {
          const element = document.querySelector(of);
          return element
            ? getComputedStyle(element, part || null).getPropertyValue(wanted)
            : undefined;
        },
        selector,
        property,
        pseudo,
      ),
    count: (selector) => run((of) => document.querySelectorAll(of).length, selector),
    isVisible: (selector) => run(isShown, selector),
    async click(selector) {
      let point: Point | undefined;
      await expect
        .poll(
          async () => {
            const before = point;
            point = await pointAt(driver, frames, selector);
            return point !== undefined && point.x === before?.x && point.y === before.y;
          },
          { message: `${selector} can be clicked`, interval: STEADY_MS },
        )
        .toBe(true);
      if (point) await driver.clickAt(point.x, point.y);
    },
    focused: () =>
      run(() => {
        const { activeElement: element } = document;
        if (!document.hasFocus() || !element) return 'nothing';
        return element.getAttribute('name') || element.id || element.tagName;
      }),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The middle of an element, in the window; undefined where something else is there. */
async function pointAt(
  driver: Driver,
  frames: FramePath,
  selector: string,
): Promise<Point | undefined> {
  const path = [...frames, selector];
  const at = (depth: number, script: typeof place) =>
    placeIn(driver, path.slice(0, depth)).run(script, path[depth] ?? '', depth < frames.length);
  // A frame that scrolls moves those around it: so all are measured when all have scrolled.
  if (frames.length > 0) {
    for (const depth of path.keys()) await at(depth, place);
  }
  let [x, y] = [0, 0];
  for (const depth of path.keys()) {
    const found = await at(depth, place);
    if (!found) return undefined;
    x += found.x;
    y += found.y;
  }
  return { x, y };
}

/** Runs in a document: the corner of a frame's contents, the middle of anything else. */
function place(selector: string, isFrame: boolean): Point | undefined {
  const element = document.querySelector(selector);
  if (!element) return undefined;
  // Firefox gives no click to a page whose first text is not painted yet, nor would a shopper.
  const isPainted = performance.getEntriesByType('paint').length > 0;
  if (window === window.top && document.body.innerText.trim() && !isPainted) return undefined;
  // Before anything is waited for: Firefox draws nothing in a frame that is out of sight.
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  // Nor does Chromium find a frame under the pointer before it was drawn.
  const drawn = Symbol.for('frames drawn since a test looked');
  const counts = window as unknown as Record<symbol, number>;
  if (counts[drawn] === undefined) {
    counts[drawn] = 0;
    const count = () => {
      counts[drawn] = (counts[drawn] ?? 0) + 1;
      if (counts[drawn] < 2) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    // A page that comes back as it was left is drawn anew.
    const forget = () => {
      delete counts[drawn];
    };
    addEventListener('pageshow', forget, { once: true });
  }
  if (counts[drawn] < 2) return undefined;
  const { left, top, width, height } = element.getBoundingClientRect();
  const middle = { x: left + width / 2, y: top + height / 2 };
  let hit = document.elementFromPoint(middle.x, middle.y);
  while (hit?.shadowRoot) hit = hit.shadowRoot.elementFromPoint(middle.x, middle.y);
  const isReached = hit !== null && (element.contains(hit) || hit.contains(element));
  if (!isReached || width * height === 0) return undefined;
  if (!isFrame) return middle;
  const style = getComputedStyle(element);
  return {
    x: left + element.clientLeft + Number.parseFloat(style.paddingLeft),
    y: top + element.clientTop + Number.parseFloat(style.paddingTop),
  };
}

/** Runs in a document. */
function isShown(selector: string): boolean {
  const element = document.querySelector(selector);
  if (!element) return false;
  const { width, height } = element.getBoundingClientRect();
  return width * height > 0 && getComputedStyle(element).visibility === 'visible';
}
