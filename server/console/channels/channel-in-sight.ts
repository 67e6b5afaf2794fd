/** A channel as the console shows it: how it is set up, and what is watched of its payment pages. */
import type {
  ChannelDetail,
  ChannelOptions,
  ChannelPageWatch,
  ChannelSandbox,
} from '../../../contract/admin-api.ts';
import { listReleases } from '../../gateway/checkout/index.ts';
import { type Channel, type ChannelSettings, pageWatchOf } from '../../gateway/entities/index.ts';
import { holderOfNotificationKey } from '../../gateway/events/index.ts';
import { cspReportPath, listPages, listScripts } from '../../gateway/page-watch/index.ts';
import { simulatorOf } from '../../gateway/sandbox/index.ts';
import { channelNow } from '../../store/clock.ts';
import { notFound } from '../admin-failure.ts';
import { type ConsoleContext, channelsInSight } from '../console-context.ts';
import { iso, isoOrNull } from '../period.ts';
import type { SignedIn } from '../sign-in/sessions.ts';

/** @throws AdminFailure `not-found` for another merchant's */
export async function channelInSight(
  context: ConsoleContext,
  session: SignedIn,
  id: string,
): Promise<Channel> {
  const channel = (await channelsInSight(context, session)).find((one) => one.id === id);
  if (!channel) throw notFound('channel');
  return channel;
}

export const optionsOf = (settings: ChannelSettings): ChannelOptions => ({
  brands: settings.brands,
  origins: settings.origins,
  descriptor: settings.descriptor ?? null,
  maxInstallments: settings.maxInstallments,
  reversalCutOff: settings.reversalCutOff,
  storedCardCvv: settings.storedCardCvv ?? null,
  fieldEvidence: settings.fieldEvidence,
  strictCustomerData: settings.strictCustomerData,
  eventList: settings.eventList,
  pageWatch: pageWatchOf(settings) ?? null,
});

export async function presentChannel(
  context: ConsoleContext,
  channel: Channel,
): Promise<ChannelDetail> {
  const { db } = context.gateway;
  const { id, name, settings } = channel;
  const [holder, releases] = await Promise.all([holderOfNotificationKey(db, id), listReleases(db)]);
  return {
    ...{ id, name, mode: settings.mode },
    options: optionsOf(settings),
    fonts: settings.fonts.map(({ family, weight, style }) => ({ family, weight, style })),
    notificationKey: holder === undefined ? 'none' : holder === id ? 'own' : 'above',
    release: settings.release ?? null,
    releases: releases.map((release) => ({
      id: release.id,
      createdAt: iso(release.created_at),
      withdrawnAt: isoOrNull(release.withdrawn_at),
      isServed: release.isServed,
    })),
    sandbox: await presentSandbox(context, channel),
  };
}

async function presentSandbox(
  { gateway }: ConsoleContext,
  channel: Channel,
): Promise<ChannelSandbox | null> {
  const simulator =
    channel.settings.mode === 'test' ? await simulatorOf(gateway, channel) : undefined;
  return simulator
    ? {
        time: iso(channelNow(channel.clockOffsetMs)),
        ahead: Math.floor(channel.clockOffsetMs / 1_000),
        ...simulator,
      }
    : null;
}

export async function presentPageWatch(
  { gateway: { db } }: ConsoleContext,
  { id }: Channel,
): Promise<ChannelPageWatch> {
  const [scripts, pages] = await Promise.all([listScripts(db, id), listPages(db, id)]);
  return {
    reports: cspReportPath(id),
    scripts: scripts.map(({ hoursSeen: _, ...script }) => ({
      ...{ justification: null, decidedBy: null, decidedAt: null },
      ...script,
    })),
    pages: pages.map((page) => ({ problem: null, ...page })),
  };
}
