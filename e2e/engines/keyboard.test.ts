/** By keyboard alone, and what edits in the middle of a value come to: the same in every engine. */
import { describe, expect, test } from 'vitest';
import type { Modifier, NamedKey } from './driver.ts';
import { ENGINE, FORM, useShop } from './shop.ts';

const shop = useShop();

const ORDER = [
  'paymentBrand',
  'frame card.number',
  'card.expiry',
  'frame card.cvv',
  'card.holder',
  'pay',
  'after',
] as const;
const LINKS = {
  before: '<input id="start" aria-label="Start">',
  after: '<a id="after" href="#">After</a>',
};

/** What has the focus, in the page or in one of its frames. */
async function focused(): Promise<string> {
  const { tab } = shop;
  const name = await tab.focused();
  if (name !== 'card.number' && name !== 'card.cvv') return name;
  return `frame ${await tab.in(`iframe[name="${name}"]`).focused()}`;
}

/** The focus crosses the edge of a frame from process to process: no person types that fast. */
async function moveFocus(expected: string, modifier?: Modifier): Promise<void> {
  await shop.tab.press('Tab', modifier);
  await expect.poll(focused).toBe(expected);
}

/** WebKit, like Safari, leaves links out when Tab is pressed, unless its user wants them. */
const STOPS = ORDER.filter((stop) => ENGINE !== 'webkit' || stop !== 'after');

test('Tab goes through page and frames in reading order, Shift+Tab back', async () => {
  await shop.openForm(LINKS);
  await shop.tab.click('#start');
  for (const stop of STOPS) await moveFocus(stop);
  for (const stop of STOPS.toReversed().slice(1)) await moveFocus(stop, 'Shift');
});

test('a shopper is declined, corrects the CVV and pays', async () => {
  const { tab } = shop;
  const checkoutId = await shop.openForm({ ...LINKS, options: '{stayOnDecline: true}' });
  await tab.click('#start');
  await moveFocus('paymentBrand');
  await moveFocus('frame card.number');
  await tab.type('4200000000001065');
  await moveFocus('card.expiry');
  await tab.type('1234');
  await moveFocus('frame card.cvv');
  await tab.type('123');
  await moveFocus('card.holder');
  await tab.type('Jane Jones');
  await tab.press('Enter');
  await expect.poll(() => tab.text(`${FORM} .wpwl-message`)).toContain('the CVV is wrong');
  expect(await focused()).toBe('card.holder');
  await moveFocus('frame card.cvv', 'Shift');
  await moveFocus('card.expiry', 'Shift');
  await moveFocus('frame card.number', 'Shift');
  await tab.press('a', 'Control');
  await tab.type('4200000000000000');
  await moveFocus('card.expiry');
  await moveFocus('frame card.cvv');
  await tab.type('123');
  await tab.press('Enter');
  await shop.landed();
  expect(await shop.resultOf(checkoutId)).toBe('000.100.110');
});

/** Keys, and the value that they leave with a bar where the caret stands. */
type Edits = readonly (readonly [keys: string | readonly NamedKey[], expected: string])[];
const left = (times: number): NamedKey[] => Array(times).fill('ArrowLeft');

const NUMBER: Edits = [
  ['411122223333', '4111 2222 3333|'],
  [left(6), '4111 222|2 3333'],
  ['9', '4111 2229 |2333 3'],
  [['Backspace'], '4111 222|2 3333'],
  [['Delete'], '4111 222|3 333'],
  [left(3), '4111 |2223 333'],
  [['Backspace'], '411|2 2233 33'],
  [['Home', 'Delete'], '|1122 2333 3'],
  ['37', '37|11 222333 3'],
  [['End'], '3711 222333 3|'],
  ['x-9', '3711 222333 39|'],
];
const EXPIRY: Edits = [
  ['123', '12 / 3|'],
  [['Backspace', 'Backspace'], '1|'],
  ['028', '10 / 28|'],
  [['Backspace'], '10 / 2|'],
  ['9', '10 / 29|'],
  [left(1), '10 / 2|9'],
  [['Backspace'], '10| / 9'],
];
const CVV: Edits = [
  ['12a3', '123|'],
  [left(1), '12|3'],
  [['Backspace'], '1|3'],
  ['9', '19|3'],
];
const HOLDER: Edits = [
  ['Jane Jones', 'Jane Jones|'],
  [left(5), 'Jane |Jones'],
  ['M. ', 'Jane M. |Jones'],
  [['Backspace', 'Backspace'], 'Jane M|Jones'],
];

describe('edits in the middle of a value leave the value and the caret that they should', () => {
  test.each([
    ['number', NUMBER, 'input', ['iframe[name="card.number"]']],
    ['expiry', EXPIRY, `${FORM} .wpwl-control-expiry`, []],
    ['cvv', CVV, 'input', ['iframe[name="card.cvv"]']],
    ['holder', HOLDER, `${FORM} input[name="card.holder"]`, []],
  ] as const)('%s', async (field, edits, control, frames) => {
    const { tab } = shop;
    await shop.openForm();
    await shop.enter(field);
    const withCaret = () =>
      tab.in(...frames).run((of) => {
        const { value, selectionStart } = document.querySelector(of) as HTMLInputElement;
        const at = selectionStart ?? 0;
        return `${value.slice(0, at)}|${value.slice(at)}`;
      }, control as string);
    for (const [keys, expected] of edits) {
      if (typeof keys === 'string') await tab.type(keys);
      else for (const key of keys) await tab.press(key);
      await expect.poll(withCaret, { message: String(keys) }).toBe(expected);
    }
  });
});
