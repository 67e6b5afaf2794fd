/** The fonts of a channel, and the files that browsers ask for. */
import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { testFont } from '../../tests/support/test-fonts.ts';
import { type ChannelFont, changeSettings, createEntity, findChannel } from '../entities/index.ts';
import { addFont, findFontFile, removeFonts } from './channel-fonts.ts';
import { FontError } from './font-error.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);
const { id: parentId } = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
const channelOf = async (name: string) =>
  (await createEntity(db, { kind: 'channel', name, parentId })).id;
let channel = '';
beforeEach(async () => {
  channel = await channelOf('Channel');
});

const plain = testFont();
const bold = testFont({ weight: 700 });
const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex');
const fontsOf = async (id = channel) => (await findChannel(db, id))?.settings.fonts;
const filesOf = async (id = channel) => {
  const rows = await db
    .selectFrom('font_files')
    .select(['use', 'hash'])
    .where('channel_id', '=', id)
    .execute();
  return rows.map(({ use, hash }) => `${use} ${hash}`).sort();
};
const namesOf = (...fonts: readonly ChannelFont[]) =>
  [...new Set(fonts.flatMap(({ text, digits }) => [`text ${text}`, `digits ${digits}`]))].sort();

describe('a font that is added', () => {
  it('is in the settings, and its two files are found, each for its use', async () => {
    const font = await addFont(db, channel, 'Brand Sans', bold);
    expect(font).toEqual({
      ...{ family: 'Brand Sans', weight: 700, style: 'normal', text: hashOf(bold) },
      digits: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await fontsOf()).toEqual([font]);
    expect(await findFontFile(db, 'text', font.text)).toEqual(bold);
    expect(hashOf((await findFontFile(db, 'digits', font.digits)) ?? plain)).toBe(font.digits);
    expect(await findFontFile(db, 'digits', font.text)).toBeUndefined();
    expect(await findFontFile(db, 'text', font.digits)).toBeUndefined();
  });

  it('takes the place of one of the same family, weight and style, and of no other', async () => {
    await addFont(db, channel, 'Brand', testFont({ width: 610 }));
    const other = await addFont(db, channel, 'Other', plain);
    const heavy = await addFont(db, channel, 'Brand', bold);
    const font = await addFont(db, channel, 'Brand', plain);
    expect(await fontsOf()).toEqual([other, heavy, font]);
    expect(await filesOf()).toEqual(namesOf(other, heavy, font));
  });

  it('is told of before it is there for good', async () => {
    const within = vi.fn(async () => {});
    const font = await addFont(db, channel, 'Brand', plain, within);
    expect(within).toHaveBeenCalledExactlyOnceWith(expect.anything(), font);
    const fails = () => Promise.reject(new Error('no line can be written'));
    await expect(addFont(db, channel, 'Brand', bold, fails)).rejects.toThrow('no line');
    expect(await fontsOf()).toEqual([font]);
    expect(await filesOf()).toEqual(namesOf(font));
  });
});

describe('fonts that are removed', () => {
  const style = (weight: number, italic: 'normal' | 'italic', hash: string, family = 'Brand') => ({
    ...{ family, weight, style: italic, text: hash.repeat(64), digits: hash.repeat(64) },
  });
  const light = style(300, 'normal', 'a');
  const leaning = style(300, 'italic', 'b');
  const heavy = style(700, 'italic', 'c');
  const other = style(300, 'normal', 'd', 'Other');

  it.each([
    ['of a family', {}, [light, leaning, heavy]],
    ['of a weight', { weight: 300 }, [light, leaning]],
    ['of a style', { style: 'italic' as const }, [leaning, heavy]],
    ['of a weight and a style', { weight: 300, style: 'italic' as const }, [leaning]],
  ])('are all %s', async (_, more, removed) => {
    const all = [light, leaning, heavy, other];
    await changeSettings(db, channel, { fonts: all });
    const within = vi.fn(async () => {});
    expect(await removeFonts(db, channel, { family: 'Brand', ...more }, within)).toEqual(removed);
    expect(await fontsOf()).toEqual(all.filter((font) => !removed.includes(font)));
    expect(within).toHaveBeenCalledOnce();
  });

  it('lose their files, but for what another font or another channel has too', async () => {
    await addFont(db, channel, 'Brand', plain);
    await addFont(db, channel, 'Brand', bold);
    const same = await addFont(db, channel, 'Other', plain);
    const elsewhere = await channelOf('Another');
    const there = await addFont(db, elsewhere, 'Brand', bold);
    await removeFonts(db, channel, { family: 'Brand' });
    expect(await filesOf()).toEqual(namesOf(same));
    expect(await filesOf(elsewhere)).toEqual(namesOf(there));
    await removeFonts(db, channel, { family: 'Other' });
    expect(await filesOf()).toEqual([]);
  });

  it.each([
    [[], { family: 'Brand' }, "font must be one of the channel's (none): Brand"],
    [
      [light, heavy],
      { family: 'Brand', weight: 700, style: 'normal' as const },
      "font must be one of the channel's (Brand 300, Brand 700 italic): Brand 700 normal",
    ],
    [
      [light],
      { family: 'Brand', style: 'italic' as const },
      "font must be one of the channel's (Brand 300): Brand italic",
    ],
  ])('are to be there: of %j %j', async (fonts, named, message) => {
    await changeSettings(db, channel, { fonts });
    const removing = removeFonts(db, channel, named);
    await expect(removing).rejects.toThrow(new FontError(message));
    expect(await fontsOf()).toEqual(fonts);
  });
});

it('a channel that there is not has no fonts to add or remove', async () => {
  const error = new FontError('channel must be one that there is: nowhere');
  await expect(addFont(db, 'nowhere', 'Brand', plain)).rejects.toThrow(error);
  await expect(removeFonts(db, 'nowhere', { family: 'Brand' })).rejects.toThrow(error);
});
