/** Packages that several files of tests ask for at the same moment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it('are installed one after the other: apt refuses whoever comes second', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'packages-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const calls = join(directory, 'calls');
  const program = (name: string, script: string) => {
    writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(directory, name), 0o755);
  };
  // Long enough that the other process would begin meanwhile.
  program('apt-get', `echo "begin" >>${calls}\nsleep 0.5\necho "$*" >>${calls}`);
  program('sudo', 'shift\nexec "$@"');

  const script = `import('./.ci/debian-packages.ts')
    .then(({ installPackages }) => installPackages(['some', 'more']))`;
  const install = () =>
    once(
      spawn(process.execPath, ['--eval', script], {
        cwd: join(import.meta.dirname, '..'),
        env: { ...process.env, TMPDIR: directory, PATH: `${directory}:${process.env['PATH']}` },
      }),
      'close',
    );
  expect(await Promise.all([install(), install()])).toEqual([
    [0, null],
    [0, null],
  ]);

  const lines = readFileSync(calls, 'utf8').trim().split('\n');
  expect(lines.filter((_, n) => n % 2 === 0)).toEqual(Array(4).fill('begin'));
  const wait = '-qq -o DPkg::Lock::Timeout=300';
  expect(lines.filter((_, n) => n % 2 === 1).toSorted()).toEqual([
    ...Array(2).fill(`${wait} install -y --no-install-recommends some more`),
    ...Array(2).fill(`${wait} update`),
  ]);
});
