/**
 * The first promise of the product, as a property (D9): for two shoppers whose numbers agree at every
 * step in the first eight digits, in length and, at steps where the field is left, in validity, a
 * hostile page observes the same. For two CVVs it is enough that they have one length.
 *
 * `NONINTERFERENCE_RUNS` says how many random sequences are tried: few by day, ten times as many by night.
 */

import type { Browser } from '@playwright/test';
import luhn from 'card-validator/dist/luhn-10.js';
import fc from 'fast-check';
import { IS_NIGHT } from '../.ci/is-night.ts';
import { testFont } from '../server/tests/support/test-fonts.ts';
import { expect, test } from './fixtures.ts';
import {
  FIELD_NAMES,
  type FieldName,
  type FrameRig,
  frameAddresses,
  PLAIN_LOOK,
  putFrames,
} from './frame-rig.ts';
import { bringUnevenDigits, giveFont } from './give-font.ts';

const RUNS = Number(process.env['NONINTERFERENCE_RUNS'] ?? (IS_NIGHT ? 60 : 6));
/** Digits that a page may know. */
const KNOWN = 8;
const BRANDS = ['VISA', 'MASTER', 'AMEX', 'MADA', 'MAESTRO', 'DINERS', 'UNIONPAY', 'VPAY'];

type Digits = readonly [ofOne: string, ofOther: string];
type Step =
  | {
      readonly kind: 'type';
      readonly field: FieldName;
      readonly back: number;
      readonly digits: Digits;
    }
  | {
      readonly kind: 'paste';
      readonly field: FieldName;
      readonly known: string;
      readonly digits: Digits;
      readonly gap: string;
    }
  | {
      readonly kind: 'delete';
      readonly field: FieldName;
      readonly back: number;
      readonly count: number;
    }
  | {
      readonly kind: 'undo' | 'enter' | 'leave' | 'reload' | 'seal' | 'probe';
      readonly field: FieldName;
    }
  | { readonly kind: 'tell'; readonly field: FieldName; readonly message: unknown };

const field = fc.constantFrom(...FIELD_NAMES);
const digits = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).chain((length) => {
    const one = fc.stringMatching(new RegExp(`^\\d{${length}}$`));
    return fc.tuple(one, one);
  });
const known = fc.oneof(
  fc.constantFrom(
    '42000000',
    '54545454',
    '37668081',
    '44640400',
    '58100000',
    '36000000',
    '62000000',
  ),
  fc.stringMatching(/^\d{8}$/),
);
/** Seven digits behind the known ones, and the last one that makes a number of 16 right. */
const completed = (head: string, seven: string): string =>
  seven + ([...'0123456789'].find((digit) => luhn(head + seven + digit)) ?? '');
/** A whole card for one shopper, and for the other digits that are seldom one. */
const wholeCard = fc
  .tuple(fc.constantFrom('42000000', '54545454', '44640400'), digits(7, 7), fc.nat(9))
  .map(([head, [one, other], last]) => ({
    known: head,
    digits: [completed(head, one), other + last] as const,
  }));
const code = fc.constantFrom(...BRANDS, 'X0');
const text = fc.string({ maxLength: 40 });
const message = fc.oneof(
  fc.record({
    type: fc.constant('configure'),
    language: fc.constantFrom('en', 'ar', 'de-CH'),
    direction: fc.constantFrom('ltr', 'rtl'),
    label: text,
    placeholder: text,
    required: fc.boolean(),
    masked: fc.boolean(),
    grouped: fc.boolean(),
    disabled: fc.constant(false),
    colorScheme: fc.constantFrom('light', 'dark', 'light dark'),
    styles: fc.record({
      base: fc.record({ 'font-size': fc.constantFrom('8px', '400px'), color: text }),
      invalid: fc.record({ 'letter-spacing': fc.constantFrom('9em', '0') }),
    }),
  }),
  fc.record({
    type: fc.constant('brand'),
    offered: fc.uniqueArray(code),
    chosen: fc.oneof(fc.constant(''), code),
  }),
  fc.record({ type: fc.constant('error'), text }),
  fc.record({
    type: fc.constant('view'),
    view: fc.constantFrom('clear', 'faded', 'covered', 'x'),
  }),
  fc.constant({ type: 'focus' }),
  fc.constant({ type: 'clear' }),
  fc.constant({ type: 'init' }),
  fc.record({ type: fc.constantFrom('read', 'value', 'state', 'sealed'), value: text }),
  fc.jsonValue({ maxDepth: 2 }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('type' as const),
      field,
      back: fc.nat(4),
      digits: digits(1, 9),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.oneof(wholeCard, fc.record({ known, digits: digits(0, 11) })).chain((card) =>
      fc.record({
        kind: fc.constant('paste' as const),
        field,
        gap: fc.constantFrom('', ' ', '-'),
        known: fc.constant(card.known),
        digits: fc.constant(card.digits),
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      field,
      back: fc.nat(3),
      count: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('undo' as const, 'enter', 'leave', 'reload', 'seal', 'probe', 'probe'),
      field,
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('tell' as const), field, message }) },
);

const isNumber = (name: FieldName | undefined) => name?.endsWith('number') === true;
const onlyDigits = (value: string) => value.replaceAll(' ', '');

/** Two browsers' pages, each with a shopper: what they hold differs only where it may. */
class Pair {
  readonly rigs: readonly [FrameRig, FrameRig];
  #requests = 0;

  constructor(rigs: readonly [FrameRig, FrameRig]) {
    this.rigs = rigs;
  }

  async both(act: (rig: FrameRig, of: 0 | 1) => Promise<unknown>): Promise<void> {
    await Promise.all([act(this.rigs[0], 0), act(this.rigs[1], 1)]);
  }

  async values(name: FieldName): Promise<Digits> {
    const [one, other] = await Promise.all(this.rigs.map((rig) => rig.valueOf(name)));
    return [onlyDigits(one ?? ''), onlyDigits(other ?? '')];
  }

  /** A number that is about to be left is valid for both or for neither: its last digit is typed anew. */
  async agree(name: FieldName | undefined): Promise<void> {
    if (!name || !isNumber(name)) return;
    const [one, other] = await this.values(name);
    if (one.length <= KNOWN || luhn(one) === luhn(other)) return;
    const head = other.slice(0, -1);
    const wanted = [...'0123456789'].find((digit) => luhn(head + digit) === luhn(one)) ?? '';
    const last = [one.slice(-1), wanted] as const;
    await this.both(async ({ page }, of) => {
      await page.keyboard.press('End');
      await page.keyboard.press('Backspace');
      await page.keyboard.type(last[of]);
    });
  }

  /** Puts the focus into a field, which leaves the one that has it. */
  async enter(name: FieldName): Promise<void> {
    const focused = await this.rigs[0].focused();
    if (focused === name) return;
    await this.agree(focused);
    await this.both((rig) => rig.enter(name));
  }

  /** The caret, `back` digits before the end; in a number never where a digit would become known. */
  async place(name: FieldName, back: number, spare: number): Promise<number> {
    await this.enter(name);
    const [{ length }] = await this.values(name);
    const most = isNumber(name) && length > KNOWN ? length - KNOWN - spare : 0;
    const steps = Math.max(0, Math.min(back, most));
    await this.both(async ({ page }) => {
      await page.keyboard.press('End');
      for (let moved = 0; moved < steps; moved++) await page.keyboard.press('ArrowLeft');
    });
    return length - steps;
  }

  async type(name: FieldName, back: number, [one, other]: Digits): Promise<void> {
    const at = await this.place(name, back, 0);
    const shared = isNumber(name) ? Math.max(0, KNOWN - at) : 0;
    const typed = [one, one.slice(0, shared) + other.slice(shared)] as const;
    await this.both((rig, of) => rig.page.keyboard.type(typed[of]));
  }

  async delete(name: FieldName, back: number, count: number): Promise<void> {
    await this.place(name, back, 1);
    const [{ length }] = await this.values(name);
    // In the middle of a number one deletion pulls the next digit on: never over the eighth.
    const most = isNumber(name) && length > KNOWN && back > 0 ? 1 : count;
    await this.both(async ({ page }) => {
      for (let done = 0; done < most; done++) await page.keyboard.press('Backspace');
    });
  }

  async paste(name: FieldName, texts: Digits): Promise<void> {
    await this.enter(name);
    await this.both(async ({ page }, of) => {
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(texts[of]);
    });
  }

  /** The attack of 2026-11-22: brands with rules that ask for the next digit, of one shopper's number. */
  async probe(name: FieldName): Promise<void> {
    const [value] = await this.values(name);
    const attacks = [KNOWN, Math.max(KNOWN, value.length - 1)].map((length) => {
      const rules = Object.fromEntries(
        [...'0123456789'].map((digit) => [
          `X${digit}`,
          { ranges: value.slice(0, length) + digit, lengths: [value.length] },
        ]),
      );
      return { type: 'brand', offered: Object.keys(rules), chosen: '', rules };
    });
    await this.both((rig) => rig.post(name, ...attacks));
  }

  async run(step: Step): Promise<void> {
    const { field: name } = step;
    switch (step.kind) {
      case 'type':
        return this.type(name, step.back, step.digits);
      case 'paste': {
        const head = isNumber(name) ? step.known : '';
        const [one, other] = step.digits;
        return this.paste(name, [head + step.gap + one, head + step.gap + other]);
      }
      case 'delete':
        return this.delete(name, step.back, step.count);
      case 'undo':
        await this.enter(name);
        return this.both((rig) => rig.page.keyboard.press('ControlOrMeta+z'));
      case 'enter':
        await this.enter(name);
        await this.agree(name);
        return this.both((rig) => rig.page.keyboard.press('Enter'));
      case 'leave':
        await this.agree(await this.rigs[0].focused());
        return this.both((rig) => rig.leave());
      case 'reload':
        await this.agree(await this.rigs[0].focused());
        return this.both((rig) => rig.reload(name));
      case 'seal': {
        const request = ++this.#requests;
        await this.agree(await this.rigs[0].focused());
        return this.both((rig) => rig.seal(name, request));
      }
      case 'probe':
        return this.probe(name);
      case 'tell':
        if (isFocus(step.message)) await this.agree(await this.rigs[0].focused());
        return this.both((rig) => rig.post(name, step.message));
    }
  }

  /** The premise of the property: what the page may know is the same. */
  async expectAgreement(): Promise<void> {
    for (const name of FIELD_NAMES) {
      const [one, other] = await this.values(name);
      expect(other.length, `length of ${name}`).toBe(one.length);
      if (isNumber(name)) expect(other.slice(0, KNOWN)).toBe(one.slice(0, KNOWN));
    }
  }
}

const isFocus = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Reflect.get(value, 'type') === 'focus';

test.describe('a hostile page', () => {
  // A sequence takes ten seconds, and thrice that on a machine that has other work to do.
  test.setTimeout(Math.max(240_000, RUNS * 30_000));

  test('observes nothing of a card but the first eight digits, the length and, once left, validity', async ({
    browser,
    gateway,
    merchant,
  }) => {
    const addresses = await frameAddresses(gateway, BRANDS);
    const address = merchant.publish({
      html: '<!doctype html><title>Shop</title><link rel="icon" href="data:,"><body></body>',
    });
    const pages = [await openPage(browser, address), await openPage(browser, address)] as const;
    const seen = { steps: 0, differing: 0 };

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const [one, other] = await Promise.all(
          pages.map(async (page) => {
            await page.goto(address);
            return putFrames(page, addresses);
          }),
        );
        if (!one || !other) throw new Error('two pages are needed');
        const pair = new Pair([one, other]);
        for (const each of steps) {
          await pair.run(each);
          const [seenByOne, seenByOther] = await Promise.all(pair.rigs.map((rig) => rig.observe()));
          await pair.expectAgreement();
          expect(seenByOther, `after ${JSON.stringify(each)}`).toEqual(seenByOne);
          const held = await pair.values(each.field);
          seen.steps += 1;
          if (held[0] !== held[1]) seen.differing += 1;
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    for (const page of pages) await page.context().close();
    // Else the property was tried on equal values alone. Of few sequences any share may differ.
    expect(seen.differing).toBeGreaterThan(IS_NIGHT ? seen.steps / 10 : 0);
  });

  // What is typed behind the eighth digit must not become the first digits of another number.
  const TRICKS: readonly [string, Readonly<Record<number, readonly object[]>>][] = [
    ['empties it', { 8: [{ type: 'clear' }] }],
    [
      'makes it read-only before the first key',
      { 0: [{ ...PLAIN_LOOK, disabled: true }], 8: [PLAIN_LOOK] },
    ],
    [
      'makes it read-only for some keys',
      { 3: [{ ...PLAIN_LOOK, disabled: true }], 8: [PLAIN_LOOK] },
    ],
    [
      'seals, empties and focuses it',
      {
        8: [
          { type: 'seal', request: 1, now: 1, nonce: 'a'.repeat(64) },
          { type: 'clear' },
          { type: 'focus' },
        ],
      },
    ],
  ];
  for (const [trick, messages] of TRICKS) {
    test(`that ${trick} hears no digit behind the eighth`, async ({ page, gateway, merchant }) => {
      const number = '4200001234567897';
      await page.goto(
        merchant.publish({ html: '<!doctype html><title>Shop</title><body></body>' }),
      );
      const rig = await putFrames(page, await frameAddresses(gateway, BRANDS));
      await rig.enter('a.number');
      const told = new Set<string>();
      for (const [at, digit] of [...number].entries()) {
        await rig.post('a.number', ...(messages[at] ?? []));
        await rig.observe();
        await page.keyboard.type(digit);
        const { 'a.number': said = [] } = await rig.observe();
        for (const { bin } of said as { bin?: string }[]) if (bin) told.add(bin);
      }
      expect([...told].filter((bin) => !number.startsWith(bin))).toEqual([]);
    });
  }

  test('that scrolls with the caret hears no digit by a font with uneven ones', async ({
    page,
    gateway,
    merchant,
  }) => {
    // Sixteen times four frames.
    test.setTimeout(600_000);
    // Most machines have none, and the gateway takes none: its own comes as one.
    const uneven = 'Segments Uneven';
    await giveFont(gateway, uneven, testFont());
    await bringUnevenDigits(page);
    await page.goto(merchant.publish({ html: '<!doctype html><title>Shop</title><body></body>' }));
    const addresses = await frameAddresses(gateway, BRANDS);
    /** Where the page's box stands after each key, in a frame far wider than the box. */
    const scrolledBy = async (font: string, spacing: string, typed: string): Promise<number[]> => {
      const rig = await putFrames(page, addresses);
      await page.evaluate(() => {
        const frame = document.querySelector<HTMLIFrameElement>('iframe[name="a.cvv"]');
        Object.assign(frame?.parentElement?.style ?? {}, { overflow: 'hidden', width: '40px' });
        const margin = '0 4000px';
        Object.assign(frame?.style ?? {}, {
          width: '8000px',
          height: '280px',
          border: '0',
          margin,
        });
      });
      const base = { 'font-family': font, 'font-size': '200px', 'letter-spacing': spacing };
      await rig.post('a.cvv', { ...PLAIN_LOOK, styles: { base } });
      await rig.observe();
      const input = page.frameLocator('iframe[name="a.cvv"]').locator('input');
      await input.evaluate(async () => void (await document.fonts.ready));
      await input.focus();
      const places: number[] = [];
      for (const digit of typed) {
        await page.keyboard.type(digit);
        await rig.observe();
        await page.waitForFunction(
          () => new Promise((done) => requestAnimationFrame(() => done(1))),
        );
        const box = page.locator('div:has(> iframe[name="a.cvv"])');
        places.push(await box.evaluate((element) => element.scrollLeft));
      }
      return places;
    };
    const looks = [
      ...['normal', '-100px', '-200px'].map((spacing) => [uneven, spacing] as const),
      ...['sans-serif', 'serif', 'cursive', 'fantasy', 'system-ui'].map(
        (font) => [font, 'normal'] as const,
      ),
    ];
    for (const [font, spacing] of looks) {
      const ones = await scrolledBy(font, spacing, '111');
      expect(await scrolledBy(font, spacing, '888'), `${font} ${spacing}`).toEqual(ones);
    }
    await gateway.removeFonts(uneven);
  });

  // The property counts a request to seal as leaving the field: so the shopper has to see that it is.
  for (const field of ['a.number', 'a.cvv'] as const) {
    test(`that asks for the sealed value takes the focus from ${field} while it is typed in`, async ({
      page,
      gateway,
      merchant,
    }) => {
      await page.goto(
        merchant.publish({ html: '<!doctype html><title>Shop</title><body></body>' }),
      );
      const rig = await putFrames(page, await frameAddresses(gateway, BRANDS));
      await rig.enter(field);
      await page.keyboard.type('42');
      await rig.observe();
      await rig.seal(field, 1);
      const { [field]: said = [] } = await rig.observe();
      expect(said).toEqual([
        expect.objectContaining({ type: 'state', event: 'blur', valid: false }),
        { type: 'sealed', request: 1 },
      ]);
      await page.keyboard.type('0');
      expect(await rig.valueOf(field)).toBe('42');
    });
  }
});

/** In a window of its own: a page in the background is not typed in like one in front. */
async function openPage(browser: Browser, address: string) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(address);
  return page;
}
