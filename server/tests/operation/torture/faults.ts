/** What is done to the instances. A kill is over at once: the others are there, and it starts again meanwhile. */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Fault as ProcessorFault } from '../../support/faulty-proxy.ts';
import { DEMO } from '../../support/gateway-process.ts';
import type { Cluster } from './cluster.ts';

export type Fault = (cluster: Cluster, random: () => number) => Promise<void>;

const AT_LEAST_MS = 300;
const SKEW_MS = 5_000;
const FLOOD = 300;
/** Charges that a processor answers badly, one after the other. */
const BAD_ANSWERS = 12;

/** Faults last for up to three seconds: longer than may be waited for a connection. */
const lasting = (random: () => number) => sleep(AT_LEAST_MS + random() * 2_700);
const some = (random: () => number, cluster: Cluster) =>
  Math.floor(random() * cluster.instances.length);

const kill: Fault = async (cluster, random) => {
  const n = some(random, cluster);
  await cluster.instances[n]?.kill();
  cluster.restart(n);
};

const killTwo: Fault = async (cluster, random) => {
  const first = some(random, cluster);
  const both = [first, (first + 1) % cluster.instances.length];
  await Promise.all(both.map((n) => cluster.instances[n]?.kill()));
  for (const n of both) cluster.restart(n);
};

const skewClock: Fault = async (cluster, random) => {
  const n = some(random, cluster);
  await cluster.instances[n]?.kill();
  cluster.restart(n, random() < 0.5 ? SKEW_MS : -SKEW_MS);
};

const processorThat =
  (fault: ProcessorFault): Fault =>
  async ({ proxy }, random) => {
    proxy.next(...Array.from({ length: BAD_ANSWERS }, () => fault));
    await lasting(random);
    proxy.next();
  };

/** Requests that ask for nothing that there is, half of them with a wrong token. */
const flood: Fault = async ({ instances }) => {
  const ask = async (n: number) => {
    const token = n % 2 === 0 ? DEMO.DEMO_ACCESS_TOKEN : 'wrong';
    const url = `${instances[n % instances.length]?.url}/v1/payments/${'0'.repeat(32)}`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
  };
  await Promise.all(Array.from({ length: FLOOD }, (_, n) => ask(n).catch(() => undefined)));
};

const killConnections: Fault = async ({ location }) => {
  const client = new Client({ connectionString: location.databaseUrl });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
  );
  await client.end();
};

const freeze =
  (all: boolean): Fault =>
  async (cluster, random) => {
    const n = some(random, cluster);
    const frozen = cluster.paths.filter((_, each) => all || each === n);
    for (const path of frozen) path.freeze();
    await lasting(random);
    for (const path of frozen) path.thaw();
  };

/** No byte of any file can be written. What cannot be raised again, the hard limit, stays as it is. */
const fillDisk: Fault = async ({ instances }, random) => {
  const limit = (bytes: string) => {
    for (const { pid } of instances) {
      execFileSync('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:`]);
    }
  };
  limit('0');
  await lasting(random);
  limit('unlimited');
};

const ON_BOTH = {
  'an instance killed': kill,
  'two instances killed': killTwo,
  'an instance killed, back with a wrong clock': skewClock,
  'a flood': flood,
  'a slow processor': processorThat('slow'),
  'a processor that loses answers': processorThat('lose-answer'),
  'a processor that fails and has done it': processorThat('fail-after'),
  'a processor that breaks connections': processorThat('break'),
};

export const FAULTS = {
  sqlite: { ...ON_BOTH, 'a full disk': fillDisk },
  postgresql: {
    ...ON_BOTH,
    'every connection killed': killConnections,
    'the network of an instance frozen': freeze(false),
    'the network of all frozen': freeze(true),
  },
} as const;
