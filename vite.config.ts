import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { minify } from 'terser';
import { build, minify as minifyBuiltIn, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { COVERAGE_FLOORS } from './.ci/coverage-floors.ts';
import { ENGINES } from './.ci/engine-names.ts';
import { IS_NIGHT } from './.ci/is-night.ts';
import { LEFT_OUT_BY_DAY } from './.ci/server-by-night.ts';
import { buildConsole } from './console/build.ts';
import { shapeOf } from './contract/is-other-brand.ts';
import { OTHER_BRANDS } from './contract/other-brands.ts';
import { WALLETS } from './contract/wallets.ts';
import { buildPlayground } from './playground/build.ts';
import { BROWSER_TARGETS } from './widget/browser-targets.ts';
import { inheritNothing } from './widget/own-properties.ts';

/** Has the length of a release, so that the script keeps its size when it gets its own. */
const RELEASE_PLACEHOLDER = '__THE_RELEASE___';
const RELEASE_LENGTH = 16;

const { chrome, firefox, safari } = BROWSER_TARGETS;
const target = [`chrome${chrome}`, `firefox${firefox}`, `safari${safari}`];
/** For younger ones, or `light-dark()` would be rewritten for pages that set no colour scheme. */
const cssTarget = ['chrome123', 'firefox120', 'safari17.5'];

const output = (file: string) => ({
  target,
  cssTarget,
  modulePreload: false as const,
  rolldownOptions: {
    input: file,
    output: { format: 'iife' as const, entryFileNames: 'paymentWidgets.js' },
    // On a busy machine everything takes long, and a warning of that would trouble a newcomer.
    checks: { pluginTimings: false },
  },
});

/**
 * Makes what the built-in minifier has left yet smaller: two hundredths that neither finds alone. The
 * built-in one prints the result, with one kind of quotes: gzip finds more that it has seen before.
 */
async function shorten(script: string): Promise<string> {
  const { code } = await minify(script, {
    compress: { passes: 5, inline: 1, ecma: 2020, unsafe_arrows: true },
  });
  if (!code) throw new Error('Nothing came out of the minifier');
  return (await minifyBuiltIn('script.js', code, { compress: false })).code;
}

/**
 * Chromium compiles every function beside the page, while the script comes, and not each in the page when
 * it is first called: the form is drawn in one go, and needs most of them.
 */
const COMPILED_AHEAD = '//# allFunctionsCalledOnLoad\n';

/** What a parser puts in by itself. */
const IMPLIED_TAGS = /<\/?(head|body)>|<\/html>\s*/g;
/** Quotes around one word. */
const NEEDLESS_QUOTES = /(?<==)"([a-z][\w.-]*)"/gi;

/** One frame document: its script stands inside, so that one request brings all of it. */
async function buildFrame(name: 'number' | 'cvv' | 'iban'): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: { ...output(`widget/frame/${name}.ts`), write: false },
  });
  const [bundle] = [result].flat();
  const chunk = bundle && 'output' in bundle ? bundle.output[0] : undefined;
  const script = await shorten(chunk?.code ?? '');
  if (/<\/script|<!--/i.test(script)) {
    throw new Error(`The script of widget/frame/${name}.ts cannot stand in a document`);
  }
  return readFileSync(`widget/frame/${name}.html`, 'utf8')
    .replace(/>\s+</g, '><')
    .replace(IMPLIED_TAGS, '')
    .replace(NEEDLESS_QUOTES, '$1')
    .replace(/<script src=[^>]+>/, () => `<script>${script}`);
}

const compressed = (name: string, source: string) => [
  { fileName: name, source },
  { fileName: `${name}.gz`, source: gzipSync(source, { level: 9 }) },
  {
    fileName: `${name}.br`,
    source: brotliCompressSync(source, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(source) },
    }),
  },
];

/**
 * Gives the script its release, a hash over all that belongs to it, and writes it beside the frames
 * of the same release. Same sources, same bytes.
 */
function release(): Plugin {
  return {
    name: 'release',
    apply: 'build',
    async generateBundle(_, bundle) {
      const chunk = bundle['paymentWidgets.js'];
      if (chunk?.type !== 'chunk') throw new Error('No script came out of widget/page');
      // Last of all, so that no minifier takes it away.
      const code = COMPILED_AHEAD + inheritNothing(await shorten(chunk.code));
      const [number, cvv] = [await buildFrame('number'), await buildFrame('cvv')];
      const iban = await buildFrame('iban');
      const id = createHash('sha256')
        .update([code, number, cvv, iban].join('\0'))
        .digest('hex')
        .slice(0, RELEASE_LENGTH);
      const script = code.replaceAll(RELEASE_PLACEHOLDER, id);
      const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;
      delete bundle['paymentWidgets.js'];
      const files = [
        ...compressed('paymentWidgets.js', script),
        ...compressed('number.html', number),
        ...compressed('cvv.html', cvv),
        ...compressed('iban.html', iban),
        { fileName: 'release.json', source: `${JSON.stringify({ release: id, integrity })}\n` },
      ];
      for (const file of files) this.emitFile({ type: 'asset', ...file });
    },
  };
}

/**
 * The life of class components and of their contexts, portals, what waits for a promise, markup as a text,
 * and elements that no form has. Components here are functions, drawn once, and nothing of ours is parsed.
 */
const UNUSED_OF_PREACT = new RegExp(
  [
    String.raw`\b\w+\.(?:getDerivedStateFrom\w+|component(?:Will|Did)\w+|getSnapshotBeforeUpdate|getChildContext|contextType)\b`,
    String.raw`\b(?!this)\w+\.shouldComponentUpdate\b|\w\.prototype\.forceUpdate=.+?\}|\(\w=\w\.constructor\)(?=&&\w\.getDerived)`,
    String.raw`\b(?:\w\.props|M)\.__P\b|\(\w=\w\.prototype\)&&\w\.render|(?<![=\w])C(?=&&|\?\w\.__c)|s\?j\?.+?:i(?=,)|j&&j\.sub\(d\)`,
    String.raw`\b(\w)&&\1\.then\b|128&\w\.__u|\b(\w)=\2\.__z|\w\.data\.startsWith\("\$s"\)`,
    String.raw`"(?:dangerouslySetInnerHTML|math|foreignObject|template|progress|http[^"]+MathML)"==\w`,
  ].join('|'),
  'g',
);

/** Names of signals, who begins and ends to look at one, and a function to be told of one: components follow `value`. */
const UNUSED_OF_SIGNALS = new RegExp(
  [
    String.raw`;if\(\w\)\w\.push\(this\)|;this\.(?:W|Z|name)=null==\w\?void 0:\w\.\w+`,
    String.raw`(?:else |if\(void 0===\w\))\w\(function\(\)\{var \w;null==\(\w=\w\.[WZ]\)\|\|\w\.call\(\w\)\}\)`,
    String.raw`\w\.prototype\.subscribe=.+?\{name:"sub"\}\)\};`,
  ].join('|'),
  'g',
);

/** What may spare a component its next drawing, of which there is none; and hooks, which no component has. */
const UNUSED_BETWEEN_THEM =
  /\w\("__h",.+?\}\);|\w\.prototype\.shouldComponentUpdate=.+?return!1\};/g;

interface Unused {
  /** The file of the library. */
  readonly of: RegExp;
  readonly pattern: RegExp;
  /** How many there are. */
  readonly places: number;
  /** What stands there then. */
  readonly by: string;
}

/** Takes out of a library what no component here has, which no minifier can know. */
const without = (library: string, { of, pattern, places, by }: Unused): Plugin => ({
  name: `without-unused-of-${library}`,
  apply: 'build',
  transform: {
    filter: { id: of },
    handler(code) {
      const found = [...code.matchAll(pattern)].length;
      if (found === places) return code.replace(pattern, by);
      throw new Error(
        `${library} is another release, with ${found} places in place of ${places}: look at each`,
      );
    },
  },
});

const withoutUnused = (): Plugin[] => [
  without('preact', {
    of: /\/preact\.mjs$/,
    pattern: UNUSED_OF_PREACT,
    places: 67,
    by: 'undefined',
  }),
  without('signals', {
    of: /\/signals-core\.module\.js$/,
    pattern: UNUSED_OF_SIGNALS,
    places: 8,
    by: '',
  }),
  without('their connection', {
    of: /\/signals\.module\.js$/,
    pattern: UNUSED_BETWEEN_THEM,
    places: 2,
    by: '',
  }),
];

/** Codes, and how high their forms will be, are all that the script needs of the table of brands that are no cards. */
function otherBrandCodes(): Plugin {
  const all = [...OTHER_BRANDS.keys(), ...WALLETS.keys()];
  const shapes = all.map((code) => ` ${code}=${shapeOf(code)}`).join('');
  return {
    name: 'other-brand-codes',
    apply: 'build',
    load: {
      filter: { id: /contract\/is-other-brand\.ts$/ },
      handler:
        () => `export const shapeOf = (code) => '${shapes}'.split(' ' + code + '=')[1]?.split(' ')[0];
export const isOtherBrand = (code) => shapeOf(code) != null;
export const isPrepayment = (code) => /V/.test(shapeOf(code));`,
    },
  };
}

/**
 * A machine that has other work to do is no failure: no test is about how fast something is. Who gives up too
 * early fails the next ones, too: what it has begun goes on in their database.
 */
const PATIENCE = {
  testTimeout: 400_000,
  hookTimeout: 400_000,
  expect: { poll: { timeout: 30_000 } },
};

/**
 * A worker loads the server once, not once a file: the loading was a quarter of the stage. So a test that
 * changes something of the process puts it back.
 */
const SHARED_MODULES = { isolate: false };

const ON_POSTGRES = Boolean(process.env['TEST_DATABASE_URL']);
/** A second gateway as the processor sends, beside the statements of its own tests, one of its own. */
const LEAVES_OUT = ON_POSTGRES && !IS_NIGHT;
/** Looks for the first payment of a stored card's series by the id that the processor gave it. */
const WITH_ITS_OWN_STATEMENT = ['server/tests/api/recurring.test.ts'];

/** The suites of payments, registrations and 3-D Secure. */
const THROUGH_A_PROCESSOR = [
  'server/tests/payments/{checkout-payment,stored-card,three-d-secure,authentication,soft-decline,exemptions,stored-card-updates,wallets,{redirect,stored}-brands,bancontact,agreements,kept-accounts,direct-debit}.test.ts',
  'server/tests/api/{operations-matrix,recurring,registrations,card-life,schedules,result-details,money}.test.ts',
];
/** By day: a live channel asks the same processor as a test channel that has an external one. */
const THROUGH_IT_LIVE = [
  'server/tests/payments/{checkout-payment,stored-card,three-d-secure}.test.ts',
  'server/tests/api/{recurring,registrations}.test.ts',
];
const suitesThrough = {
  EXTERNAL: THROUGH_A_PROCESSOR,
  LIVE: IS_NIGHT ? THROUGH_A_PROCESSOR : THROUGH_IT_LIVE,
};

export default defineConfig({
  publicDir: false,
  define: {
    __RELEASE__: JSON.stringify(RELEASE_PLACEHOLDER),
    // A page, or what it has set on `Object.prototype`, does not debug the form.
    'window.__PREACT_SIGNALS_DEVTOOLS__': 'false',
    'typeof window': '"object"',
  },
  plugins: [
    withoutUnused(),
    otherBrandCodes(),
    release(),
    buildConsole(import.meta.dirname),
    buildPlayground(import.meta.dirname),
  ],
  // A component is drawn once, so nothing has to be remembered for its next drawing.
  resolve: {
    alias: { 'preact/hooks': join(import.meta.dirname, 'widget/page/form/render-once.ts') },
  },
  // The signals bring `createElement` in any case; the automatic runtime would be a second one.
  oxc: {
    jsx: { runtime: 'classic', pragma: 'createElement', pragmaFrag: 'Fragment' },
    jsxInject: "import { createElement, Fragment } from 'preact'",
  },
  // A server that starts while another build runs must find whole files.
  build: { ...output('widget/page/main.ts'), reportCompressedSize: false, emptyOutDir: false },
  test: {
    // A test that passes at a second try has found a fault, of the product or of its own.
    retry: 0,
    // Servers under test wait for each other more than they work: four kept one and a half cores busy.
    // Those on PostgreSQL share its hundred connections, of which six have needed nearly all.
    maxWorkers: ON_POSTGRES ? 4 : 6,
    coverage: {
      provider: 'v8',
      include: ['contract/**/*.ts', 'server/**/*.ts', 'widget/**/*.{ts,tsx}'],
      exclude: ['**/*.test.ts', '**/tests/**', '**/write*.ts', 'server/store/migrations/**'],
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: 'coverage',
      thresholds: COVERAGE_FLOORS,
    },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            '{.ci,conformance,console,contract,docs,locales,ops,playground}/**/*.test.ts',
            '{packages,widget}/**/*.test.{ts,tsx}',
            'server/tests/source/*.test.ts',
          ],
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts'],
          exclude: ['server/tests/source/**', ...LEFT_OUT_BY_DAY],
          setupFiles: ['server/tests/support/hold-portable-rules.ts'],
          ...SHARED_MODULES,
          ...PATIENCE,
        },
      },
      // The same tests in each engine.
      ...ENGINES.map((name) => ({
        test: {
          name,
          environment: 'node' as const,
          include: [
            process.env['AT_SPI'] ? 'e2e/engines/at-spi/*.test.ts' : 'e2e/engines/*.test.ts',
          ],
          // Only Firefox's colours can be switched by its driver.
          exclude: name === 'firefox' ? [] : ['e2e/engines/forced-colors.test.ts'],
          globalSetup: 'e2e/engines/need-engine.ts',
          env: { ENGINE: name },
          // Each worker has a browser, and that of Firefox is three processes.
          maxWorkers: 2,
          ...SHARED_MODULES,
          ...PATIENCE,
        },
      })),
      // The same suites once more with a second gateway as the processor.
      ...(['EXTERNAL', 'LIVE'] as const).map((through) => ({
        test: {
          name: `server through ${through}`,
          environment: 'node' as const,
          include: LEAVES_OUT ? WITH_ITS_OWN_STATEMENT : suitesThrough[through],
          env: { TEST_THROUGH: through },
          ...SHARED_MODULES,
          ...PATIENCE,
        },
      })),
    ],
  },
});
