/** How the world takes a card that was stored, alone or with a payment. */
import assert from 'node:assert/strict';
import { notify, SUCCESS, tell, type World } from './world.ts';

const EXPIRY = '05/2034';

interface NewlyStored {
  readonly declines: boolean;
  readonly isAgreement: boolean;
  /** Of the payment that it was asked for in. */
  readonly units?: number;
}

export function takeStored(
  world: World,
  id: string,
  { declines, isAgreement, units }: NewlyStored,
): void {
  assert.match(id, /^[0-9a-f]{32}$/);
  assert(!world.registrations.some((each) => each.id === id), `${id} is there already`);
  world.registrations.push({
    ...{ id, declines, isAgreement, state: 'usable' },
    ...{ expiries: [EXPIRY], updatedIn: world.step },
  });
  notify(world, 'REGISTRATION', 'CREATED', id, SUCCESS);
  if (!isAgreement) return;
  tell(world, 'PAYMENT_AGREEMENT_CREATED', 'INITIALIZING', `agr_${id}`, '-', units);
  tell(world, 'PAYMENT_AGREEMENT_ACTIVE', 'ACTIVE', `agr_${id}`, '-', undefined);
}
