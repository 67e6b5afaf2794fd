/** The rules that put a channel's fonts into its pages and frames. */
import { expect, it } from 'vitest';
import { fontFaces } from './font-faces.ts';

const font = { family: 'Brand Sans', weight: 700, style: 'italic' as const };

it('a font is two files: the digits from the one that the gateway drew, all else from the other', () => {
  const faces = fontFaces([{ ...font, text: 'aa', digits: 'bb' }], 'https://pay.example');
  expect(faces.replaceAll('}', '}\n').trim().split('\n')).toEqual([
    '@font-face{font-family:"Brand Sans";font-weight:700;font-style:italic;font-display:swap;' +
      'src:url("https://pay.example/v1/fonts/text/aa.woff2")format("woff2");' +
      'unicode-range:U+0-1F,U+21-2F,U+3A-9F,U+A1-2021,U+2023-10FFFF}',
    '@font-face{font-family:"Brand Sans";font-weight:700;font-style:italic;font-display:swap;' +
      'src:url("https://pay.example/v1/fonts/digits/bb.otf")format("opentype");' +
      'unicode-range:U+20,U+30-39,U+A0,U+2022}',
  ]);
});

it('several fonts follow each other', () => {
  const fonts = ['a', 'b'].map((name) => ({ ...font, text: name, digits: name }));
  const faces = fontFaces(fonts, '');
  expect(faces).toBe(fonts.map((each) => fontFaces([each], '')).join(''));
  expect(faces.match(/@font-face/g)).toHaveLength(4);
});
