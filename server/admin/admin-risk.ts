/** `npm run admin -- risk …`: the velocity rules of a channel, and what they have locked. */
import { type Channel, findChannel } from '../gateway/entities/index.ts';
import {
  describeRisk,
  UNLOCK_KEYS,
  type UnlockTarget,
  unlockMistake,
  unlockRisk,
} from '../gateway/risk/index.ts';
import { openVaultOf } from '../open-store.ts';
import type { Database } from '../store/database.ts';
import { type Command, UsageError } from './admin-command.ts';

export const RISK_USAGE = `  risk list CHANNEL                 rules against card testing, what they count, when they tripped
  risk unlock CHANNEL [KEY=VALUE]...   forgets what was counted: of the whole channel, or of
      payment=ID  address=203.0.113.7  network=203.0.113.0/24  email=A@B  bin=42000000  checkout=ID
`;

export const RISK_COMMANDS: Readonly<Record<string, Command>> = {
  'risk list': async (db, [id = '']) => describeRisk(db, await existing(db, id)),
  'risk unlock': async (db, [id = '', ...words], _options, config) => {
    const channel = await existing(db, id);
    const target = targetOf(words);
    const vault = await openVaultOf(db, config);
    const unlocked = await unlockRisk({ db, vault }, channel.id, target);
    if (typeof unlocked === 'string') {
      const id = unlocked === 'no checkout' ? target.checkout : target.payment;
      throw new UsageError(`the channel has ${unlocked} ${id}`);
    }
    return { channel: channel.id, unlocked };
  },
};

/** The audit log has what is said here, so it is not said whom a word names. */
function targetOf(words: readonly string[]): UnlockTarget {
  const pairs = words.map((word) => {
    const [, written = '', value = ''] = /^(\w+)=(.+)$/.exec(word) ?? [];
    const key = UNLOCK_KEYS.find((known) => known === written);
    if (key === undefined) {
      const wrong = written === '' ? 'a word without KEY=' : `${written}=`;
      throw new UsageError(`${wrong} is none of ${UNLOCK_KEYS.join('=, ')}=`);
    }
    const mistake = unlockMistake(key, value);
    if (mistake !== undefined) throw new UsageError(mistake);
    return [key, value] as const;
  });
  return Object.fromEntries(pairs);
}

async function existing(db: Database, id: string): Promise<Channel> {
  const channel = await findChannel(db, id);
  if (!channel) throw new UsageError(`there is no channel ${id}`);
  return channel;
}
