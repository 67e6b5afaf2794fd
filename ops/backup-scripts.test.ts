/** What the scripts of ops/backup leave behind, without a PostgreSQL: the drill restores a real one. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  return () => rmSync(folder, { recursive: true });
});
const at = (...names: string[]) => join(folder, ...names);
const run = (script: string, ...args: string[]) =>
  spawnSync('bash', [join(import.meta.dirname, 'backup', script), ...args], {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH']}` },
  });

describe('restore.sh', () => {
  beforeEach(() => {
    for (const name of ['base', 'log', 'empty']) mkdirSync(at(name));
    writeFileSync(at('base', 'PG_VERSION'), '15\n');
    writeFileSync(at('log', '000000010000000000000002.partial'), '');
  });
  const settings = () => {
    const lines = readFileSync(at('data', 'postgresql.auto.conf'), 'utf8').trim().split('\n');
    // The last one of a name counts.
    return Object.fromEntries(lines.map((line) => line.split(/ = (.*)/)));
  };

  it('restores to the end from a base of a database that was restored to a time', () => {
    const before = "recovery_target_time = '2026-11-23 14:05:07+00'\n";
    writeFileSync(at('base', 'postgresql.auto.conf'), before);
    expect(run('restore.sh', at('base'), at('log'), at('data')).status).toBe(0);
    expect(settings()).toMatchObject({ recovery_target_time: "''" });
  });

  it('says how payments wait for the archive again', () => {
    const time = '2026-11-23 14:05:07+00';
    const { stderr } = run('restore.sh', at('base'), at('log'), at('data'), time);
    expect(settings()).toMatchObject({
      recovery_target_time: `'${time}'`,
      synchronous_standby_names: "''",
    });
    expect(stderr).toContain('alter system reset synchronous_standby_names');
  });

  it.each([
    ['a log without pieces', ['base', 'empty'], 'empty has no archived log'],
    ['a log that is not there', ['base', 'lgo'], 'lgo has no archived log'],
    ['a base that is none', ['empty', 'log'], 'empty is no base backup'],
  ])('refuses %s, and makes nothing', (_, [base = '', log = ''], why) => {
    const { status, stderr } = run('restore.sh', at(base), at(log), at('data'));
    expect([status, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(existsSync(at('data'))).toBe(false);
  });
});

it('receive-wal.sh takes a slot of its own for a second archive', () => {
  writeFileSync(at('pg_receivewal'), '#!/bin/sh\necho "$*"\n');
  chmodSync(at('pg_receivewal'), 0o755);
  const slotsOf = (...args: string[]) =>
    [...run('receive-wal.sh', ...args).stdout.matchAll(/--slot=(\S+)/g)].map(([, slot]) => slot);
  expect(slotsOf('one')).toEqual(Array(2).fill('payment_gateway_archive'));
  expect(slotsOf('two', 'second')).toEqual(['second', 'second']);
});
