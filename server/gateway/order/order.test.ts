/** What is to be paid, and by which brand: what the channel offers, what its processor takes, what is kept. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { CardDetails } from '../../connectors/connector.ts';
import { channelWith, RELAY, refusedBy } from '../../tests/support/a-channel.ts';
import type { Channel } from '../entities/index.ts';
import {
  brandFor,
  installmentsOf,
  minorUnitsOf,
  type PaymentOrder,
  placeOrder,
  riskDefaults,
} from './order.ts';

const NOW = Date.parse('2026-11-30T23:30:05.678Z');
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => vi.restoreAllMocks());

const channel = channelWith();
const CARD: CardDetails = {
  number: '4200000000000000',
  ...{ holder: 'Jane Jones', expiryMonth: '05', expiryYear: '2034', cvv: '123' },
};
const BANCONTACT_CARD: CardDetails = {
  number: '6703444444444449',
  ...{ expiryMonth: '05', expiryYear: '2034' },
};
const DEBIT = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const LIVE = { mode: 'live' as const, origins: ['any'] };

type Subject = Parameters<typeof placeOrder>[3];
const place = (
  parameters: ParameterSet = {},
  card: CardDetails | undefined = CARD,
  subject: Partial<Subject> = {},
  of: Channel = channel,
): PaymentOrder =>
  placeOrder(of, { ...DEBIT, ...parameters }, card, {
    ...{ checkoutId: null, ndc: 'request-1', createRegistration: false },
    ...subject,
  });
const placeWithoutCard = (
  parameters: ParameterSet,
  subject: Partial<Subject> = {},
  of: Channel = channel,
) =>
  placeOrder(of, { ...DEBIT, ...parameters }, undefined, {
    ...{ checkoutId: null, ndc: 'request-1', createRegistration: false },
    ...subject,
  });

describe('an order', () => {
  it('has its money in smallest units, its brand and card, and what answers repeat', () => {
    const subject = { checkoutId: 'checkout-1', registrationId: 'r1', scheduleId: 's1' };
    const sent = {
      'card.number': CARD.number,
      'card.holder': 'Jane Jones',
      merchantTransactionId: 'order-0001',
      shopperResultUrl: 'https://shop.example/result',
      'customer.email': 'jane@example.com',
    };
    expect(place(sent, CARD, subject)).toStrictEqual({
      ...{ ...subject, ndc: 'request-1', createRegistration: false },
      ...{ channel, paymentType: 'DB', brand: 'VISA', mode: 'INTERNAL' },
      ...{ amount: 92_00, currency: 'EUR', card: CARD },
      parameters: {
        ...DEBIT,
        merchantTransactionId: 'order-0001',
        'customer.email': 'jane@example.com',
      },
    });
  });

  it('tells the address that the merchant named', () => {
    const notificationUrl = 'https://shop.example/told';
    expect(place({ notificationUrl })).toMatchObject({ notificationUrl });
  });

  it('has a password for its connector only', () => {
    const account = { 'virtualAccount.accountId': 'jane', 'virtualAccount.password': 'secret' };
    const order = placeWithoutCard({ paymentBrand: 'PAYSAFECARD', ...account });
    expect(order.accountPassword).toBe('secret');
    expect(order.parameters['virtualAccount.accountId']).toBe('jane');
    expect(JSON.stringify(order.parameters)).not.toContain('secret');
    expect(order).not.toHaveProperty('card');
  });

  it('has a bank account, masked, and its whole IBAN apart', () => {
    const iban = 'DE89370400440532013000';
    const order = placeWithoutCard(
      { paymentBrand: 'DIRECTDEBIT_SEPA', 'bankAccount.iban': iban, 'bankAccount.bic': 'COBADEFF' },
      { iban },
    );
    expect(order.iban).toBe(iban);
    expect(order.parameters).toMatchObject({
      'bankAccount.iban': 'DE••••3000',
      'bankAccount.country': 'DE',
      'bankAccount.bic': 'COBADEFF',
    });
    expect(JSON.stringify(order.parameters)).not.toContain('37040044');
  });

  it('is refused where its number or IBAN stands anywhere else', async () => {
    const number = await refusedBy(() => place({ merchantInvoiceId: `order-${CARD.number}` }));
    expect(number.errors).toMatchObject([{ name: 'merchantInvoiceId', value: null }]);
    const iban = 'DE89370400440532013000';
    const account = await refusedBy(() =>
      placeWithoutCard({ paymentBrand: 'DIRECTDEBIT_SEPA', merchantInvoiceId: iban }, { iban }),
    );
    expect(account.errors).toMatchObject([{ name: 'merchantInvoiceId', value: null }]);
  });

  it('is refused with a card or a bank account that is wrong', async () => {
    const card = await refusedBy(() => place({}, { ...CARD, expiryYear: '2020' }));
    expect(card.code).toBe('100.100.303');
    const account = await refusedBy(() =>
      placeWithoutCard({ paymentBrand: 'DIRECTDEBIT_SEPA' }, { iban: 'DE89370400440532013001' }),
    );
    expect(account.code).toBe('100.100.101');
  });
});

describe('an agreement without a payment', () => {
  it('moves no money, whatever amount the agreement is of', () => {
    const agreement = { paymentBrand: 'PAYPAL', paymentType: 'RG' };
    const order = placeWithoutCard(agreement, { createRegistration: true, registrarId: 'd1' });
    expect(order).toMatchObject({ amount: 0, currency: '', paymentType: 'RG', registrarId: 'd1' });
  });

  it('stays one where the checkout has a payment type of the brand', () => {
    const agreement = { paymentBrand: 'PAYPAL', paymentType: 'RG' };
    const overridden = { ...agreement, 'overridePaymentType[PAYPAL]': 'DB' };
    expect(placeWithoutCard(overridden)).toMatchObject({ paymentType: 'RG', amount: 0 });
  });

  it('is offered with the brand, for whichever payments that is', async () => {
    const debits = channelWith({ brands: { PAYPAL: ['DB'] } });
    const agreement = { paymentBrand: 'PAYPAL', paymentType: 'RG' };
    expect(placeWithoutCard(agreement, {}, debits).brand).toBe('PAYPAL');
    const none = channelWith({ brands: { VISA: ['DB'] } });
    const { code } = await refusedBy(() => placeWithoutCard(agreement, {}, none));
    expect(code).toBe('600.200.500');
  });
});

describe('the payment type', () => {
  const REFUSED = [{ name: 'paymentBrand', value: 'VISA', message: 'is not offered for PA here' }];

  it('is the one that a checkout has for the brand', () => {
    const overridden = { paymentType: 'PA', 'overridePaymentType[VISA]': 'DB' };
    expect(place(overridden).paymentType).toBe('DB');
    const ofAnother = { paymentType: 'PA', 'overridePaymentType[MASTER]': 'DB' };
    expect(place(ofAnother).paymentType).toBe('PA');
  });

  it('has to be offered with the brand, as it is after that', async () => {
    const debits = channelWith({ brands: { VISA: ['DB'] } });
    const { code, errors } = await refusedBy(() => place({ paymentType: 'PA' }, CARD, {}, debits));
    expect(code).toBe('600.200.500');
    expect(errors).toEqual(REFUSED);
    const overridden = { paymentType: 'PA', 'overridePaymentType[VISA]': 'DB' };
    expect(place(overridden, CARD, {}, debits).paymentType).toBe('DB');
    const other = { paymentType: 'DB', 'overridePaymentType[VISA]': 'PA' };
    expect((await refusedBy(() => place(other, CARD, {}, debits))).errors).toEqual(REFUSED);
  });

  it('of an authentication is any, where the brand is offered', () => {
    const debits = channelWith({ brands: { VISA: ['DB'] } });
    expect(place({ paymentType: '3D' }, CARD, {}, debits).paymentType).toBe('3D');
  });
});

describe('the brand', () => {
  it('is the one that was named, where the number may be of it', async () => {
    expect(place({ paymentBrand: 'VISADEBIT' }).brand).toBe('VISADEBIT');
    const { code } = await refusedBy(() => place({ paymentBrand: 'MASTER' }));
    expect(code).toBe('100.100.700');
  });

  it('is told by the number, of the brands that the channel offers first', () => {
    const mada = { ...CARD, number: '4464040000000007' };
    expect(place({}, mada).brand).toBe('MADA');
    const visa = channelWith({ brands: { VISA: ['DB'] } });
    expect(place({}, mada, {}, visa).brand).toBe('VISA');
  });

  it('that the number tells and the channel does not offer is refused by its name', async () => {
    const masters = channelWith({ brands: { MASTER: ['DB'] } });
    const { code, errors } = await refusedBy(() => brandFor(masters, {}, CARD.number));
    expect(code).toBe('600.200.500');
    const message = 'is not offered here';
    expect(errors).toEqual([{ name: 'paymentBrand', value: 'VISA', message }]);
  });

  it.each<[why: string, number: string | undefined]>([
    ['there is no number', undefined],
    ['the number is of no brand whose numbers can be told', '9999990000000000'],
  ])('has to be named where %s', async (_, number) => {
    const { status, code, errors } = await refusedBy(() => brandFor(channel, {}, number));
    expect([status, code]).toEqual([400, '200.300.404']);
    const message = 'is required: the card number does not tell it';
    expect(errors).toEqual([{ name: 'paymentBrand', value: null, message }]);
  });

  it('that is no card is refused with one, and for a credit', async () => {
    for (const [number, type] of [
      [CARD.number, 'DB'],
      [undefined, 'CD'],
    ] as const) {
      const refused = await refusedBy(() =>
        brandFor(channel, { paymentBrand: 'PAYPAL' }, number, type),
      );
      expect([refused.status, refused.code]).toEqual([400, '600.200.800']);
      expect(refused.description).toContain('PAYPAL cannot be used in this request');
    }
    expect(brandFor(channel, { paymentBrand: 'PAYPAL' }, undefined, 'DB')).toBe('PAYPAL');
    expect(brandFor(channel, {}, CARD.number, 'CD')).toBe('VISA');
  });
});

describe('a card of Bancontact', () => {
  const named = { paymentBrand: 'BANCONTACT' };

  it('pays as one of BCMC, with its shopper', () => {
    expect(place(named, BANCONTACT_CARD)).toMatchObject({
      brand: 'BANCONTACT',
      card: BANCONTACT_CARD,
    });
  });

  it.each<[string, ParameterSet]>([
    ['later payment of a chain', { recurringType: 'REPEATED' }],
    ['payment by the merchant', { 'standingInstruction.source': 'MIT' }],
    ['mail order', { transactionCategory: 'MO' }],
  ])('is refused for a %s, where its issuer can ask no shopper', async (_, away) => {
    const { code, errors } = await refusedBy(() => place({ ...named, ...away }, BANCONTACT_CARD));
    expect(code).toBe('200.300.404');
    expect(errors).toEqual([
      {
        ...{ name: 'paymentBrand', value: 'BANCONTACT' },
        message: 'needs its shopper, whom the issuer of its card asks: the card has no CVV',
      },
    ]);
    expect(place({ paymentBrand: 'BCMC', ...away }, BANCONTACT_CARD).brand).toBe('BCMC');
    expect(placeWithoutCard({ ...named, ...away }).brand).toBe('BANCONTACT');
  });
});

describe('a card in a wallet', () => {
  const wallet = { brand: 'APPLEPAY', cardBrand: 'MASTER' } as const;
  const inWallet: CardDetails = { ...CARD, number: '5200000000000007', wallet };

  it('has the wallet as its brand, and is judged by its own', async () => {
    const named = { paymentBrand: 'APPLEPAY' };
    expect(place(named, inWallet).brand).toBe('APPLEPAY');
    const odd = { ...inWallet, wallet: { ...wallet, cardBrand: 'VISA' } };
    expect((await refusedBy(() => place(named, odd))).code).toBe('100.100.700');
  });

  it('has to name the wallet: its number tells nothing', async () => {
    const { errors } = await refusedBy(() => place({}, inWallet));
    expect(errors).toMatchObject([{ name: 'paymentBrand', value: null }]);
  });
});

describe('the processor of a channel', () => {
  const relayed = channelWith({ ...LIVE, connector: RELAY });
  const refused = async (parameters: ParameterSet, card: CardDetails | undefined = CARD) => {
    const { code, errors } = await refusedBy(() => place(parameters, card, {}, relayed));
    return { code, names: errors.map(({ name }) => name) };
  };

  it('makes what it can', () => {
    expect(place({}, CARD, {}, relayed)).toMatchObject({ mode: 'LIVE', brand: 'VISA' });
  });

  it('is asked for no brand, currency, payment type or installments that it has not', async () => {
    const master = { ...CARD, number: '5200000000000007' };
    expect(await refused({}, master)).toEqual({ code: '600.200.500', names: ['paymentBrand'] });
    expect(await refused({ currency: 'USD' })).toEqual({
      code: '600.200.500',
      names: ['currency'],
    });
    expect((await refused({ paymentType: 'CD' })).code).toBe('600.200.400');
    expect(await refused({ 'recurring.numberOfInstallments': '3' })).toEqual({
      code: '200.300.404',
      names: ['recurring.numberOfInstallments'],
    });
  });

  it('is asked for the card in a wallet by the card’s brand, where it takes wallets', async () => {
    const withWallets = (brands: string[], wallets: boolean) =>
      channelWith({ connector: { ...RELAY, brands, wallets } });
    const card: CardDetails = { ...CARD, wallet: { brand: 'APPLEPAY', cardBrand: 'VISA' } };
    const pay = (of: Channel) =>
      place({ paymentBrand: 'APPLEPAY', testMode: 'EXTERNAL' }, card, {}, of);
    expect(pay(withWallets(['VISA'], true)).brand).toBe('APPLEPAY');
    for (const [of, value] of [
      [withWallets(['MASTER'], true), 'VISA'],
      [withWallets(['VISA'], false), 'VISA'],
    ] as const) {
      const { code, errors } = await refusedBy(() => pay(of));
      expect(code).toBe('600.200.500');
      const message = 'is not supported by the processor of this channel';
      expect(errors).toEqual([{ name: 'paymentBrand', value, message }]);
    }
  });

  it('never is the simulator where money is real', async () => {
    const live = channelWith(LIVE);
    expect((await refusedBy(() => place({}, CARD, {}, live))).code).toBe('500.100.201');
  });

  it('has seen what is stored and paid with later, where its channel is live', async () => {
    const tests = channelWith({ ...LIVE, connector: RELAY, connectivityTests: true });
    const internal = { testMode: 'INTERNAL' };
    expect(place(internal, CARD, {}, tests).mode).toBe('INTERNAL');
    for (const subject of [{ createRegistration: true }, { registrationId: 'r1' }]) {
      const { errors } = await refusedBy(() => place(internal, CARD, subject, tests));
      expect(errors).toMatchObject([{ name: 'testMode', value: 'INTERNAL' }]);
      expect(place(internal, CARD, subject).mode).toBe('INTERNAL');
    }
  });
});

describe('an amount', () => {
  it.each([
    ['92.00', 'EUR', 92_00],
    ['92', 'EUR', 92_00],
    ['92.00', 'JPY', 92],
    ['92.50', 'KWD', 92_500],
    ['0.01', 'EUR', 1],
  ])('of %s %s is %i of the smallest units', (amount, currency, units) => {
    expect(minorUnitsOf(amount, currency)).toBe(units);
  });

  it.each([
    ['0.00', 'EUR', 'must be more than 0'],
    ['0', 'JPY', 'must be more than 0'],
    ['92.50', 'JPY', 'JPY has no such fraction'],
  ])('of %s %s is refused', async (amount, currency, message) => {
    const { status, code, errors } = await refusedBy(() => minorUnitsOf(amount, currency));
    expect([status, code]).toEqual([400, '200.300.404']);
    expect(errors).toEqual([{ name: 'amount', value: amount, message }]);
  });
});

describe('installments', () => {
  const money = { amount: 100_00, currency: 'EUR', paymentType: 'DB' };
  const inMexico = channelWith({ country: 'MX', maxInstallments: 6 });
  const asked = (count: string) => ({ 'recurring.numberOfInstallments': count });

  it('are planned where they were asked for, and add up', () => {
    expect(installmentsOf(channel, asked('3'), money)).toEqual([33_34, 33_33, 33_33]);
    expect(installmentsOf(channel, {}, money)).toBeUndefined();
  });

  it('are repeated in answers, part by part', () => {
    const order = place({ amount: '100.00', ...asked('3') });
    expect(order.parameters).toEqual({
      ...{ ...DEBIT, amount: '100.00', ...asked('3') },
      'recurring.installments[0].amount': '33.34',
      'recurring.installments[1].amount': '33.33',
      'recurring.installments[2].amount': '33.33',
    });
  });

  it('are refused by the rules of the channel and its country', async () => {
    const pesos = { ...money, currency: 'MXN', amount: 1_200_00 };
    const refusal = async (count: string, given: typeof money) =>
      (await refusedBy(() => installmentsOf(inMexico, asked(count), given))).errors;
    const name = 'recurring.numberOfInstallments';
    expect(await refusal('9', pesos)).toEqual([
      { name, value: '9', message: 'must be 1 to 6 on this channel' },
    ]);
    expect(await refusal('4', pesos)).toMatchObject([{ name, value: '4' }]);
    expect(await refusal('3', { ...pesos, paymentType: 'PA' })).toMatchObject([{ name }]);
    expect(await refusal('3', { ...pesos, currency: 'EUR' })).toMatchObject([
      { name: 'currency', value: null },
    ]);
    expect(installmentsOf(inMexico, asked('3'), pesos)).toHaveLength(3);
  });

  it('of an authentication are those of the debit that comes later', () => {
    const pesos = { amount: 1_200_00, currency: 'MXN', paymentType: '3D' };
    expect(installmentsOf(inMexico, asked('3'), pesos)).toHaveLength(3);
  });
});

describe('what a risk system is told', () => {
  it('is the brand and the time of the channel, where anything is told', () => {
    expect(riskDefaults(channelWith({}, 60 * 60_000), { 'risk.amount': '1.00' }, 'VISA')).toEqual({
      'risk.brand': 'VISA',
      'risk.orderTimestamp': '2026-12-01 00:30:05',
    });
    expect(place({ 'risk.amount': '1.00' }).parameters).toMatchObject({
      'risk.brand': 'VISA',
      'risk.orderTimestamp': '2026-11-30 23:30:05',
    });
  });

  it('is what the merchant has sent', () => {
    const sent = { 'risk.brand': 'MASTER', 'risk.orderTimestamp': '2026-01-31 10:00:00' };
    expect(riskDefaults(channel, sent, 'VISA')).toEqual(sent);
  });

  it('is nothing where the merchant tells nothing', () => {
    expect(riskDefaults(channel, { 'customer.risk.amount': 'x', amount: '1.00' }, 'VISA')).toEqual(
      {},
    );
  });
});
