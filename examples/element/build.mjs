/** No bundler: the page and the package's one file, side by side. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

mkdirSync('dist', { recursive: true });
copyFileSync('index.html', 'dist/index.html');
const element = import.meta.resolve('@payment-widgets/element/standalone');
copyFileSync(fileURLToPath(element), 'dist/payment-widgets.js');
