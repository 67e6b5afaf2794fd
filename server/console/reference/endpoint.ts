/** What a route of the admin API says of itself: its OpenAPI document and its permission are made from it. */
import type { ZodType } from 'zod';
import type { Permission } from '../../../contract/admin-api.ts';

/** What a request brings along, as the route reads it, and the type of the contract that describes it. */
export interface Taken {
  readonly schema: ZodType;
  /** Of `contract/admin-api.ts`: each property's words. */
  readonly type?: string;
}

export interface AdminEndpoint {
  /** Its name in OpenAPI: kebab-case. */
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly description?: string;
  /** The session's role has to have it. `session`: any role; `nothing`: no session is needed. */
  readonly needs: Permission | 'session' | 'nothing';
  readonly query?: Taken;
  readonly body?: Taken;
  /** Whether the header `idempotency-key` is required: the same request again is done once. */
  readonly isKeyed?: boolean;
  /** A type of the contract, `Page<T>` or `T[]` of one; `csv`: a file; `nothing`: `{}`. */
  readonly answer: string;
  /** HTTP status of the answer; 200 where absent. */
  readonly status?: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: AdminEndpoint;
  }
}

/** As the options of the route that serves it. */
export const endpoint = (of: AdminEndpoint): { config: { endpoint: AdminEndpoint } } => ({
  config: { endpoint: of },
});
