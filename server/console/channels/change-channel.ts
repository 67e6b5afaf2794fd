/** What is changed of a channel: by the functions that the admin command line calls, each with its line of the audit log. */
import { z } from 'zod';
import type { FontInfo, NewKey } from '../../../contract/admin-api.ts';
import { pinRelease } from '../../gateway/checkout/index.ts';
import { ChannelSettingsSchema, changeSettings } from '../../gateway/entities/index.ts';
import { changeEntityKey } from '../../gateway/events/index.ts';
import { addFont, removeFonts } from '../../gateway/fonts/index.ts';
import { changeBehaviour, moveClock, refuseLive } from '../../gateway/sandbox/index.ts';
import { type Changing, noted, noteFirst } from './changing.ts';

/** 30 days, in seconds. */
const LONGEST_OVERLAP = 2_592_000;

const { shape } = ChannelSettingsSchema;

/** Without what a new channel begins with: what is not sent stays as it is. */
export const OPTIONS = z.strictObject({
  brands: shape.brands.unwrap().optional(),
  origins: shape.origins.unwrap().optional(),
  descriptor: shape.descriptor.unwrap().nullable().optional(),
  maxInstallments: shape.maxInstallments.unwrap().optional(),
  reversalCutOff: shape.reversalCutOff.unwrap().optional(),
  storedCardCvv: shape.storedCardCvv.unwrap().nullable().optional(),
  fieldEvidence: shape.fieldEvidence.unwrap().optional(),
  strictCustomerData: shape.strictCustomerData.unwrap().optional(),
  eventList: shape.eventList.unwrap().optional(),
  pageWatch: shape.pageWatch,
});
export const ROTATE_KEY = z.strictObject({
  overlap: z.int().min(0).max(LONGEST_OVERLAP).optional(),
});
export const ADD_FONT = z.strictObject({ family: z.string().max(64), file: z.base64() });
export const PIN = z.strictObject({ release: z.string().max(64).nullable() });
export const ADVANCE = z.strictObject({ advance: z.int().min(0) });
export const BEHAVIOUR = z.strictObject({ behaviour: z.string().max(32) });

export async function changeOptions(
  doing: Changing,
  wanted: z.infer<typeof OPTIONS>,
): Promise<void> {
  const { descriptor, storedCardCvv, ...others } = wanted;
  const changes = {
    ...others,
    ...(descriptor !== undefined && { descriptor: descriptor ?? undefined }),
    ...(storedCardCvv !== undefined && { storedCardCvv: storedCardCvv ?? undefined }),
  };
  const note = noted(doing, 'channel settings changed', wanted);
  await changeSettings(doing.context.gateway.db, doing.channel.id, changes, note);
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
  wanted: { readonly family: string; readonly weight: string },
): Promise<void> {
  const font = { family: wanted.family, weight: Number(wanted.weight) };
  const { context, channel } = doing;
  const note = noted(doing, 'font removed', font);
  await removeFonts(context.gateway.db, channel.id, font.family, font.weight, note);
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
  const { context, channel } = doing;
  refuseLive(channel);
  const note = noted(doing, 'test clock moved', { advance });
  await moveClock(context.gateway, channel, String(advance), note);
}

export async function behave(
  doing: Changing,
  { behaviour }: z.infer<typeof BEHAVIOUR>,
): Promise<void> {
  const { context, channel } = doing;
  refuseLive(channel);
  const note = noteFirst(doing, 'simulator changed', { behaviour });
  await changeBehaviour(context.gateway, channel, behaviour, note);
}
