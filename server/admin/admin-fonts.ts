/** `npm run admin -- font …`: fonts of the merchant's own, for its page and for number and CVV. */
import { readFileSync, statSync } from 'node:fs';
import { findChannel } from '../gateway/entities/index.ts';
import { addFont, removeFonts } from '../gateway/fonts/index.ts';
import { type Command, UsageError } from './admin-command.ts';

export const FONT_USAGE = `  font list CHANNEL
  font add CHANNEL FAMILY FILE      WOFF2 of one weight, for the page and for number and CVV
  font remove CHANNEL FAMILY [WEIGHT [normal|italic]]
`;

/** What no font has is not read into memory. */
const MOST_BYTES = 100 * 1024 * 1024;

function fileAt(path: string): Buffer {
  try {
    const { size } = statSync(path);
    if (size > MOST_BYTES) throw new UsageError(`${path} has ${size} bytes, which no font has`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

export const FONT_COMMANDS: Readonly<Record<string, Command>> = {
  'font list': async (db, [id = '']) => {
    const channel = await findChannel(db, id);
    if (!channel) throw new UsageError(`there is no channel ${id}`);
    return channel.settings.fonts;
  },
  'font add': async (db, [channel = '', family = '', file = '']) => {
    if (family === '' || file === '') throw new UsageError(FONT_USAGE);
    return addFont(db, channel, family, fileAt(file));
  },
  'font remove': async (db, [channel = '', family = '', weight, style]) => {
    const isStyle = style === undefined || style === 'normal' || style === 'italic';
    if (family === '' || !isStyle) throw new UsageError(FONT_USAGE);
    return removeFonts(db, channel, {
      family,
      ...(weight !== undefined && { weight: Number(weight) }),
      ...(style && { style }),
    });
  },
};
