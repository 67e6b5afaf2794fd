/** What the routes work with. */
import type { Result } from '../../contract/result.ts';
import type { FormVisits, Release } from '../gateway/checkout/index.ts';
import type { GatewayContext } from '../gateway/context.ts';
import type { Envelope } from '../gateway/events/index.ts';
import type { Reader } from '../store/replica.ts';
import type { Callers } from './admit.ts';
import type { FailureCounter } from './authenticate.ts';
import type { BrandCatalogue } from './brand-logos.ts';
import type { Help } from './help/help.ts';
import type { LoggedRequests } from './log-requests.ts';

export interface Context {
  readonly gateway: GatewayContext;
  /** For reports: from a replica where there is one. */
  readonly reader: Reader;
  readonly release: Release;
  readonly brands: BrandCatalogue;
  /** The answer's common part; `ndc` defaults to a new one. */
  envelope(result: Result, ndc?: string): Envelope;
  readonly help: Help;
  readonly tooManyFailures: FailureCounter;
  readonly callers: Callers;
  readonly logged: LoggedRequests;
  /** Notes which forms were drawn. */
  readonly visits: FormVisits;
}
