/** How a channel reaches its processor, and what that can do. Secrets are kept elsewhere. */
import { z } from 'zod';
import { AUTHENTICATION } from '../../../contract/catalogue.ts';
import { CURRENCY_CODES } from '../../../contract/currency.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function isAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, search, hash } = new URL(value);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
  return isSafe && username === '' && search === '' && hash === '';
}

export const RelaySettingsSchema = z.strictObject({
  kind: z.literal('upstream'),
  /** Base URL of the processor, without `/v1`. */
  address: z
    .string()
    .refine(isAddress, 'must be an https address such as https://gateway.example')
    .transform((address) => address.replace(/\/+$/, '')),
  /** Our channel there. */
  entityId: z.string().regex(/^[a-f0-9]{32}$/, 'must be 32 lowercase hexadecimal characters'),
  /**
   * Sent as `testMode`. Absent for a live processor: then nothing but a live success counts as one on
   * a live channel. A live channel with a `testMode` is a rehearsal.
   */
  testMode: z.enum(['INTERNAL', 'EXTERNAL']).nullable().default(null),
  /** Brands that it takes; `null`: any. */
  brands: z
    .array(z.string().regex(/^[A-Z0-9_]{1,32}$/))
    .nullable()
    .default(null),
  /** Currencies that it takes; `null`: any. */
  currencies: z.array(z.enum(CURRENCY_CODES)).nullable().default(null),
  paymentTypes: z
    .array(z.enum(['PA', 'DB', 'CD', AUTHENTICATION]))
    .default(['PA', 'DB', 'CD', AUTHENTICATION]),
  reversal: z.boolean().default(true),
  refund: z.boolean().default(true),
  partialCapture: z.boolean().default(true),
  installments: z.boolean().default(true),
  threeDSecure: z.boolean().default(true),
  wallets: z.boolean().default(true),
  agreements: z.boolean().default(true),
});

export type RelaySettings = z.infer<typeof RelaySettingsSchema>;
