/** A channel's fonts: added, removed, and the files that browsers ask for. */
import { createHash } from 'node:crypto';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import type { FontFileRow } from '../../store/tables/font-tables.ts';
import { type ChannelFont, changeSettings, findChannel, isSameFont } from '../entities/index.ts';
import { fontError } from './font-error.ts';
import { inspectFont } from './inspect-font.ts';

export type FontUse = FontFileRow['use'];

const hashOf = (file: Buffer): string => createHash('sha256').update(file).digest('hex');

/**
 * A font of the same family, weight and style is replaced.
 * @throws FontError for a file that is no font, or one that may not draw digits
 * @throws EntityError for a channel that there is not, a family that cannot be named, one font too many
 */
export async function addFont(
  db: Database,
  channelId: string,
  family: string,
  file: Buffer,
  within?: (trx: Transaction, font: ChannelFont) => Promise<void>,
): Promise<ChannelFont> {
  await fontsOf(db, channelId);
  const { digits, weight, style } = await inspectFont(file);
  const drawn = Buffer.from(digits);
  const font: ChannelFont = { family, weight, style, text: hashOf(file), digits: hashOf(drawn) };
  await changeSettings(
    db,
    channelId,
    ({ fonts }) => ({ fonts: [...fonts.filter((other) => !isSameFont(other, font)), font] }),
    async (trx, { fonts }) => {
      await keepFile(trx, channelId, 'text', file);
      await keepFile(trx, channelId, 'digits', drawn);
      await dropUnused(trx, channelId, fonts);
      await within?.(trx, font);
    },
  );
  return font;
}

/**
 * All of a family, or those of one weight, or of one style.
 * @throws FontError where there is none
 */
export async function removeFonts(
  db: Database,
  channelId: string,
  { family, weight, style }: Pick<ChannelFont, 'family'> & Partial<ChannelFont>,
  within?: (trx: Transaction) => Promise<void>,
): Promise<readonly ChannelFont[]> {
  const isMeant = (font: ChannelFont) =>
    font.family === family &&
    (weight === undefined || font.weight === weight) &&
    (style === undefined || font.style === style);
  let removed: readonly ChannelFont[] = [];
  await fontsOf(db, channelId);
  await changeSettings(
    db,
    channelId,
    ({ fonts }) => {
      removed = fonts.filter(isMeant);
      if (removed.length > 0) return { fonts: fonts.filter((font) => !isMeant(font)) };
      const nameOf = (font: ChannelFont) =>
        `${font.family} ${font.weight}${font.style === 'italic' ? ' italic' : ''}`;
      const known = fonts.map(nameOf).join(', ') || 'none';
      throw fontError(
        'font',
        `must be one of the channel's (${known})`,
        [family, weight, style].filter(Boolean).join(' '),
      );
    },
    async (trx, { fonts }) => {
      await dropUnused(trx, channelId, fonts);
      await within?.(trx);
    },
  );
  return removed;
}

export async function findFontFile(
  db: Database,
  use: FontUse,
  hash: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('font_files')
    .select('file')
    .where('hash', '=', hash)
    .where('use', '=', use)
    .executeTakeFirst();
  return row && Buffer.from(row.file, 'base64');
}

async function fontsOf(db: Database, channelId: string): Promise<readonly ChannelFont[]> {
  const channel = await findChannel(db, channelId);
  if (!channel) throw fontError('channel', 'must be one that there is', channelId);
  return channel.settings.fonts;
}

async function keepFile(
  db: Transaction,
  channelId: string,
  use: FontUse,
  file: Buffer,
): Promise<void> {
  await db
    .insertInto('font_files')
    .values({
      channel_id: channelId,
      hash: hashOf(file),
      use,
      file: file.toString('base64'),
      created_at: realNow(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Files of the channel that its settings do not name any more. */
async function dropUnused(
  db: Transaction,
  channelId: string,
  fonts: readonly ChannelFont[],
): Promise<void> {
  const used = fonts.flatMap(({ text, digits }) => [text, digits]);
  await db
    .deleteFrom('font_files')
    .where('channel_id', '=', channelId)
    .where('hash', 'not in', ['', ...used])
    .execute();
}
