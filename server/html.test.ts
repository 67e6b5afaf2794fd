import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { html, scriptValue } from './html.ts';

describe('html', () => {
  test.each([
    [
      'text with signs',
      html`<p>${'<b> & "x" \'y\''}</p>`,
      '<p>&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;</p>',
    ],
    ['a number', html`<p>${0}</p>`, '<p>0</p>'],
    ['its own output, once', html`<p>${html`<b>${'&'}</b>`}</p>`, '<p><b>&amp;</b></p>'],
    [
      'a list',
      html`<ul>${['a', '<'].map((x) => html`<li>${x}</li>`)}</ul>`,
      '<ul><li>a</li><li>&lt;</li></ul>',
    ],
    ['nothing', html`<p>${undefined}${null}${false}</p>`, '<p></p>'],
  ])('renders %s', (_name, rendered, expected) => {
    expect(rendered.source).toBe(expected);
  });

  test('never lets a value end its attribute or open a tag', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const { source } = html`<i title="${value}">`;
        expect(source.slice('<i title="'.length, -'">'.length)).not.toMatch(/[<>"']/);
      }),
    );
  });

  test('does not take an object that only looks like Html', () => {
    const forged: unknown = { source: '<script>', toString: () => '<script>', map: () => [] };
    expect(html`${forged as string[]}`.source).toBe('');
  });
});

describe('scriptValue', () => {
  test.each([
    '</script><script>alert(1)</script>',
    '<!--<script>',
    'a\u2028b\u2029c',
    ']]>',
    '&lt;',
  ])('keeps %j inside its script, and its meaning', (hostile) => {
    const { source } = scriptValue({ locale: hostile });
    expect(source).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(source)).toEqual({ locale: hostile });
  });

  test('is read back by JavaScript as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(JSON.parse(scriptValue(value).source)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
