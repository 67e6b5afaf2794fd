/**
 * A page that wants the card. What it can observe is the same for two cards that agree in what it may
 * know: the first eight digits, the length, and once a field was left, validity (D9). The property with
 * random sequences is `e2e/noninterference.test.ts`.
 */
import { describe, expect, test } from 'vitest';
import { CVV, NUMBER, SPIES, secretsIn } from '../card-spies.ts';
import { createRig, FIELD_NAMES, type FieldName, type RigInPage } from '../frame-rig-in-page.ts';
import { FORM, useShop } from './shop.ts';

const shop = useShop();

test('a page that has replaced what scripts send through sees no card', async () => {
  const { tab } = shop;
  const id = await shop.openForm({
    head: SPIES,
    options: '{ onResult: () => false, brandDetection: true }',
  });
  await shop.pay({ number: NUMBER, cvv: CVV });
  await expect.poll(() => tab.text(`${FORM} .wpwl-message`)).toContain('already been paid');
  expect(await shop.resultOf(id)).toBe('000.100.110');
  const stolen = await tab.run((): string[] => {
    Reflect.get(window, 'stopSpying')();
    return Reflect.get(window, 'stolen');
  });
  expect(stolen.length, 'the spies were there').toBeGreaterThan(20);
  expect(stolen.join()).toContain('sealed');
  expect(secretsIn(stolen)).toEqual([]);
});

interface Typed {
  readonly number: string;
  readonly cvv: string;
}

/** Addresses of the frames of two forms. */
async function frameAddresses(): Promise<Record<FieldName, string>> {
  const { gateway } = shop;
  const id = await gateway.createCheckout();
  const { release } = await gateway.read('/v1/scripts.json');
  const base = `${gateway.url}/v1/frames/${release}/${id}`;
  const number = `${base}/number.html?brands=VISA,MASTER,AMEX,MADA,MAESTRO`;
  const cvv = `${base}/cvv.html`;
  return { 'a.number': number, 'a.cvv': cvv, 'b.number': `${number}&ranges=all`, 'b.cvv': cvv };
}

const inRig = <T>(script: (rig: RigInPage, argument: T) => unknown, argument?: T) =>
  shop.tab.run(
    (source, value) =>
      // The page has no policy: it is the test's own.
      new Function('rig', 'value', `return (${source})(rig, value)`)(
        Reflect.get(window, 'rig'),
        value,
      ),
    String(script),
    argument,
  );
const frameOf = (field: FieldName) => `iframe[name="${field}"]`;

/** A shopper types in frames that the page holds the ports of; answers all that the page observed. */
async function observe(addresses: Record<FieldName, string>, { number, cvv }: Typed) {
  const { tab, merchant } = shop;
  await tab.renew();
  const html = '<!doctype html><title>Shop</title><link rel="icon" href="data:,"><body></body>';
  await tab.open(merchant.publish({ html }));
  await tab.run(
    (source, all) => {
      const create = new Function(`return (${source})`)();
      void create(all).then(() => Object.assign(window, { isRigReady: true }));
    },
    String(createRig),
    addresses,
  );
  await expect.poll(() => tab.run(() => Reflect.get(window, 'isRigReady'))).toBe(true);
  const enter = async (field: FieldName) => {
    await tab.in(frameOf(field)).click('input');
    const name = field.endsWith('cvv') ? 'card.cvv' : 'card.number';
    await expect.poll(() => tab.in(frameOf(field)).focused()).toBe(name);
  };
  const holds = (field: FieldName, digits: string) =>
    expect
      .poll(async () => (await tab.in(frameOf(field)).value('input'))?.replaceAll(' ', ''))
      .toBe(digits);
  const post = (field: FieldName, ...messages: object[]) =>
    inRig((rig, [to, all]) => rig.post(to, all), [field, messages] as [string, object[]]);
  let requests = 0;
  const seal = async (field: FieldName) => {
    const request = ++requests;
    await post(field, { type: 'seal', request, now: 1_800_000_000_000, nonce: 'a'.repeat(64) });
    await expect.poll(() => inRig((rig) => rig.answers)).toBe(request);
  };

  await enter('a.number');
  await tab.type(number);
  await holds('a.number', number);
  // The attack of 2026-11-22: brands with rules that ask for the next digit, of one shopper's number.
  const rules = Object.fromEntries(
    [...'0123456789'].map((digit) => [
      `X${digit}`,
      { ranges: `42000000${digit}`, lengths: [number.length] },
    ]),
  );
  await post('a.number', { type: 'brand', offered: Object.keys(rules), chosen: '', rules });
  await tab.press('ArrowLeft');
  await tab.press('Backspace');
  await holds('a.number', number.slice(0, -2) + number.slice(-1));
  await tab.type(number.at(-2) ?? '');
  await holds('a.number', number);
  await enter('a.cvv');
  await tab.type(cvv);
  await holds('a.cvv', cvv);
  await enter('b.number');
  await tab.type(number.slice(0, 12));
  await holds('b.number', number.slice(0, 12));
  await enter('b.cvv');
  await tab.type(cvv.slice(0, 2));
  await tab.press('Enter');
  await holds('b.cvv', cvv.slice(0, 2));
  await tab.click('button');
  await expect.poll(() => tab.focused()).toBe('BUTTON');
  // What a frame says has an order: with the answer, all before it has come.
  for (const field of FIELD_NAMES) await seal(field);
  return inRig((rig) => rig.take());
}

describe('a page that holds the ports of the frames observes the same', () => {
  const PAIRS: readonly (readonly [what: string, one: Typed, other: Typed])[] = [
    [
      'of two valid cards',
      { number: '4200000000000000', cvv: '123' },
      { number: '4200000098765431', cvv: '987' },
    ],
    [
      'of two invalid cards',
      { number: '4200000000000001', cvv: '111' },
      { number: '4200000098765430', cvv: '888' },
    ],
  ];
  test.each(PAIRS)('%s', async (_, one, other) => {
    const addresses = await frameAddresses();
    const seen = await observe(addresses, one);
    expect(Object.keys(Object(seen)).length).toBeGreaterThan(FIELD_NAMES.length);
    expect(await observe(addresses, other)).toEqual(seen);
  });

  test('but of a valid and an invalid one', async () => {
    const addresses = await frameAddresses();
    const seen = await observe(addresses, { number: '4200000000000000', cvv: '123' });
    const other = await observe(addresses, { number: '4200000000000001', cvv: '123' });
    expect(other).not.toEqual(seen);
  });
});
