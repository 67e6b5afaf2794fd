/** What counts as an attempt where a card or account is only stored, and as what. */
import { afterAll, describe, expect, it } from 'vitest';
import { RESULT } from '../../../contract/result-by-name.ts';
import { DEBIT, DETAILS, IBAN, NUMBER } from '../../tests/support/payment-fields.ts';
import { simulatedGateway } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { changeSettings, createEntity, existingChannel } from '../entities/index.ts';
import { ApiError } from '../requests/index.ts';
import type { Screening } from '../risk/index.ts';
import { RefusedByProcessor, screenToStore, storeScreened } from './screen-to-store.ts';

const { db, vault, drop, merchantId } = await openSubscribedChannel();
afterAll(drop);
const gateway = simulatedGateway(db, vault);

/** One attempt with a card is let through, and the next one is not. */
const watched = async (limits: object = { 'card/hour': { refuse: 1 } }) => {
  const { id } = await createEntity(db, {
    ...{ kind: 'channel', name: 'Watched', parentId: merchantId },
  });
  await changeSettings(db, id, { cardTesting: { limits } } as never);
  return existingChannel(db, id);
};
const windows = async ({ id }: Awaited<ReturnType<typeof watched>>, rule = 'card/hour') =>
  await db
    .selectFrom('risk_windows')
    .select(['attempts', 'successes', 'declines'])
    .where('channel_id', '=', id)
    .where('rule', '=', rule)
    .execute();
const COUNTED = [{ attempts: 1, successes: 0, declines: 0 }];

const SHOPPER = { 'customer.email': 'jane@example.com' };

describe('an attempt to store', () => {
  it('a card counts by card, address, e-mail and checkout', async () => {
    const channel = await watched();
    const checkoutId = 'c'.repeat(32);
    const where = { address: '203.0.113.7', checkoutId };
    const means = { card: DETAILS, parameters: SHOPPER };
    const screening = await screenToStore(gateway, channel, means, where);
    expect(screening).toMatchObject({ action: 'none', channelId: channel.id });
    for (const rule of ['card/hour', 'address/hour', 'email/hour', 'checkout/hour']) {
      expect(await windows(channel, rule), rule).toEqual(COUNTED);
    }
    expect((await screenToStore(gateway, channel, means, where))?.action).toBe('refuse');
  });

  it('a bank account counts', async () => {
    const channel = await watched();
    const means = { iban: IBAN, parameters: DEBIT };
    expect(await screenToStore(gateway, channel, means, {})).toMatchObject({ action: 'none' });
    expect(await windows(channel)).toEqual(COUNTED);
  });

  it('is refused by a wide rule too, which a payment would be challenged by', async () => {
    const channel = await watched({ 'channel/hour': { attempts: 1 } });
    const means = (number: string) => ({ card: { ...DETAILS, number }, parameters: {} });
    await screenToStore(gateway, channel, means(NUMBER), {});
    const second = await screenToStore(gateway, channel, means('4111111111111111'), {});
    expect(second?.action).toBe('refuse');
  });

  it.each([
    ['a card with a wrong number', { card: { ...DETAILS, number: '4200000000000001' } }],
    [
      'a card that is no number of the brand',
      { card: DETAILS, parameters: { paymentBrand: 'AMEX' } },
    ],
    ['a card that has expired', { card: { ...DETAILS, expiryYear: '2001' } }],
    ['an account with a wrong number', { iban: 'DE00370400440532013000', parameters: DEBIT }],
    ['neither', { parameters: { paymentBrand: 'PAYPAL' } }],
  ] as const)('%s is none', async (_, means) => {
    const channel = await watched();
    expect(await screenToStore(gateway, channel, { parameters: {}, ...means }, {})).toBeUndefined();
    expect(await windows(channel)).toEqual([]);
  });

  it('that breaks is no mistake of typing', async () => {
    const channel = await watched();
    const parameters = {
      get paymentBrand(): string {
        throw new Error('broken');
      },
    };
    const call = screenToStore(gateway, channel, { card: DETAILS, parameters }, {});
    await expect(call).rejects.toThrow('broken');
  });
});

describe('what becomes of it', () => {
  const attempt = async (store: () => Promise<string>) => {
    const channel = await watched();
    const screening = await screenToStore(gateway, channel, { card: DETAILS, parameters: {} }, {});
    const outcome = await storeScreened(gateway, () => screening, store).catch(
      (error: unknown) => error,
    );
    return { outcome, windows: await windows(channel) };
  };
  const fails = (error: unknown) => async () => {
    throw error;
  };
  const NOTHING = [{ attempts: 0, successes: 0, declines: 0 }];

  it('does not count where it is stored', async () => {
    expect(await attempt(async () => 'stored')).toEqual({ outcome: 'stored', windows: NOTHING });
  });

  it('counts as a decline where the processor refuses it', async () => {
    const refused = new RefusedByProcessor(400, RESULT.declined, 'no');
    expect(await attempt(fails(refused))).toEqual({
      ...{ outcome: refused, windows: [{ attempts: 1, successes: 0, declines: 1 }] },
    });
  });

  it('does not count where all else fails, by the same code too', async () => {
    for (const error of [new Error('broken'), new ApiError(400, RESULT.declined)]) {
      expect(await attempt(fails(error))).toEqual({ outcome: error, windows: NOTHING });
    }
  });

  it('stays counted where it was refused by a rule', async () => {
    const channel = await watched();
    const means = { card: DETAILS, parameters: {} };
    await screenToStore(gateway, channel, means, {});
    const screening = (await screenToStore(gateway, channel, means, {})) as Screening;
    const before = await windows(channel);
    const { resultCode = '' } = screening;
    const refusal = new ApiError(400, resultCode as typeof RESULT.declined);
    const call = storeScreened(gateway, () => screening, fails(refusal));
    await expect(call).rejects.toBe(refusal);
    expect(await windows(channel)).toEqual(before);
    // Another code is of no rule.
    const other = new ApiError(400, RESULT.invalidParameter);
    await expect(storeScreened(gateway, () => screening, fails(other))).rejects.toBe(other);
    expect(await windows(channel)).not.toEqual(before);
  });

  it('is nothing where nothing was counted', async () => {
    expect(
      await storeScreened(
        gateway,
        () => undefined,
        async () => 'stored',
      ),
    ).toBe('stored');
    for (const error of [new Error('broken'), new ApiError(400, RESULT.declined)]) {
      await expect(storeScreened(gateway, () => undefined, fails(error))).rejects.toBe(error);
    }
  });
});
