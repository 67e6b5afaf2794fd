/** Who may read and write the key file, and what the operator is told otherwise. */
import { chmod, mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runScript } from '../tests/support/gateway-process.ts';
import { readKeyFile } from './key-file.ts';

const TEXT = `one:${Buffer.alloc(32, 1).toString('base64')}\n`;

let dataDir: string;
let path: string;
beforeEach(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'gateway-keys-')));
  path = join(dataDir, 'vault-keys');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const write = async (mode: number, file = path) => {
  await writeFile(file, TEXT);
  await chmod(file, mode);
};

describe('a key file', () => {
  it.each([0o400, 0o440, 0o600, 0o640])('of mode %o is taken', async (mode) => {
    await write(mode);
    expect(await readKeyFile(dataDir)).toBe(TEXT);
  });

  it.each([
    [0o644, 'others than its group can read'],
    [0o604, 'others than its group can read'],
    [0o666, 'others than its group can read'],
    [0o444, 'others than its group can read'],
    [0o602, 'others than its group can write'],
    [0o660, 'its group can write'],
    [0o620, 'its group can write'],
  ])('of mode %o is refused: %s', async (mode, why) => {
    await write(mode);
    const told = `${path} has mode ${mode.toString(8)}, so ${why} it: chmod g-w,o-rw ${path}`;
    await expect(readKeyFile(dataDir)).rejects.toThrow(new Error(told));
    await chmod(path, mode & ~0o026);
    expect(await readKeyFile(dataDir)).toBe(TEXT);
  });

  it('that the start makes is for its owner alone, whatever the umask', async () => {
    const umask = process.umask(0);
    try {
      await readKeyFile(join(dataDir, 'new'));
    } finally {
      process.umask(umask);
    }
    expect((await stat(join(dataDir, 'new', 'vault-keys'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'new'))).mode & 0o777).toBe(0o700);
  });

  it('that is a link is what it leads to', async () => {
    const directory = join(dataDir, 'elsewhere');
    await mkdir(directory, { mode: 0o700 });
    const target = join(directory, 'keys');
    await symlink(target, path);
    await write(0o440, target);
    expect(await readKeyFile(dataDir)).toBe(TEXT);
    await chmod(target, 0o644);
    await expect(readKeyFile(dataDir)).rejects.toThrow(`${target} has mode 644`);
    await chmod(target, 0o600);
    await chmod(directory, 0o777);
    await expect(readKeyFile(dataDir)).rejects.toThrow(`its directory ${directory} has mode 777`);
  });

  it('stands in no directory in which others can replace it', async () => {
    await write(0o600);
    for (const mode of [0o777, 0o703]) {
      await chmod(dataDir, mode);
      const told = `its directory ${dataDir} has mode ${mode.toString(8)}, so others can replace it: chmod o-w ${dataDir}`;
      await expect(readKeyFile(dataDir)).rejects.toThrow(new Error(told));
    }
    // As of a secret that a cluster mounts: a file is replaced by its owner only.
    for (const mode of [0o755, 0o770, 0o3777]) {
      await chmod(dataDir, mode);
      expect(await readKeyFile(dataDir)).toBe(TEXT);
    }
  });
});

it('the server and the administration do not start with one that others can read', async () => {
  await write(0o644);
  const told = `the key file in DATA_DIR cannot be used: ${path} has mode 644, so others than its group can read it: chmod g-w,o-rw ${path}`;
  const variables = { DATA_DIR: dataDir };
  const server = await runScript('server/main.ts', [], variables);
  expect(server).toMatchObject({ code: 2 });
  expect(server.stderr).toContain(`The gateway cannot start:\n  ${told}\n`);
  const admin = await runScript('server/admin/admin.ts', ['vault', 'keys'], variables);
  expect(admin).toMatchObject({ code: 2 });
  expect(admin.stderr).toContain(told);
});
