/** The fonts that a channel was given: what its settings say of them. Their files are the room `fonts`. */
import { z } from 'zod';

/** Each is a file that shoppers may load. */
const MOST_FONTS = 12;
/** They mean something else in a style sheet, with or without quotes around them. */
const GENERIC =
  /^(serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-\w+|math|emoji|inherit|initial|unset|revert|revert-layer|default)$/i;

const hash = z.string().regex(/^[a-f0-9]{64}$/, 'must be a SHA-256');

const ChannelFontSchema = z.strictObject({
  /** As the page's style sheet names it. */
  family: z
    .string()
    .regex(
      /^[A-Za-z][\w -]{0,62}[\w-]$/,
      'must be 2 to 64 letters, digits, spaces, - and _, and begin with a letter',
    )
    .refine((name) => !GENERIC.test(name), 'must be no word of CSS'),
  weight: z.number().int().min(1).max(1000),
  style: z.enum(['normal', 'italic']),
  /** Of the merchant's file. */
  text: hash,
  /** Of the file that the gateway has drawn from it. */
  digits: hash,
});

export type ChannelFont = z.infer<typeof ChannelFontSchema>;

export const isSameFont = (one: ChannelFont, other: ChannelFont): boolean =>
  one.family === other.family && one.weight === other.weight && one.style === other.style;

export const ChannelFontsSchema = z
  .array(ChannelFontSchema)
  .max(MOST_FONTS, `must be ${MOST_FONTS} fonts at most`);
