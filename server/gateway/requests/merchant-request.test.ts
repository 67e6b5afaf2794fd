/** Which entity a merchant's request is for, what its parameters are, and what the channel offers. */
import { afterAll, describe, expect, it } from 'vitest';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { describeResult } from '../../../contract/result-codes.ts';
import { channelWith, refusedBy } from '../../tests/support/a-channel.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { type Channel, createEntity } from '../entities/index.ts';
import {
  channelRules,
  checkResultUrl,
  missingMeans,
  readServerParameters,
  refuseUnlessOffered,
  requestedAny,
  requestedChannel,
  requestedRegistrar,
} from './merchant-request.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);

const INVALID = '200.300.404';
const UNKNOWN = 'f'.repeat(32);

const make = async (
  kind: 'merchant' | 'division' | 'channel',
  parentId?: string,
  settings: object = {},
) => (await createEntity(db, { kind, name: kind, ...(parentId && { parentId }), settings })).id;
const merchant = await make('merchant');
const division = await make('division', merchant);
const channel = await make('channel', division);
const dispatched = await make('channel', merchant, { dispatching: [merchant] });
const empty = await make('division', merchant);
const stranger = await make('merchant');
const strange = await make('channel', stranger, { dispatching: [merchant, UNKNOWN] });

/** How a request is refused that names an entity of no use to its token. */
const refusedEntity = async (call: () => Promise<unknown>) => {
  const { status, code, errors } = await refusedBy(call);
  expect([status, code]).toEqual([400, INVALID]);
  expect(errors.map(({ name }) => name)).toEqual(['entityId']);
  return errors[0];
};
const notOf = (value: string | null, message: string) => ({ name: 'entityId', value, message });
const NOT_YOURS = 'is not a channel of this access token';

describe('a request for any entity', () => {
  it('is for that of its token, or one below', async () => {
    expect(await requestedAny(db, merchant)).toMatchObject({ id: merchant, kind: 'merchant' });
    for (const id of [merchant, division, channel, dispatched]) {
      expect((await requestedAny(db, merchant, id)).id).toBe(id);
    }
  });

  it.each([
    ['above', division, merchant],
    ['beside', division, dispatched],
    ['of another merchant', merchant, strange],
    ['that there is not', merchant, UNKNOWN],
  ])('is for none %s', async (_, token, id) => {
    expect(await refusedEntity(() => requestedAny(db, token, id))).toEqual(
      notOf(id, 'is not an entity of this access token'),
    );
  });
});

describe('a request for a channel', () => {
  it.each([
    ['that the token is for', channel, undefined, channel],
    ['that it names', channel, channel, channel],
    ['below the entity of the token', merchant, channel, channel],
    ['that stands for the merchant', merchant, merchant, dispatched],
    ['that stands for the merchant of the token', merchant, undefined, dispatched],
  ])('is for the one %s', async (_, token, named, found) => {
    expect((await requestedChannel(db, token, named)).id).toBe(found);
  });

  it.each([
    ['of another merchant', merchant, strange],
    ['above the entity of the token', channel, dispatched],
    ['that there is not', merchant, UNKNOWN],
    ['that stands for the merchant, and is another’s', division, merchant],
    ['of a division, which has no channel of its id', merchant, division],
  ])('is for none %s', async (_, token, named) => {
    expect(await refusedEntity(() => requestedChannel(db, token, named))).toEqual(
      notOf(named, NOT_YOURS),
    );
  });

  it('has to name one where its token is for none', async () => {
    expect(await refusedEntity(() => requestedChannel(db, division, undefined))).toEqual(
      notOf(null, 'is required: the access token is not for a channel'),
    );
  });
});

describe('a registration', () => {
  it('belongs to a channel', async () => {
    for (const named of [undefined, channel]) {
      const { channel: found, entityId } = await requestedRegistrar(db, channel, named);
      expect([found.id, entityId]).toEqual([channel, channel]);
    }
    const { entityId } = await requestedRegistrar(db, merchant, merchant);
    expect(entityId).toBe(dispatched);
  });

  it('belongs to a division, for which its first channel works', async () => {
    await make('channel', division);
    const { channel: found, entityId } = await requestedRegistrar(db, merchant, division);
    expect([found.id, entityId]).toEqual([channel, division]);
  });

  it.each([
    ['without a channel', merchant, empty],
    ['of another merchant', stranger, division],
    ['above the channel of the token', channel, division],
  ])('does not belong to a division %s', async (_, token, named) => {
    expect(await refusedEntity(() => requestedRegistrar(db, token, named))).toEqual(
      notOf(named, NOT_YOURS),
    );
  });

  it('needs a division to be named', async () => {
    expect(await refusedEntity(() => requestedRegistrar(db, division, undefined))).toMatchObject({
      message: 'is required: the access token is not for a channel',
    });
  });
});

const plain = channelWith();
const PAYMENT = { amount: '92.00', currency: 'EUR', paymentType: 'DB', paymentBrand: 'VISA' };
const CARD = {
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
};
interface Reading {
  readonly of?: Channel;
  readonly means?: typeof missingMeans;
  readonly known?: ParameterSet;
}
const read = (sent: ParameterSet, { of = plain, means, known }: Reading = {}) =>
  readServerParameters(of, Object.entries(sent), 'payment', means, known);
const mistakesOf = async (sent: ParameterSet, reading?: Reading) => {
  const { code, errors } = await refusedBy(() => read(sent, reading));
  expect(code).toBe(INVALID);
  return errors;
};

describe('the parameters of a request', () => {
  it('are what was sent, and what is not known is named', () => {
    expect(read({ ...PAYMENT, unknown: '1' })).toEqual({
      parameters: PAYMENT,
      ignored: ['unknown'],
    });
  });

  it('are refused with all that is wrong, each once', async () => {
    const screened = channelWith({ riskScreening: true });
    const sent = {
      ...PAYMENT,
      amount: 'much',
      recurringType: 'REPEATED',
      'card.cvv': '123',
      'risk.serviceId': 'ab',
    };
    const names = (await mistakesOf(sent, { of: screened, means: missingMeans })).map(
      ({ name }) => name,
    );
    expect(names).toEqual(['amount', 'card.cvv', 'risk.serviceId', ...Object.keys(CARD)]);
    const wrong = { ...PAYMENT, 'card.number': 'x' };
    expect(await mistakesOf(wrong, { means: missingMeans })).toMatchObject([
      { name: 'card.number', message: expect.stringContaining('12 to 19 digits') },
      { name: 'card.holder' },
      { name: 'card.expiryMonth' },
      { name: 'card.expiryYear' },
    ]);
  });

  it('have to fit what is known of before', async () => {
    const sent = { ...PAYMENT, 'standingInstruction.endDate': '2026-01-01' };
    expect(() => read(sent)).not.toThrow();
    const known = { 'standingInstruction.startDate': '2026-02-01' };
    const [mistake] = await mistakesOf(sent, { known });
    expect(mistake?.name).toBe('standingInstruction.endDate');
    const again = { ...sent, 'standingInstruction.startDate': '2026-01-01' };
    expect(read(again, { known }).parameters).toEqual(again);
  });

  it('say who the customer is with all else of one, where the channel is strict', async () => {
    const sent = { ...PAYMENT, 'customer.email': 'jane@example.com' };
    expect(() => read(sent)).not.toThrow();
    const strict = channelWith({ strictCustomerData: true });
    expect((await mistakesOf(sent, { of: strict })).map(({ name }) => name)).toEqual([
      'customer.givenName',
      'customer.surname',
      'customer.ip',
    ]);
  });

  it('send the shopper to an origin of the channel', async () => {
    const listed = channelWith({ origins: ['https://shop.example', 'https://shop.test'] });
    const sent = (url: string) => ({ ...PAYMENT, shopperResultUrl: url });
    expect(() => read(sent('https://shop.test/result?order=1'), { of: listed })).not.toThrow();
    const url = 'https://shop.example.other.example/result';
    expect(() => read(sent(url))).not.toThrow();
    expect(await mistakesOf(sent(url), { of: listed })).toEqual([
      {
        name: 'shopperResultUrl',
        value: url,
        message:
          'must be on one of the origins of this channel: https://shop.example, https://shop.test',
      },
    ]);
    const otherPort = await refusedBy(() => checkResultUrl(listed, 'https://shop.example:8443/'));
    expect(otherPort.code).toBe(INVALID);
  });
});

describe('the ids of a screening service', () => {
  const screened = channelWith({ riskScreening: true });

  it('have 12 characters and 1, where the channel has that service', () => {
    const ids = { 'risk.channelId': '123456789012', 'risk.serviceId': 'a' };
    expect(channelRules(screened, ids)).toEqual([]);
    expect(channelRules(screened, {})).toEqual([]);
    const longer = { 'risk.channelId': '1234567890123', 'risk.serviceId': 'ab' };
    expect(channelRules(plain, longer)).toEqual([]);
    const rule = (most: number) =>
      `must be up to ${most} characters with this channel's screening service`;
    expect(channelRules(screened, longer)).toEqual([
      { name: 'risk.channelId', value: '1234567890123', message: rule(12) },
      { name: 'risk.serviceId', value: 'ab', message: rule(1) },
    ]);
  });

  it('are counted in characters', () => {
    expect(channelRules(screened, { 'risk.serviceId': '🂡' })).toEqual([]);
  });
});

describe('what has to be sent to pay with', () => {
  const missing = (parameters: ParameterSet, of = plain) =>
    missingMeans(of, parameters).map(({ name, value, message }) => {
      expect([value, message]).toEqual([null, 'is required']);
      return name;
    });

  it('is the card, but for its CVV', () => {
    expect(missing({})).toEqual(Object.keys(CARD));
    expect(missing({ paymentBrand: 'VISA' })).toEqual(Object.keys(CARD));
    expect(missing({ ...CARD })).toEqual([]);
    const { 'card.holder': _, ...rest } = CARD;
    expect(missing({ paymentBrand: 'VISA', ...rest })).toEqual(['card.holder']);
  });

  it('is what a debit or a voucher names of its shopper', () => {
    expect(missing({ paymentBrand: 'DIRECTDEBIT_SEPA' })).toEqual([
      'bankAccount.holder',
      'bankAccount.iban',
    ]);
    expect(missing({ paymentBrand: 'BOLETO', 'customer.surname': 'Jones' })).toEqual([
      'customer.givenName',
      'customer.identificationDocId',
    ]);
  });

  it('is nothing where the brand asks the shopper itself', () => {
    expect(missing({ paymentBrand: 'PAYPAL' })).toEqual([]);
    expect(missing({ paymentBrand: 'PAYSAFECARD' })).toEqual([]);
    expect(missing({ paymentBrand: 'BANCONTACT' })).toEqual([]);
  });

  it('is the whole card of Bancontact where a part of it is sent', () => {
    expect(missing({ paymentBrand: 'BANCONTACT', 'card.number': '6703444444444449' })).toEqual([
      'card.holder',
      'card.expiryMonth',
      'card.expiryYear',
    ]);
  });

  it('is the token of a wallet', () => {
    expect(missing({ paymentBrand: 'APPLEPAY' })).toEqual(['applePay.paymentToken']);
    expect(missing({ paymentBrand: 'GOOGLEPAY', 'googlePay.paymentToken': '{}' })).toEqual([]);
  });

  it('is not asked for with a brand that the channel does not offer', async () => {
    const masters = channelWith({ brands: { MASTER: ['DB'] } });
    const token = { 'applePay.paymentToken': '{}' };
    for (const paymentBrand of ['VISA', 'PAYPAL', 'APPLEPAY', 'NO_BRAND']) {
      const { status, code, errors } = await refusedBy(() =>
        missingMeans(masters, { paymentBrand, ...(paymentBrand === 'APPLEPAY' && token) }),
      );
      expect([status, code]).toEqual([400, '600.200.500']);
      const message = 'is not offered here';
      expect(errors).toEqual([{ name: 'paymentBrand', value: paymentBrand, message }]);
    }
    // Which of its brands a whole card is paid with is said with its payment type, later.
    expect(missing({ paymentBrand: 'VISA', ...CARD }, masters)).toEqual([]);
    expect(missing({}, masters)).toEqual(Object.keys(CARD));
  });
});

describe('a brand is offered', () => {
  const some = channelWith({ brands: { VISA: ['DB'], PAYPAL: ['PA'] } });

  it.each<[string, string | undefined]>([
    ['VISA', 'DB'],
    ['VISA', undefined],
    ['PAYPAL', 'PA'],
    ['PAYPAL', undefined],
  ])('%s, for %s', (brand, paymentType) => {
    expect(() => refuseUnlessOffered(some, brand, paymentType)).not.toThrow();
  });

  it.each<[string, string | undefined, string]>([
    ['VISA', 'PA', 'is not offered for PA here'],
    ['PAYPAL', 'DB', 'is not offered for DB here'],
    ['MASTER', undefined, 'is not offered here'],
    ['IDEAL', undefined, 'is not offered here'],
    ['toString', undefined, 'is not offered here'],
  ])('but not %s for %s', async (brand, paymentType, message) => {
    const { status, code, description, errors } = await refusedBy(() =>
      refuseUnlessOffered(some, brand, paymentType),
    );
    expect([status, code]).toEqual([400, '600.200.500']);
    expect(description).toBe(describeResult(code));
    expect(errors).toEqual([{ name: 'paymentBrand', value: brand, message }]);
  });
});
