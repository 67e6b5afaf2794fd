/**
 * What a value of the environment may look like. Each function gives the value, or throws a
 * `ValueError` that says the rule; none of them puts the value into the message.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { type HostKind, type PostgresAddress, postgresAddress } from './store/postgres/address.ts';

export class ValueError extends Error {
  override readonly name = 'ValueError';
}

export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) {
      throw new ValueError(`must be a whole number from ${least} to ${most}`);
    }
    return value;
  };
}

export const port = wholeNumber(0, 65_535);

/** A host name or an IP address, without brackets. */
export function host(text: string): string {
  const name = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;
  if (isIP(text) === 0 && !name.test(text)) {
    throw new ValueError('must be a host name or an IP address, without port or brackets');
  }
  return text;
}

export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost');
}

/** An address as browsers use it: scheme, host and port only. Gives its origin. */
export function origin(text: string): string {
  const rule = 'must be an address without path, such as https://pay.example';
  if (!URL.canParse(text)) throw new ValueError(rule);
  const url = new URL(text);
  const isBare = text === url.origin || text === `${url.origin}/`;
  if (!isBare || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new ValueError(rule);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new ValueError('must use https: only loopback addresses may use http');
  }
  return url.origin;
}

/** The address of a mail server, with user and password where it asks for them. */
export function smtpAddress(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new ValueError('must be an address such as smtps://user:password@mail.example');
  }
  return text;
}

/** Of a server that takes HTTP, with a path or without; who may send there stands in headers. */
export function collectorAddress(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search) {
    throw new ValueError('must be an address such as http://collector.example:4318');
  }
  return text;
}

/** Of a whole: 0 to 1. */
export function share(text: string): number {
  const value = /^\d?\.?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0 && value <= 1)) throw new ValueError('must be a number from 0 to 1');
  return value;
}

/** The address of a database that is written to, with several hosts too. */
export function databaseUrl(text: string): string {
  const { hosts, kind } = addressOf(text);
  if (kind === 'read-only' || (kind === undefined && hosts.length > 1)) {
    throw new ValueError(
      'must have read-write or primary as target_session_attrs: it is written to',
    );
  }
  return text;
}

/** The address of a database that is read from. */
export function replicaUrl(text: string): string {
  if (addressOf(text, 'read-only').kind === 'writable') {
    throw new ValueError(
      'must have read-only or standby as target_session_attrs: it is read from, and never written to',
    );
  }
  return text;
}

/** Whether two addresses of one host each lead to the same. Lists may have the same hosts. */
export function isSameHost(one: string, other: string): boolean {
  const [first = '', second = ''] = [one, other].map((text) => {
    const [host, ...others] = addressOf(text).hosts;
    // One without a name is a socket, which the rest of the address names.
    if (!host?.name || others.length > 0) return text;
    return /:\d+$/.test(host.name) ? host.name.toLowerCase() : `${host.name.toLowerCase()}:5432`;
  });
  return first === second;
}

function addressOf(text: string, wanted?: HostKind): PostgresAddress {
  try {
    return postgresAddress(text, wanted);
  } catch (error) {
    throw new ValueError((error as Error).message);
  }
}

export function readableFile(path: string): string {
  try {
    accessSync(path, constants.R_OK);
    if (statSync(path).isFile()) return path;
  } catch {
    // The rule is the same for every error of the system.
  }
  throw new ValueError('must be the path of a file that can be read');
}

/** The names that Fastify knows for ranges of addresses. */
const PROXY_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Gives the list as Fastify's `trustProxy` takes it. */
export function trustedProxies(text: string): string {
  if (/^(true|\d+|\*)$/i.test(text)) {
    throw new ValueError(
      'must name the proxies: anybody could claim any address if all of them were trusted',
    );
  }
  const entries = text.split(',').map((entry) => entry.trim());
  if (!entries.every(isProxy)) {
    throw new ValueError(
      'must be a comma-separated list of IP addresses, networks such as 10.0.0.0/8, ' +
        'loopback, linklocal or uniquelocal',
    );
  }
  return entries.join(',');
}

function isProxy(entry: string): boolean {
  if (PROXY_NAMES.has(entry)) return true;
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  if (prefix === undefined) return true;
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  // A prefix of 0 covers all addresses.
  return bits >= 1 && bits <= (version === 4 ? 32 : 128);
}

export function vaultKeys(text: string): string {
  const entries = text.split(',').map((entry) => entry.trim());
  const ids = new Set(entries.map((entry) => entry.split(':')[0]));
  if (!entries.every((entry) => /^[A-Za-z0-9_-]{1,32}:[A-Za-z0-9+/]{43}=$/.test(entry))) {
    throw new ValueError(
      'must be a comma-separated list of id:key, a key being base64 of 32 bytes',
    );
  }
  if (ids.size !== entries.length) throw new ValueError('must not use an id twice');
  return entries.join(',');
}

export function flag(text: string): boolean {
  if (text !== '0' && text !== '1') throw new ValueError('must be 1 or 0');
  return text === '1';
}

export function oneOf<const T extends string>(allowed: readonly T[]): (text: string) => T {
  return (text) => {
    const found = allowed.find((value) => value === text);
    if (found === undefined) throw new ValueError(`must be one of ${allowed.join(', ')}`);
    return found;
  };
}

export function matching(pattern: RegExp, rule: string): (text: string) => string {
  return (text) => {
    if (!pattern.test(text)) throw new ValueError(rule);
    return text;
  };
}
