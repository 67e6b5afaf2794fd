/** The example applications as a merchant has them: a fresh install of the packed packages, built and started. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packInto } from '../../packages/pack.ts';
import { createClient } from '../../packages/server/src/index.ts';
import { freePort } from '../../server/free-port.ts';
import { DEMO } from '../../server/tests/support/gateway-process.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');
const BY_DAY = ['loader', 'react', 'vue', 'element', 'svelte'];
/** What people type behind the address of a result page: nothing, two ids, one that is no checkout's. */
export const STRANGE_QUERIES = ['', '?id=', '?id=a&id=b', '?id=a%2F..%2Fb', '?id=never-there'];
const run = promisify(execFile);
/** What is in npm's cache is not asked for again. Another lock file than a merchant's first is none. */
const INSTALL = ['install', '--prefer-offline', '--no-package-lock', '--no-audit', '--no-fund'];

export interface ExampleShops {
  /** Address of an example's shop: `react`, `react-18`, `next`. */
  address(name: string): string;
  /** What a shop's server has printed. */
  output(name: string): string;
  /** Where it is installed. */
  place(name: string): string;
  close(): Promise<void>;
}

/** An example with other versions of what it depends on. */
interface Variant {
  readonly of: string;
  readonly versions?: Readonly<Record<string, string>>;
}

/** Of the merchant that has the shops. */
export const ACCESS = {
  ENTITY_ID: DEMO.DEMO_ENTITY_ID,
  ACCESS_TOKEN: DEMO.DEMO_ACCESS_TOKEN,
} as const;

/** Id of a checkout of the shops whose payment waits for the bank. */
export async function undecidedCheckout(gateway: string): Promise<string> {
  const { ENTITY_ID: entityId, ACCESS_TOKEN: accessToken } = ACCESS;
  const { checkouts } = createClient({ url: gateway, accessToken, entityId });
  const { id } = await checkouts.create({ amount: '92.00', currency: 'EUR', paymentType: 'DB' });
  await checkouts.pay(id, {
    ...{ paymentBrand: 'VISA', 'card.number': '4200000000000042', 'card.holder': 'Jane Jones' },
    ...{ 'card.expiryMonth': '05', 'card.expiryYear': '2034', 'card.cvv': '123' },
    shopperResultUrl: 'https://shop.example/result',
  });
  return id;
}

/** A shop that has a server of its own starts that, with its port; the others are served by `server.mjs`. */
const OWN_SERVERS: Readonly<Record<string, readonly string[]>> = {
  next: ['node_modules/next/dist/bin/next', 'start', '--hostname', 'localhost'],
  nuxt: ['.output/server/index.mjs'],
  angular: ['server.mjs'],
  fastify: ['shop.mjs'],
  express: ['shop.mjs'],
  cli: ['shop.mjs'],
};

const VARIANTS: Readonly<Record<string, Variant>> = {
  ...Object.fromEntries(BY_DAY.map((name) => [name, { of: name }])),
  'react-18': {
    of: 'react',
    versions: {
      react: '18.3.1',
      'react-dom': '18.3.1',
      '@types/react': '18.3.12',
      '@types/react-dom': '18.3.1',
    },
  },
};

/**
 * @param gateway its address
 * @param variants which of them; those of the day where none are named
 * @param secret what the gateway signs events to the shop with (`whsec_…`)
 */
export async function startExampleShops(
  gateway: string,
  variants = VARIANTS,
  secret = '',
): Promise<ExampleShops> {
  const folder = await mkdtemp(join(tmpdir(), 'examples-'));
  packInto(join(folder, 'tarballs'));
  for (const shared of ['server.mjs', 'shop.css']) {
    await cp(join(EXAMPLES, shared), join(folder, shared));
  }
  const shops = new Map<string, Shop>();
  // One after the other: npm and Vite use every core by themselves.
  for (const [name, variant] of Object.entries(variants)) {
    const place = join(folder, name);
    await install(place, variant);
    shops.set(
      name,
      await startShop(place, variant.of, { GATEWAY: gateway, WEBHOOK_SECRET: secret }),
    );
  }
  const shopOf = (name: string): Shop => {
    const shop = shops.get(name);
    if (!shop) throw new Error(`there is no example ${name}`);
    return shop;
  };
  return {
    address: (name) => shopOf(name).address,
    output: (name) => shopOf(name).output(),
    place: (name) => join(folder, name),
    async close() {
      await Promise.all([...shops.values()].map(({ stop }) => stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a merchant does not have: of an install in the working copy. */
const LEFTOVERS = [
  ...['node_modules', 'package-lock.json'],
  ...['dist', '.next', '.nuxt', '.output', '.angular'],
];

async function install(place: string, { of, versions = {} }: Variant): Promise<void> {
  await cp(join(EXAMPLES, of), place, {
    recursive: true,
    filter: (path) => !LEFTOVERS.some((name) => path.endsWith(name)),
  });
  const manifest = join(place, 'package.json');
  const wanted = JSON.parse(await readFile(manifest, 'utf8'));
  for (const table of [wanted.dependencies ?? {}, wanted.devDependencies ?? {}]) {
    for (const name of Object.keys(table)) table[name] = versions[name] ?? table[name];
  }
  await writeFile(manifest, JSON.stringify(wanted));
  await run('npm', INSTALL, { cwd: place });
  // As installed, the types are right. The others check them themselves, as they build.
  if (!(of in OWN_SERVERS) && (await readdir(place)).includes('tsconfig.json'))
    await run('tsc', [], { cwd: place });
  if (!wanted.scripts.build) return;
  const { stdout, stderr } = await run('npm', ['run', 'build'], { cwd: place });
  // It would trouble who begins, and be of our package.
  const warning = /\[[A-Z]+(?:_[A-Z]+)+\].*/.exec(stdout + stderr)?.[0];
  if (warning) throw new Error(`the build of ${of} warns: ${warning}`);
}

interface Shop {
  readonly address: string;
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

async function startShop(
  place: string,
  name: string,
  variables: Readonly<Record<string, string>>,
): Promise<Shop> {
  const command = OWN_SERVERS[name] ?? [join('..', 'server.mjs')];
  const child = spawn(process.execPath, command, {
    cwd: place,
    env: {
      ...process.env,
      ...ACCESS,
      PORT: String(await freePort()),
      HOST: 'localhost',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const address = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const [found] = /http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d+/.exec(output) ?? [];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read).pipe(process.stderr, { end: false });
    child.once('exit', () => reject(new Error(`the shop has ended: ${output}`)));
  });
  return { address: await address, output: () => output, stop: () => stopChild(child) };
}

async function stopChild(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill();
  await ended;
}
