/**
 * What is typed is never changed by what the form does meanwhile: the same keys give the same text,
 * caret and selection whether the form's own timers and messages come between them or not.
 *
 * `TYPING_RUNS` says how many random sequences are typed into each field.
 */
import type { Locator, Page } from '@playwright/test';
import fc from 'fast-check';
import { expect, type OpenForm, test } from './fixtures.ts';

/** Thousands of keys would be as many pictures of the page. */
test.use({ trace: 'off' });

/** Of each field. */
const SEQUENCES = Number(process.env['TYPING_RUNS'] ?? 50);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

const DIGITS = ['0', '1', '2', '3', '4', '5', '7', '9'] as const;
const EDITS = ['Backspace', 'Delete', 'ArrowLeft', 'ArrowRight', 'Home', 'End'] as const;
const SELECTIONS = ['ControlOrMeta+a', 'Shift+ArrowLeft', 'Shift+Home'] as const;

/** Text that comes at once: pasted, or completed by a keyboard. */
const PASTES = ['12', '420', '4200 0000', '12/34', '2034-12', ' 9', 'x1'] as const;

/** A key, a text that is put in, or a moment at which the form does what it has put off. */
const step = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...PASTES.map((text) => `put ${text}`)) },
  { weight: 1, arbitrary: fc.constantFrom(...PASTES.map((text) => `compose ${text}`)) },
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

/** What an input method writes, before it is taken over or instead of it. */
type Compose = (text: string, meanwhile: () => Promise<void>) => Promise<void>;

/** A frame of another process has a session of its own. */
async function composer(page: Page, frame?: string): Promise<Compose> {
  const target = frame === undefined ? page : (page.frame({ name: frame }) ?? page);
  const browser = await page.context().newCDPSession(target);
  return async (text, meanwhile) => {
    const { length } = text;
    const composition = { text, selectionStart: length, selectionEnd: length };
    await browser.send('Input.imeSetComposition', composition);
    await meanwhile();
    await browser.send('Input.insertText', { text });
  };
}

interface Typing {
  readonly page: Page;
  readonly input: Locator;
  readonly compose: Compose;
  readonly text: string;
  readonly task: () => Promise<void>;
}

/** What the field holds after each key. */
async function typeAll(
  { page, input, compose, text, task }: Typing,
  steps: readonly string[],
  withTasks: boolean,
): Promise<string[]> {
  await input.fill(text);
  const seen: string[] = [];
  for (const each of steps) {
    const [, way, part = ''] = /^(put|compose) (.*)$/.exec(each) ?? [];
    if (each === 'task') {
      if (withTasks) await task();
      continue;
    }
    if (way === 'compose')
      await compose(part, async () => {
        if (withTasks) await task();
      });
    else if (way === 'put') await page.keyboard.insertText(part);
    else await page.keyboard.press(each);
    seen.push(await contents(input));
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
  test.describe.configure({ timeout: Math.max(240_000, SEQUENCES * 10_000) });
  test.beforeEach(() => console.log(`seed ${SEED}: SEED=${SEED} types the same again`));

  test('in the expiry date, judged at any moment', async ({ page, openForm }) => {
    const form = await openReady(openForm);
    const runTimers = await holdTimers(page);
    await checkTyping({
      page,
      input: form.expiry,
      compose: await composer(page),
      text: '0120',
      async task() {
        // Left and come back to before it was judged, or judged only now.
        await form.expiry.evaluate((input) => input.dispatchEvent(new FocusEvent('blur')));
        await runTimers();
      },
    });
  });

  test('in the name of the holder, judged at any moment', async ({ page, openForm }) => {
    const form = await openReady(openForm);
    const runTimers = await holdTimers(page);
    await checkTyping({
      page,
      input: form.holder,
      compose: await composer(page),
      text: 'Jane 1',
      async task() {
        await form.holder.evaluate((input) => input.dispatchEvent(new FocusEvent('blur')));
        await runTimers();
      },
    });
  });

  for (const [what, name, text] of [
    ['the card number', 'card.number', '4200000000000000'],
    ['the CVV', 'card.cvv', '123'],
  ] as const) {
    test(`in ${what}, while messages come`, async ({ page, openForm }) => {
      const form = await openReady(openForm);
      let scheme = 'light';
      await checkTyping({
        page,
        input: name === 'card.cvv' ? form.cvv : form.number,
        compose: await composer(page, name),
        text,
        async task() {
          scheme = scheme === 'light' ? 'dark' : 'light';
          await page.evaluate((wanted) => {
            document.documentElement.style.colorScheme = wanted;
          }, scheme);
          await expect(form.frame(name).locator('html')).toHaveCSS('color-scheme', scheme);
        },
      });
    });
  }
});

for (const isJudged of [true, false]) {
  const before = isJudged ? 'after' : 'before';
  test(`a wrong date that is selected and typed again ${before} it was judged is replaced`, async ({
    page,
    openForm,
  }) => {
    const form = await openReady(openForm);
    await form.expiry.pressSequentially('0120');
    const runTimers = await holdTimers(page);
    await form.holder.focus();
    if (isJudged) await runTimers();
    await form.expiry.focus();
    await form.expiry.selectText();
    await runTimers();
    // One who is typing in it again is not told meanwhile.
    await expect(form.hint('expiryMonthError')).toHaveCount(isJudged ? 1 : 0);
    await page.keyboard.press('Delete');
    await page.keyboard.type('1234');
    await expect(form.expiry).toHaveValue('12 / 34');
  });
}

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
