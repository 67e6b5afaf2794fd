/** A process that reads one font: what it does with memory and time ends with it. */
import { endWithParent } from '../../end-with-parent.ts';
import { FontError } from './font-error.ts';
import { type Inspected, READY } from './inspect-font.ts';
import { readFont } from './read-font.ts';

function inspect(file: Uint8Array): Inspected {
  try {
    return { parts: readFont(Buffer.from(file)) };
  } catch (error) {
    if (error instanceof FontError) return { refusal: error.message };
    return { broken: (error as Error).message };
  }
}

endWithParent();
// Ended by who has asked: an end of its own could be seen before what it sent.
process.on('message', (file: Uint8Array) => process.send?.(inspect(file)));
process.send?.(READY);
