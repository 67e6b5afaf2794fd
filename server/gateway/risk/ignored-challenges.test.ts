/** Challenges that a processor ignores, of a card in a wallet: counted and looked up by the same brand. */
import { afterAll, expect, it } from 'vitest';
import { startMerchant } from '../../tests/support/merchant.ts';
import { existingChannel } from '../entities/index.ts';
import { noteOutcome } from './outcome.ts';
import { screenAttempt } from './screen.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());

it('three of a brand in Google Pay, and its cards are refused where they would be challenged', async () => {
  await merchant.set({ cardTesting: { limits: { 'channel/hour': { challenge: 1, refuse: 2 } } } });
  const { gateway, entityId } = merchant;
  const channel = await existingChannel(gateway.db, entityId);
  const screen = (number: string) =>
    screenAttempt(gateway, { channel, number, brand: 'VISA', remedy: 'challenge' });
  const attempt = {
    ...{ channelId: entityId, action: 'challenge' as const, resultCode: undefined },
    counted: [],
  };
  const card = { bin: '420000', last4Digits: '0000', expiryMonth: '05', expiryYear: '2034' };
  for (let times = 0; times < 3; times += 1) {
    await noteOutcome(gateway, attempt, {
      ...{ brand: 'GOOGLEPAY', card: { ...card, brand: 'VISA' } },
      ...{ resultCode: '800.100.152', nextStep: undefined, checks: {} },
    });
  }
  const actions: string[] = [];
  for (let n = 10; n < 16; n += 1) actions.push((await screen(`42000000000000${n}`)).action);
  expect(actions.at(-1)).toBe('refuse');
});
