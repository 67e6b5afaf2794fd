import { mkdirSync } from 'node:fs';

/** Creates a directory, and those above it, for this user only. One that exists stays as it is. */
export function createPrivateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}
