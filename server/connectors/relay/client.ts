/** Requests to another gateway: our channel's address and token on them, its JSON read. */
import { z } from 'zod';
import { CALL_CHAIN_HEADER, chainWith } from '../../outgoing/call-chain.ts';
import { NotAllowedError, type Outgoing } from '../../outgoing/guarded-client.ts';
import type { RelaySettings } from './settings.ts';

/** What a channel needs to call its processor. */
export interface RelayConfig {
  readonly settings: RelaySettings;
  readonly token: string;
}

export type Fields = Readonly<Record<string, string | undefined>>;

/** Counted before any is read: half a megabyte has room for 170,000 that are none. */
const listOf = <T extends z.ZodType>(item: T, most: number) =>
  z.array(z.any()).max(most).pipe(z.array(item));

/** Fields of a page that a shopper is sent to. */
const MOST_FIELDS = 200;
/** Payments of one reference. */
const MOST_PAYMENTS = 500;

const NamedValues = listOf(z.object({ name: z.string().max(255), value: z.string() }), MOST_FIELDS);
const BrowserRequestSchema = z.object({
  url: z.url({ protocol: /^https?$/ }),
  method: z.enum(['GET', 'POST']).default('GET'),
  parameters: NamedValues.default([]),
});

/** What of an answer means something to us; the rest may be anything. */
const BodySchema = z.object({
  id: z
    .string()
    .regex(/^[A-Za-z0-9.-]{1,64}$/)
    .optional(),
  result: z.object({
    code: z.string().regex(/^\d{3}\.\d{3}\.\d{3}$/),
    description: z.string().optional(),
    avsResponse: z.enum(['A', 'Z', 'N', 'U', 'F']).optional().catch(undefined),
    cvvResponse: z.enum(['M', 'N', 'P', 'S', 'U']).optional().catch(undefined),
  }),
  amount: z.string().optional(),
  currency: z.string().optional(),
  paymentType: z.string().optional(),
  paymentBrand: z.string().optional(),
  merchantTransactionId: z.string().optional(),
  referencedId: z.string().optional().catch(undefined),
  card: z
    .object({
      bin: z.string().regex(/^\d{6}$/),
      last4Digits: z.string().regex(/^\d{4}$/),
      expiryMonth: z.string().regex(/^(0[1-9]|1[0-2])$/),
      expiryYear: z.string().regex(/^20\d\d$/),
      // No field of the document's: some of those who speak this API tell it.
      binCountry: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
  registrationId: z.string().optional().catch(undefined),
  resultDetails: z.record(z.string(), z.unknown()).optional().catch(undefined),
  threeDSecure: z.record(z.string(), z.unknown()).optional().catch(undefined),
  risk: z.object({ score: z.coerce.number() }).optional().catch(undefined),
  redirect: BrowserRequestSchema.extend({
    preconditions: listOf(BrowserRequestSchema.extend({ origin: z.literal('iframe#hidden') }), 1)
      .catch([])
      .default([]),
  })
    .optional()
    .catch(undefined),
  payments: z.array(z.unknown()).max(MOST_PAYMENTS).optional(),
});

export type ProcessorBody = z.infer<typeof BodySchema>;

export interface ProcessorAnswer {
  readonly status: number;
  readonly body: ProcessorBody;
}

/** A payment with a full cart is some ten kilobytes; a query may have several. */
const KEPT_BYTES = 512 * 1024;

export interface RelayClient {
  /**
   * @param key makes a repetition harmless, and a different request under it refused
   * @throws NotSentError; any other Error when it may have been sent, and what
   * came back is no answer
   */
  post(
    config: RelayConfig,
    path: string,
    fields: Fields,
    options: { key: string; timeLimitMs: number },
  ): Promise<ProcessorAnswer>;
  get(
    config: RelayConfig,
    path: string,
    query: Fields,
    timeLimitMs: number,
  ): Promise<ProcessorAnswer>;
  remove(
    config: RelayConfig,
    path: string,
    query: Fields,
    timeLimitMs: number,
  ): Promise<ProcessorAnswer>;
}

/** @param own who we are, so that no request is sent to ourselves */
export function createRelayClient(
  outgoing: Outgoing,
  own: { readonly id: string; readonly origin: () => string },
): RelayClient {
  const headersOf = ({ settings, token }: RelayConfig) => {
    if (new URL(settings.address).origin === own.origin()) {
      throw new NotAllowedError('the processor is this gateway itself');
    }
    return {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      [CALL_CHAIN_HEADER]: chainWith(own.id),
    };
  };
  const read =
    (method: 'GET' | 'DELETE'): RelayClient['get'] =>
    async (config, path, query, timeLimitMs) =>
      parse(
        await outgoing.call(`${config.settings.address}${path}?${encoded(query)}`, {
          method,
          headers: headersOf(config),
          about: query['merchantTransactionId'] ?? path.split('/').at(-1) ?? '',
          timeLimitMs,
          keptBytes: KEPT_BYTES,
        }),
      );

  return {
    get: read('GET'),
    remove: read('DELETE'),
    post: async (config, path, fields, { key, timeLimitMs }) =>
      parse(
        await outgoing.call(`${config.settings.address}${path}`, {
          method: 'POST',
          headers: {
            ...headersOf(config),
            'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
            'idempotency-key': key,
          },
          about: key,
          body: encoded(fields),
          timeLimitMs,
          keptBytes: KEPT_BYTES,
        }),
      ),
  };
}

const encoded = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString();

/** @throws Error that repeats nothing of what came: it may hold anything */
function parse({ status, body }: { status: number; body: string }): ProcessorAnswer {
  const parsed = BodySchema.safeParse(asJson(body));
  if (status >= 500) throw new Error(`the processor answered HTTP ${status}`);
  if (!parsed.success) throw new Error(`the processor answered HTTP ${status} with no result`);
  return { status, body: parsed.data };
}

/** One payment of an answer that lists several. */
export const readPayment = (value: unknown): ProcessorBody | undefined =>
  BodySchema.safeParse(value).data;

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
