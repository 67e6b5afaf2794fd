import { expect, it } from 'vitest';
import { readGuide } from './guide.ts';
import { anchorMaker, guideLink } from './guide-links.ts';

const drawn = (markdown: string) => readGuide('x', markdown).body.source;

it.each([
  ['a script', '<script>alert(1)</script>'],
  ['a script in a sentence', 'so <script>alert(1)</script> there'],
  ['a handler', '<img src=x onerror=alert(1)>'],
  ['a style', '<p style="position:fixed">over all</p>'],
  ['a comment that ends', '<!-- --><script>alert(1)</script>'],
])('%s in a guide is shown as the text that it is', (_, markdown) => {
  expect(drawn(`# Title\n\n${markdown}`)).not.toMatch(/<(script|img|p style|!--)/);
});

it.each([
  ['javascript:alert(1)', '[x](javascript:alert(1))'],
  ['data:', '[x](data:text/html,hello)'],
  ['a picture of another host', '![x](https://evil.example/x.png)'],
  ['a picture above docs', '![x](../../secret.png)'],
])('%s is no address that a guide can lead to', (_, markdown) => {
  expect(drawn(markdown)).not.toMatch(/(href|src)=/);
});

it('text, names of code and cells are escaped, a line break stays one', () => {
  const source = drawn('a & b `<b>`\n\n| A |\n| --- |\n| one<br>`<i>` & two |\n');
  expect(source).toContain('a &amp; b <code>&lt;b&gt;</code>');
  expect(source).toContain('one<br><code>&lt;i&gt;</code> &amp; two');
});

it('code is kept as it is written, under a name that says what it is', () => {
  const source = drawn('```sh\necho "<x>"\n```\n\n```js sqlite\n1 < 2\n```');
  expect(source).toContain('aria-label="Example 1, commands">echo &quot;&lt;x&gt;&quot;\n</pre>');
  expect(source).toContain('aria-label="Example 2, JavaScript">1 &lt; 2');
});

it('headings have the anchors that links in Markdown mean', () => {
  const anchorOf = anchorMaker();
  expect(['CVV & holder', 'A `code`, too', 'Twice', 'Twice'].map(anchorOf)).toEqual([
    'cvv--holder',
    'a-code-too',
    'twice',
    'twice-1',
  ]);
  expect(drawn('# T\n\n## What *is* `this`?')).toContain('<h2 id="what-is-this">');
});

it.each([
  ['form.md#labels', { kind: 'page', address: '/docs/form#labels' }],
  ['openapi.json', { kind: 'page', address: '/openapi.json' }],
  ['../README.md#reference', { kind: 'page', address: '/reference' }],
  ['element/busy.jpg', { kind: 'page', address: '/docs/element/busy.jpg' }],
  ['receivers/receive.mjs', { kind: 'page', address: '/docs/receivers/receive.mjs' }],
  ['night.md', { kind: 'repository', path: 'docs/night.md' }],
  ['../locales/en.json', { kind: 'repository', path: 'locales/en.json' }],
  ['https://example.org/x', { kind: 'outside', address: 'https://example.org/x' }],
])('the link %s leads where a reader expects', (target, link) => {
  expect(guideLink(target)).toEqual(link);
});
