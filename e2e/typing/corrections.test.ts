/**
 * Corrections that were lost once. A browser undoes at places of before the field wrote its text anew:
 * `4200 12`, undone twice and done again, became `4200 1420 0142 001`. So what is written anew is not
 * undone.
 */
import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const UNDO = 'Control+z';
const REDO = 'Control+y';

async function press(input: Locator, keys: readonly string[]): Promise<void> {
  await input.focus();
  for (const key of keys) await input.press(key);
}

test('undoing and redoing changes nothing in the card number', async ({ openReady }) => {
  const { number } = (await openReady()).form;
  await press(number, [...'420012']);
  await press(number, [UNDO, UNDO, REDO, REDO]);
  await expect(number).toHaveValue('4200 12');
  await press(number, ['3']);
  await expect(number).toHaveValue('4200 123');
});

test('undoing and redoing changes nothing in the expiry date', async ({ openReady }) => {
  const { expiry } = (await openReady()).form;
  await press(expiry, [...'1234', 'Backspace', UNDO, UNDO, REDO, REDO]);
  await expect(expiry).toHaveValue('12 / 3');
});

test('undoing and redoing changes nothing in the CVV', async ({ openReady }) => {
  const { cvv } = (await openReady()).form;
  await press(cvv, [...'1x23', UNDO, UNDO, REDO, REDO]);
  await expect(cvv).toHaveValue('123');
});

test('in the name of the holder the browser undoes as it does elsewhere', async ({ openReady }) => {
  const { holder } = (await openReady()).form;
  await press(holder, [...'Jane', UNDO]);
  await expect(holder).toHaveValue('');
  await press(holder, [REDO]);
  await expect(holder).toHaveValue('Jane');
});

test('a year of four digits is shortened to two, digit by digit', async ({ openReady }) => {
  const { expiry } = (await openReady()).form;
  await press(expiry, [...'122034', ...Array.from({ length: 4 }, () => 'ArrowLeft')]);
  await press(expiry, ['Delete']);
  await expect(expiry).toHaveValue('12 / 034');
  await press(expiry, ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Delete']);
  await expect(expiry).toHaveValue('12 / 34');
});

test('a digit of the month is deleted, and another typed in its place', async ({ openReady }) => {
  const { expiry } = (await openReady()).form;
  await press(expiry, [...'1234', 'Home', 'ArrowRight', 'Delete']);
  await expect(expiry).toHaveValue('13 / 4');
  await press(expiry, ['1']);
  await expect(expiry).toHaveValue('11 / 34');
});

for (const month of ['11', '05']) {
  test(`the month is selected, and ${month} typed in its place`, async ({ openReady }) => {
    const { expiry } = (await openReady()).form;
    await press(expiry, [...'1234', 'Home', 'Shift+ArrowRight', 'Shift+ArrowRight', ...month]);
    await expect(expiry).toHaveValue(`${month} / 34`);
  });
}
