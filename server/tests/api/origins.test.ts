/** Which pages may embed a channel's form: a live channel says it. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { changeSettings, channelsOpenToAnyPage } from '../../gateway/entities/index.ts';
import { sealer } from '../support/seal.ts';
import { CARD, startAlone } from '../support/test-gateway.ts';

const test = await startAlone();
afterAll(() => test[Symbol.asyncDispose]());
const { db } = test.gateway;
const set = (settings: Record<string, unknown>) => changeSettings(db, test.entityId, settings);
afterEach(() => set({ mode: 'test', origins: [] }));

const SHOP = 'https://shop.example';
const STRANGER = 'https://stranger.example';

describe('a channel goes live', () => {
  it.each([
    ['naming no origins', [], /^origins must name the pages .*origins=\["any"\]/],
    ['with null, which needs any', [SHOP, 'null'], /"null" only beside "any"/],
    ['with null alone', ['null'], /"null" only beside "any"/],
  ])('%s: refused, and stays as it was', async (_, origins, message) => {
    await expect(set({ mode: 'live', origins })).rejects.toThrow(message);
    expect((await set({})).mode).toBe('test');
  });

  it.each([[[SHOP]], [['any']], [['any', 'null']]])('with %o', async (origins) => {
    expect(await set({ mode: 'live', origins })).toMatchObject({ mode: 'live', origins });
  });

  it('cannot lose its origins while it is live', async () => {
    await set({ mode: 'live', origins: [SHOP] });
    await expect(set({ origins: [] })).rejects.toThrow('origins must name the pages');
  });

  it('is warned of where any page may embed it', async () => {
    await set({ mode: 'live', origins: [SHOP] });
    expect(await channelsOpenToAnyPage(db)).toEqual([]);
    await set({ origins: ['any'] });
    expect(await channelsOpenToAnyPage(db)).toEqual([test.entityId]);
  });
});

describe('a frame', () => {
  it.each([
    ['of its pages alone', [SHOP], SHOP],
    ['of any page', ['any'], undefined],
    ['of any page, beside named ones', ['any', SHOP], undefined],
    ['of any page and of those without an origin', ['any', 'null'], undefined],
  ])('%s', async (_, origins, ancestors) => {
    await set({ origins });
    const { id } = await db.selectFrom('releases').select('id').executeTakeFirstOrThrow();
    const checkout = await test.createCheckout();
    const { headers } = await test.call(`/v1/frames/${id}/${checkout}/number.html`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(/frame-ancestors ([^;]+)/.exec(policy)?.[1]).toBe(ancestors);
  });
});

describe('a card that was sealed', () => {
  const payFrom = async (origins: string[], origin: string) => {
    await set({ origins });
    const checkout = await test.createCheckout({ shopperResultUrl: `${SHOP}/result` });
    const seal = await sealer(test, checkout);
    const { 'card.number': value = '', 'card.cvv': _, ...rest } = CARD;
    const sealed = await seal(checkout, 'card.number', { value, origin });
    const fields = { ...rest, 'sealed[card.number]': sealed };
    const { status } = await test.call(`/v1/checkouts/${checkout}/payment`, fields, {
      headers: { origin },
    });
    return status;
  };

  it.each([
    ['on the page of the channel', [SHOP], SHOP, 200],
    ['on a stranger’s page', [SHOP], STRANGER, 403],
    ['on any page, where any is allowed', ['any'], STRANGER, 200],
    ['on a page without an origin, where any is allowed', ['any'], 'null', 400],
    ['on a page without an origin, where that is, too', ['any', 'null'], 'null', 200],
  ])('%s', async (_, origins, origin, status) => {
    const allowed = origins.includes(SHOP) ? origins : [...origins, SHOP];
    expect(await payFrom(allowed, origin)).toBe(status);
  });
});
