/** Builds the console beside the widget, into `dist/console/`: one `vite build` makes both. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, type Plugin } from 'vite';

/** The first versions that have `light-dark()`, popovers and `text-wrap`: the console's users update. */
const TARGET = ['chrome123', 'firefox128', 'safari17.5'];

/** Files that a server may send compressed; what is smaller gains nothing. */
const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;
const WORTH_IT = 1_000;

/** Each file again as `.gz` and `.br`, as the gateway sends them: when nothing changes it any more. */
function compressedToo(folder: string): Plugin {
  return {
    name: 'compressed-too',
    writeBundle(_, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!COMPRESSIBLE.test(fileName)) continue;
        const path = join(folder, fileName);
        const source = readFileSync(path);
        if (source.length < WORTH_IT) continue;
        writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(source));
      }
    },
  };
}

/**
 * A build of its own: the widget's puts something else in the place of `preact/hooks`, and its bytes
 * must not depend on the console's.
 */
export function buildConsole(root: string): Plugin {
  return {
    name: 'console',
    apply: 'build',
    async writeBundle() {
      await build({
        configFile: false,
        root: join(root, 'console'),
        base: '/',
        publicDir: false,
        logLevel: 'warn',
        plugins: [compressedToo(join(root, 'dist/console'))],
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        define: { 'window.__PREACT_SIGNALS_DEVTOOLS__': 'false' },
        build: {
          target: TARGET,
          cssTarget: TARGET,
          outDir: join(root, 'dist/console'),
          // A browser that has the page of an older build open still finds that build's texts.
          emptyOutDir: false,
          modulePreload: { polyfill: false },
          // A picture inside of the style sheet would be a `data:` address, which the policy forbids.
          assetsInlineLimit: 0,
          reportCompressedSize: false,
          manifest: 'manifest.json',
          rolldownOptions: { checks: { pluginTimings: false } },
        },
      });
    },
  };
}

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}

/**
 * The files that a browser loads before the console can be used, from the root of the project: page,
 * script, style and the texts of one language. For `npm run size`.
 */
export function firstLoad(root: string, language: string): string[] {
  const folder = join(root, 'dist/console');
  const manifest: Record<string, ManifestEntry> = JSON.parse(
    readFileSync(join(folder, 'manifest.json'), 'utf8'),
  );
  const found = new Set<string>(['index.html']);
  const add = (key: string): void => {
    const entry = manifest[key];
    if (!entry) throw new Error(`The console's build has no ${key}`);
    found.add(entry.file);
    for (const file of entry.css ?? []) found.add(file);
    for (const name of entry.imports ?? []) add(name);
  };
  add('index.html');
  add(`texts/${language}.json`);
  return [...found].map((file) => join(folder, file));
}
