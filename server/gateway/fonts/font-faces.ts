/** The `@font-face` rules of a channel, the same in its pages and in the frames in them. */
import type { ChannelFont } from '../entities/index.ts';
import type { FontUse } from './channel-fonts.ts';

/** What is drawn by the file that the gateway wrote: space, digits, no-break space and bullet; nothing else is in it. */
const DIGITS = 'U+20,U+30-39,U+A0,U+2022';
/** All others: the merchant's file never draws a digit. */
const TEXT = 'U+0-1F,U+21-2F,U+3A-9F,U+A1-2021,U+2023-10FFFF';

export const fontPath = (use: FontUse, hash: string): string =>
  `/v1/fonts/${use}/${hash}.${use === 'digits' ? 'otf' : 'woff2'}`;

/**
 * @param origin of the addresses: '' in a document of the gateway's
 */
export function fontFaces(fonts: readonly ChannelFont[], origin: string): string {
  return fonts
    .flatMap(({ family, weight, style, text, digits }) => {
      const face = (use: FontUse, hash: string, format: string, range: string) =>
        `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};` +
        `font-display:swap;src:url("${origin}${fontPath(use, hash)}")format("${format}");` +
        `unicode-range:${range}}`;
      return [face('text', text, 'woff2', TEXT), face('digits', digits, 'opentype', DIGITS)];
    })
    .join('');
}
