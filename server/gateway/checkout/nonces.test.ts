/** A nonce is of one checkout, and one post has it; the same post hears again what it heard before. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { SEALED_REFUSED } from '../../../contract/sealed-value.ts';
import { inTransaction } from '../../store/dialect.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { newId } from '../ids.ts';
import { RESULT_READABLE_MS } from '../records/index.ts';
import { ApiError } from '../requests/index.ts';
import {
  claimForRegistration,
  claimNonce,
  claimOf,
  findClaim,
  isSealNonce,
  keepRefusal,
  newSealNonce,
  refuseUsedNonce,
  repeatRefusal,
  sealedPost,
} from './nonces.ts';

const { db, vault, drop, channelId } = await openSubscribedChannel();
afterAll(drop);
const records = await recordsOf(db, channelId);
const keys = { vault };

const USED = { status: 400, code: SEALED_REFUSED.notAcceptable };
const PAIRS = [['sealed[card.number]', 'x']] as const;
const newPost = async () => sealedPost(keys, 'payment', (await records.openCheckout({})).id, PAIRS);

describe('a nonce', () => {
  it('is new each time, and known for its checkout alone', () => {
    const [one, other] = [newSealNonce(keys, 'one'), newSealNonce(keys, 'one')];
    expect(one).toMatch(/^[\da-f]{64}$/);
    expect(one).not.toBe(other);
    expect([one, other].map((nonce) => isSealNonce(keys, 'one', nonce))).toEqual([true, true]);
    expect(isSealNonce(keys, 'other', one)).toBe(false);
  });

  it.each([
    ['nothing', () => ''],
    ['half of one', (nonce: string) => nonce.slice(0, 32)],
    ['more than one', (nonce: string) => `${nonce}0`],
    ['another beginning', (nonce: string) => `${'0'.repeat(32)}${nonce.slice(32)}`],
    ['another end', (nonce: string) => `${nonce.slice(0, 32)}${'0'.repeat(32)}`],
    ['one of other letters', (nonce: string) => `ü${nonce.slice(1)}`],
  ])('is not %s', (_, change) => {
    expect(isSealNonce(keys, 'one', change(newSealNonce(keys, 'one')))).toBe(false);
  });
});

describe('a post', () => {
  const hash = (
    ...args: [Parameters<typeof sealedPost>[1], string, Parameters<typeof sealedPost>[3]]
  ) => sealedPost(keys, ...args).requestHash;

  it('is known by all that was sent, and by where', () => {
    const { checkoutId, requestHash } = sealedPost(keys, 'payment', 'one', PAIRS);
    expect(checkoutId).toBe('one');
    expect(hash('payment', 'one', PAIRS)).toBe(requestHash);
    expect(hash('registration', 'one', PAIRS)).not.toBe(requestHash);
    expect(hash('payment', 'one', [...PAIRS, ['other', '1']])).not.toBe(requestHash);
  });

  it('claims its nonce, or itself where none was opened', () => {
    const post = sealedPost(keys, 'payment', 'one', PAIRS);
    expect(claimOf(post, 'nonce')).toBe('nonce');
    expect(claimOf(post, undefined)).toBe(post.requestHash);
  });
});

describe('a nonce that was claimed', () => {
  it('is of its post, for as long as its result can be read', async () => {
    const [post, nonce] = [await newPost(), newId()];
    expect(await findClaim(db, post)).toBeUndefined();
    await refuseUsedNonce(db, nonce, post);
    const paymentId = await records.payment({ created_at: 0 });
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000);
    await claimNonce(db, nonce, post, paymentId);
    now.mockRestore();
    expect(await findClaim(db, post)).toEqual({
      ...{ ...post, nonce, paymentId, refusal: null },
    });
    const row = db.selectFrom('nonce_claims').select('purge_at').where('nonce', '=', nonce);
    expect(await row.executeTakeFirst()).toEqual({ purge_at: 1_000 + RESULT_READABLE_MS });
    await refuseUsedNonce(db, nonce, post);
    const other = { ...post, requestHash: 'other' };
    expect(await refusedBy(() => refuseUsedNonce(db, nonce, other))).toMatchObject({
      ...{ ...USED, description: expect.stringMatching(/card data was used in another request$/) },
    });
    expect(await findClaim(db, other)).toBeUndefined();
    expect(await findClaim(db, { ...post, checkoutId: 'other' })).toBeUndefined();
    await expect(claimNonce(db, nonce, other, null)).rejects.toThrow();
  });

  it('for a card that is stored is so once', async () => {
    const [post, nonce] = [await newPost(), newId()];
    expect(await claimForRegistration(db, nonce, post)).toBe(true);
    expect(await findClaim(db, post)).toMatchObject({ nonce, paymentId: null });
    expect(await claimForRegistration(db, nonce, post)).toBe(false);
    const other = { ...post, requestHash: 'other' };
    expect(await refusedBy(() => claimForRegistration(db, nonce, other))).toMatchObject(USED);
  });

  it('fails where the database does', async () => {
    const post = { ...(await newPost()), requestHash: null as unknown as string };
    await expect(claimForRegistration(db, newId(), post)).rejects.toThrow();
    expect(await findClaim(db, post)).toBeUndefined();
  });
});

describe('what a post was refused with', () => {
  it('is told again, as it was first', async () => {
    const [post, nonce] = [await newPost(), newId()];
    await claimForRegistration(db, nonce, post);
    await repeatRefusal(db, post);
    const named = [{ name: 'card.number', value: null, message: 'is wrong' }];
    const refusal = new ApiError(403, '800.100.152', 'stolen', named);
    const keep = (error: ApiError) => inTransaction(db, (trx) => keepRefusal(trx, nonce, error));
    expect(await keep(refusal)).toBe(true);
    expect(await keep(new ApiError(400, '100.100.101'))).toBe(false);
    const first = await refusedBy(() => {
      throw refusal;
    });
    expect(first).toMatchObject({ status: 403, errors: named });
    expect(await refusedBy(() => repeatRefusal(db, post))).toEqual(first);
    expect(await refusedBy(() => claimForRegistration(db, nonce, post))).toEqual(first);
    const other = await newPost();
    await repeatRefusal(db, other);
  });
});
