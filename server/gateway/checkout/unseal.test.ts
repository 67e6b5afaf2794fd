/** What was typed into the frames is opened for its checkout, field, page, submission and time, and for no other. */
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import {
  SEALED_REFUSED,
  SEALED_VALUE_MAX_AGE_MS,
  SEALED_VALUE_MAX_AHEAD_MS,
  type SealedClaims,
} from '../../../contract/sealed-value.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { IBAN, NUMBER } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { SHOP_ORIGIN, sealedCard, sealerBelowHttp } from '../../tests/support/seal.ts';
import { simulatedGateway } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { changeSettings, createEntity } from '../entities/index.ts';
import { newSealNonce } from './nonces.ts';
import { noticed, refusalOfEvidence, unsealCvv, unsealNumber } from './unseal.ts';

const { db, vault, drop, merchantId, channelId } = await openSubscribedChannel();
afterAll(drop);
afterEach(() => vi.restoreAllMocks());
const records = await recordsOf(db, channelId);
const gateway = simulatedGateway(db, vault);
const seal = await sealerBelowHttp(gateway);
const checkout = await records.openCheckout({});
const other = await records.openCheckout({});
const checkoutWith = async (settings: Parameters<typeof changeSettings>[2]) => {
  const { id } = await createEntity(db, { kind: 'channel', name: 'Shop', parentId: merchantId });
  await changeSettings(db, id, settings);
  return records.openCheckout({}, { entity_id: id });
};
const numberOf = async (claims: Partial<SealedClaims>, of = checkout) =>
  unsealNumber(gateway, of, {
    'sealed[card.number]': await seal(of.id, 'card.number', claims),
  });
const NOT_ACCEPTABLE = { status: 400, code: SEALED_REFUSED.notAcceptable };

describe('a sealed number', () => {
  it('is opened, with what its frame saw', async () => {
    const nonce = newSealNonce(gateway, checkout.id);
    expect(await numberOf({ nonce, evidence: '00010002' })).toEqual({
      ...{ value: NUMBER, nonce, evidence: '00010002' },
    });
  });

  it('may be that of an account', async () => {
    const sent = { 'sealed[bankAccount.iban]': await seal(checkout.id, 'bankAccount.iban') };
    expect(await unsealNumber(gateway, checkout, sent, 'bankAccount.iban')).toMatchObject({
      value: IBAN,
    });
  });

  it.each<[what: string, claims: () => Partial<SealedClaims>]>([
    ['another checkout', () => ({ checkoutId: other.id })],
    ['another field', () => ({ field: 'card.cvv' })],
    ['an origin that this channel does not list', () => ({ origin: 'https://evil.example' })],
    [
      'a submission that is none of this checkout',
      () => ({ nonce: newSealNonce(gateway, other.id) }),
    ],
  ])('was sealed for %s', async (what, claims) => {
    const of = await checkoutWith({ origins: [SHOP_ORIGIN] });
    expect((await numberOf({}, of)).value).toBe(NUMBER);
    expect(await refusedBy(() => numberOf(claims(), of))).toMatchObject({
      ...NOT_ACCEPTABLE,
      description: expect.stringMatching(new RegExp(`card.number was sealed for ${what}$`)),
    });
  });

  it('is not opened where it is damaged', async () => {
    const sent = { 'sealed[card.number]': 'damaged' };
    expect(await refusedBy(() => unsealNumber(gateway, checkout, sent))).toMatchObject({
      ...{ ...NOT_ACCEPTABLE, description: expect.stringMatching(/card.number cannot be opened$/) },
    });
  });

  it('is not called damaged where its key cannot be read', async () => {
    const broken = {
      ...gateway,
      vault: {
        ...vault,
        async openSealedValue() {
          throw new Error('broken');
        },
      },
    };
    const sent = { 'sealed[card.number]': 'x' };
    await expect(unsealNumber(broken, checkout, sent)).rejects.toThrow('broken');
  });

  it('is opened for five minutes, and where its page is a minute ahead', async () => {
    const now = Date.now() + 10_000;
    vi.spyOn(Date, 'now').mockReturnValue(now);
    const [oldest, latest] = [now - SEALED_VALUE_MAX_AGE_MS, now + SEALED_VALUE_MAX_AHEAD_MS];
    for (const at of [oldest, latest]) expect((await numberOf({ at })).value).toBe(NUMBER);
    const refused = (at: number) => refusedBy(() => numberOf({ at }));
    const too = (words: RegExp) => ({
      ...{ status: 400, code: SEALED_REFUSED.tooOld, description: expect.stringMatching(words) },
    });
    expect(await refused(oldest - 1)).toMatchObject(
      too(/card.number was sealed more than 5 minutes ago$/),
    );
    expect(await refused(latest + 1)).toMatchObject(
      too(/card.number was sealed more than 60 seconds ahead of the gateway’s clock$/),
    );
  });
});

describe('a value as text', () => {
  it('is taken on a test channel', async () => {
    expect(await unsealNumber(gateway, checkout, { 'card.number': NUMBER })).toEqual({
      value: NUMBER,
    });
    expect(await unsealNumber(gateway, checkout, {})).toEqual({ value: '' });
    const sent = { 'bankAccount.iban': IBAN };
    expect(await unsealNumber(gateway, checkout, sent, 'bankAccount.iban')).toEqual({
      value: IBAN,
    });
    expect(await unsealCvv(gateway, checkout, { 'card.cvv': '123' }, { value: NUMBER })).toEqual({
      value: '123',
    });
    expect(await unsealCvv(gateway, checkout, {}, { value: NUMBER })).toEqual({ value: '' });
  });

  it.each(['card.number', 'card.cvv', 'bankAccount.iban'])(
    'is refused on a live channel: %s',
    async (name) => {
      const live = await checkoutWith({ mode: 'live', origins: [SHOP_ORIGIN] });
      expect(await refusedBy(() => unsealNumber(gateway, live, { [name]: '1' }))).toMatchObject({
        errors: [
          { name, value: null, message: 'must be sealed by the field frame on a live channel' },
        ],
      });
      await unsealNumber(gateway, live, { [name]: '' });
      expect((await numberOf({}, live)).value).toBe(NUMBER);
    },
  );

  it('is refused beside a sealed one', async () => {
    const { 'sealed[card.number]': number } = await sealedCard(seal, checkout.id);
    const sent = { 'sealed[card.number]': number, 'card.cvv': '123' };
    expect(await refusedBy(() => unsealNumber(gateway, checkout, sent))).toMatchObject({
      errors: [
        { name: 'card.cvv', value: null, message: 'must be sealed like the field beside it' },
      ],
    });
  });

  it('of what is sealed too is not looked at', async () => {
    const { 'sealed[card.number]': number } = await sealedCard(seal, checkout.id);
    const sent = { 'sealed[card.number]': number, 'card.number': '1' };
    expect((await unsealNumber(gateway, checkout, sent)).value).toBe(NUMBER);
  });
});

describe('a sealed CVV', () => {
  it('is of the submission of its number', async () => {
    const sent = await sealedCard(seal, checkout.id);
    const number = await unsealNumber(gateway, checkout, sent);
    expect(await unsealCvv(gateway, checkout, sent, number)).toEqual({
      ...{ value: '123', nonce: number.nonce, evidence: '00000000' },
    });
    const another = await unsealNumber(gateway, checkout, await sealedCard(seal, checkout.id));
    expect(await refusedBy(() => unsealCvv(gateway, checkout, sent, another))).toMatchObject({
      ...NOT_ACCEPTABLE,
      description: expect.stringMatching(
        /card.number and card.cvv were sealed for different submissions$/,
      ),
    });
  });

  it('may come alone, and may be absent', async () => {
    const sent = { 'sealed[card.cvv]': await seal(checkout.id, 'card.cvv') };
    const { nonce } = await vault.openSealedValue(db, sent['sealed[card.cvv]']);
    expect(await unsealCvv(gateway, checkout, sent, { value: NUMBER })).toMatchObject({
      ...{ value: '123', nonce },
    });
    const number = await numberOf({});
    expect(await unsealCvv(gateway, checkout, {}, number)).toEqual({
      ...{ value: '', nonce: number.nonce },
    });
  });
});

describe('what the frames saw', () => {
  it.each<[evidence: Parameters<typeof noticed>[0], seen: ReturnType<typeof noticed>]>([
    [{}, undefined],
    [{ 'card.number': undefined, 'card.cvv': '00000000' }, undefined],
    [{ 'card.number': '00010000', 'card.cvv': '00000000' }, { 'card.number': { focusTaken: 1 } }],
    [
      { 'card.number': '00010012', 'card.cvv': '00000003' },
      { 'card.number': { focusTaken: 1, covered: 12 }, 'card.cvv': { covered: 3 } },
    ],
  ])('%j is %j', (evidence, seen) => {
    expect(noticed(evidence)).toEqual(seen);
  });

  it('declines where the channel says so, and something was seen', () => {
    const { settings } = checkout.channel;
    const seen = { 'card.number': { covered: 1 } };
    const strict = { ...settings, fieldEvidence: 'decline' } as const;
    expect(refusalOfEvidence(strict, seen)).toBe('100.380.100');
    expect(refusalOfEvidence(strict, undefined)).toBeUndefined();
    expect(refusalOfEvidence(settings, seen)).toBeUndefined();
  });
});
