/** A field of the form, a plain input in another page of the same browser, and the form's tasks. */
import { expect, type Page } from '@playwright/test';
import type { CardForm } from '../card-form.ts';
import type { OpenForm } from '../fixtures.ts';
import { focused } from '../focus.ts';
import type { MerchantSite } from '../merchant-site.ts';
import type { Task } from './edits.ts';
import type { TypedField } from './fields.ts';
import { type Hands, handsOn } from './hands.ts';
import { type HeldTasks, holdTasks } from './held-tasks.ts';

export interface FieldBeside {
  readonly field: TypedField;
  readonly ours: Hands;
  readonly plain: Hands;
  /** All that has stood in the field: what an undo may bring back. */
  readonly seen: Set<string>;
  readonly run: (task: Task) => Promise<void>;
  /** Nothing is held back, the first brand is in force, and the field has the focus and this text. */
  readonly begin: (text: string) => Promise<void>;
}

interface Opening {
  readonly page: Page;
  readonly openForm: OpenForm;
  readonly merchant: MerchantSite;
  readonly field: TypedField;
}

export async function openBeside({
  page,
  openForm,
  merchant,
  field,
}: Opening): Promise<FieldBeside> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const held = await holdTasks(page);
  const { form } = await openForm();
  await form.isReady();
  const input = form[field.input];
  const { type, maxLength } = await input.evaluate((element: HTMLInputElement) => element);
  const beside = await page.context().newPage();
  const limit = maxLength > 0 ? `maxlength="${maxLength}"` : '';
  const html = `<!doctype html><title>Plain</title><input type="${type}" ${limit}>`;
  await beside.goto(merchant.publish({ html }));
  const plainInput = beside.locator('input');
  await plainInput.focus();
  // Frames of other processes have the focus only in the page that is in front.
  await page.bringToFront();
  const ours = await handsOn(page, input, field.frame);
  const plain = await handsOn(beside, plainInput);
  const shopper = createShopper(page, form, field, held);
  return {
    field,
    ours,
    plain,
    seen: new Set(),
    async run(task) {
      await shopper.run(task);
      if (task === 'leave') await plain.leave();
    },
    async begin(text) {
      await held.release();
      await shopper.settle();
      await shopper.enter();
      await ours.fill(text);
    },
  };
}

function createShopper(page: Page, form: CardForm, field: TypedField, held: HeldTasks) {
  const input = form[field.input];
  const other = field.input === 'holder' ? form.expiry : form.holder;
  const own = `card.${field.input}`;
  let scheme = 'light';

  const isFocused = (name: string) => expect.poll(() => focused(page)).toBe(name);
  const enter = async () => {
    await input.focus();
    await isFocused(field.frame ? `frame ${own}` : own);
  };
  const turnTheme = async () => {
    scheme = scheme === 'light' ? 'dark' : 'light';
    await page.evaluate((wanted) => {
      document.documentElement.style.colorScheme = wanted;
    }, scheme);
  };
  const choose = (brand: string) =>
    form.brand.evaluate((select: HTMLSelectElement, code) => {
      select.value = code;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }, brand);

  return {
    enter,
    async run(task: Task) {
      if (task === 'theme') return turnTheme();
      if (task === 'leave') {
        await other.focus();
        await isFocused(field.input === 'holder' ? 'card.expiry' : 'card.holder');
        await held.hurry();
        return enter();
      }
      if (task.startsWith('brand ')) return choose(task.slice('brand '.length));
      return held[task as keyof HeldTasks]();
    },
    /** The messages of before have arrived when the one about the theme has: they keep their order. */
    async settle() {
      if (!field.frame) return;
      if (field.brands[0]) await choose(field.brands[0]);
      await turnTheme();
      const html = form.frame(field.frame as 'card.number' | 'card.cvv').locator('html');
      await expect(html).toHaveCSS('color-scheme', scheme);
    },
  };
}
