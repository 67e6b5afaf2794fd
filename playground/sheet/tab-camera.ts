/**
 * Takes pictures of this tab, frames of other origins included: no page may read these by itself, and a
 * browser lets the person share the tab instead.
 */
import { type Colour, colourMatch, PATCHES } from './colour-match.ts';
import { MARKER, type Marker, PATCH, showMarker, showPatches } from './marks.ts';

export const canShareTab = (): boolean =>
  typeof navigator.mediaDevices?.getDisplayMedia === 'function' && 'CropTarget' in window;

export interface TabCamera {
  /** Resolves when the video shows what the page is now. */
  catchUp(): Promise<void>;
  /** Device pixels of the picture in one CSS pixel. */
  readonly scale: number;
  /** Draws a part of what the window shows now. CSS pixels. */
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

/** A busy machine sends a picture in a second; without any, the tab is not in front. */
const PATIENCE_MS = 20_000;
/** Frames of the gateway draw by themselves, some pictures after the page that they are in. */
const FRAMES_MS = 350;

const notSeen = () => new Error('The tab was not seen: leave it in front.');

const inTime = (work: Promise<void>): Promise<void> =>
  Promise.race([
    work,
    pause(PATIENCE_MS).then(() => {
      throw notSeen();
    }),
  ]);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** @throws DOMException when the person does not share the tab */
export async function openTabCamera(): Promise<TabCamera> {
  const stream = await navigator.mediaDevices.getDisplayMedia({
    video: { cursor: 'never', frameRate: 30 },
    audio: false,
    preferCurrentTab: true,
  } as DisplayMediaStreamOptions);
  const patches = showPatches();
  const marker = showMarker();
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop();
    patches.remove();
    marker.remove();
  };
  try {
    return { ...(await see(stream, marker, () => patches.remove())), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** @param seen is called once the patches are known */
async function see(
  stream: MediaStream,
  marker: Marker,
  seen: () => void,
): Promise<Omit<TabCamera, 'stop'>> {
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = stream;
  // A tab in which nothing changes sends no first picture.
  const changing = setInterval(marker.flicker, 100);
  try {
    await inTime(video.play());
  } finally {
    clearInterval(changing);
  }
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

  // The video comes after what it shows: a marker that has turned says that it has come so far.
  const catchUp = async (): Promise<void> => {
    const grey = marker.turn();
    const until = performance.now() + PATIENCE_MS;
    // The bar that says "shared" may come meanwhile, and make the window lower.
    const middle = () => ({ x: MARKER / 4, y: innerHeight - MARKER * 0.75, width: 4, height: 4 });
    while (Math.abs(seeColour(take, middle())[1] - grey) > 40) {
      if (performance.now() > until) throw notSeen();
      // The one picture that had the change may have been dropped: a change brings another.
      marker.shake();
      await pause(50);
    }
    await pause(FRAMES_MS);
  };

  await catchUp();
  const match = colourMatch(seePatches(take));
  seen();
  return {
    catchUp,
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
  };
}

/** What the camera makes of colours that are known. */
const seePatches = (take: Take): Colour[] =>
  PATCHES.map((_, n) =>
    seeColour(take, { x: n * PATCH + PATCH / 2, y: PATCH / 2, width: 2, height: 2 }),
  );

function seeColour(take: Take, from: Area): Colour {
  const onto = new OffscreenCanvas(16, 16).getContext('2d', { willReadFrequently: true });
  if (!onto) throw new Error('This browser draws no pictures.');
  take(onto, from, { x: 0, y: 0 });
  const [red = 0, green = 0, blue = 0] = onto.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
