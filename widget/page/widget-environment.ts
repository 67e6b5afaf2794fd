/** What every form of one script shares. */
import type { Gateway } from './gateway.ts';

export interface Environment extends Gateway {
  /** Release of this script; the frames of the same release belong to it. */
  readonly release: string;
}
