/** Fails before any test where the engine of the run is not installed. */
import type { TestProject } from 'vitest/node';
import { findEngine } from '../../.ci/browser.ts';
import { isEngine } from '../../.ci/engine-names.ts';

export default function needEngine({ name }: TestProject): void {
  if (!isEngine(name)) throw new Error(`${name} is no engine`);
  try {
    findEngine(name);
  } catch (error) {
    // The line is all that there is to say: a stack trace would not help.
    if (error instanceof Error) error.stack = error.message;
    throw error;
  }
}
