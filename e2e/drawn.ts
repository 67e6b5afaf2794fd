/** Waits until the browser knows where a frame is. */
import { expect, type Locator } from '@playwright/test';
import { threeFrames } from './three-frames.ts';

/** Resolves three frames later in the document of this element, or in the one that takes its place meanwhile. */
export async function drawn(element: Locator): Promise<Locator> {
  await expect(() => element.evaluate(threeFrames)).toPass();
  return element;
}
