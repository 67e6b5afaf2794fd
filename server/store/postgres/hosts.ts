/** Which of several hosts connections are made to, and that they are what is wanted there. */
import type pg from 'pg';
import type { HostKind, PostgresAddress, PostgresHost } from './address.ts';
import { markConnectionLost, type SurvivingClient } from './prepared-client.ts';

/** The host that new connections of a pool go to: all of them stay with it until it fails. */
class CurrentHost {
  readonly #hosts: readonly PostgresHost[];
  #index = 0;

  constructor(hosts: readonly PostgresHost[]) {
    this.#hosts = hosts;
  }

  get(): PostgresHost {
    return this.#hosts[this.#index] as PostgresHost;
  }

  /** Another one is next, unless another connection has left this one already. */
  leave(host: PostgresHost): void {
    if (host === this.get()) this.#index = (this.#index + 1) % this.#hosts.length;
  }
}

/**
 * The class of clients that a pool makes, one connection each. A connection that fails, or comes to a
 * host that is not of the kind wanted, has the next one made to the next host.
 * @param connectMs in which all hosts are tried, together
 */
export function clientOfHosts(
  Client: typeof SurvivingClient,
  { hosts, kind }: PostgresAddress,
  connectMs: number,
): new (
  config?: pg.ClientConfig,
) => SurvivingClient {
  const current = new CurrentHost(hosts);
  return class HostClient extends Client {
    readonly #host: PostgresHost;

    constructor(config?: pg.ClientConfig) {
      const host = current.get();
      super({
        ...config,
        connectionString: host.url,
        connectionTimeoutMillis: connectMs / hosts.length,
      });
      this.#host = host;
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const connecting = this.#connect();
      if (!callback) return connecting;
      const report = callback as (error?: Error) => void;
      connecting.then(() => report(), report);
      return undefined;
    }

    async #connect(): Promise<this> {
      try {
        await super.connect();
        if (kind !== undefined) await requireKind(this, kind);
        return this;
      } catch (error) {
        current.leave(this.#host);
        if (hosts.length > 1) nameHost(error, this.#host);
        markConnectionLost(error);
        this.end().catch(() => undefined);
        throw error;
      }
    }
  };
}

/** A standby, and a primary that was set to read only, says so; a primary that was demoted, too. */
async function requireKind(client: pg.Client, kind: HostKind): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'show transaction_read_only',
  );
  const isReadOnly = rows[0]?.transaction_read_only === 'on';
  if (isReadOnly !== (kind === 'read-only')) {
    throw new Error(isReadOnly ? 'it takes no writes: a replica' : 'it is the primary, no replica');
  }
}

function nameHost(error: unknown, { name }: PostgresHost): void {
  if (error instanceof Error) error.message = `${name}: ${error.message}`;
}
