/** `theme check` with files as merchants write them. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { blocksOf } from '../../../server/tests/guides/guide-code.ts';
import { installCli, wordsAfterNpx } from './installed-cli.ts';

const cli = installCli();
afterAll(() => cli.remove());

const isWarning = (line: string) => line.includes('  warning: ');

async function check(name: string, text: string, ...options: string[]) {
  cli.write(name, text);
  const { code, stdout, stderr } = await cli.run(['theme', 'check', name, ...options]);
  const all = stdout.trim().split('\n');
  const lines = all.filter((line) => !isWarning(line));
  return { code, lines, stderr, warnings: all.filter(isWarning) };
}

describe('theme check', () => {
  it('finds nothing where nothing is wrong', async () => {
    const css = `:root { --wpwl-accent: light-dark(#0a7a3c, #0b5); --wpwl-on-accent: light-dark(#fff, #000); --wpwl-field: light-dark(#fff, #111); --wpwl-text: light-dark(rgb(20 20 20), white); --shop-color: red; }`;
    expect(await check('theme.css', css)).toMatchObject({
      code: 0,
      lines: ['theme.css: nothing to change'],
      stderr: '',
    });
  });

  it('finds nothing in the theme that docs/accessibility.md shows', async () => {
    const [css = ''] = blocksOf('docs/accessibility.md', 'css');
    const [command = ''] = blocksOf('docs/accessibility.md', 'sh theme');
    cli.write('shop.css', css);
    const { code, stdout } = await cli.run(wordsAfterNpx(command));
    const lines = stdout.trim().split('\n');
    expect(code).toBe(0);
    expect(lines.filter((line) => !isWarning(line))).toEqual(['shop.css: nothing to change']);
  });

  it('checks a theme file by the command of docs/packages.md', async () => {
    const [command = ''] = blocksOf('docs/packages.md', 'sh theme');
    cli.write('wpwl.theme.json', '{ "acent": { "$type": "color", "$value": "#123456" } }');
    const { code, stdout } = await cli.run(wordsAfterNpx(command));
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringContaining('acent is no token: did you mean accent?'),
    });
  });

  it('names custom properties that there are not, with the nearest', async () => {
    const { code, lines } = await check(
      'names.css',
      `.pay {\n  --wpwl-acent: red;\n  --wpwl-onAccent: white;\n  --wpwl-nonsense: 1;\n}\n`,
    );
    expect(code).toBe(1);
    expect(lines).toEqual([
      'names.css:2  --wpwl-acent is no custom property: did you mean --wpwl-accent?',
      'names.css:3  --wpwl-onAccent is no custom property: did you mean --wpwl-on-accent?',
      'names.css:4  --wpwl-nonsense is no custom property',
    ]);
  });

  it('names sizes without a unit, 0 too, which the form cannot add to others', async () => {
    const css =
      '.pay {\n  --wpwl-field-border: 0;\n  --wpwl-gap: 8;\n  --wpwl-radius: 0px;\n  --wpwl-label-weight: 600;\n}\n';
    const { code, lines } = await check('sizes.css', css);
    expect(code).toBe(1);
    expect(lines).toEqual([
      'sizes.css:2  --wpwl-field-border must have a unit, as px; it is 0',
      'sizes.css:3  --wpwl-gap must have a unit, as px; it is 8',
    ]);
  });

  it('measures pairs of colours, with what the form has by itself, in light and in dark', async () => {
    const { code, lines } = await check(
      'colours.css',
      `:root { --wpwl-accent: #fd0; }\n.dark { --wpwl-text: light-dark(#000, #333);\n --wpwl-field: light-dark(#fff, #222); --wpwl-surface: light-dark(#fff, oklch(95% 0 0)); --wpwl-muted: light-dark(#666, #ccc); --wpwl-border: light-dark(#888, #999); --wpwl-error: light-dark(#b12, #b12) }\n.computed { --wpwl-text: var(--ink); }`,
    );
    expect(code).toBe(1);
    expect(lines).toEqual([
      'colours.css:1  --wpwl-on-accent (#ffffff) on --wpwl-accent (#fd0) has a contrast of 1.34 : 1; it needs 4.5 : 1, in a light page',
      'colours.css:1  --wpwl-focus (#ffdd00) on --wpwl-field (#ffffff) has a contrast of 1.34 : 1; it needs 3 : 1, in a light page',
      'colours.css:1  --wpwl-focus (#ffdd00) on --wpwl-surface (#ffffff) has a contrast of 1.34 : 1; it needs 3 : 1, in a light page',
      'colours.css:1  --wpwl-on-accent (#ffffff) on --wpwl-accent-hover (#e0c200) has a contrast of 1.76 : 1; it needs 4.5 : 1, in a light page',
      'colours.css:1  --wpwl-on-accent (#ffffff) on --wpwl-accent-active (#ccb100) has a contrast of 2.13 : 1; it needs 4.5 : 1, in a light page',
      'colours.css:2  --wpwl-text (#333) on --wpwl-field (#222) has a contrast of 1.25 : 1; it needs 4.5 : 1, in a dark page',
      'colours.css:3  --wpwl-error (#b12) on --wpwl-field (#222) has a contrast of 2.43 : 1; it needs 3 : 1, in a dark page',
    ]);
  });

  it('names values that are none of their kind, which a browser throws away', async () => {
    const values: Readonly<Record<string, string>> = {
      '--wpwl-accent': 'notacolour',
      '--wpwl-radius': '-5px',
      '--wpwl-line-height': '0',
    };
    const css = Object.entries(values).map(([name, value]) => `  ${name}: ${value};`);
    const { code, lines } = await check('kinds.css', `.pay {\n${css.join('\n')}\n}`);
    expect(code).toBe(1);
    expect(lines).toEqual([
      'kinds.css:2  --wpwl-accent must be a colour, as #15d; it is notacolour',
      'kinds.css:3  --wpwl-radius must not be below 0; it is -5px',
      'kinds.css:4  --wpwl-line-height must be a number above 0; it is 0',
    ]);
    const tokens = "{ accent: 'notacolour', radius: '-5px', lineHeight: '0' }";
    const told = await check('kinds.js', `var wpwlOptions = { tokens: ${tokens} };`);
    expect(told.lines).toEqual([
      'kinds.js:1  tokens.accent must be a colour, as #15d; it is notacolour',
      'kinds.js:1  tokens.lineHeight must be a number above 0; it is 0',
      'kinds.js:1  tokens.radius must not be below 0; it is -5px',
    ]);
  });

  const DARK_BUTTON =
    '--wpwl-on-accent (#001133) on --wpwl-accent (#7a1fa2) has a contrast of 2.25 : 1; it needs 4.5 : 1, in a dark page';

  it('tells of an accent whose button cannot be read in a dark page, by the text that the form has there', async () => {
    const inOptions = await check(
      'dark.js',
      "var wpwlOptions = { tokens: { accent: '#7a1fa2' } };",
    );
    expect(inOptions.code).toBe(1);
    expect(inOptions.lines).toContain(`dark.js:1  ${DARK_BUTTON}`);
    // Another rule may say more: a style sheet is warned. One that does not speak of dark is of a light page.
    const css = '.pay { --wpwl-accent: #7a1fa2 }';
    const { code, warnings } = await check(
      'dark.css',
      `:root { color-scheme: light dark }\n${css}`,
    );
    expect(code).toBe(0);
    expect(warnings).toContain(`dark.css:2  warning: ${DARK_BUTTON}`);
    expect((await check('light.css', css)).warnings.join()).not.toContain('in a dark page');
  });

  it('reads what a style sheet says for dark pages together with what it says for all', async () => {
    const css = (accent: string) =>
      `.pay { --wpwl-accent: #15d; --wpwl-on-accent: #fff }\n@media (prefers-color-scheme: dark) { .pay { --wpwl-accent: ${accent} } }`;
    expect((await check('media.css', css('#2563eb'))).lines).toEqual([
      'media.css: nothing to change',
    ]);
    expect((await check('media.css', css('#8bf'))).lines).toEqual([
      expect.stringMatching(/^media\.css:1 .*--wpwl-on-accent \(#fff\) on --wpwl-accent \(#8bf\)/),
    ]);
  });

  it('warns of a focus that looks like an error', async () => {
    const told = (file: string, error: string, by: string, scheme: string) =>
      `${file}  warning: --wpwl-focus (#c2185b) looks like --wpwl-error (${error}): without lightness they differ by ${by}, which should be 0.05, in a ${scheme} page`;
    const ofFocus = (lines: readonly string[]) =>
      lines.filter((line) => line.includes('looks like'));
    const { warnings } = await check('focus.css', ':root {\n  --wpwl-focus: #c2185b;\n}');
    expect(ofFocus(warnings)).toEqual([told('focus.css:2', '#bb1122', '0.033', 'light')]);
    const file = { accent: { $value: '#c2185b' } };
    const inFile = await check('wpwl.theme.json', JSON.stringify(file));
    expect(ofFocus(inFile.warnings)).toEqual([
      told('wpwl.theme.json:1', '#bb1122', '0.033', 'light'),
      told('wpwl.theme.json:1', '#ff9999', '0.025', 'dark'),
    ]);
    const apart = { ...file, focus: { $value: '#15d' } };
    const { warnings: others } = await check('wpwl.theme.json', JSON.stringify(apart));
    expect(ofFocus(others)).toEqual([]);
  });

  it.each([
    [
      'options.js',
      `window.wpwlOptions = {\n  locale: 'de',\n  locle: 'de',\n  'onready': () => {},\n};\n`,
    ],
    ['options.json', `{\n  "locale": "de",\n  "locle": "de",\n  "onready": 1\n}\n`],
    ['page.html', `<script>\nvar wpwlOptions = {\n  locle: 'de',\n  onready() {} }\n</script>\n`],
  ])('names options that there are not: %s', async (name, text) => {
    const { code, lines } = await check(name, text);
    expect(code).toBe(1);
    expect(lines).toEqual([
      `${name}:3  locle is no option of wpwlOptions: did you mean locale?`,
      `${name}:4  onready is no option of wpwlOptions: did you mean onReady?`,
    ]);
  });

  const NESTED = `{
  "labels": { "submit": "Pay", "sumbit": "Pay" },
  "errorMessages": "none",
  "tokens": {
    "acent": "#123",
    "accent": "#ffdd00",
    "radius": "8",
    "font": "url(x)"
  },
  "iframeStyles": { "card-numbr": {} }
}`;
  it.each([
    ['nested.json', NESTED],
    ['nested.js', `var wpwlOptions = ${NESTED};`],
  ])('looks into tables of options: %s', async (name, text) => {
    const { code, lines } = await check(name, text);
    expect(code).toBe(1);
    const contrasts = lines.filter((line) => line.includes(' has a contrast of '));
    expect(contrasts).toContain(
      `${name}:6  --wpwl-on-accent (#ffffff) on --wpwl-accent (#ffdd00) has a contrast of 1.34 : 1; it needs 4.5 : 1, in a light page`,
    );
    expect(lines.filter((line) => !isWarning(line) && !contrasts.includes(line))).toEqual([
      `${name}:2  wpwlOptions.labels.sumbit is no text. Did you mean submit?`,
      `${name}:3  wpwlOptions.errorMessages has to be an object, it is a string.`,
      `${name}:5  wpwlOptions.tokens.acent is no token. Did you mean accent?`,
      `${name}:8  tokens.font must load nothing and stay in its declaration: no url(), other functions, ; or <; it is url(x)`,
      `${name}:7  tokens.radius must have a unit, as px; it is 8`,
      `${name}:10  wpwlOptions.iframeStyles.card-numbr is no style. Did you mean card-number?`,
    ]);
  });

  const token = ($value: unknown, dark?: unknown) => ({
    $type: 'color',
    $value,
    ...(dark !== undefined && { $extensions: { 'payment-widgets': { dark } } }),
  });
  const theme = (tokens: object, name = 'wpwl.theme.json') =>
    check(name, JSON.stringify(tokens, null, 1));

  it.each(['calm', 'plain', 'bold', 'soft', 'contrast', 'compact'])(
    'finds nothing in the theme %s',
    async (name) => {
      const { code, lines } = await check(
        `${name}.json`,
        readFileSync(new URL(`../../../public/themes/${name}.json`, import.meta.url), 'utf8'),
      );
      expect({ code, lines }).toEqual({ code: 0, lines: [`${name}.json: nothing to change`] });
    },
  );

  it('measures the pairs of a file of tokens, with what the form has by itself', async () => {
    const { code, lines } = await theme({
      brand: { accent: token('#1155dd', '#8bf'), onAccent: token('#ffffff', '#8cf') },
      text: token('#777', '#eee'),
      muted: token('oklch(0.5 0 0)', 'var(--quiet)'),
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      'wpwl.theme.json:22  --wpwl-text (#777) on --wpwl-field (#ffffff) has a contrast of 4.47 : 1; it needs 4.5 : 1, in a light page',
      'wpwl.theme.json:22  --wpwl-text (#777) on --wpwl-surface (#ffffff) has a contrast of 4.47 : 1; it needs 4.5 : 1, in a light page',
      'wpwl.theme.json:12  --wpwl-on-accent (#8cf) on --wpwl-accent (#8bf) has a contrast of 1.14 : 1; it needs 4.5 : 1, in a dark page',
      'wpwl.theme.json:12  --wpwl-on-accent (#8cf) on --wpwl-accent-hover (#78a5e0) has a contrast of 1.46 : 1; it needs 4.5 : 1, in a dark page',
      'wpwl.theme.json:12  --wpwl-on-accent (#8cf) on --wpwl-accent-active (#6d96cc) has a contrast of 1.76 : 1; it needs 4.5 : 1, in a dark page',
    ]);
  });

  it('measures what the form makes of a colour in states that have none', async () => {
    // Black on this blue can be read; pressed, the blue is darker.
    const { lines } = await theme({ accent: token('#2a7ae2'), onAccent: token('#000000') });
    expect(lines.filter((line) => line.includes('accent-active'))).toEqual([
      expect.stringMatching(
        /json:6 {2}--wpwl-on-accent \(#000000\) on --wpwl-accent-active \(#2262b5\) .* light page/,
      ),
      expect.stringContaining('dark page'),
    ]);
    expect(lines.join('\n')).not.toMatch(/on --wpwl-accent \(/);
  });

  const STATES =
    'accentHover (12 % black over it), accentActive (20 % black over it), focus (the same colour), disabled (half of surface over it)';

  it('warns of states without a colour where what they are the state of has one', async () => {
    const file = { accent: token('#1155dd', '#8bf'), text: token('#222', '#eee') };
    const given = { ...file, muted: token('#666', '#bbb'), focus: token('#1155dd', '#8bf') };
    const { code, lines, warnings } = await theme(file);
    expect({ code, lines }).toEqual({ code: 0, lines: ['wpwl.theme.json: nothing to change'] });
    expect(warnings).toEqual([
      `wpwl.theme.json:2  warning: accent has no colour for these states: ${STATES}`,
      'wpwl.theme.json:11  warning: text has no colour for this state: muted (the grey of the theme calm)',
    ]);
    expect((await theme(given)).warnings).toEqual([
      `wpwl.theme.json:2  warning: accent has no colour for these states: ${STATES.replace('focus (the same colour), ', '')}`,
    ]);
    const surface = { surface: token('#fff', '#111'), onAccent: token('#fff', '#013') };
    expect((await theme(surface)).warnings).toEqual([
      expect.stringContaining('onAccent has no colour for this state: onDisabled (half of it'),
      expect.stringContaining('surface has no colour for this state: error (the red'),
    ]);
    expect((await theme({ radius: { $type: 'dimension', $value: '8px' } })).warnings).toEqual([]);
  });

  it('warns of them in a style sheet, whichever rule has them, and --strict counts them', async () => {
    const css = [
      '.pay { --wpwl-accent: #0b57d0;',
      '  --wpwl-on-accent: #fff; --wpwl-on-disabled: #777 }',
      '.pay:hover { --wpwl-accent-hover: #0a4ab0; --wpwl-accent-active: #083c90 }',
      '.dark { --wpwl-focus: #000 }',
    ].join('\n');
    const warning =
      'states.css:1  warning: --wpwl-accent has no colour for this state: --wpwl-disabled (half of surface over it)';
    expect(await check('states.css', css)).toMatchObject({ code: 0, warnings: [warning] });
    expect(await check('states.css', css, '--strict')).toMatchObject({
      code: 1,
      lines: [],
      warnings: [warning],
    });
    const whole = css.replace('--wpwl-focus', '--wpwl-disabled: #ccc; --wpwl-focus');
    expect(await check('states.css', whole, '--strict')).toMatchObject({ code: 0, warnings: [] });
  });

  it('checks states of the button once they have a colour', async () => {
    const css = ':root { --wpwl-on-accent: #fff; --wpwl-accent: #111; --wpwl-accent-hover: #eee }';
    expect((await check('hover.css', css)).lines).toEqual([
      'hover.css:1  --wpwl-on-accent (#fff) on --wpwl-accent-hover (#eee) has a contrast of 1.16 : 1; it needs 4.5 : 1, in a light page',
    ]);
    const { lines } = await theme({ accentHover: token('#ffffff', '#001133') });
    expect(lines).toHaveLength(2);
  });

  it('reads texts and CSS of a file as the playground does', async () => {
    const about = { languages: { en: { sumbit: 'Buy' } }, styleSheet: '@import "x"' };
    const { lines } = await theme({ $extensions: { 'payment-widgets': about } });
    expect(lines.join('\n')).toMatch(/sumbit is no text of the form: did you mean submit\?/);
    expect(lines.join('\n')).toMatch(/styleSheet must have at-rules that load nothing/);
  });

  it('tells a light theme that a dark page makes unreadable', async () => {
    const { lines } = await theme({ text: token('#222') });
    expect(lines.join('\n')).toMatch(/--wpwl-text \(#222\) on --wpwl-field .* in a dark page/);
  });

  it('names halves that are missing', async () => {
    const only = { $type: 'color', $extensions: { 'payment-widgets': { dark: '#eee' } } };
    expect((await theme({ text: only })).lines).toEqual([
      'wpwl.theme.json:2  text.$value must be there, as the half of a light page; it is #eee',
    ]);
    expect((await theme({ text: token('#222', '#eee'), edge: token('#ddd') })).lines).toEqual([
      'wpwl.theme.json:11  edge has one value for light and dark pages, where other colours have two; it is #ddd',
    ]);
    const css = { $extensions: { 'payment-widgets': { css: { text: 'light-dark(#222)' } } } };
    expect((await theme(css)).lines.join()).toContain('must have a light and a dark half');
  });

  it.each<[what: string, tokens: object, told: RegExp]>([
    ['a name', { acent: token('#15d') }, /:2 {2}acent is no token: did you mean accent\?/],
    ['url()', { text: token('url(//evil.example)') }, /text\.\$value must load nothing.*url\(/],
    ['expression', { text: token('expression(1)') }, /must load nothing.*expression/],
    ['</style>', { text: token('</style>') }, /must load nothing.*<\/style>/],
    ['2 MB', { text: token('0'.repeat(2 * 1024 * 1024)) }, /must have 65536 characters at most/],
    ['a kind', { radius: token('8px') }, /radius\.\$type must be dimension; it is color/],
    ['nothing', { $extensions: {} }, /file must have a token/],
  ])('refuses what the playground refuses: %s', async (_, tokens, told) => {
    const { code, lines } = await theme(tokens, 'shop.json');
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(told);
    expect(lines[0]?.length).toBeLessThan(200);
  });

  it('says that a file of tokens is no JSON', async () => {
    const { code, stderr } = await check('wpwl.theme.json', '{ "text": ');
    expect(code).toBe(3);
    expect(stderr).toMatch(/wpwl\.theme\.json cannot be understood/);
  });

  it('reads the style sheet in a page', async () => {
    const { lines } = await check(
      'style.html',
      `<p>x</p>\n<style>\n:root { --wpwl-gapp: 1em }\n</style>`,
    );
    expect(lines).toEqual([
      'style.html:3  --wpwl-gapp is no custom property: did you mean --wpwl-gap?',
    ]);
  });

  it.each([
    ['broken.css', ':root {', /broken\.css cannot be understood/],
    ['broken.json', '{', /broken\.json cannot be understood/],
    ['broken.js', 'wpwlOptions = {', /broken\.js cannot be understood/],
  ])('says that a file is broken: %s', async (name, text, words) => {
    const { code, stderr } = await check(name, text);
    expect(code).toBe(3);
    expect(stderr).toMatch(words);
  });

  it('says that there is no file', async () => {
    const { code, stderr } = await cli.run(['theme', 'check', 'missing.css']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/missing\.css cannot be read/);
  });
});
