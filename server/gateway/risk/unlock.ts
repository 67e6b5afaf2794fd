/** What the operator sees of the velocity rules, and how one takes a lock away. */
import { isIP } from 'node:net';
import type { Database } from '../../store/database.ts';
import { databaseNow, inTransaction } from '../../store/dialect.ts';
import type { GatewayContext } from '../context.ts';
import { type Channel, type VelocityKey, velocityOf } from '../entities/index.ts';
import { findCheckout, findPayment } from '../records/index.ts';
import { countedAddress, hasher, networkOf, plainAddress, plainEmail } from './keys.ts';
import { rulesOf } from './velocity-rules.ts';

/** How often which rule has caught attempts, latest first; what a figure of the operator counts. */
export async function riskTrips(db: Database, channelId: string) {
  const rows = await db
    .selectFrom('risk_trips')
    .select(['rule', 'action', 'window_start', 'attempts'])
    .where('channel_id', '=', channelId)
    .orderBy('window_start', 'desc')
    .orderBy('rule')
    .orderBy('action')
    .execute();
  return rows.map(({ rule, action, window_start: from, attempts }) => ({
    rule,
    action,
    from: new Date(from).toISOString(),
    attempts,
  }));
}

/** The rules of a channel, what they count at present, and how often they tripped in 30 days. */
export async function describeRisk(db: Database, channel: Channel) {
  const settings = velocityOf(channel.settings);
  if (!settings)
    return { channel: channel.id, isOn: false, trips: await riskTrips(db, channel.id) };
  const { challenge, serverPayments, trustedAddresses } = settings;
  const rules = await Promise.all(
    rulesOf(settings).map(async ({ name, windowMs, challenge: asks, refuse, attempts }) => {
      const { counted = 0, most } = await db
        .selectFrom('risk_windows')
        .select(({ fn }) => [fn.sum<number>('attempts').as('counted'), fn.max('excess').as('most')])
        .where('channel_id', '=', channel.id)
        .where('rule', '=', name)
        .where('window_start', '>', databaseNow(db, -windowMs))
        .executeTakeFirstOrThrow();
      return {
        rule: name,
        ...(asks && { challenge: asks }),
        ...(refuse && { refuse }),
        ...(attempts && { attempts }),
        counted: Number(counted ?? 0),
        mostDeclines: Math.max(0, Math.round(Number(most ?? 0) / 100) / 10),
      };
    }),
  );
  return {
    channel: channel.id,
    isOn: true,
    challenge,
    serverPayments,
    trustedAddresses,
    rules,
    trips: await riskTrips(db, channel.id),
  };
}

interface Unlockable {
  /** The form in which a value is counted. */
  readonly plain: (value: string) => string;
  /** What a value has to be, in words, and whether it is. */
  readonly form?: readonly [words: string, isFormed: (value: string) => boolean];
}

/** As they are counted: a wider one would be unlocked in part. */
const BITS = { 4: '24', 6: '64' } as const;

const UNLOCKABLE: Readonly<Record<Exclude<VelocityKey, 'card' | 'channel'>, Unlockable>> = {
  checkout: { plain: (value) => value },
  email: { plain: plainEmail, form: ['an e-mail address', (value) => /^[^@]+@[^@]+$/.test(value)] },
  address: { plain: countedAddress, form: ['an IP address', (value) => isIP(value) !== 0] },
  network: {
    plain: (value) => networkOf(plainAddress(value.split('/')[0] ?? '')),
    form: ['a network of IPv4 with /24, or of IPv6 with /64', isNetwork],
  },
  bin: {
    plain: (value) => value.replace(/[\W_]/g, '').toUpperCase(),
    form: [
      '6 or 8 first digits of a card, or country and bank of an IBAN',
      (value) => /^(?:\d{6}|\d{8}|[A-Z]{2}[A-Z\d]+)$/.test(UNLOCKABLE.bin.plain(value)),
    ],
  },
};

function isNetwork(value: string): boolean {
  const [address = '', ...bits] = value.split('/');
  const family = isIP(plainAddress(address));
  return (family === 4 || family === 6) && bits.every((length) => length === BITS[family]);
}

export type UnlockTarget = { readonly [Key in keyof typeof UNLOCKABLE | 'payment']?: string };

export const UNLOCK_KEYS = [
  ...Object.keys(UNLOCKABLE),
  'payment',
] as readonly (keyof UnlockTarget)[];

/** What a value has to be and is not, in words that do not repeat it; undefined where nothing is wrong. */
export function unlockMistake(key: keyof UnlockTarget, value: string): string | undefined {
  const [words, isFormed] = (key !== 'payment' && UNLOCKABLE[key].form) || [];
  return isFormed?.(value) === false ? `${key} must be ${words}` : undefined;
}

/**
 * Forgets what was counted of a value, or of the whole channel where none is named. `payment` is its
 * id: its card, checkout, e-mail and address are unlocked, without anybody naming a card number.
 * @returns how many windows were forgotten; what it is that the channel does not have by the id that is named
 */
export async function unlockRisk(
  { db, vault }: Pick<GatewayContext, 'db' | 'vault'>,
  channelId: string,
  target: UnlockTarget,
): Promise<number | 'no card payment' | 'no checkout'> {
  const { payment: paymentId, ...named } = target;
  const { checkout } = named;
  if (checkout !== undefined && (await findCheckout(db, checkout))?.channel.id !== channelId) {
    return 'no checkout';
  }
  const ofPayment = paymentId === undefined ? {} : await valuesOfPayment(db, channelId, paymentId);
  if (!ofPayment) return 'no card payment';
  const hash = hasher(vault, channelId);
  // The payment's own address may be another one than the one that is named beside it.
  const pairs = [named, ofPayment].flatMap((values) => Object.entries<string>(values));
  const hashes = pairs.map(([key, value]) =>
    hash(key, key === 'card' ? value : UNLOCKABLE[key as keyof typeof UNLOCKABLE].plain(value)),
  );
  const isWhole = Object.keys(target).length === 0;
  // A transaction, since it meets the attempts of an attack, and is then made again.
  const { numDeletedRows } = await inTransaction(db, (trx) =>
    trx
      .deleteFrom('risk_windows')
      .where('channel_id', '=', channelId)
      .$if(!isWhole, (query) => query.where('key_hash', 'in', hashes))
      .executeTakeFirstOrThrow(),
  );
  return Number(numDeletedRows);
}

async function valuesOfPayment(db: Database, channelId: string, id: string) {
  const payment = await findPayment(db, id);
  if (payment?.entityId !== channelId || payment.cardFingerprint === null) return undefined;
  const { 'customer.email': email, 'customer.ip': address } = payment.parameters;
  return {
    card: payment.cardFingerprint,
    ...(payment.checkoutId && { checkout: payment.checkoutId }),
    ...(email && { email }),
    ...(address && { address }),
  };
}
