/** What each package adds to a merchant's bundle: what they import of it, made small, without its framework. */
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

/** An import of each, as the READMEs show it. */
const IMPORTS = {
  loader:
    "import { loadPaymentWidgets } from '@payment-widgets/loader';\nwindow.it = loadPaymentWidgets;",
  react:
    "import { PaymentElement, usePaymentForm } from '@payment-widgets/react';\nwindow.it = [PaymentElement, usePaymentForm];",
  vue: "import { PaymentElement, usePaymentForm } from '@payment-widgets/vue';\nwindow.it = [PaymentElement, usePaymentForm];",
  element: "import '@payment-widgets/element';",
} as const;

/** @returns bytes in gzip */
export const packageSize = (name: keyof typeof IMPORTS): Promise<number> =>
  bundleSize(IMPORTS[name]);

/**
 * What a page downloads of a program before it runs: the code that the bundler makes of it, and style.
 *
 * @param folder whose `node_modules` has what the program imports
 * @returns bytes in gzip
 */
export async function bundleSize(program: string, folder = '.'): Promise<number> {
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: 'page',
        external: ['react', 'react-dom', 'vue'],
        checks: { moduleLevelDirective: false },
      },
    },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? id : undefined),
        load: (id) => (id === 'page' ? program : undefined),
      },
    ],
  });
  const files = [result].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []));
  // What is imported later, when it is needed, is not among it.
  const isFirst = (file: (typeof files)[number]) => file.type === 'asset' || file.isEntry;
  const first = new Set(files.filter(isFirst));
  for (const file of first) {
    const imports = file.type === 'chunk' ? file.imports : [];
    for (const one of files) if (imports.includes(one.fileName)) first.add(one);
  }
  if (first.size === 0) throw new Error(`nothing came of ${program}`);
  const sizes = [...first].map((file) => {
    const content = file.type === 'chunk' ? file.code : file.source;
    return gzipSync(content, { level: 9 }).length;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}
