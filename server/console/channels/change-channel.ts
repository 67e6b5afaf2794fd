/** What is changed of a channel: by the functions that the admin command line calls, each with its line of the audit log. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ChannelOptions, FontInfo, NewKey } from '../../../contract/admin-api.ts';
import { pinRelease } from '../../gateway/checkout/index.ts';
import {
  type ChannelSettings,
  ChannelSettingsSchema,
  changeSettings,
} from '../../gateway/entities/index.ts';
import { changeEntityKey } from '../../gateway/events/index.ts';
import { addFont, removeFonts } from '../../gateway/fonts/index.ts';
import {
  changeBehaviour,
  moveClock,
  refuseLive,
  simulatorOf,
} from '../../gateway/sandbox/index.ts';
import { AdminFailure } from '../admin-failure.ts';
import { oneOf } from '../one-of.ts';
import { type Changing, noted, noteFirst } from './changing.ts';
import { optionsOf } from './channel-in-sight.ts';

/** 30 days, in seconds. */
const LONGEST_OVERLAP = 2_592_000;

/** As it stands on a statement. */
const PRINTABLE = /^(?!\s)\P{C}*(?<!\s)$/u;
/** A year, in minutes: processors take a payment back for some days. */
const LONGEST_CUT_OFF = 525_600;

const { shape } = ChannelSettingsSchema;

/** Without what a new channel begins with: what is not sent stays as it is. */
export const OPTIONS = z.strictObject({
  brands: shape.brands.unwrap().optional(),
  origins: shape.origins.unwrap().optional(),
  descriptor: shape.descriptor
    .unwrap()
    .refine((text) => PRINTABLE.test(text), 'must be printable, and begin and end with no space')
    .nullable()
    .optional(),
  maxInstallments: shape.maxInstallments.unwrap().optional(),
  reversalCutOff: shape.reversalCutOff.unwrap().max(LONGEST_CUT_OFF).optional(),
  storedCardCvv: shape.storedCardCvv.unwrap().nullable().optional(),
  fieldEvidence: shape.fieldEvidence.unwrap().optional(),
  strictCustomerData: shape.strictCustomerData.unwrap().optional(),
  eventList: shape.eventList.unwrap().optional(),
  pageWatch: shape.pageWatch,
  /** As the options that are sent were when they were read. */
  shown: z.record(z.string().max(32), z.unknown()).optional(),
});
export const ROTATE_KEY = z.strictObject({
  overlap: z.int().min(0).max(LONGEST_OVERLAP).optional(),
});
export const ADD_FONT = z.strictObject({ family: z.string().max(64), file: z.base64() });
export const FONT_STYLE = z.strictObject({ style: oneOf(['normal', 'italic']).optional() });
export const PIN = z.strictObject({ release: z.string().max(64).nullable() });
export const ADVANCE = z.strictObject({ advance: z.int().min(0) });
export const BEHAVIOUR = z.strictObject({ behaviour: z.string().max(32) });

export async function changeOptions(
  doing: Changing,
  wanted: z.infer<typeof OPTIONS>,
): Promise<void> {
  const { shown = {}, ...changed } = wanted;
  const { descriptor, storedCardCvv, ...others } = changed;
  const changes = {
    ...others,
    ...(descriptor !== undefined && { descriptor: descriptor ?? undefined }),
    ...(storedCardCvv !== undefined && { storedCardCvv: storedCardCvv ?? undefined }),
  };
  const note = noted(doing, 'channel settings changed', changed);
  const replaced = (settings: ChannelSettings) => {
    refuseOutdated(optionsOf(settings), shown);
    return changes;
  };
  await changeSettings(doing.context.gateway.db, doing.channel.id, replaced, note);
}

/** Another tab, or another administrator, has changed what this one has seen. @throws AdminFailure (409) */
function refuseOutdated(now: ChannelOptions, shown: Readonly<Record<string, unknown>>): void {
  const parameterErrors = Object.entries(shown)
    .filter(([name, value]) => {
      const own = Object.hasOwn(now, name) ? now[name as keyof ChannelOptions] : undefined;
      return !isDeepStrictEqual(own, value);
    })
    .map(([name]) => ({ name, message: 'was changed meanwhile' }));
  if (parameterErrors.length === 0) return;
  const said = parameterErrors.map(({ name, message }) => `${name} ${message}`).join('; ');
  throw new AdminFailure('conflict', said, { parameterErrors });
}

export async function rotateKey(
  doing: Changing,
  { overlap }: z.infer<typeof ROTATE_KEY>,
): Promise<NewKey> {
  const { context, channel } = doing;
  const rotation = overlap === undefined ? {} : { overlapMs: overlap * 1_000 };
  const note = noted(doing, 'notification key changed', { overlap });
  return { key: await changeEntityKey(context.gateway, channel, undefined, rotation, note) };
}

export async function addOwnFont(
  doing: Changing,
  { family, file }: z.infer<typeof ADD_FONT>,
): Promise<FontInfo> {
  const { context, channel } = doing;
  const { weight, style } = await addFont(
    ...([context.gateway.db, channel.id, family, Buffer.from(file, 'base64')] as const),
    (trx, font) => noted(doing, 'font added', font)(trx),
  );
  return { family, weight, style };
}

export async function removeOwnFont(
  doing: Changing,
  wanted: { readonly family: string; readonly weight: string } & z.infer<typeof FONT_STYLE>,
): Promise<void> {
  const { family, weight, style } = wanted;
  const font = { family, weight: Number(weight), ...(style && { style }) };
  const { context, channel } = doing;
  const note = noted(doing, 'font removed', font);
  await removeFonts(context.gateway.db, channel.id, font, note);
}

export async function pin(doing: Changing, { release }: z.infer<typeof PIN>): Promise<void> {
  const { context, channel } = doing;
  const note = noted(doing, release === null ? 'release unpinned' : 'release pinned', { release });
  await pinRelease(context.gateway.db, channel.id, release ?? undefined, note);
}

/** @throws ApiError on a live channel, as all of the sandbox */
export async function advanceClock(
  doing: Changing,
  { advance }: z.infer<typeof ADVANCE>,
): Promise<void> {
  const { context, channel, isFirst } = doing;
  refuseLive(channel);
  const note = noted(doing, 'test clock moved', { advance });
  await moveClock(context.gateway, channel, String(advance), isFirst, note);
}

export async function behave(
  doing: Changing,
  { behaviour }: z.infer<typeof BEHAVIOUR>,
): Promise<void> {
  const { context, channel } = doing;
  refuseLive(channel);
  const now = await simulatorOf(context.gateway, channel);
  if (now?.behaviour === behaviour) return;
  const note = noteFirst(doing, 'simulator changed', { behaviour });
  await changeBehaviour(context.gateway, channel, behaviour, note);
}
