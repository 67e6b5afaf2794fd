/** The playground in each engine: the real form follows a design, and what an engine cannot do is said at once. */
import { expect, test } from 'vitest';
import { ENGINE, useShop } from './shop.ts';

const shop = useShop();
const FRAME = '.preview[data-status="reached"] iframe';
const NUMBER = 'iframe[name="card.number"]';

async function open(link = ''): Promise<void> {
  await shop.tab.open(`${shop.gateway.shopUrl}/playground${link && `#v=1&${link}`}`);
  await expect
    .poll(() => shop.tab.count(FRAME), { message: 'the form is there', timeout: 30_000 })
    .toBe(1);
}

/** Writes into a control, as typing does. */
const write = (control: string, value: string) =>
  shop.tab.run(
    (selector, text) => {
      const input = document.querySelector<HTMLInputElement>(selector);
      if (!input) throw new Error(`there is no ${selector}`);
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    },
    control,
    value,
  );

test('a token is seen in the page and in the frame of the number, and is in the address', async () => {
  const { tab } = shop;
  await open('t.font=monospace');
  await write('#token-text', 'rgb(4 5 6)');
  await write('#token-fieldRadius', '21px');
  const form = tab.in(FRAME);
  await expect.poll(() => form.css(NUMBER, 'border-top-left-radius')).toBe('21px');
  await expect
    .poll(() => tab.in(FRAME, NUMBER).css('input', 'color'), { timeout: 10_000 })
    .toBe('rgb(4, 5, 6)');
  await expect
    .poll(() => tab.run(() => location.hash))
    .toMatch(/t\.text=rgb%284\+5\+6%29.*t\.fieldRadius=21px|fieldRadius=21px.*t\.text=rgb/);
});

test('a control that is dragged for long changes the address less often than an engine bears', async () => {
  const { tab } = shop;
  await open();
  // A driver gives a script up after some seconds, so it is only begun.
  await tab.run(() => {
    const errors: string[] = [];
    addEventListener('error', ({ message }) => errors.push(message));
    addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
    const range = document.querySelector<HTMLInputElement>('input[type="range"]');
    const drag = async () => {
      for (let n = 0; range && n <= 210; n++) {
        range.value = String(290 + (n % 90) * 10);
        range.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      Object.assign(window, { trouble: errors });
    };
    void drag();
  });
  await expect.poll(() => tab.run(() => Reflect.get(window, 'trouble'))).toEqual([]);
  await expect.poll(() => tab.run(() => location.hash)).toContain('&width=590&');
});

test('pictures are offered where the tab can be shared; elsewhere it is said at once, and what to do', async () => {
  const { tab } = shop;
  await open();
  const buttons = await tab.run(() =>
    [...document.querySelectorAll('[aria-labelledby="pictures"] button')].map(
      ({ textContent }) => textContent,
    ),
  );
  const said = (await tab.text('[aria-labelledby="pictures"]')) ?? '';
  if (ENGINE === 'chromium') {
    expect(buttons).toEqual(['Save as PNG', 'Print']);
    expect(said).toContain('asks you to share this tab');
    return;
  }
  expect(buttons).toEqual(['Print']);
  expect(said).toContain('this browser cannot share its own tab with a page: print what is shown');
  expect(said).toContain('Chrome and Edge on a computer save PNG.');
});
