/** The previews that are shown as pictures, from the tab that they are in. */
import { type Area, openTabCamera, type TabCamera } from './tab-camera.ts';

/** Browsers draw on no canvas that is higher. Device pixels. */
const HIGHEST = 12_000;
const MARGIN = 16;

const documentTop = (element: Element): number =>
  element.getBoundingClientRect().top + document.documentElement.scrollTop;

/** Rows of previews, put together as far as one sheet goes. In CSS pixels of the document. */
function sheetsOf(
  place: Element,
  most: number,
): { readonly top: number; readonly bottom: number }[] {
  const sheets: { top: number; bottom: number }[] = [];
  for (const preview of place.children) {
    const top = documentTop(preview);
    const bottom = top + preview.getBoundingClientRect().height;
    const last = sheets.at(-1);
    if (last && bottom - last.top <= most) last.bottom = Math.max(last.bottom, bottom);
    else sheets.push({ top, bottom: Math.min(bottom, top + most) });
  }
  return sheets;
}

/** A picture is taken again so often, where it goes on changing: a wheel turns for ever. */
const MOST_LOOKS = 6;
/** Of 255: what a video that has come to rest still changes. */
const NOISE = 8;

/** A video is rough at first and sharpens within a moment: drawn again until it is the same twice. */
async function drawAtRest(
  camera: TabCamera,
  onto: CanvasRenderingContext2D,
  from: Area,
  at: { readonly x: number; readonly y: number },
): Promise<void> {
  const [x, y, width, height] = [at.x, at.y, from.width, from.height].map((value) =>
    Math.max(1, Math.round(value * camera.scale)),
  ) as [number, number, number, number];
  let before: Uint8ClampedArray | undefined;
  for (let look = 0; look < MOST_LOOKS; look++) {
    await camera.catchUp();
    camera.draw(onto, from, at);
    const { data } = onto.getImageData(x, y, width, height);
    if (before?.every((value, n) => Math.abs(value - (data[n] ?? 0)) <= NOISE)) return;
    before = data;
  }
}

async function drawSheet(
  camera: TabCamera,
  { x, y, width, height }: Area,
): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((width + 2 * MARGIN) * camera.scale);
  canvas.height = Math.round((height + 2 * MARGIN) * camera.scale);
  const onto = canvas.getContext('2d', { willReadFrequently: true });
  if (!onto) return undefined;
  onto.fillStyle = getComputedStyle(document.body).backgroundColor;
  onto.fillRect(0, 0, canvas.width, canvas.height);
  for (let done = 0; done < height; ) {
    scrollTo({ top: y + done, behavior: 'instant' });
    // At the end of the document it does not come to the top.
    const inWindow = y + done - document.documentElement.scrollTop;
    const part = Math.min(height - done, innerHeight - inWindow);
    if (part < 1) break;
    const from = { x, y: inWindow, width: Math.min(width, innerWidth - x), height: part };
    await drawAtRest(camera, onto, from, { x: MARGIN, y: MARGIN + done });
    done += part;
  }
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined)));
}

/** @throws DOMException when the person does not share the tab */
export async function drawSheets(place: Element): Promise<Blob[]> {
  const camera = await openTabCamera();
  const before = document.documentElement.scrollTop;
  try {
    const { left, width } = place.getBoundingClientRect();
    const pictures: Blob[] = [];
    for (const { top, bottom } of sheetsOf(place, HIGHEST / camera.scale - 2 * MARGIN)) {
      const area = { x: left, y: top, width, height: bottom - top };
      const picture = await drawSheet(camera, area);
      if (picture) pictures.push(picture);
    }
    return pictures;
  } finally {
    camera.stop();
    scrollTo({ top: before, behavior: 'instant' });
  }
}
