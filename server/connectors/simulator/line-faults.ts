/** Simulated trouble: what the sandbox can make the simulator do for a channel. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../store/database.ts';

export const BEHAVIOURS = ['normal', 'slow', 'hang', 'fail', 'lose-answer'] as const;
type Behaviour = (typeof BEHAVIOURS)[number];

export const SLOW_ANSWER_MS = 5_000;

/** Does the work in the way that the channel's simulator behaves at present. */
export async function behave<T>(
  db: Database,
  channelId: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const row = await db
    .selectFrom('simulator_behaviours')
    .select('behaviour')
    .where('channel_id', '=', channelId)
    .executeTakeFirst();
  switch (row?.behaviour as Behaviour | undefined) {
    case 'slow':
      await sleep(SLOW_ANSWER_MS, undefined, { signal });
      return work();
    case 'hang':
      await sleep(2 ** 31 - 1, undefined, { signal });
      return work();
    case 'fail':
      throw new Error('the simulated connection failed');
    case 'lose-answer':
      await work();
      throw new Error('the simulated answer was lost');
    default:
      return work();
  }
}

export async function setBehaviour(
  db: Database,
  channelId: string,
  behaviour: string,
): Promise<void> {
  await db
    .insertInto('simulator_behaviours')
    .values({ channel_id: channelId, behaviour })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet({ behaviour }))
    .execute();
}
