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
export async function packageSize(name: keyof typeof IMPORTS): Promise<number> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: 'page',
        external: ['react', 'vue'],
        checks: { moduleLevelDirective: false },
      },
    },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? id : undefined),
        load: (id) => (id === 'page' ? IMPORTS[name] : undefined),
      },
    ],
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error(`${name} came to nothing`);
  return gzipSync(output.output[0].code, { level: 9 }).length;
}
