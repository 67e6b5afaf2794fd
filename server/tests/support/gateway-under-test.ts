/** What tests have of a gateway, and of its answers. */
import type { Sign } from '../../../contract/simulated-bank.ts';
import type { GatewayContext } from '../../gateway/context.ts';
import type { Readiness } from '../../monitoring/readiness.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // The tests look at answers as a merchant's untyped code does.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

export interface TestGateway extends AsyncDisposable {
  readonly gateway: GatewayContext;
  readonly readiness: Readiness;
  readonly url: string;
  /** Where the vault's key file is. */
  readonly dataDir: string;
  readonly entityId: string;
  readonly token: string;
  /** As the simulated banks sign what they send back. */
  readonly bankKey: Sign;
  /** Every path that the server knows, as Fastify prints them. */
  readonly routes: string;
  /** Everything that was logged, as JSON lines. */
  readonly log: readonly string[];
  /** Without a body it is a GET; with one a POST, urlencoded. */
  call(path: string, body?: Fields | string, options?: RequestInit): Promise<Answer>;
  createCheckout(fields?: Fields): Promise<string>;
  /** Pays with a card in the clear, as test mode allows. */
  pay(checkoutId: string, fields?: Fields, options?: RequestInit): Promise<Answer>;
  set(settings: Readonly<Record<string, unknown>>): Promise<void>;
}

export type Fields = Readonly<Record<string, string | undefined>>;
