/** What the frames saw the page do to the fields, in the payment: told, or the reason of a decline. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { addFact, type FieldFact, NO_EVIDENCE } from '../../../contract/field-evidence.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { connectRelay } from '../support/processor-gateway.ts';
import { sealer } from '../support/seal.ts';
import { CARD, type Fields, startAlone } from '../support/test-gateway.ts';

const gateway = await startAlone();
afterAll(() => gateway[Symbol.asyncDispose]());
afterEach(() =>
  gateway.set({ fieldEvidence: 'tell', mode: 'test', connector: { kind: 'simulator' } }),
);
const { call, createCheckout, entityId } = gateway;
const seal = await sealer(gateway, await createCheckout());

const of = (...facts: readonly FieldFact[]): string => facts.reduce(addFact, NO_EVIDENCE);
const COVERED = of('covered', 'covered', 'covered');
const TAKEN = of('focusTaken');

interface Sealed {
  readonly number?: string;
  readonly cvv?: string;
}

async function submit(
  resource: 'payment' | 'registration',
  checkout: Fields,
  { number = NO_EVIDENCE, cvv = NO_EVIDENCE }: Sealed,
) {
  const id = await createCheckout(checkout);
  const answer = await call(
    `/v1/checkouts/${id}/${resource}`,
    {
      ...CARD,
      'card.number': undefined,
      'card.cvv': undefined,
      'sealed[card.number]': await seal(id, 'card.number', { evidence: number }),
      'sealed[card.cvv]': await seal(id, 'card.cvv', { evidence: cvv }),
    },
    { headers: { origin: 'https://shop.example' } },
  );
  const { body: told } = await call(`/v1/checkouts/${id}/${resource}?entityId=${entityId}`);
  return { answer, told };
}
const pay = (sealed: Sealed) => submit('payment', {}, sealed);
const store = (sealed: Sealed) =>
  submit(
    'registration',
    { createRegistration: 'true', amount: undefined, currency: undefined, paymentType: undefined },
    sealed,
  );

const attemptsAtTheConnector = async (id: string) => {
  const { acquirer_tx_id, result_details } = await gateway.gateway.db
    .selectFrom('payments')
    .select(['acquirer_tx_id', 'result_details'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return [acquirer_tx_id, result_details];
};

describe('fields that were left in peace', () => {
  it('are told in no answer', async () => {
    const { answer, told } = await pay({});
    expect(told.result.code).toBe(RESULT.approvedInternal);
    expect(told).not.toHaveProperty('risk');
    expect(answer.body).not.toHaveProperty('fieldEvidence');
  });
});

describe('a field that was covered or robbed', () => {
  it('is told among the risk details of the payment, which is paid', async () => {
    const { told } = await pay({ number: COVERED, cvv: TAKEN });
    expect(told.result.code).toBe(RESULT.approvedInternal);
    expect(told.risk).toEqual({
      fieldEvidence: { 'card.number': { covered: 3 }, 'card.cvv': { focusTaken: 1 } },
    });
  });

  it('is told beside the risk parameters of the merchant', async () => {
    const { told } = await submit(
      'payment',
      { 'risk.parameters[basket]': 'large' },
      { number: TAKEN },
    );
    expect(told.risk).toMatchObject({
      parameters: { basket: 'large' },
      fieldEvidence: { 'card.number': { focusTaken: 1 } },
    });
  });

  it('is told of a card that is stored', async () => {
    const { told } = await store({ number: COVERED });
    expect(told.risk).toEqual({ fieldEvidence: { 'card.number': { covered: 3 } } });
  });

  it('is told to the developer of a test channel, in words without the card', async () => {
    const { answer } = await pay({ number: of('covered', 'focusTaken'), cvv: TAKEN });
    expect(answer.body.fieldEvidence).toBe(
      'card.number focusTaken 1, covered 1; card.cvv focusTaken 1',
    );
    expect((await store({ cvv: TAKEN })).answer.body.fieldEvidence).toBe('card.cvv focusTaken 1');
  });

  it('is told to no page of a live channel', async () => {
    await using processor = await startAlone();
    await connectRelay(gateway, processor, { through: 'LIVE' });
    const { answer, told } = await pay({ number: COVERED });
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('fieldEvidence');
    expect(told.risk.fieldEvidence).toEqual({ 'card.number': { covered: 3 } });
  });
});

describe('on a channel that declines such payments', () => {
  it.each<[what: string, sealed: Sealed]>([
    ['a covered number', { number: COVERED }],
    ['a robbed CVV', { cvv: TAKEN }],
  ])('%s is declined before the connector is asked', async (_what, sealed) => {
    await gateway.set({ fieldEvidence: 'decline' });
    const { answer, told } = await pay(sealed);
    expect([answer.status, answer.body.result.code]).toEqual([
      400,
      RESULT.declinedByRiskManagement,
    ]);
    expect(answer.body.decline).toBe('declined');
    expect(answer.body.nonce).toMatch(/^\w{64}$/);
    expect(told.risk.fieldEvidence).toBeDefined();
    expect(await attemptsAtTheConnector(told.id)).toEqual([null, '{}']);
  });

  it('fields that were left in peace pay', async () => {
    await gateway.set({ fieldEvidence: 'decline' });
    expect((await pay({})).told.result.code).toBe(RESULT.approvedInternal);
  });

  it('no card is stored', async () => {
    await gateway.set({ fieldEvidence: 'decline' });
    const { answer } = await store({ number: COVERED });
    expect([answer.status, answer.body.result.code]).toEqual([
      400,
      RESULT.declinedByRiskManagement,
    ]);
  });
});
