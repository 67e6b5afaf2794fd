/** The flows of the API document as `curl` lines, run by a shell as a merchant would. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUCCESS } from '../support/merchant.ts';
import { startTestGateway } from '../support/test-gateway.ts';

const gateway = await startTestGateway();
afterAll(() => gateway[Symbol.asyncDispose]());

const run = promisify(execFile);

/** Runs the line with `$BASE_URL`, `$ENTITY_ID`, `$ACCESS_TOKEN` and what is given set. */
async function curl(line: string, variables: Readonly<Record<string, string>> = {}) {
  const { stdout } = await run('sh', ['-c', `${line.trim()} -sS -w '\\n%{http_code}'`], {
    env: {
      ...process.env,
      BASE_URL: gateway.url,
      ENTITY_ID: gateway.entityId,
      ACCESS_TOKEN: gateway.token,
      ...variables,
    },
  });
  const at = stdout.lastIndexOf('\n');
  const body = JSON.parse(stdout.slice(0, at));
  return { status: Number(stdout.slice(at + 1)), code: body.result?.code, body };
}

const ENVELOPE = {
  buildNumber: expect.any(String),
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{3})?\+0000$/),
  ndc: expect.any(String),
};

const DEBIT = `
  curl $BASE_URL/v1/payments \
    -d "entityId=$ENTITY_ID" \
    -d "amount=92.00" \
    -d "currency=EUR" \
    -d "paymentBrand=VISA" \
    -d "paymentType=DB" \
    -d "merchantTransactionId=$ORDER" \
    -d "card.number=4200000000000000" \
    -d "card.holder=Jane Jones" \
    -d "card.expiryMonth=05" \
    -d "card.expiryYear=2034" \
    -d "card.cvv=123" \
    -H "Authorization: Bearer $ACCESS_TOKEN"`;

describe('payments', () => {
  let paymentId: string;

  it('a debit', async () => {
    const { status, body } = await curl(DEBIT, { ORDER: 'order-4711' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      paymentType: 'DB',
      paymentBrand: 'VISA',
      amount: '92.00',
      currency: 'EUR',
      merchantTransactionId: 'order-4711',
      result: {
        code: SUCCESS,
        description: "Request successfully processed in 'Merchant in Integrator Test Mode'",
      },
      card: {
        bin: '420000',
        last4Digits: '0000',
        holder: 'Jane Jones',
        expiryMonth: '05',
        expiryYear: '2034',
      },
      ...ENVELOPE,
    });
    expect(body.ndc).toMatch(new RegExp(`^${gateway.entityId}_[0-9a-f]{32}$`));
    expect(body).not.toHaveProperty('card.number');
    paymentId = body.id;
  });

  it('is read by its id', async () => {
    const { status, body } = await curl(
      `curl -G $BASE_URL/v1/payments/$ID -d "entityId=$ENTITY_ID" \
         -H "Authorization: Bearer $ACCESS_TOKEN"`,
      { ID: paymentId },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: paymentId, amount: '92.00', result: { code: SUCCESS } });
  });

  it('is queried by its id', async () => {
    const { status, body } = await curl(
      `curl -G $BASE_URL/v1/query/$ID -d "entityId=$ENTITY_ID" \
         -H "Authorization: Bearer $ACCESS_TOKEN"`,
      { ID: paymentId },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: paymentId, amount: '92.00', result: { code: SUCCESS } });
  });

  it('is queried by the merchant’s own reference', async () => {
    const { status, body } = await curl(
      `curl -G $BASE_URL/v1/query -d "entityId=$ENTITY_ID" \
         -d "merchantTransactionId=order-4711" \
         -H "Authorization: Bearer $ACCESS_TOKEN"`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      result: { code: '000.000.100', description: expect.stringMatching(/success/i) },
      payments: [{ id: paymentId, amount: '92.00', merchantTransactionId: 'order-4711' }],
      ...ENVELOPE,
    });
    expect(body.payments).toHaveLength(1);
  });

  it('is queried with everything else of that reference, declined ones too', async () => {
    const ids = [];
    for (const number of ['4200000000001016', '4200000000000000']) {
      const { body } = await curl(DEBIT.replace('4200000000000000', number), {
        ORDER: 'order-twice',
      });
      ids.push(body.id);
    }
    const { status, body } = await curl(
      `curl -G $BASE_URL/v1/query -d "entityId=$ENTITY_ID" \
         -d "merchantTransactionId=order-twice" \
         -H "Authorization: Bearer $ACCESS_TOKEN"`,
    );
    expect(status).toBe(200);
    expect(body.payments.map(({ id }: { id: string }) => id).sort()).toEqual(ids.sort());
    expect(
      body.payments.map(({ result }: { result: { code: string } }) => result.code).sort(),
    ).toEqual([SUCCESS, '800.100.152']);
  });

  it('an unknown reference is told as such', async () => {
    const { status, code } = await curl(
      `curl -G $BASE_URL/v1/query -d "entityId=$ENTITY_ID" \
         -d "merchantTransactionId=order-of-nobody" \
         -H "Authorization: Bearer $ACCESS_TOKEN"`,
    );
    expect({ status, code }).toEqual({ status: 400, code: '700.400.580' });
  });

  it('an unknown id is told as such', async () => {
    const { status, code } = await curl(
      `curl -G $BASE_URL/v1/payments/00000000000000000000000000000000 -d "entityId=$ENTITY_ID" \
         -H "Authorization: Bearer $ACCESS_TOKEN"`,
    );
    expect({ status, code }).toEqual({ status: 404, code: '700.400.580' });
  });

  it('is refunded', async () => {
    const { status, body } = await curl(
      `curl $BASE_URL/v1/payments/$ID \
         -d "entityId=$ENTITY_ID" \
         -d "amount=10.00" \
         -d "currency=EUR" \
         -d "paymentType=RF" \
         -H "Authorization: Bearer $ACCESS_TOKEN"`,
      { ID: paymentId },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      referencedId: paymentId,
      paymentType: 'RF',
      amount: '10.00',
      currency: 'EUR',
      result: { code: SUCCESS },
      ...ENVELOPE,
    });
  });

  it('a preauthorisation is captured', async () => {
    const authorised = await curl(DEBIT.replace('paymentType=DB', 'paymentType=PA'), {
      ORDER: 'order-4712',
    });
    expect(authorised).toMatchObject({ status: 200, code: SUCCESS });
    const { status, body } = await curl(
      `curl $BASE_URL/v1/payments/$ID \
         -d "entityId=$ENTITY_ID" \
         -d "amount=92.00" \
         -d "currency=EUR" \
         -d "paymentType=CP" \
         -d "testMode=INTERNAL" \
         -H "Authorization: Bearer $ACCESS_TOKEN"`,
      { ID: authorised.body.id },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      referencedId: authorised.body.id,
      paymentType: 'CP',
      amount: '92.00',
      result: { code: SUCCESS },
    });
  });

  it('a debit is reversed', async () => {
    const debit = await curl(DEBIT, { ORDER: 'order-4713' });
    const { status, body } = await curl(
      `curl $BASE_URL/v1/payments/$ID \
         -d "entityId=$ENTITY_ID" \
         -d "paymentType=RV" \
         -H "Authorization: Bearer $ACCESS_TOKEN"`,
      { ID: debit.body.id },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      referencedId: debit.body.id,
      paymentType: 'RV',
      result: { code: SUCCESS },
    });
  });

  it('a declined debit is 400, also when it is read', async () => {
    const declined = await curl(DEBIT.replace('4200000000000000', '4200000000001016'), {
      ORDER: 'order-4714',
    });
    expect(declined).toMatchObject({
      status: 400,
      code: '800.100.152',
      body: { id: expect.any(String), paymentType: 'DB', amount: '92.00', ...ENVELOPE },
    });
    const read = await curl(
      `curl -G $BASE_URL/v1/payments/$ID -d "entityId=$ENTITY_ID" \
         -H "Authorization: Bearer $ACCESS_TOKEN"`,
      { ID: declined.body.id },
    );
    expect(read).toMatchObject({ status: 400, code: '800.100.152' });
  });

  it('in the processor’s test system', async () => {
    const line = DEBIT.replace('-d "currency', '-d "testMode=EXTERNAL" -d "currency');
    expect(await curl(line, { ORDER: 'order-4715' })).toMatchObject({
      status: 200,
      body: {
        result: {
          code: '000.100.112',
          description: "Request successfully processed in 'Merchant in Connector Test Mode'",
        },
      },
    });
  });
});

describe('registrations and recurring payments', () => {
  let registrationId: string;

  it('stores payment data on its own', async () => {
    const { status, body } = await curl(`
      curl $BASE_URL/v1/registrations \
        -d "entityId=$ENTITY_ID" \
        -d "paymentBrand=VISA" \
        -d "merchantTransactionId=customer-4711" \
        -d "card.number=4200000000000000" \
        -d "card.holder=Jane Jones" \
        -d "card.expiryMonth=05" \
        -d "card.expiryYear=2034" \
        -d "card.cvv=123" \
        -d "customer.merchantCustomerId=4711" \
        -H "Authorization: Bearer $ACCESS_TOKEN"`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      merchantTransactionId: 'customer-4711',
      result: { code: SUCCESS },
      card: { bin: '420000', last4Digits: '0000', holder: 'Jane Jones' },
      customer: { merchantCustomerId: '4711' },
      ...ENVELOPE,
    });
    registrationId = body.id;
  });

  it('pays with it', async () => {
    const { status, body } = await curl(
      `curl $BASE_URL/v1/registrations/$ID/payments \
         -d "entityId=$ENTITY_ID" \
         -d "amount=92.00" \
         -d "currency=EUR" \
         -d "paymentType=DB" \
         -d "customer.merchantCustomerId=4711" \
         -H "Authorization: Bearer $ACCESS_TOKEN"`,
      { ID: registrationId },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      paymentBrand: 'VISA',
      amount: '92.00',
      result: { code: SUCCESS },
    });
  });

  it('deletes it', async () => {
    const { status, body } = await curl(
      `curl -X DELETE "$BASE_URL/v1/registrations/$ID?entityId=$ENTITY_ID&testMode=INTERNAL" \
         -H "Authorization: Bearer $ACCESS_TOKEN"`,
      { ID: registrationId },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      referencedId: registrationId,
      result: { code: SUCCESS },
      ...ENVELOPE,
    });
    expect(body.id).not.toBe(registrationId);
  });

  it('a first payment starts a chain, the next one carries it on', async () => {
    const first = await curl(
      DEBIT.replace(
        '-d "currency',
        '-d "recurringType=INITIAL" -d "createRegistration=true" -d "currency',
      ),
      { ORDER: 'subscription-1' },
    );
    expect(first).toMatchObject({
      status: 200,
      code: SUCCESS,
      body: {
        recurringType: 'INITIAL',
        registrationId: expect.stringMatching(/^[0-9a-f]{32}$/),
        resultDetails: { acquirerTxId9: expect.any(String) },
      },
    });
    const { status, body } = await curl(
      `curl $BASE_URL/v1/registrations/$ID/payments \
         -d "entityId=$ENTITY_ID" \
         -d "amount=12.50" \
         -d "currency=EUR" \
         -d "paymentType=DB" \
         -d "recurringType=REPEATED" \
         -d "merchantTransactionId=subscription-2" \
         -d "customParameters[NTR]=$NTR" \
         -H "Authorization: Bearer $ACCESS_TOKEN"`,
      { ID: first.body.registrationId, NTR: first.body.resultDetails.acquirerTxId9 },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      amount: '12.50',
      recurringType: 'REPEATED',
      merchantTransactionId: 'subscription-2',
      result: { code: SUCCESS },
    });
  });

  it('in installments', async () => {
    const line = DEBIT.replace(
      '-d "currency',
      '-d "recurring.numberOfInstallments=3" -d "currency',
    );
    const { status, body } = await curl(line, { ORDER: 'order-4716' });
    expect(status).toBe(200);
    expect(body.recurring).toMatchObject({
      numberOfInstallments: 3,
      installments: [{ amount: '30.66' }, { amount: '30.67' }, { amount: '30.67' }],
    });
  });
});

describe('the hosted form', () => {
  let checkoutId: string;

  beforeAll(async () => {
    const { status, code, body } = await curl(`
      curl $BASE_URL/v1/checkouts \
        -d "entityId=$ENTITY_ID" \
        -d "amount=92.00" \
        -d "currency=EUR" \
        -d "paymentType=DB" \
        -H "Authorization: Bearer $ACCESS_TOKEN"`);
    expect({ status, code }).toEqual({ status: 200, code: '000.200.100' });
    checkoutId = body.id;
  });

  const readStatus = () =>
    curl(
      `curl -G $BASE_URL/v1/checkouts/$ID/payment -d "entityId=$ENTITY_ID" \
         -H "Authorization: Bearer $ACCESS_TOKEN"`,
      { ID: checkoutId },
    );

  it('is pending before the shopper has paid', async () => {
    expect(await readStatus()).toMatchObject({ status: 200, code: '000.200.000' });
  });

  it('and paid after', async () => {
    await gateway.pay(checkoutId);
    expect(await readStatus()).toMatchObject({
      status: 200,
      code: SUCCESS,
      body: { paymentType: 'DB', amount: '92.00', ndc: checkoutId },
    });
  });
});

describe('result codes', () => {
  it('are listed with their texts', async () => {
    const { status, body } = await curl(
      'curl $BASE_URL/v1/resultcodes -H "Authorization: Bearer $ACCESS_TOKEN"',
    );
    expect(status).toBe(200);
    const texts = new Map<string, string>(
      body.resultCodes.map(({ code, description }: Record<'code' | 'description', string>) => [
        code,
        description,
      ]),
    );
    expect(texts.size).toBe(body.resultCodes.length);
    expect([...texts.keys()].filter((code) => !/^\d{3}\.\d{3}\.\d{3}$/.test(code))).toEqual([]);
    expect([...texts.values()].filter((text) => !text || text.length > 255)).toEqual([]);
    expect(texts.get(SUCCESS)).toContain('Merchant in Integrator Test Mode');
    expect(texts.get('100.100.101')).toContain(
      'invalid creditcard, bank account number or bank name',
    );
    for (const code of [
      '000.000.000',
      '000.200.100',
      '200.300.404',
      '700.400.510',
      '800.100.152',
    ]) {
      expect(texts.get(code), code).toBeTruthy();
    }
  });
});
