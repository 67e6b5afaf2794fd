/** A thread that reads one font: what it does with memory and time ends with it. */
import { parentPort, workerData } from 'node:worker_threads';
import { FontError } from './font-error.ts';
import type { Inspected } from './inspect-font.ts';
import { readFont } from './read-font.ts';

function inspect(): Inspected {
  try {
    return { parts: readFont(Buffer.from(workerData as Uint8Array)) };
  } catch (error) {
    if (error instanceof FontError) return { refusal: error.message };
    return { broken: (error as Error).message };
  }
}

parentPort?.postMessage(inspect());
