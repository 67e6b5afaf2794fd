import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The text of a file that only this user can read; created with what `create` gives where there is
 * none. Processes that do this at once end with the same file.
 */
export async function readOrCreatePrivateFile(path: string, create: () => string): Promise<string> {
  return (await readPrivateFile(path)) ?? (await createFile(path, create()));
}

async function createFile(path: string, text: string): Promise<string> {
  const directory = dirname(path);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  await writeDurably(draft, text);
  try {
    // A link appears whole or not at all, and never replaces the file of a faster process.
    await link(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectory(directory);
  return readFile(path, 'utf8');
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What is encrypted under a key in a file whose name was lost with the power could not be read. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Undefined where there is none. */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
