/** A browser learns where a frame is some frames after it was drawn; until then it gives a click to the page around it. */
import { expect, type Locator } from '@playwright/test';

const threeFrames = () =>
  new Promise<void>((resolve) => {
    let left = 3;
    const next = () => {
      left -= 1;
      if (left < 0) resolve();
      else requestAnimationFrame(next);
    };
    next();
  });

/** Resolves three frames later in the document of this element, or in the one that takes its place meanwhile. */
export async function drawn(element: Locator): Promise<Locator> {
  await expect(() => element.evaluate(threeFrames)).toPass();
  return element;
}
