/**
 * What a page downloads of other gateways' forms and packages, in gzip, as far as npm has them: installed into a
 * temporary folder, and made small by the bundler that makes ours. The frames of their fields are on their hosts, and
 * so is the whole script of those that publish a loader. `node bench/peers.ts`; docs/comparison.md has the figures.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleSize, packageSize } from './package-sizes.ts';

/** The latest of each on the day of the figures. */
const VERSIONS = {
  'braintree-web': '3.144.0',
  'braintree-web-drop-in': '1.48.0',
  '@adyen/adyen-web': '6.45.2',
  '@stripe/stripe-js': '10.2.1',
  '@stripe/react-stripe-js': '7.0.1',
};

const use = (from: string, ...names: readonly string[]) =>
  `import { ${names} } from '${from}';\nwindow.it = [${names}];`;
const ADYEN = '@adyen/adyen-web';
const ADYEN_STYLE = `import '${ADYEN}/styles/adyen.css';\n`;

const FORMS = {
  'Braintree hosted fields': `import client from 'braintree-web/client';
import fields from 'braintree-web/hosted-fields';\nwindow.it = [client, fields];`,
  'Braintree Drop-in': "import dropIn from 'braintree-web-drop-in';\nwindow.it = dropIn;",
  'Adyen Card': ADYEN_STYLE + use(ADYEN, 'AdyenCheckout', 'Card'),
  'Adyen Drop-in with cards alone': ADYEN_STYLE + use(ADYEN, 'AdyenCheckout', 'Dropin', 'Card'),
  'Adyen Drop-in, every way to pay': ADYEN_STYLE + use(`${ADYEN}/auto`, 'AdyenCheckout', 'Dropin'),
};

const PACKAGES = {
  '@stripe/stripe-js': use('@stripe/stripe-js', 'loadStripe'),
  '@stripe/react-stripe-js and stripe-js': `import { loadStripe } from '@stripe/stripe-js';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
window.it = [loadStripe, Elements, PaymentElement, useElements, useStripe];`,
};

const print = (what: string, bytes: number) =>
  console.log(`${(bytes / 1000).toFixed(2).padStart(8)} kB  ${what}`);

const folder = mkdtempSync(join(tmpdir(), 'peers-'));
try {
  const manifest = {
    private: true,
    dependencies: { ...VERSIONS, react: '19.3.1', 'react-dom': '19.3.1' },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  execFileSync(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  print('our script', gzipSync(readFileSync('dist/paymentWidgets.js'), { level: 9 }).length);
  for (const [what, program] of Object.entries(FORMS))
    print(what, await bundleSize(program, folder));
  print('our loader', await packageSize('loader'));
  print('our React package, with the loader', await packageSize('react'));
  for (const [what, program] of Object.entries(PACKAGES)) {
    print(what, await bundleSize(program, folder));
  }
} finally {
  rmSync(folder, { recursive: true });
}
