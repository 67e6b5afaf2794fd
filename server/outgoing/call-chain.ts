/**
 * Which gateways a request has come through, in the header that RFC 8586 has for it: so that no
 * request goes round in a circle, through any names and proxies.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export const CALL_CHAIN_HEADER = 'cdn-loop';

const chain = new AsyncLocalStorage<string>();

/** Does the work, and all that follows from it, as part of the chain that the request came with. */
export const withinChain = <T>(received: string, work: () => T): T => chain.run(received, work);

/** The chain with us at its end. @param ownId of this installation */
export const chainWith = (ownId: string): string =>
  [chain.getStore(), ownId].filter(Boolean).join(', ');

export const isInChain = (received: string, ownId: string): boolean =>
  received.split(',').some((entry) => entry.trim().split(';')[0] === ownId);
