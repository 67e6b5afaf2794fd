/**
 * The loader. At import it opens the connection to the gateway that the page names, if it names one:
 * `<meta name="payment-gateway" content="https://gateway.example">`. Import `…/pure` for nothing of that.
 */
import { preconnect } from './pure.ts';

export * from './pure.ts';

const named = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=payment-gateway]');
if (named) preconnect(named.content);
