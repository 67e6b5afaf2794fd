/**
 * Builds the packages for npm into their `dist` folders: `npm run packages`, and with `-- DIRECTORY` packs
 * them there. Vite makes a module of each
 * entry, as ES module and for those that say so as CommonJS, and TypeScript its declarations. Readable
 * code: the merchant's own build makes it small.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { BROWSER_TARGETS } from '../widget/browser-targets.ts';
import { packInto } from './pack.ts';
import { entriesOf, isDual, PACKAGES, type Workspace, workspaces } from './workspaces.ts';

const { chrome, firefox, safari } = BROWSER_TARGETS;
const TARGET = [`chrome${chrome}`, `firefox${firefox}`, `safari${safari}`, 'node18'];
/** For pages without a bundler: brings along what it imports. */
const STANDALONE = 'standalone';

async function main(): Promise<void> {
  const all = workspaces();
  for (const { folder } of all) rmSync(join(folder, 'dist'), { recursive: true, force: true });
  writeDeclarations(all);
  for (const one of all) await buildModules(one);
  const [directory] = process.argv.slice(2);
  if (directory) packInto(directory);
}

async function buildModules(workspace: Workspace): Promise<void> {
  const entries = entriesOf(workspace);
  await build(
    configOf(
      workspace,
      entries.filter((name) => name !== STANDALONE),
      isExternal(workspace),
    ),
  );
  if (entries.includes(STANDALONE)) await build(configOf(workspace, [STANDALONE], () => false));
}

function configOf(
  workspace: Workspace,
  entries: readonly string[],
  external: (name: string) => boolean,
): InlineConfig {
  const { folder } = workspace;
  const sources = new Set(readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }));
  const sourceOf = (name: string) => (sources.has(`${name}.tsx`) ? `${name}.tsx` : `${name}.ts`);
  return {
    configFile: false,
    root: folder,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: TARGET,
      outDir: 'dist',
      emptyOutDir: false,
      minify: false,
      reportCompressedSize: false,
      lib: {
        entry: Object.fromEntries(entries.map((name) => [name, join('src', sourceOf(name))])),
        formats: entries.some((name) => isDual(workspace, name)) ? ['es', 'cjs'] : ['es'],
        fileName: (format, name) => `${name}.${format === 'cjs' ? 'cjs' : 'js'}`,
      },
      rolldownOptions: {
        external,
        checks: { pluginTimings: false, moduleLevelDirective: false },
      },
    },
  };
}

/** What npm installs beside the package. */
function isExternal({ dependencies = {}, peerDependencies = {} }: Workspace) {
  const names = [...Object.keys(dependencies), ...Object.keys(peerDependencies)];
  return (id: string): boolean =>
    id.startsWith('node:') ||
    builtinModules.includes(id) ||
    names.some((name) => id === name || id.startsWith(`${name}/`));
}

/** Declarations of the entries and of what they name, under the names that built modules have. */
function writeDeclarations(all: readonly Workspace[]): void {
  const directory = mkdtempSync(join(tmpdir(), 'declarations-'));
  try {
    const { status } = spawnSync('tsc', ['--project', PACKAGES, '--outDir', directory], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error('The packages have errors of types');
    for (const workspace of all) copyDeclarations(workspace, join(directory, workspace.id, 'src'));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** A module of ours that a declaration names: `from './errors.ts'`, `import('./errors.ts')`. */
const OWN_MODULE = /(?<=['"])(\.\.?\/[\w./-]+)\.ts(?=['"])/g;

function copyDeclarations(workspace: Workspace, from: string): void {
  for (const entry of entriesOf(workspace)) {
    const extensions = isDual(workspace, entry) ? ['js', 'cjs'] : ['js'];
    const left = [entry];
    const done = new Set<string>();
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      if (done.has(name)) continue;
      done.add(name);
      const text = readFileSync(join(from, `${name}.d.ts`), 'utf8');
      const to = join(workspace.folder, 'dist', name);
      mkdirSync(dirname(to), { recursive: true });
      for (const extension of extensions) {
        const declaration = extension.replace('js', 'ts');
        writeFileSync(`${to}.d.${declaration}`, text.replaceAll(OWN_MODULE, `$1.${extension}`));
      }
      const directory = dirname(name);
      left.push(...[...text.matchAll(OWN_MODULE)].map(([, path = '']) => join(directory, path)));
    }
  }
}

await main();
