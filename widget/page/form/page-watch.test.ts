import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_REPORTED_SCRIPTS } from '../../../contract/page-report.ts';
import type { CheckoutEndpoint } from './gateway-client.ts';
import { watchPage } from './page-watch.ts';

const gateway: CheckoutEndpoint = {
  origin: 'https://gateway.example',
  base: 'https://gateway.example',
  checkoutId: 'checkout-1',
  resource: 'payment',
};

interface ScriptElement {
  readonly src?: string;
  readonly type?: string;
  readonly textContent?: string;
  readonly integrity: string;
}

let elements: ScriptElement[] = [];
let loaded: { name: string; initiatorType: string }[] = [];
/** What each report has told. */
let reports: string[][] = [];

beforeEach(() => {
  elements = [];
  loaded = [];
  reports = [];
  vi.useFakeTimers();
  vi.stubGlobal('document', {
    get scripts() {
      return elements;
    },
  });
  vi.spyOn(performance, 'getEntriesByType').mockImplementation((type) =>
    type === 'resource' ? (loaded as unknown as PerformanceEntryList) : [],
  );
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    reports.push(new URLSearchParams(String(body)).getAll('script'));
    return new Response('{}');
  });
});
afterEach(() => vi.useRealTimers());

const inline = (text: string, type = '') => ({ src: '', type, textContent: text, integrity: '' });
const linked = (src: string, integrity = '') => ({ src, type: '', textContent: '', integrity });
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** What the gateway is told of the page as it is now. */
async function reported(): Promise<string[]> {
  await watchPage(gateway)();
  return reports.flat();
}

describe('the gateway is told of', () => {
  test.each<[string, ScriptElement, string]>([
    ['a script by its address', linked('https://a.example/x.js'), 'https://a.example/x.js '],
    [
      'its integrity',
      linked('https://a.example/x.js', 'sha384-AAAA'),
      'https://a.example/x.js sha384-AAAA',
    ],
    [
      'no query and no fragment, which may say who shops, but that there is a query',
      linked('https://a.example/x.js?user=jane#jones'),
      'https://a.example/x.js? ',
    ],
    ['no fragment', linked('http://a.example/x.js#jones'), 'http://a.example/x.js '],
    ['a script in the page by its hash alone', inline('pay("Ä")'), `${hashOf('pay("Ä")')} `],
    ['a module', inline('pay()', 'module'), `${hashOf('pay()')} `],
    ['an old type', inline('pay()', 'text/JavaScript'), `${hashOf('pay()')} `],
    [
      'an address of data by its hash',
      linked('data:text/javascript,pay()'),
      `data:${hashOf('data:text/javascript,pay()')} `,
    ],
    ['a blob, whose address is never twice the same', linked('blob:https://a.example/1'), 'blob: '],
  ])('%s', async (_, script, expected) => {
    elements = [script];
    expect(await reported()).toEqual([expected]);
  });

  test.each<[string, ScriptElement]>([
    ['data that stand in a script element', inline('{}', 'application/json')],
    ['a template', inline('<p>', 'text/x-template')],
    ['which extensions the shopper’s browser has', linked('chrome-extension://abc/x.js')],
    ['an address of a scheme of its own', linked('web+https://a.example/x.js')],
  ])('nothing of %s', async (_, script) => {
    elements = [script];
    expect(await reported()).toEqual([]);
    expect(reports).toEqual([]);
  });

  test('what the browser has loaded as a script, though its element is gone', async () => {
    loaded = [
      { name: 'https://a.example/gone.js?1', initiatorType: 'script' },
      { name: 'https://a.example/style.css', initiatorType: 'link' },
      { name: 'https://a.example/data', initiatorType: 'fetch' },
    ];
    expect(await reported()).toEqual(['https://a.example/gone.js?']);
  });

  test('nothing twice, be it an element and loaded', async () => {
    elements = [linked('https://a.example/x.js'), linked('https://a.example/x.js')];
    loaded = [{ name: 'https://a.example/x.js', initiatorType: 'script' }];
    expect(await reported()).toEqual(['https://a.example/x.js ']);
  });

  test('a script again where its integrity is another', async () => {
    elements = [linked('https://a.example/x.js', 'sha384-A'), linked('https://a.example/x.js')];
    expect(await reported()).toHaveLength(2);
  });
});

test('the first look is when the shopper types, and each later one tells what is new', async () => {
  elements = [linked('https://a.example/1.js')];
  const look = watchPage(gateway);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(reports).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(reports).toEqual([['https://a.example/1.js ']]));
  await look();
  expect(reports).toHaveLength(1);
  elements.push(linked('https://skimmer.example/2.js'));
  await look();
  expect(reports[1]).toEqual(['https://skimmer.example/2.js ']);
});

test('what is too much for one report is told by the next', async () => {
  elements = Array.from({ length: MAX_REPORTED_SCRIPTS + 1 }, (_, at) =>
    linked(`https://a.example/${at}.js`),
  );
  const look = watchPage(gateway);
  await look();
  await look();
  expect(reports.map(({ length }) => length)).toEqual([MAX_REPORTED_SCRIPTS, 1]);
});

test('what a page has put in the way stays its own', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => {
    throw new Error('of the page');
  });
  expect(await reported()).toEqual([]);
});
