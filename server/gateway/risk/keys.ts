/** What an attempt is counted by. Values leave this file as keyed hashes only. */
import { BlockList, isIP } from 'node:net';
import { extractIBAN } from 'ibantools';
import type { Vault } from '../../vault/vault.ts';
import type { VelocityKey, VelocitySettings } from '../entities/index.ts';

/** What is known of an attempt, in clear. */
export interface AttemptFacts {
  readonly channelId: string;
  /** Of the vault. */
  readonly cardFingerprint: string;
  /** First digits, or the bank: {@link binOf}. */
  readonly bin: string | undefined;
  readonly checkoutId?: string | null | undefined;
  readonly email?: string | undefined;
  /** Where the shopper's request comes from. */
  readonly address?: string | undefined;
}

/**
 * Issuers of numbers with 16 digits or more have eight first digits, others six (ISO 7812). Of an IBAN
 * it is the country and the bank: undefined where its country's tell no bank.
 */
export function binOf(number: string): string | undefined {
  if (/^\d/.test(number)) return number.slice(0, number.length >= 16 ? 8 : 6);
  const { countryCode, bankIdentifier } = extractIBAN(number);
  return bankIdentifier && `${countryCode}${bankIdentifier}`;
}

/** The values of an attempt by their keys; a key that it does not have is missing. */
export function valuesOf(
  { channelId, cardFingerprint, bin, checkoutId, email, address }: AttemptFacts,
  { trustedAddresses }: Pick<VelocitySettings, 'trustedAddresses'>,
): Partial<Record<VelocityKey, string>> {
  const plain = address && plainAddress(address);
  const isCounted = plain !== undefined && plain !== '' && !isWithin(plain, trustedAddresses);
  return {
    card: cardFingerprint,
    ...(bin && { bin }),
    channel: channelId,
    ...(checkoutId && { checkout: checkoutId }),
    ...(email && { email: plainEmail(email) }),
    ...(isCounted && { address: countedAddress(plain), network: networkOf(plain) }),
  };
}

/** Keyed, and of one channel: nothing can be compared between two of them. */
export function hasher(
  { keyedHash }: Pick<Vault, 'keyedHash'>,
  channelId: string,
): (key: string, value: string) => string {
  const hash = keyedHash('card testing');
  return (key, value) => hash(JSON.stringify([channelId, key, value])).slice(0, 32);
}

/**
 * An IPv4 address that came in the form of IPv6 is the address that it was, and a port that a proxy tells with
 * it makes no other. A connection that was gone before it was asked has none.
 */
export const plainAddress = (address: string | undefined = ''): string =>
  address
    .toLowerCase()
    .replace(/^\[([^\]]+)\](:\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1$3')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '');

/** Of IPv6 the /64: within it one machine takes as many addresses as it likes. */
export function countedAddress(address: string | undefined): string {
  const plain = plainAddress(address);
  return isIP(plain) === 6 ? networkOf(plain) : plain;
}

/** Capitals, and what stands after a plus sign, make no other mailbox. */
export function plainEmail(email: string): string {
  const plain = email.toLowerCase();
  const plus = plain.indexOf('+');
  const host = plain.indexOf('@', plus);
  return plus >= 0 && host >= 0 ? plain.slice(0, plus) + plain.slice(host) : plain;
}

/** /24 of IPv4, /64 of IPv6: what one subscriber or rented machine has. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address.split('.').slice(0, 3).join('.');
  return groupsOf(address).slice(0, 4).join(':');
}

/** The groups of an IPv6 address, without the zone. */
function groupsOf(address: string): string[] {
  const [start = '', end] = (address.split('%')[0] ?? '').split('::');
  const first = start.split(':').filter(Boolean);
  const last = end?.split(':').filter(Boolean) ?? [];
  const zeros = end === undefined ? [] : Array<string>(8 - first.length - last.length).fill('0');
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16).toString(16));
}

function isWithin(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0 || isIP(address) === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
