/** The tarballs as package managers lay them out: npm, npm with isolated packages as pnpm has them, Yarn. */
import { execFile } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { packInto } from '../pack.ts';
import { workspaces } from '../workspaces.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

const directory = mkdtempSync(join(tmpdir(), 'installed-'));
afterAll(() => rmSync(directory, { recursive: true }));

const BROWSER_PACKAGES = ['element', 'loader', 'react', 'vue'];
const packed = packInto(
  join(directory, 'tarballs'),
  workspaces().filter(({ id }) => BROWSER_PACKAGES.includes(id)),
);
const TARBALLS = Object.fromEntries(packed.map(({ name, file }) => [name, `file:${file}`]));

/** What a shop does with them on its server: the layout is right when all of it is found. */
const PROGRAM = `
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createSSRApp, h } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import { PaymentElement } from '@payment-widgets/react';
import { PaymentElement as VueElement } from '@payment-widgets/vue';
import { definePaymentWidgets } from '@payment-widgets/element';
const form = { gateway: 'https://gateway.example', checkoutId: '1', locale: 'de' };
definePaymentWidgets();
console.log(renderToString(createElement(PaymentElement, form)));
console.log(await renderVue(createSSRApp({ render: () => h(VueElement, form) })));
`;
const RENDERED = /^<div lang="de"><\/div>\n<div><div lang="de"><\/div>.*<\/div>\n$/;

/** A shop with these packages. */
function makeShop(name: string, dependencies: Readonly<Record<string, string>>): string {
  const folder = join(directory, name);
  mkdirSync(folder);
  const manifest = {
    ...{ name: 'shop', private: true, type: 'module', dependencies },
    // What is not published yet comes from here, whichever package asks for it.
    resolutions: { '@payment-widgets/loader': TARBALLS['@payment-widgets/loader'] },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'shop.js'), PROGRAM);
  return folder;
}

const { devDependencies } = require('../../package.json');
const FRAMEWORKS = Object.fromEntries(
  ['react', 'react-dom', 'vue'].map((name) => [name, devDependencies[name]]),
);
const NPM = ['install', '--prefer-offline', '--no-package-lock', '--no-audit', '--no-fund'];

/** Yarn knows nothing of npm's settings. */
async function installByYarn(folder: string): Promise<void> {
  writeFileSync(join(folder, 'yarn.lock'), '');
  writeFileSync(
    join(folder, '.yarnrc.yml'),
    'nodeLinker: node-modules\nenableTelemetry: false\nhttpRetry: 10\n',
  );
  const { stdout } = await run('npm', ['config', 'get', 'registry'], { cwd: folder });
  const yarn = join(require.resolve('@yarnpkg/cli-dist/package.json'), '..', 'bin', 'yarn.js');
  await run(process.execPath, [yarn, 'install'], {
    cwd: folder,
    // In CI it wants the lock file to be there already.
    env: { ...process.env, CI: '', YARN_NPM_REGISTRY_SERVER: stdout.trim() },
  }).catch((error: Error & { stdout: string }) => {
    // It says what is wrong on its standard output.
    throw new Error(error.stdout, { cause: error });
  });
}

const LAYOUTS = [
  { name: 'npm', install: (cwd: string) => run('npm', NPM, { cwd }) },
  {
    name: 'npm with isolated packages',
    install: (cwd: string) => run('npm', [...NPM, '--install-strategy=linked'], { cwd }),
    isIsolated: true,
  },
  { name: 'Yarn', install: installByYarn },
];

describe('the packages are found where they are installed by', () => {
  it.each(LAYOUTS)('$name', async ({ name, install, isIsolated = false }) => {
    const folder = makeShop(name, { ...TARBALLS, ...FRAMEWORKS });
    await install(folder);
    const { stdout } = await run(process.execPath, ['shop.js'], { cwd: folder });
    expect(stdout).toMatch(RENDERED);
    const place = join(folder, 'node_modules', '@payment-widgets', 'react');
    expect(lstatSync(place).isSymbolicLink()).toBe(isIsolated);
  });
});

it.each([
  {
    name: 'React',
    old: { react: '17.0.2', 'react-dom': '17.0.2' },
    told: 'peer react@"^18.2.0 || ^19.0.0" from @payment-widgets/react',
  },
  {
    name: 'Vue',
    old: { vue: '2.7.16' },
    told: 'peer vue@"^3.3.0" from @payment-widgets/vue',
  },
])(
  'npm refuses to install them beside a $name that is too old, and says which they need',
  async ({ name, old, told }) => {
    const folder = makeShop(`old ${name}`, { ...TARBALLS, ...FRAMEWORKS, ...old });
    const refused = await run('npm', NPM, { cwd: folder }).then(
      () => 'it was installed',
      ({ stderr }) => stderr,
    );
    expect(refused).toContain(told);
  },
);
