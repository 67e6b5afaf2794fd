/** A script as a form reports it, and as the inventory names it. */
import { describe, expect, it } from 'vitest';
import type { ApiError } from '../requests/index.ts';
import { isInline, readScript, scriptId, sourceOf } from './script.ts';

const CDN = 'https://cdn.example';
const HASH = `sha256-${'b'.repeat(43)}=`;
const LONG = 'x'.repeat(300 - `${CDN}/`.length);

describe('the integrity', () => {
  const hash = (character: string) => `sha384-${character.repeat(64)}`;

  it('is the hashes of the attribute, four at most, and nothing else in it', () => {
    const [a, b, c, d, e] = [...'abcde'].map(hash);
    const { source, integrity } = readScript(`${CDN}/a.js ${a} jane ${b} ${c} ${d} ${e}`);
    expect([source, integrity]).toEqual([`${CDN}/a.js`, `${a} ${b} ${c} ${d}`]);
  });

  it('is none where there is none', () => {
    expect(readScript(`${CDN}/a.js`)).toEqual({ source: `${CDN}/a.js`, integrity: '' });
  });
});

it.each<[what: string, reported: string, source: string | undefined]>([
  ['an address as it is', `${CDN}/a.js`, `${CDN}/a.js`],
  ['one of http', 'HTTP://cdn.example:80/a.js', 'http://cdn.example/a.js'],
  ['a query left out, and that there is one', `${CDN}/a.js?email=jane`, `${CDN}/a.js?`],
  ['a query that the form has left out', `${CDN}/a.js?`, `${CDN}/a.js?`],
  ['no fragment', `${CDN}/a.js#jane`, `${CDN}/a.js`],
  ['an address of 300 characters', `${CDN}/${LONG}`, `${CDN}/${LONG}`],
  ['the beginning of a longer one', `${CDN}/${LONG}y?t=1`, `${CDN}/${LONG}…?`],
  ['a star as no pattern', `${CDN}/*`, `${CDN}/%2A`],
  ['no card number, and one line', `${CDN}/4200000000000000%0A%3Fa`, `${CDN}/…%0A%3Fa`],
  ['an inline script', HASH, HASH],
  ['a script in its address', `data:${HASH}`, `data:${HASH}`],
  ['one whose address says nothing', 'blob:', 'blob:'],
  ['no blob by name', `blob:${CDN}/1`, undefined],
  ['nothing of what begins otherwise', `javascript:${CDN}/a.js`, undefined],
  ['nothing of a text with an address', `see ${CDN}/a.js`, undefined],
  ['nothing of half an address', 'https://', undefined],
])('%s', (_, reported, source) => expect(sourceOf(reported)).toBe(source));

describe('what is no script', () => {
  const refusal = (text: string) => {
    try {
      return readScript(text);
    } catch (error) {
      return (error as ApiError).result.parameterErrors?.[0];
    }
  };

  it('is said, with what it must be', () => {
    expect(refusal('app.js')).toEqual({
      ...{ name: 'script', value: 'app.js' },
      message: 'must be an http address, the SHA-256 of an inline script as sha256-…, or blob:',
    });
  });

  it('is said without a card number', () => {
    expect(refusal('4200-0000-0000-0000')).toMatchObject({ name: 'script', value: null });
  });

  it('is said in its first 100 characters', () => {
    expect(refusal('x'.repeat(5000))).toMatchObject({ value: 'x'.repeat(100) });
  });
});

it('inline is what is named by its hash', () => {
  const sources = [HASH, `data:${HASH}`, 'blob:', `${CDN}/${HASH}`, `${HASH}/a.js`];
  expect(sources.filter(isInline)).toEqual([HASH, `data:${HASH}`]);
});

describe('the id of a script', () => {
  const script = { source: `${CDN}/a.js`, integrity: '' };

  it('is short enough to be typed', () => {
    expect(scriptId('channel', script)).toMatch(/^[0-9a-f]{16}$/);
  });

  it('is another one for another channel, address or integrity', () => {
    const ids = [
      scriptId('channel', script),
      scriptId('other', script),
      scriptId('channel', { ...script, source: `${CDN}/b.js` }),
      scriptId('channel', { ...script, integrity: 'sha384-a' }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(scriptId('channel', { ...script })).toBe(ids[0]);
  });
});
