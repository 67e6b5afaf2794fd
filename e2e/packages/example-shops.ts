/** The example applications as a merchant has them: a fresh install of the packed packages, built and started. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packInto } from '../../packages/pack.ts';
import { workspaces } from '../../packages/workspaces.ts';
import { DEMO } from '../../server/tests/support/gateway-process.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');
const IN_BROWSERS = ['loader', 'react', 'vue', 'element'];
const run = promisify(execFile);
/** What is in npm's cache is not asked for again. Another lock file than a merchant's first is none. */
const INSTALL = ['install', '--prefer-offline', '--no-package-lock', '--no-audit', '--no-fund'];

export interface ExampleShops {
  /** Address of an example's shop: `loader`, `react`, `react-18`, `vue`, `element`. */
  address(name: string): string;
  close(): Promise<void>;
}

/** An example with other versions of what it depends on. */
interface Variant {
  readonly of: string;
  readonly versions?: Readonly<Record<string, string>>;
}

const VARIANTS: Readonly<Record<string, Variant>> = {
  ...Object.fromEntries(IN_BROWSERS.map((name) => [name, { of: name }])),
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

/** @param gateway its address */
export async function startExampleShops(gateway: string): Promise<ExampleShops> {
  const folder = await mkdtemp(join(tmpdir(), 'examples-'));
  packInto(
    join(folder, 'tarballs'),
    workspaces().filter(({ id }) => IN_BROWSERS.includes(id)),
  );
  for (const shared of ['server.mjs', 'shop.css']) {
    await cp(join(EXAMPLES, shared), join(folder, shared));
  }
  const shops = new Map<string, Shop>();
  // One after the other: npm and Vite use every core by themselves.
  for (const [name, variant] of Object.entries(VARIANTS)) {
    const place = join(folder, name);
    await install(place, variant);
    shops.set(name, await startShop(place, gateway));
  }
  return {
    address(name) {
      const shop = shops.get(name);
      if (!shop) throw new Error(`there is no example ${name}`);
      return shop.address;
    },
    async close() {
      await Promise.all([...shops.values()].map(({ stop }) => stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a merchant does not have: of an install in the working copy. */
const LEFTOVERS = ['node_modules', 'dist', 'package-lock.json'];

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
  // As installed, the types are right.
  if ((await readdir(place)).includes('tsconfig.json')) await run('tsc', [], { cwd: place });
  await run('npm', ['run', 'build'], { cwd: place });
}

interface Shop {
  readonly address: string;
  readonly stop: () => Promise<void>;
}

async function startShop(place: string, gateway: string): Promise<Shop> {
  const child = spawn(process.execPath, [join('..', 'server.mjs')], {
    cwd: place,
    env: {
      ...process.env,
      GATEWAY: gateway,
      ENTITY_ID: DEMO.DEMO_ENTITY_ID,
      ACCESS_TOKEN: DEMO.DEMO_ACCESS_TOKEN,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { address: await addressOf(child), stop: () => stopChild(child) };
}

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [address] = /http:\/\/localhost:\d+/.exec(output) ?? [];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`the shop has ended: ${output}`)));
  });

async function stopChild(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill();
  await ended;
}
