/** Does an edit to an input, as a shopper's hands and browser do it. */
import {
  type CDPSession,
  type ElementHandle,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { drawn } from '../drawn.ts';
import type { Edit } from './edits.ts';

/** The answer to the first is on its way when the second is asked, and there before the fourth. */
const DRAGS_HEARD = 3;

/** What an input holds, and where its caret or selection is. */
export interface Content {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly direction: string;
}

export interface Hands {
  /** @param meanwhile between what an input method writes first and its end */
  readonly edit: (edit: Edit, meanwhile?: () => Promise<void>) => Promise<void>;
  readonly look: () => Promise<Content>;
  /** As a password manager does it; what was typed before cannot be undone after it. */
  readonly fill: (text: string) => Promise<void>;
  /** Looks elsewhere and comes back: what is typed then is undone for itself. */
  readonly leave: () => Promise<void>;
  readonly select: (start: number, end: number, direction: string) => Promise<void>;
}

/** @param frame the name of the frame that the input is in: one of another process has a session of its own */
export async function handsOn(page: Page, input: Locator, frame?: string): Promise<Hands> {
  const context = page.context();
  const mouse = await context.newCDPSession(page);
  const target = frame === undefined ? undefined : page.frame({ name: frame });
  const keyboard = target ? await context.newCDPSession(target) : mouse;
  const element = (await input.elementHandle()) as ElementHandle<HTMLInputElement>;

  const look = () =>
    element.evaluate(({ value, selectionStart, selectionEnd, selectionDirection }) => ({
      value,
      start: selectionStart ?? 0,
      end: selectionEnd ?? 0,
      direction: selectionDirection ?? 'none',
    }));
  const fill = (text: string) => element.evaluate(fillIn, text);
  const select = (start: number, end: number, direction: string) =>
    element.evaluate((field, [from, to, way]) => field.setSelectionRange(from, to, way), [
      start,
      end,
      direction as 'forward' | 'backward' | 'none',
    ] as const);

  const paste = async (text: string) => {
    await page.evaluate((wanted) => navigator.clipboard.writeText(wanted), text);
    await page.keyboard.press('Control+v');
  };
  const drop = async (text: string, at: number) => {
    const { x, y, width, height } = (await input.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    const items = [{ mimeType: 'text/plain', data: text }];
    const data = { items, dragOperationsMask: 1 };
    const drag = (type: 'dragEnter' | 'dragOver' | 'dragCancel' | 'drop') =>
      mouse.send('Input.dispatchDragEvent', {
        type,
        // Not on the padding, which takes nothing.
        x: x + (0.3 + 0.6 * at) * width,
        y: y + height / 2,
        data,
      });
    // The browser finds out by itself which process is under the mouse, and for a while after a frame was
    // laid out anew it takes the page around it: then the drag begins anew. And it drops nothing before
    // the field's process has said that it takes it: a hand is slower than that.
    const heard = await element.evaluateHandle((field) => {
      const counts = { dragover: 0, drop: 0 };
      for (const name of ['dragover', 'drop'] as const) {
        field.addEventListener(name, () => {
          counts[name] += 1;
        });
      }
      return counts;
    });
    const count = (name: 'dragover' | 'drop') =>
      heard.evaluate((counts, wanted) => counts[wanted], name);
    await expect
      .poll(async () => {
        const before = await count('dragover');
        if (before === 0) {
          await drag('dragCancel');
          await drag('dragEnter');
        }
        await drag('dragOver');
        return count('dragover');
      })
      .toBeGreaterThan(DRAGS_HEARD);
    await drag('drop');
    await expect.poll(() => count('drop')).toBe(1);
  };
  const click = async (at: number) => {
    await drawn(input);
    const { width, height } = (await input.boundingBox()) ?? { width: 0, height: 0 };
    await input.click({ position: { x: (0.3 + 0.6 * at) * width, y: height / 2 } });
  };

  return {
    look,
    fill,
    select,
    leave: () =>
      element.evaluate((field) => {
        field.blur();
        field.focus();
      }),
    async edit(edit, meanwhile = async () => {}) {
      switch (edit.do) {
        case 'key':
          return page.keyboard.press(edit.key);
        case 'put':
          return page.keyboard.insertText(edit.text);
        case 'paste':
          return paste(edit.text);
        case 'fill':
          return fill(edit.text);
        case 'drop':
          return drop(edit.text, edit.at);
        case 'click':
          return click(edit.at);
        case 'select': {
          const { length } = (await look()).value;
          const [from, to] = [Math.round(edit.from * length), Math.round(edit.to * length)];
          const direction = from > to ? 'backward' : 'forward';
          return select(Math.min(from, to), Math.max(from, to), direction);
        }
        default:
          await compose(keyboard, edit.text);
          await meanwhile();
          if (edit.do === 'cancel') await compose(keyboard, '');
          else await keyboard.send('Input.insertText', { text: edit.text });
      }
    },
  };
}

const compose = (keyboard: CDPSession, text: string) =>
  keyboard.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });

/** Through the setter that pages cannot replace on the element, with the events of a change. */
function fillIn(input: HTMLInputElement, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
