/** `trigger EVENT`: the sandbox does what the event tells of. */
import { nearestName } from './generated/nearest-name.ts';
import { RECIPES } from './recipes.ts';
import type { Access } from './settings.ts';
import { UsageError } from './usage.ts';

export const triggerable = (): string[] => Object.keys(RECIPES).sort();

/** Types that cannot be asked for, with the reason. */
const UNASKED: Readonly<Record<string, string>> = {
  RISK: 'it tells of card testing, against which test channels have no rules',
  PAGE_WATCH: 'it tells of changes of a payment page that is watched: change a script on yours',
};

/** @throws UsageError for what there is not, naming what was probably meant */
export async function trigger(
  access: Access,
  event: string,
  print: (line: string) => void,
): Promise<void> {
  const name = event.toUpperCase();
  const recipe = RECIPES[name];
  if (!recipe) {
    const why = UNASKED[name];
    if (why) throw new UsageError(`${name} cannot be asked for: ${why}`);
    const nearest = nearestName(name, triggerable());
    throw new UsageError(
      `there is no event ${event}${nearest ? `: did you mean ${nearest}?` : '; trigger --list has them all'}`,
    );
  }
  print(`${name}: ${await recipe(access.client)}`);
}
