/**
 * Takes pictures of this tab, frames of other origins included: no page may read these by itself, and a
 * browser lets the person share the tab instead.
 */
import { type Colour, colourMatch, PATCHES } from './colour-match.ts';

export const canShareTab = (): boolean =>
  typeof navigator.mediaDevices?.getDisplayMedia === 'function' && 'CropTarget' in window;

export interface TabCamera {
  /** Device pixels of the picture in one CSS pixel. */
  readonly scale: number;
  /** Draws what the window shows now, from a point of it on, and answers how high that is. CSS pixels. */
  draw(onto: CanvasRenderingContext2D, from: Area, at: { x: number; y: number }): void;
  stop(): void;
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Take = (
  onto: Pick<CanvasRenderingContext2D, 'drawImage'>,
  from: Area,
  at: { readonly x: number; readonly y: number },
) => void;

/** The video comes after what it shows, and the bar that says "shared" moves the page first. */
const BEHIND_MS = 350;
const PATCH = 40;

export const catchUp = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, BEHIND_MS));

/** @throws DOMException when the person does not share the tab */
export async function openTabCamera(): Promise<TabCamera> {
  const stream = await navigator.mediaDevices.getDisplayMedia({
    video: { cursor: 'never', frameRate: 30 },
    audio: false,
    preferCurrentTab: true,
  } as DisplayMediaStreamOptions);
  const patches = showPatches();
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = stream;
  // A tab in which nothing changes sends no first picture.
  const changing = setInterval(() => {
    patches.hidden = !patches.hidden;
  }, 100);
  try {
    await video.play();
  } finally {
    clearInterval(changing);
    patches.hidden = false;
  }
  await catchUp();
  const scale = video.videoWidth / innerWidth;

  const take: Take = (onto, from, { x, y }) =>
    onto.drawImage(
      video,
      from.x * scale,
      from.y * scale,
      from.width * scale,
      from.height * scale,
      Math.round(x * scale),
      Math.round(y * scale),
      Math.round(from.width * scale),
      Math.round(from.height * scale),
    );

  const match = colourMatch(seePatches(take));
  patches.remove();
  await catchUp();
  return {
    scale,
    draw(onto, from, at) {
      take(onto, from, at);
      if (!match) return;
      const [x, y] = [at.x, at.y].map((value) => Math.round(value * scale)) as [number, number];
      const [width, height] = [from.width, from.height].map((value) =>
        Math.max(1, Math.round(value * scale)),
      ) as [number, number];
      const picture = onto.getImageData(x, y, width, height);
      match(picture.data);
      onto.putImageData(picture, x, y);
    },
    stop() {
      for (const track of stream.getTracks()) track.stop();
    },
  };
}

function showPatches(): HTMLElement {
  const strip = document.createElement('div');
  strip.className = 'patches';
  strip.ariaHidden = 'true';
  for (const colour of PATCHES) {
    const patch = document.createElement('i');
    patch.style.background = `rgb(${colour.join(' ')})`;
    strip.append(patch);
  }
  document.body.append(strip);
  return strip;
}

/** What the camera makes of colours that are known. */
function seePatches(take: Take): Colour[] {
  const onto = new OffscreenCanvas(4, 4).getContext('2d', { willReadFrequently: true });
  if (!onto) return [];
  return PATCHES.map((_, n): Colour => {
    take(onto, { x: n * PATCH + PATCH / 2, y: PATCH / 2, width: 2, height: 2 }, { x: 0, y: 0 });
    const [red = 0, green = 0, blue = 0] = onto.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  });
}
