/** A browser that is not installed is said with the command that installs it, and fails the run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ENGINES, type EngineName } from './engine-names.ts';

const ROOT = join(import.meta.dirname, '..');
const LINES: Readonly<Record<EngineName, string>> = {
  chromium:
    'there is no Chromium: apt-get install chromium fonts-noto-core fonts-noto-cjk, or set CHROMIUM_PATH',
  firefox: 'there is no Firefox: apt-get install firefox-esr, or set FIREFOX_PATH',
  webkit: 'there is no WebKit: apt-get install webkit2gtk-driver xvfb',
};

/** Runs Node.js where no browser is found, nor anything that could install one. */
async function runWithoutBrowsers(...args: string[]) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: '', HOME: '/nonexistent', PLAYWRIGHT_BROWSERS_PATH: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, lines: `${stdout}\n${stderr}`.split('\n') };
}

describe.each(ENGINES)('%s, where it is not installed', (engine) => {
  it('fails its tests with one line that says what to install', async () => {
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
    const { code, lines } = await runWithoutBrowsers(vitest, 'run', '--project', engine);
    expect(code).toBe(1);
    expect(lines.filter((line) => line.includes(LINES[engine]))).toHaveLength(1);
  });

  it('fails its stage with the same line, where it cannot be installed', async () => {
    const script = `import('./.ci/browser.ts').then(({ installEngine }) => installEngine('${engine}'))
      .catch(({ message }) => { console.log(message); process.exitCode = 3; })`;
    const { code, lines } = await runWithoutBrowsers('--eval', script);
    expect(code).toBe(3);
    expect(lines.filter((line) => line === LINES[engine])).toHaveLength(1);
  });
});
