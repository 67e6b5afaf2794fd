import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openSqliteFile } from './store/sqlite/file.ts';
import { fontOfGlyphsInGlyphs } from './tests/support/test-fonts.ts';

/** Numbers without an end. */
const ENDLESS =
  'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n';

/** Whether a process runs; one that has ended and still has its number is none. */
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

/** Processor time that a process has taken, in hundredths of a second. */
const timeOf = (pid: number) => {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  return Number(fields.split(' ')[11]);
};
/** More than any process needs to start. */
const BUSY = 200;

test.each([
  ['a report', 'store/sqlite/report-process.ts', JSON.stringify({ sql: ENDLESS, parameters: [] })],
  [
    'a font',
    'gateway/fonts/font-process.ts',
    `new Uint8Array(Buffer.from('${fontOfGlyphsInGlyphs().toString('base64')}', 'base64'))`,
  ],
])('%s ends with the gateway that is killed, in the middle of its work', async (_, file, work) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parent-'));
  const database = await openSqliteFile(dataDir);
  database.close();
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { fork } from 'node:child_process';
const child = fork(${JSON.stringify(join(import.meta.dirname, file))}, [${JSON.stringify(dataDir)}, String(process.pid)], { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
child.once('spawn', () => child.send(${work}, () => console.log(child.pid)));`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const child = Number((await once(parent.stdout, 'data')).at(0));
  try {
    await vi.waitFor(() => expect(timeOf(child)).toBeGreaterThan(BUSY), 200_000);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await vi.waitFor(() => expect(isRunning(child)).toBe(false), 60_000);
  } finally {
    parent.kill('SIGKILL');
    if (isRunning(child)) process.kill(child, 'SIGKILL');
    await rm(dataDir, { recursive: true });
  }
});

test('one whose gateway was gone before it could look ends, too', async () => {
  const gone = spawnSync(process.execPath, ['--eval', '']);
  const file = join(import.meta.dirname, 'gateway/fonts/font-process.ts');
  const child = fork(file, [String(gone.pid)], { execArgv: [], serialization: 'advanced' });
  const limit = setTimeout(() => child.kill('SIGTERM'), 20_000);
  const [, signal] = await once(child, 'exit');
  clearTimeout(limit);
  expect(signal).toBe('SIGKILL');
});
