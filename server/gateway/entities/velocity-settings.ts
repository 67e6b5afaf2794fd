/** The channel setting `cardTesting`: the velocity rules against card testing (D21). */
import { isIP } from 'node:net';
import { z } from 'zod';

/** What attempts are counted by, the narrowest first. */
export const VELOCITY_KEYS = [
  'card',
  'checkout',
  'email',
  'address',
  'network',
  'bin',
  'channel',
] as const;
export type VelocityKey = (typeof VELOCITY_KEYS)[number];

/** Lengths of windows in milliseconds. */
export const VELOCITY_WINDOWS_MS = {
  minute: 60_000,
  hour: 60 * 60_000,
  day: 24 * 60 * 60_000,
} as const;
export type VelocityWindow = keyof typeof VELOCITY_WINDOWS_MS;

export type VelocityRuleName = `${VelocityKey}/${VelocityWindow}`;

const RULE_NAMES = VELOCITY_KEYS.flatMap((key) =>
  (['minute', 'hour', 'day'] as const).map((window) => `${key}/${window}` as const),
);

/** An address, or a network as `203.0.113.0/24`. */
function isNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

const limit = z.number().int().min(1).nullable().exactOptional();

export const VelocityLimitSchema = z.strictObject({
  /** Declines, beyond those that successes excuse, after which a challenge is asked for. */
  challenge: limit,
  /** The same, after which is refused. */
  refuse: limit,
  /** Attempts, paid and refused ones alike, after which a challenge is asked for. */
  attempts: limit,
});
export type VelocityLimit = z.infer<typeof VelocityLimitSchema>;

export const VelocitySettingsSchema = z.strictObject({
  /** Whether a challenge may be asked for; where not, rules only refuse. */
  challenge: z.boolean().default(true),
  /** Whether card payments and registrations of the merchant's own server are counted, too. */
  serverPayments: z.boolean().default(false),
  /** Addresses and networks behind which many shoppers are: not counted by address and network. */
  trustedAddresses: z
    .array(z.string().refine(isNetwork, 'must be an address or a network such as 203.0.113.0/24'))
    .default([]),
  /** Instead of the defaults (docs/operations.md), by rule; `null` in one of them turns that one off. */
  limits: z.partialRecord(z.enum(RULE_NAMES), VelocityLimitSchema).default({}),
});
export type VelocitySettings = z.infer<typeof VelocitySettingsSchema>;
