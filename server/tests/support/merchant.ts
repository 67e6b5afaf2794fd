/** A merchant's server in tests: what it sends to the API, and how it looks at the answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { CARD_FIELDS, PAYMENT_FIELDS } from './payment-fields.ts';
import { SUCCESS, THROUGH } from './processor-gateway.ts';
import { simulatorOf } from './simulated-gateway.ts';
import { type Answer, type Fields, startTestGateway, type TestGateway } from './test-gateway.ts';

export { SUCCESS, SUCCESS_WORDS, THROUGH } from './processor-gateway.ts';

export const CARD: Fields = CARD_FIELDS;
export const PAYMENT: Fields = PAYMENT_FIELDS;

export const DECLINED_CARD = '4200000000001016';
export const DECLINE = '800.100.152';

export interface Merchant extends TestGateway {
  /** A debit of 92.00 EUR, with what is given on top. */
  payment(fields?: Fields, options?: RequestInit): Promise<Answer>;
  /** The id of a payment that is there, whatever became of it. */
  paymentId(fields?: Fields): Promise<string>;
  /** Capture, reversal or refund of a payment. */
  refer(id: string, fields: Fields, options?: RequestInit): Promise<Answer>;
  read(id: string): Promise<Answer>;
  register(fields?: Fields, options?: RequestInit): Promise<Answer>;
  /** A debit of 92.00 EUR from stored payment data. */
  payStored(registrationId: string, fields?: Fields, options?: RequestInit): Promise<Answer>;
  unregister(registrationId: string): Promise<Answer>;
  countPayments(): Promise<number>;
}

export async function startMerchant(
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Merchant> {
  const gateway = await startTestGateway();
  await gateway.set(settings);
  const { call, entityId } = gateway;
  const payment: Merchant['payment'] = (fields = {}, options = {}) =>
    call('/v1/payments', { entityId, ...PAYMENT, ...fields }, options);

  return {
    ...gateway,
    payment,
    async paymentId(fields) {
      const { body } = await payment(fields);
      expect(body.id, JSON.stringify(body.result)).toMatch(/^[0-9a-z]{32}$/i);
      return body.id;
    },
    refer: (id, fields, options = {}) =>
      call(`/v1/payments/${id}`, { entityId, ...fields }, options),
    read: (id) => call(`/v1/payments/${id}?entityId=${entityId}`),
    register: (fields = {}, options = {}) =>
      call('/v1/registrations', { entityId, ...CARD, ...fields }, options),
    payStored: (id, fields = {}, options = {}) =>
      call(
        `/v1/registrations/${id}/payments`,
        { entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB', ...fields },
        options,
      ),
    unregister: (id) =>
      call(
        `/v1/registrations/${id}?entityId=${entityId}${THROUGH === 'EXTERNAL' ? '&testMode=EXTERNAL' : ''}`,
        undefined,
        { method: 'DELETE' },
      ),
    async countPayments() {
      const { count } = await gateway.gateway.db
        .selectFrom('payments')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}

/**
 * Makes the simulated bank take a moment for each request, so that requests at the same moment are
 * under way together, and end in another order than they began.
 */
export function slowDownBank({ gateway }: Merchant): void {
  const simulator = simulatorOf(gateway);
  const { authorise, operate } = simulator;
  Object.assign(simulator, {
    authorise: async (...request: Parameters<typeof authorise>) => {
      await sleep(Math.random() * 10);
      return authorise.apply(simulator, request);
    },
    operate: async (...request: Parameters<typeof operate>) => {
      await sleep(Math.random() * 10);
      return operate.apply(simulator, request);
    },
  });
}

/** What a test says about an answer, in one value, so that a failure shows all of it. */
export const inShort = ({ status, body }: Answer) => ({ status, code: body.result?.code });

export const ACCEPTED = { status: 200, code: SUCCESS };

export const namesOf = ({ body }: Answer): string[] =>
  (body.result?.parameterErrors ?? []).map(({ name }: { name: string }) => name);

/** 400 with 200.300.404, naming exactly these parameters. */
export function expectInvalid(answer: Answer, ...names: string[]): void {
  expect({ ...inShort(answer), named: namesOf(answer) }).toEqual({
    status: 400,
    code: '200.300.404',
    named: names,
  });
}

export const ignoredIn = ({ headers }: Answer): string[] =>
  headers.get('x-ignored-parameters')?.split(', ') ?? [];

/** The value that an answer has for a parameter: `a.b[0].c` is nested, `map[a.b]` is a named map. */
export function echoOf(body: unknown, parameter: string): unknown {
  const [, map, key] = /^(customParameters|risk\.parameters)\[(.+)\]$/.exec(parameter) ?? [];
  const path = map === undefined ? parameter.split(/[.[\]]+/) : [...map.split('.'), key ?? ''];
  return path
    .filter((step) => step !== '')
    .reduce<unknown>((value, step) => Object(value)[step], body);
}

/** Long runs of one character are told by their length. */
export const brief = (value: string): string =>
  JSON.stringify(value.replace(/(.)\1{11,}/gu, (run, each) => `${each}…(${[...run].length})`));
