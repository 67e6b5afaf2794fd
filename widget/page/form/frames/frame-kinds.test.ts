import { beforeEach, expect, test, vi } from 'vitest';
import type { FormState } from '../form-state.ts';
import type { Environment } from '../gateway-client.ts';
import {
  CVV_FRAME,
  type FrameKind,
  frameAddress,
  IBAN_FRAME,
  NUMBER_FRAME,
} from './frame-kinds.ts';

const page: { wpwlOptions?: unknown } = {};
beforeEach(() => {
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
});

const ADDRESS = 'https://gateway.example/pay/v1/frames/r1/A%2F1';

function address(kind: FrameKind, options: object, state: Partial<FormState> = {}) {
  page.wpwlOptions = options;
  const environment = { base: 'https://gateway.example/pay', release: 'r1', checkoutId: 'A/1' };
  const place = { parentElement: null } as unknown as HTMLElement;
  return frameAddress(
    kind,
    environment as Environment,
    { asked: [], isList: false, ...state } as FormState,
    place,
  );
}

test('a frame is of the release of the script, and of its checkout', () => {
  expect(address(CVV_FRAME, {})).toBe(`${ADDRESS}/cvv.html`);
  expect(address(IBAN_FRAME, {})).toBe(`${ADDRESS}/iban.html`);
});

test.each<[string, object, Partial<FormState>, string]>([
  ['the language', {}, {}, 'locale=de'],
  [
    'the brands that are asked for',
    {},
    { asked: ['VISA', 'MASTER'] },
    'locale=de&brands=VISA%2CMASTER',
  ],
  [
    'the ranges of issuers, where those decide',
    { brandDetectionType: 'binlist' },
    {},
    'locale=de&ranges=all',
  ],
  ['nothing of them, where they do not', { brandDetectionType: 'regex' }, {}, 'locale=de'],
  [
    'all brands, where the page is told of them',
    { onDetectBrand: () => undefined },
    {},
    'locale=de&others=all',
  ],
  ['all brands, where the list names the others', {}, { isList: true }, 'locale=de&others=all'],
])('the number’s frame has rules for %s', (_, options, state, query) => {
  expect(address(NUMBER_FRAME, options, state)).toBe(`${ADDRESS}/number.html?${query}`);
});
