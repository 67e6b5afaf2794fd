/** `paymentWidgets.js`: the script that merchants put into their page. */
// These two stand first, so that all else stands together: gzip finds again what it has seen within 32 kB.
import '@preact/signals';
import './style/adopt-styles.ts';
import { warn } from './interface/console-note.ts';
import { findOwnScript } from './start/own-script.ts';
import { startWidget } from './start/start-widget.ts';

/** Put in by the build. */
declare const __RELEASE__: string;

// At once and before anything else: only now does the browser say which script is running.
const script = findOwnScript();

if (!window.isSecureContext) {
  warn('A form for cards needs a secure page. Serve this page over https.');
} else if (script) {
  const { gateway, ...checkout } = script;
  startWidget({ origin: gateway, base: gateway, ...checkout, release: __RELEASE__ });
}
