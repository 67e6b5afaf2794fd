/** What the page shows so that its own video says how far it has come, and what it does to colours. */
import { PATCHES } from './colour-match.ts';

/** CSS pixels, as the style sheet has them. */
export const PATCH = 40;
/** Where no preview is, at the edge of the window. */
export const MARKER = 8;

export interface Marker {
  /** Between two darks, until the first picture comes. */
  flicker(): void;
  /** To the other grey. @returns it */
  turn(): number;
  /** A change that is hardly seen: it brings another picture. */
  shake(): void;
  remove(): void;
}

/** Colours that are known, at the top of the window. */
export function showPatches(): HTMLElement {
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

/** A corner of the window: dark until the first picture, then of two greys in turn. */
export function showMarker(): Marker {
  const marker = document.createElement('div');
  marker.className = 'marker';
  marker.ariaHidden = 'true';
  document.body.append(marker);
  let grey = 0;
  let isShaken = false;
  const show = (next: number): number => {
    grey = next;
    marker.style.background = `rgb(${grey} ${grey} ${grey})`;
    return grey;
  };
  return {
    flicker: () => void show(grey === 0 ? 48 : 0),
    turn: () => show(grey === 128 ? 255 : 128),
    shake() {
      isShaken = !isShaken;
      marker.style.opacity = isShaken ? '0.97' : '1';
    },
    remove: () => marker.remove(),
  };
}
