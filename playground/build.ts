/** Builds the playground beside the widget, into `dist/playground/`: one `vite build` makes both. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** The first versions that have `light-dark()`, popovers and `text-wrap`: designers update. */
const TARGET = ['chrome123', 'firefox128', 'safari17.5'];

/** A build of its own, as the console's: the widget's bytes must not depend on it. */
export function buildPlayground(root: string): Plugin {
  return {
    name: 'playground',
    apply: 'build',
    async writeBundle() {
      await build({
        configFile: false,
        root: join(root, 'playground'),
        base: '/playground/',
        publicDir: false,
        logLevel: 'warn',
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        define: { 'window.__PREACT_SIGNALS_DEVTOOLS__': 'false' },
        build: {
          target: TARGET,
          cssTarget: TARGET,
          outDir: join(root, 'dist/playground'),
          // A browser that has the page of an older build open still finds that build's files.
          emptyOutDir: false,
          modulePreload: { polyfill: false },
          assetsInlineLimit: 0,
          reportCompressedSize: false,
          manifest: 'manifest.json',
          rolldownOptions: { checks: { pluginTimings: false } },
        },
      });
    },
  };
}

/** The files that a browser loads before the playground can be used, without its previews. */
export function playgroundFirstLoad(root: string): string[] {
  const folder = join(root, 'dist/playground');
  const manifest: Record<string, { file: string; css?: string[] }> = JSON.parse(
    readFileSync(join(folder, 'manifest.json'), 'utf8'),
  );
  const entry = manifest['index.html'];
  if (!entry) throw new Error('The playground was built without a page');
  return ['index.html', entry.file, ...(entry.css ?? [])].map((file) => join(folder, file));
}
