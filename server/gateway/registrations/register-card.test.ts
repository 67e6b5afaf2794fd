/** Cards and accounts that a merchant's server stores: what is asked of the processor, what is refused and told. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connector } from '../../connectors/connector.ts';
import { RELAY, refusedBy } from '../../tests/support/a-channel.ts';
import { CARD, DEBIT, DETAILS, IBAN, NUMBER } from '../../tests/support/payment-fields.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { changeSettings, createEntity, existingChannel } from '../entities/index.ts';
import * as eventsRoom from '../events/index.ts';
import { publishRegistrationEvent } from '../events/index.ts';
import { newId } from '../ids.ts';
import { registerCard } from './register-card.ts';

const { db, vault, drop, merchantId, channelId } = await openSubscribedChannel();
afterAll(drop);
const channel = await existingChannel(db, channelId);

const register = vi.fn<NonNullable<Connector['register']>>();
const authorise = vi.fn<Connector['authorise']>();
const gateway = withSimulator(simulatedGateway(db, vault), { register, authorise });
beforeEach(() => {
  vi.spyOn(eventsRoom, 'publishRegistrationEvent');
  register.mockReset();
  register.mockResolvedValue({ isStored: true });
  afterEach(() => vi.restoreAllMocks());
  authorise.mockReset();
  authorise.mockResolvedValue({ resultCode: '000.200.000', details: {} });
  vi.mocked(publishRegistrationEvent).mockClear();
});

const RESULT_URL = { shopperResultUrl: 'https://shop.example/result' };

type Sent = Readonly<Record<string, string>>;
const store = (sent: Sent, of = channel, id = newId(), entityId = of.id) =>
  registerCard(gateway, of, entityId, Object.entries(sent), id);
const row = (id: string) =>
  db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirst();
const keptOf = (recordId: string) => vault.readCard(db, { recordId, entityId: channelId });
const stages = () => vi.mocked(publishRegistrationEvent).mock.calls.map((call) => call[4]);
const channelWith = async (settings: Parameters<typeof changeSettings>[2]) => {
  const { id } = await createEntity(db, {
    ...{ kind: 'channel', name: 'Shop', parentId: merchantId },
  });
  await changeSettings(db, id, settings);
  return existingChannel(db, id);
};

describe('a card of a merchant’s server', () => {
  it('is stored at the processor, and here', async () => {
    const id = newId();
    const sent = { ...CARD, 'customer.email': 'jane@example.com', somethingElse: '1' };
    const { registration, ignored, ...rest } = await store(sent, channel, id);
    expect(rest).toEqual({});
    expect(ignored).toEqual(['somethingElse']);
    expect(registration).toMatchObject({
      ...{ id, entityId: channelId, checkoutId: null, brand: 'VISA', notificationUrl: null },
      ...{ resultCode: '000.100.110', parameters: { 'customer.email': 'jane@example.com' } },
      ndc: expect.stringContaining(channelId),
    });
    expect(register).toHaveBeenCalledExactlyOnceWith({
      ...{ registrationId: id, channelId, paymentBrand: 'VISA', card: DETAILS },
      parameters: registration.parameters,
    });
    expect(await keptOf(id)).toEqual({ number: NUMBER });
    expect(stages()).toEqual(['received', 'usable']);
  });

  it('may be of a division, and be told where its merchant wants', async () => {
    const notificationUrl = 'https://shop.example/told';
    const { registration } = await store(
      ...([{ ...CARD, notificationUrl }, channel, newId(), merchantId] as const),
    );
    expect(registration).toMatchObject({ entityId: merchantId, notificationUrl });
  });

  it('is stored here where its processor says nothing of it, or has no such thing', async () => {
    register.mockResolvedValueOnce(undefined);
    const { registration: unsaid } = await store(CARD);
    const without = withSimulator(gateway, { register: undefined } as never);
    const { registration } = await registerCard(
      ...([without, channel, channelId, Object.entries(CARD), newId()] as const),
    );
    for (const { id } of [unsaid, registration]) expect(await row(id)).toBeDefined();
  });

  it('is refused as its processor refuses it, which is told', async () => {
    register.mockResolvedValueOnce({ isStored: false, resultCode: '800.100.152', why: 'stolen' });
    const id = newId();
    expect(await refusedBy(() => store(CARD, channel, id))).toMatchObject({
      ...{ status: 400, code: '800.100.152', description: expect.stringMatching(/stolen$/) },
    });
    expect(await row(id)).toBeUndefined();
    expect(stages()).toEqual(['received', 'refused']);
  });

  it.each([
    ['a number of another brand', { paymentBrand: 'AMEX' }, ['received', 'refused']],
    ['a date that is over', { 'card.expiryYear': '2001' }, ['received', 'refused']],
    ['its number somewhere else', { merchantInvoiceId: `order-${NUMBER}` }, []],
    ['no date', { 'card.expiryYear': '' }, []],
  ])('is refused with %s, before its processor is asked: told %j %j', async (_, sent, told) => {
    const given = Object.fromEntries(
      Object.entries({ ...CARD, ...sent }).filter(([, value]) => value !== ''),
    );
    await refusedBy(() => store(given));
    expect(stages()).toEqual(told);
    expect(register).not.toHaveBeenCalled();
  });

  it('is no card of money where its channel takes it, and of none without a processor', async () => {
    const origins = ['https://shop.example'];
    const live = await channelWith({ mode: 'live', origins });
    expect(await refusedBy(() => store(CARD, live))).toMatchObject({ code: '500.100.201' });
    expect(await refusedBy(() => store({}, live))).toMatchObject({ code: '500.100.201' });
    const trying = await channelWith({
      ...{ mode: 'live', origins, connectivityTests: true, connector: RELAY },
    });
    for (const means of [CARD, { paymentBrand: 'PAYPAL', ...RESULT_URL }]) {
      expect(
        await refusedBy(() => store({ ...means, testMode: 'INTERNAL' }, trying)),
      ).toMatchObject({ errors: [{ name: 'testMode' }] });
    }
    expect(register).not.toHaveBeenCalled();
  });
});

describe('an account of a merchant’s server', () => {
  it('is stored here: its processor gets it with its first payment', async () => {
    const { registration } = await store(DEBIT);
    expect(registration).toMatchObject({
      ...{ brand: 'DIRECTDEBIT_SEPA', card: undefined },
      parameters: { 'bankAccount.holder': 'Jane Jones', 'bankAccount.iban': 'DE••••3000' },
    });
    expect(await keptOf(registration.id)).toEqual({ number: IBAN });
    expect(register).not.toHaveBeenCalled();
  });

  it('is refused where its number stands somewhere else', async () => {
    const { errors } = await refusedBy(() => store({ ...DEBIT, merchantInvoiceId: IBAN }));
    expect(errors).toMatchObject([{ name: 'merchantInvoiceId', value: null }]);
  });
});

describe('an agreement', () => {
  it('is asked of its shopper at the brand’s page, and is not stored yet', async () => {
    const id = newId();
    const sent = { paymentBrand: 'PAYPAL', ...RESULT_URL, somethingElse: '1' };
    const { registration, agreement, ignored } = await store(
      ...([sent, channel, id, merchantId] as const),
    );
    expect(agreement).toMatchObject({
      ...{ id, type: 'RG', amount: 0, brand: 'PAYPAL', state: 'pending', checkoutId: null },
      ...{ registrarId: merchantId, registrationId: id, resultUrl: RESULT_URL.shopperResultUrl },
      ndc: expect.stringContaining(channelId),
    });
    expect(registration).toMatchObject({ id, entityId: merchantId, resultCode: '000.200.000' });
    expect(ignored).toEqual(['somethingElse']);
    expect(authorise).toHaveBeenCalledOnce();
    expect(await row(id)).toBeUndefined();
  });

  it('needs somewhere to come back to', async () => {
    expect(await refusedBy(() => store({ paymentBrand: 'PAYPAL' }))).toMatchObject({
      errors: [{ name: 'shopperResultUrl', value: null, message: 'is required' }],
    });
  });
});

describe('an attempt of a merchant’s server', () => {
  const limits = { 'card/hour': { refuse: 1 } };
  const rulesCounted = async (id: string) =>
    (
      await db
        .selectFrom('risk_windows')
        .select('rule')
        .where('channel_id', '=', id)
        .where('declines', '>', 0)
        .execute()
    ).map(({ rule }) => rule.split('/')[0]);
  const DECLINED = { isStored: false, resultCode: '800.100.152', why: '' } as const;

  it('counts where its channel wants that, by the address that is said, and the next is refused', async () => {
    const of = await channelWith({ cardTesting: { serverPayments: true, limits } } as never);
    register.mockResolvedValue(DECLINED);
    const sent = { ...CARD, 'customer.ip': '203.0.113.7' };
    for (let times = 0; times < 2; times += 1) await refusedBy(() => store(sent, of));
    expect(await rulesCounted(of.id)).toEqual(expect.arrayContaining(['card', 'address']));
    expect(register).toHaveBeenCalledOnce();
    expect(await refusedBy(() => store(sent, of))).toMatchObject({ code: '800.120.101' });
    expect(stages().at(-1)).toBe('refused');
  });

  it('with an account counts too', async () => {
    const of = await channelWith({ cardTesting: { serverPayments: true, limits } } as never);
    await store(DEBIT, of);
    const counted = db.selectFrom('risk_windows').select('rule').where('channel_id', '=', of.id);
    expect(await counted.execute()).not.toEqual([]);
  });

  it('counts nowhere else', async () => {
    const of = await channelWith({ cardTesting: { limits } } as never);
    register.mockResolvedValue(DECLINED);
    for (let times = 0; times < 3; times += 1) await refusedBy(() => store(CARD, of));
    expect(register).toHaveBeenCalledTimes(3);
    expect(await rulesCounted(of.id)).toEqual([]);
  });
});
