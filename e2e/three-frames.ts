/**
 * Resolves three frames later in the document where it runs. A browser learns where a frame is some frames
 * after it was drawn; until then it gives a click to the page around it.
 */
export const threeFrames = () =>
  new Promise<void>((resolve) => {
    let left = 3;
    const next = () => {
      left -= 1;
      if (left < 0) resolve();
      else requestAnimationFrame(next);
    };
    next();
  });
