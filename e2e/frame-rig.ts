/**
 * Field frames in the hands of a hostile page: it puts them in, holds their ports, says to them what
 * it likes, and writes down everything that a page can observe of them.
 */
import { expect, type Page } from '@playwright/test';
import { drawn } from './drawn.ts';
import { createRig, FIELD_NAMES, type FieldName, type RigInPage } from './frame-rig-in-page.ts';
import type { Gateway } from './gateway.ts';

export { FIELD_NAMES, type FieldName } from './frame-rig-in-page.ts';

export interface FrameRig {
  readonly page: Page;
  post(field: FieldName, ...messages: readonly unknown[]): Promise<void>;
  /** Waits until the frames have said what they have to say. Answers what the page observed since. */
  observe(): Promise<Record<string, unknown[]>>;
  /** Asks for the sealed value, and waits for the answer. */
  seal(field: FieldName, request: number): Promise<void>;
  /** Moves the frame in the page, so that it is loaded again. */
  reload(field: FieldName): Promise<void>;
  /** What stands in the field. No page can know it: the test does. */
  valueOf(field: FieldName): Promise<string>;
  /** The field that the page sees in focus. */
  focused(): Promise<FieldName | undefined>;
  /** Puts the focus into the field, as a click does. */
  enter(field: FieldName): Promise<void>;
  /** Puts the focus on a control of the page. */
  leave(): Promise<void>;
}

const inRig = <T>(page: Page, run: (rig: RigInPage, argument: T) => unknown, argument?: T) =>
  page.evaluate(
    ([source, value]) =>
      // The page has no policy: it is the test's own.
      new Function('rig', 'value', `return (${source})(rig, value)`)(
        (window as unknown as { rig: RigInPage }).rig,
        value,
      ),
    [String(run), argument] as const,
  );

/** @param addresses of the frames' documents */
export async function putFrames(
  page: Page,
  addresses: Readonly<Record<FieldName, string>>,
): Promise<FrameRig> {
  await page.evaluate(createRig, addresses);
  const frameOf = (field: FieldName) => page.frameLocator(`iframe[name="${field}"]`);
  const inputOf = (field: FieldName) => frameOf(field).locator('input');
  const settle = async () => {
    const turn = () => new Promise((resolve) => setTimeout(resolve));
    await Promise.all(page.frames().map((frame) => frame.evaluate(turn)));
    await page.evaluate(turn);
  };
  return {
    page,
    post: (field, ...messages) =>
      inRig(page, (rig, [name, all]) => rig.post(name, all), [field, messages] as [
        string,
        unknown[],
      ]),
    async observe() {
      await settle();
      return inRig(page, (rig) => rig.take()) as Promise<Record<string, unknown[]>>;
    },
    async seal(field, request) {
      await inRig(page, (rig, [name, message]) => rig.post(name, [message]), [
        field,
        { type: 'seal', request, now: 1_800_000_000_000, nonce: 'a'.repeat(64) },
      ] as [string, unknown]);
      await page.waitForFunction(
        (wanted) => (window as unknown as { rig: RigInPage }).rig.answers === wanted,
        request,
      );
    },
    reload: (field) => inRig(page, (rig, name) => rig.reload(name), field as string),
    valueOf: (field) => inputOf(field).inputValue(),
    async focused() {
      const name = await page.evaluate(() => document.activeElement?.getAttribute('name') ?? '');
      return FIELD_NAMES.find((field) => field === name);
    },
    async enter(field) {
      await drawn(page.locator(':root'));
      await inputOf(field).click();
      // The focus goes through the browser to the frame: a key right behind it may come before it.
      await expect
        .poll(() =>
          inputOf(field).evaluate((input) => document.hasFocus() && input.matches(':focus')),
        )
        .toBe(true);
      await settle();
    },
    async leave() {
      await page.locator('button').click();
      await settle();
    },
  };
}

/** Of two forms; the second one is told of the finer ranges, too. */
export async function frameAddresses(
  gateway: Gateway,
  brands: readonly string[],
): Promise<Readonly<Record<FieldName, string>>> {
  const checkoutId = await gateway.createCheckout();
  const { release } = await (await fetch(`${gateway.url}/v1/scripts.json`)).json();
  const base = `${gateway.url}/v1/frames/${release}/${checkoutId}`;
  const number = `${base}/number.html?brands=${brands.join()}`;
  const cvv = `${base}/cvv.html`;
  return { 'a.number': number, 'a.cvv': cvv, 'b.number': `${number}&ranges=all`, 'b.cvv': cvv };
}

/** A message that a page sends: a field that looks like nothing in particular. */
export const PLAIN_LOOK = {
  type: 'configure',
  language: 'en',
  direction: 'ltr',
  label: '',
  placeholder: '',
  required: true,
  masked: false,
  grouped: true,
  disabled: false,
  colorScheme: 'light',
  styles: {},
} as const;
