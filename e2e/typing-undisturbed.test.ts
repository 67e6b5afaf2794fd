/**
 * What is typed is never changed by what the form does meanwhile: the same keys give the same text,
 * caret and selection whether the form's own timers and messages come between them or not.
 */
import type { Locator, Page } from '@playwright/test';
import fc from 'fast-check';
import { expect, type OpenForm, test } from './fixtures.ts';

/** Thousands of keys would be as many pictures of the page. */
test.use({ trace: 'off' });

const SEQUENCES = 60;
const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

const DIGITS = ['0', '1', '2', '3', '4', '5', '7', '9'] as const;
const EDITS = ['Backspace', 'Delete', 'ArrowLeft', 'ArrowRight', 'Home', 'End'] as const;
const SELECTIONS = ['ControlOrMeta+a', 'Shift+ArrowLeft', 'Shift+Home'] as const;

/** A key, or a moment at which the form does what it has put off. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...DIGITS) },
  { weight: 3, arbitrary: fc.constantFrom(...EDITS) },
  { weight: 2, arbitrary: fc.constantFrom(...SELECTIONS) },
  { weight: 3, arbitrary: fc.constant('task') },
);
const sequence = fc.array(step, { minLength: 4, maxLength: 14 });

const contents = (input: Locator) =>
  input.evaluate((element) => {
    const { value, selectionStart, selectionEnd } = element as HTMLInputElement;
    return `${value} ${selectionStart}-${selectionEnd}`;
  });

interface Typing {
  readonly page: Page;
  readonly input: Locator;
  readonly text: string;
  readonly task: () => Promise<void>;
}

/** What the field holds after each key. */
async function typeAll(
  { page, input, text, task }: Typing,
  steps: readonly string[],
  withTasks: boolean,
): Promise<string[]> {
  await input.fill(text);
  const seen: string[] = [];
  for (const each of steps) {
    if (each !== 'task') {
      await page.keyboard.press(each);
      seen.push(await contents(input));
    } else if (withTasks) {
      await task();
    }
  }
  return seen;
}

const checkTyping = (typing: Typing) =>
  fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      const disturbed = await typeAll(typing, steps, true);
      expect(disturbed).toEqual(await typeAll(typing, steps, false));
    }),
    { numRuns: SEQUENCES, seed: SEED, endOnFailure: true },
  );

/** Holds back the timers of the page; the answer runs those that are due. */
async function holdTimers(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const held: (() => void)[] = [];
    Object.assign(window, {
      setTimeout: (run: (...args: unknown[]) => void, _delay = 0, ...args: unknown[]) =>
        held.push(() => run(...args)),
      runTimers: () => {
        for (const run of held.splice(0)) run();
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as { runTimers(): void }).runTimers());
}

const openReady = async (openForm: OpenForm) => {
  const { form } = await openForm();
  await form.isReady();
  return form;
};

test.describe('what is typed stays what it is', () => {
  test.slow();
  test.beforeEach(() => console.log(`seed ${SEED}: SEED=${SEED} types the same again`));

  test('in the expiry date, judged at any moment', async ({ page, openForm }) => {
    const form = await openReady(openForm);
    const runTimers = await holdTimers(page);
    await checkTyping({
      page,
      input: form.expiry,
      text: '0120',
      async task() {
        // Left and come back to before it was judged, or judged only now.
        await form.expiry.evaluate((input) => input.dispatchEvent(new FocusEvent('blur')));
        await runTimers();
      },
    });
  });

  test('in the card number, while messages come', async ({ page, openForm }) => {
    const form = await openReady(openForm);
    let scheme = 'light';
    await checkTyping({
      page,
      input: form.number,
      text: '4200000000000000',
      async task() {
        scheme = scheme === 'light' ? 'dark' : 'light';
        await page.evaluate((wanted) => {
          document.documentElement.style.colorScheme = wanted;
        }, scheme);
        await expect(form.frame('card.number').locator('html')).toHaveCSS('color-scheme', scheme);
      },
    });
  });
});

test('a wrong date that is selected and typed again is replaced, whenever it is judged', async ({
  page,
  openForm,
}) => {
  const form = await openReady(openForm);
  await form.expiry.pressSequentially('0120');
  const runTimers = await holdTimers(page);
  await form.holder.focus();
  await form.expiry.focus();
  await form.expiry.selectText();
  await runTimers();
  await expect(form.hint('expiryMonthError')).toBeVisible();
  await page.keyboard.press('Delete');
  await page.keyboard.type('1234');
  await expect(form.expiry).toHaveValue('12 / 34');
});

test('a digit too many is not taken, also where the year could have had four', async ({
  page,
  openForm,
}) => {
  const form = await openReady(openForm);
  await form.expiry.pressSequentially('1120');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('2');
  await expect(form.expiry).toHaveValue('11 / 20');
});

test('a date that is being composed is not written before it is done', async ({
  page,
  openForm,
}) => {
  const form = await openReady(openForm);
  const runTimers = await holdTimers(page);
  const browser = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    browser.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 });
  await form.expiry.focus();
  await compose('5');
  await form.expiry.evaluate((input) => input.dispatchEvent(new FocusEvent('blur')));
  await runTimers();
  await expect(form.expiry).toHaveValue('5');
  await browser.send('Input.insertText', { text: '5' });
  await expect(form.expiry).toHaveValue('05');
});
