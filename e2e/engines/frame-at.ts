import type { FramePath } from './driver.ts';

/** A frame as Playwright and puppeteer both have it. */
interface FrameLike<Self> {
  $(selector: string): Promise<{
    contentFrame(): Promise<Self | null>;
    dispose(): Promise<void>;
  } | null>;
}

/** The frame that the path leads to from the page's own, looked up anew: a frame may have been moved. */
export async function frameAt<Frame extends FrameLike<Frame>>(
  top: Frame,
  path: FramePath,
): Promise<Frame> {
  let frame = top;
  for (const selector of path) {
    const element = await frame.$(selector);
    const inner = await element?.contentFrame();
    await element?.dispose();
    if (!inner) throw new Error(`no frame ${selector}`);
    frame = inner;
  }
  return frame;
}
