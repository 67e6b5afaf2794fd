/** What a refused request is answered: what is wrong by name, and nothing that could be a card number. */
import { describe, expect, it } from 'vitest';
import { channelWith, refusedBy } from '../../tests/support/a-channel.ts';
import {
  ApiError,
  foreignOrigin,
  invalidParameter,
  invalidParameters,
  noSuchCheckout,
  refuseLiveWithoutConnector,
  sameRefusal,
  tooManyRequests,
  withAdvice,
} from './api-error.ts';

const INVALID = '200.300.404';
const NUMBER = '4200000000000000';
/** As the list of result codes has it. */
const DESCRIPTION = 'invalid or missing parameter';

describe('a refusal', () => {
  it('has its status, its code, and the words of the list for that', () => {
    const error = new ApiError(404, INVALID);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'ApiError', status: 404, message: DESCRIPTION });
    expect(error.result).toStrictEqual({ code: INVALID, description: DESCRIPTION });
  });

  it('says more behind the words of the list', () => {
    const { message, result } = new ApiError(400, INVALID, 'only 2.00 are left');
    expect(result.description).toBe(`${DESCRIPTION}: only 2.00 are left`);
    expect(message).toBe(result.description);
  });

  it('names what is wrong, with its value and the rule', () => {
    const errors = [{ name: 'amount', value: '1', message: 'must be more' }];
    expect(new ApiError(400, INVALID, '', errors).result.parameterErrors).toEqual(errors);
  });

  it('has no card number, wherever one was sent', () => {
    const { result } = new ApiError(400, INVALID, `no ${NUMBER} here`, [
      { name: `customParameters[${NUMBER}]`, value: null, message: `not ${NUMBER}` },
      { name: 'card.holder', value: `Jane 4200 0000 0000 0000`, message: 'must not hold it' },
      { name: 'billing.city', value: 'Graz', message: 'must be elsewhere' },
    ]);
    expect(result).toEqual({
      code: INVALID,
      description: `${DESCRIPTION}: no … here`,
      parameterErrors: [
        { name: 'customParameters[…]', value: null, message: 'not …' },
        { name: 'card.holder', value: null, message: 'must not hold it' },
        { name: 'billing.city', value: 'Graz', message: 'must be elsewhere' },
      ],
    });
  });

  it('has no password of an address', () => {
    const shown = (value: string) =>
      invalidParameter('url', value, 'must not have one').result.parameterErrors?.[0]?.value;
    expect(shown('https://jane:s3cret@shop.example/a?b=c@d')).toBe(
      'https://jane:…@shop.example/a?b=c@d',
    );
    expect(shown('x https://:s3:cret@shop.example')).toBe('x https://:…@shop.example');
    expect(shown('https://jane:s3@cr@et@shop.example/a')).toBe('https://jane:…@shop.example/a');
    for (const same of ['https://shop.example:8443/@jane', 'https://jane@shop.example', '12:30@x'])
      expect(shown(same)).toBe(same);
  });

  it('is made of a code of the list only', () => {
    expect(() => new ApiError(400, '1.2')).toThrow(RangeError);
  });
});

describe('a refusal that was kept', () => {
  it('is the same when it is answered again', () => {
    const first = new ApiError(422, INVALID, 'why', [{ name: 'a', value: 'b', message: 'c' }]);
    const again = sameRefusal(JSON.parse(JSON.stringify(first)));
    expect(again).toBeInstanceOf(ApiError);
    const { status, message, result } = first;
    expect(again).toMatchObject({ status, message, result });
  });

  it('can be given advice, without a card number', () => {
    const first = invalidParameter('amount', '0', 'must be more than 0');
    const advised = withAdvice(first, `do not send ${NUMBER}`);
    expect(advised.status).toBe(400);
    expect(advised.result).toEqual({
      ...first.result,
      description: `${DESCRIPTION}; do not send …`,
    });
    expect(advised.message).toBe(advised.result.description);
    expect(first.result.description).toBe(DESCRIPTION);
  });
});

describe('parameters that are wrong', () => {
  const wrong = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `p${n}`, value: null, message: 'is wrong' }));

  it('are all named, up to fifty', () => {
    const { status, result } = invalidParameters(wrong(50));
    expect(status).toBe(400);
    expect(result).toEqual({ code: INVALID, description: DESCRIPTION, parameterErrors: wrong(50) });
  });

  it('are counted beyond, so that a small request has no large answer', () => {
    const { result } = invalidParameters(wrong(52));
    expect(result.description).toBe(`${DESCRIPTION}: 2 more are wrong than are named here`);
    expect(result.parameterErrors).toEqual(wrong(50));
  });

  it('may be one', () => {
    const one = { name: 'amount', value: '0', message: 'must be more than 0' };
    expect(invalidParameter(one.name, one.value, one.message).result).toEqual({
      ...{ code: INVALID, description: DESCRIPTION, parameterErrors: [one] },
    });
  });
});

it('a checkout that there is not is not found, and its merchant is told why', () => {
  expect(noSuchCheckout()).toMatchObject({
    status: 404,
    message: `${DESCRIPTION}: no payment session found for the requested id`,
  });
  expect(noSuchCheckout('it is over').message).toMatch(/ for the requested id: it is over$/);
});

it('too many requests may be sent again later', () => {
  const { status, result } = tooManyRequests();
  expect([status, result.code]).toEqual([429, '800.120.100']);
  expect(result.description).toMatch(/: try again later$/);
});

it('a page of another origin is told where it has to be listed', () => {
  const { status, result } = foreignOrigin('https://other.example');
  expect([status, result.code]).toEqual([403, INVALID]);
  expect(result.description).toBe(
    `${DESCRIPTION}: the origin https://other.example is not one of those that this channel lists: ` +
      'add it to its setting origins',
  );
});

describe('a live channel', () => {
  const live = (connector: Parameters<typeof channelWith>[0]) =>
    channelWith({ mode: 'live', origins: ['any'], ...connector });
  const relay = { kind: 'upstream', address: 'https://bank.example', entityId: 'e'.repeat(32) };

  it.each([
    ['without a connector', live({ connector: null })],
    ['with the simulator', live({ connector: { kind: 'simulator' } })],
  ])('%s moves no money', async (_, channel) => {
    const { status, code, description } = await refusedBy(() =>
      refuseLiveWithoutConnector(channel),
    );
    expect([status, code]).toEqual([400, '500.100.201']);
    expect(description).toMatch(/: this channel is live and has no connector$/);
  });

  it.each([
    ['with a processor', live({ connector: relay })],
    ['that is none, but a test channel without a connector', channelWith({ connector: null })],
    ['that is none, but a test channel', channelWith({ connector: { kind: 'simulator' } })],
  ])('%s does', (_, channel) => {
    expect(() => refuseLiveWithoutConnector(channel)).not.toThrow();
  });
});
