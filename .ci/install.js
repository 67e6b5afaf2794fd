/**
 * Installs what package-lock.json names, unless it is there already. Plain JavaScript: it runs on the
 * machine's own Node.js, before there is another one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const OLDEST_NODE = 20;
const ROOT = join(import.meta.dirname ?? '.', '..');
const WANTED = '24';

const inRoot = (...names) => join(ROOT, ...names);
const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

const major = Number(process.versions.node.split('.')[0]);
if (major < OLDEST_NODE) {
  console.error(`Node.js ${process.version} is too old to install with: ${OLDEST_NODE} or later.`);
  process.exit(1);
}

const installedAt = modified(inRoot('node_modules', '.package-lock.json'));
if (installedAt < modified(inRoot('package-lock.json'))) {
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
}

// The package `node` brings the Node.js that every script of the project runs on.
const ours = inRoot('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const version = spawnSync(ours, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? 'missing';
if (!version.startsWith(`v${WANTED}.`)) {
  console.error(
    `Node.js ${WANTED} should be in node_modules, but it is ${version}.\n` +
      'If install scripts are switched off, allow that of the package "node": ' +
      'npm rebuild node --ignore-scripts=false',
  );
  process.exit(1);
}

function run(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
