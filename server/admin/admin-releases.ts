/** `npm run admin -- release …`: which form new checkouts get, while all instances run. */
import { listReleases, pinRelease, rollBack, rollForward } from '../gateway/checkout/index.ts';
import { channelsPinnedTo } from '../gateway/entities/index.ts';
import { type Command, isoTime, UsageError } from './admin-command.ts';

export const RELEASE_USAGE = `  release list                      the latest first
  release pin CHANNEL RELEASE       its new checkouts get this form
  release unpin CHANNEL
  release roll back                 new checkouts get the form before the latest
  release roll forward RELEASE
`;

export const RELEASE_COMMANDS: Readonly<Record<string, Command>> = {
  'release list': async (db) =>
    Promise.all(
      (await listReleases(db)).map(async ({ created_at, withdrawn_at, isServed, ...release }) => ({
        ...release,
        served: isServed,
        created_at: isoTime(created_at),
        withdrawn_at: isoTime(withdrawn_at),
        pinned: await channelsPinnedTo(db, release.id),
      })),
    ),
  'release pin': async (db, [channel = '', release = '']) => {
    await pinRelease(db, channel, release);
    return { channel, release };
  },
  'release unpin': async (db, [channel = '']) => {
    await pinRelease(db, channel, undefined);
    return { channel, release: null };
  },
  'release roll': async (db, [direction, release = '']) => {
    if (direction === 'back') return rollBack(db);
    if (direction !== 'forward') throw new UsageError(RELEASE_USAGE);
    await rollForward(db, release);
    return { inUse: release };
  },
};
