/**
 * Addresses of PostgreSQL, with several hosts as libpq takes them:
 * `postgresql://user:password@one:5432,two:5433/name?target_session_attrs=read-write`.
 */
import { isIP } from 'node:net';

const MOST_HOSTS = 16;
const SHAPE =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>[^/?#]*@)?(?<hosts>[^/?#@]*)(?<rest>[/?#].*)?$/;
const NAME = /^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?$/i;

/** What a host has to be for a connection to stay; undefined where any will do. */
export type HostKind = 'writable' | 'read-only' | undefined;

/** The values of `target_session_attrs` that libpq knows: these have a meaning here. */
const KINDS: Readonly<Record<string, HostKind>> = {
  any: undefined,
  'read-write': 'writable',
  primary: 'writable',
  'read-only': 'read-only',
  standby: 'read-only',
};

export interface PostgresHost {
  /** `name` or `name:port`, as it stands in the address: for an operator, without a secret. */
  readonly name: string;
  /** The address of this host alone. Holds a password. */
  readonly url: string;
}

export interface PostgresAddress {
  /** At least one, in the order in which they are tried. */
  readonly hosts: readonly PostgresHost[];
  readonly kind: HostKind;
}

/**
 * @param wanted what an address of several hosts means that does not say it
 * @throws RangeError that says the rule, with names of hosts, and never a user, password or port: where
 * an address is malformed, part of a password can look like a port
 */
export function postgresAddress(text: string, wanted: HostKind = 'writable'): PostgresAddress {
  const parts = SHAPE.exec(text)?.groups;
  if (!parts) throw new RangeError('must be a postgres:// or postgresql:// address');
  const { scheme, user = '', hosts: list = '', rest = '' } = parts;
  const hosts = list.split(',').map((name) => ({ name, url: `${scheme}${user}${name}${rest}` }));
  const isList = hosts.length > 1;
  if (isList) {
    if (rest.split('?')[0]?.includes('@')) {
      throw new RangeError('must have its user and password percent-encoded');
    }
    checkHosts(hosts.map(({ name }) => name));
  }
  for (const { url } of hosts) {
    if (!URL.canParse(url)) throw new RangeError('must be a postgres:// or postgresql:// address');
  }
  const query = new URL(hosts[0]?.url ?? '').searchParams;
  const isElsewhere = ['host', 'port'].some((key) => {
    const value = query.get(key);
    return value !== null && (isList || value.includes(','));
  });
  if (isElsewhere) {
    throw new RangeError('must list several hosts before the name of the database, not behind it');
  }
  const said = query.get('target_session_attrs');
  if (said !== null && !Object.hasOwn(KINDS, said)) {
    const known = Object.keys(KINDS).join(', ');
    throw new RangeError(`must have one of ${known} as target_session_attrs`);
  }
  return { hosts, kind: said === null ? (isList ? wanted : undefined) : KINDS[said] };
}

function checkHosts(names: readonly string[]): void {
  if (names.length > MOST_HOSTS) {
    throw new RangeError(`must have ${MOST_HOSTS} hosts at most, not ${names.length}`);
  }
  names.forEach((entry, index) => {
    const place = `host ${index + 1} of ${names.length}`;
    const { name = '', port } =
      /^(?<name>\[[^\]]*\]|[^:]*)(?::(?<port>.*))?$/.exec(entry)?.groups ?? {};
    if (name === '') throw new RangeError(`must have no empty host; ${place} is`);
    const address = /^\[(.*)\]$/.exec(name)?.[1];
    if (address === undefined ? !NAME.test(name) : isIP(address) !== 6) {
      throw new RangeError(
        `must have names, IPv4 addresses or IPv6 addresses in brackets as hosts; ${place} is none`,
      );
    }
    if (port !== undefined && !(/^\d{1,5}$/.test(port) && +port >= 1 && +port <= 65_535)) {
      throw new RangeError(`must have ports from 1 to 65535; that of ${place}, ${name}, is none`);
    }
    if (names.indexOf(entry) !== index) {
      throw new RangeError(`must have each host once; ${place}, ${name}, was there before`);
    }
  });
}
