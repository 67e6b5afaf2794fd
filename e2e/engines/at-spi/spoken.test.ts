/**
 * What a screen reader on Linux is told of the card form, page and frames, by the interface that it asks:
 * AT-SPI. It needs a screen and a bus, so `node .ci/at-spi.ts` runs it.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { GOOD_CARD } from '../../card.ts';
import { ENGINE, FORM, useShop } from '../shop.ts';

const shop = useShop();

interface Accessible {
  readonly role: string;
  readonly name: string;
  readonly text: string;
  readonly description: string;
  readonly states: readonly string[];
}

const run = promisify(execFile);
/** Debian's own, which has the bindings. */
const PYTHON = '/usr/bin/python3';

async function readTree(): Promise<Accessible[]> {
  const script = join(import.meta.dirname, 'tree.py');
  const { stdout } = await run(PYTHON, [script, ENGINE, 'Checkout']);
  return JSON.parse(stdout);
}

/** The fields in which one types, each as `name: description (states)`, and the button. */
async function spoken(): Promise<string[]> {
  const tree = await readTree();
  const controls = tree.filter(({ role }) => role === 'entry' || role === 'push button');
  return controls.map(({ role, name, description, states }) => {
    // A field that is only read is not editable for Firefox, and not enabled either for Chromium.
    const needed = role === 'entry' ? ['enabled', 'editable'] : ['enabled'];
    const isOpen = needed.every((state) => states.includes(state));
    const shown = states.filter((state) => state === 'required' || state === 'invalid');
    return `${name}: ${description} (${[...shown, ...(isOpen ? ['open'] : [])].join(', ')})`;
  });
}

const textsOf = (code: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`${import.meta.dirname}/../../../locales/${code}.json`, 'utf8'));

/** A payment that is posted while `isHeld` is set is not answered. */
const HOLD = `<script>{
  const own = window.fetch;
  window.fetch = (...all) => window.isHeld ? new Promise(() => {}) : own(...all);
}</script>`;

test.each(['en', 'de', 'ar'])('%s: empty, wrong, declined, busy', async (code) => {
  const { tab } = shop;
  const texts = textsOf(code);
  const direction = code === 'ar' ? 'rtl' : 'ltr';
  await shop.openForm({
    html: `lang="${code}" dir="${direction}"`,
    options: `{ locale: '${code}', stayOnDecline: true }`,
    head: HOLD,
  });
  const field = (key: string, states: string, description = '') =>
    `${texts[key]}: ${description} (${states})`;
  const right = (state: string) => [
    field('cardNumber', `required${state && `, ${state}`}`),
    field('expiryDate', `required${state && `, ${state}`}`),
    field('cvv', `required${state && `, ${state}`}`),
    field('cardHolder', state),
  ];
  const button = field('submit', 'open');
  const isSpoken = (expected: readonly string[], message: string) =>
    expect.poll(spoken, { message }).toEqual(expected);

  await isSpoken([...right('open'), button], 'empty');

  await shop.pressPay();
  await isSpoken(
    [
      field('cardNumber', 'required, invalid, open', texts['cardNumberError']),
      field('expiryDate', 'required, invalid, open', texts['expiryMonthError']),
      field('cvv', 'required, invalid, open', texts['cvvError']),
      field('cardHolder', 'invalid, open', texts['cardHolderError']),
      button,
    ],
    'wrong',
  );
  const focused = async () =>
    (await readTree()).flatMap(({ name, states }) => (states.includes('focused') ? [name] : []));
  await expect.poll(focused).toEqual([texts['cardNumber']]);

  await shop.pay({ number: '4200000000001016' });
  await expect.poll(() => tab.text(`${FORM} .wpwl-message`)).toBe(texts['declined']);
  await isSpoken([...right('open'), button], 'declined');
  const said = async () => (await readTree()).flatMap(({ name, text }) => [name, text]);
  await expect.poll(said).toContain(texts['declined']);

  await tab.run(() => Object.assign(window, { isHeld: true }) && undefined);
  await shop.fill({ cvv: GOOD_CARD.cvv });
  await shop.pressPay();
  await isSpoken([...right(''), field('processing', '')], 'busy');
});
