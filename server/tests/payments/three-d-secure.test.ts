/** 3-D Secure of the simulator, as a merchant's server and a shopper's browser see it. */
import { afterAll, describe, expect, it } from 'vitest';
import { writeMessage } from '../../../contract/simulated-bank.ts';
import { SUCCESS, THROUGH } from '../support/processor-gateway.ts';
import { shopperOf } from '../support/shopper.ts';
import { CARD, type Fields, startTestGateway } from '../support/test-gateway.ts';

const test = await startTestGateway();
const shopper = shopperOf(test);
afterAll(() => test[Symbol.asyncDispose]());

const WITH_METHOD_CALL = '4200000000000091';
const CHALLENGE = '4200000000000018';
const CHALLENGE_WITH_METHOD_CALL = '4200000000000042';
const PENDING = '000.200.000';

const payment = (fields: Fields = {}) =>
  test.call('/v1/payments', {
    entityId: test.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    ...CARD,
    ...fields,
  });
const read = (id: string) => test.call(`/v1/payments/${id}`);
/** As a browser requests it: without the merchant's token. */
const { browse, bankAnswer, answerChallenge, comeBack, passMethodCall } = shopper;
/** The banks are ours, and not behind another gateway. */
const isSimulated = THROUGH === 'INTERNAL';
const keptCards = async (paymentId: string) => ({
  numbers: await test.gateway.db
    .selectFrom('card_numbers')
    .selectAll()
    .where('record_id', '=', paymentId)
    .execute(),
  cvvs: await test.gateway.db
    .selectFrom('card_cvvs')
    .selectAll()
    .where('record_id', '=', paymentId)
    .execute(),
});

describe('an authentication without a challenge', () => {
  const CASES: readonly (readonly [string, string, string, string, string | undefined])[] = [
    ['authenticated', '4200000000000026', SUCCESS, 'Y', '05'],
    ['attempted', '4200000000000059', SUCCESS, 'A', '06'],
    ['technical error', '4012001037461114', '000.400.103', 'U', '07'],
    ['not enrolled', '4012001037141112', '000.400.102', 'U', '07'],
    ['not participating', '4532497088771651', '000.400.101', 'U', '07'],
    ['rejected', '4200003000000079', '100.390.118', 'R', '07'],
    ['unavailable', '4200003000000087', '100.390.107', 'U', '07'],
  ];
  it.each(CASES)('%s', async (_, number, code, transStatus, eci) => {
    const { body, status } = await payment({ 'card.number': number });
    expect(body.result.code).toBe(code);
    expect(status).toBe(code === SUCCESS ? 200 : 400);
    expect(body.threeDSecure).toMatchObject({ transStatus, eci, version: '2.2.0' });
    expect(body.redirect).toBeUndefined();
  });

  it('uses the other indicators for Mastercard', async () => {
    const { body } = await payment({ paymentBrand: 'MASTER', 'card.number': '5200000000000056' });
    expect(body.threeDSecure).toMatchObject({ eci: '02', transStatus: 'Y' });
  });
});

describe('a method call', () => {
  it('is made on the way, and the redirect ends the payment', async () => {
    const { body } = await payment({ 'card.number': WITH_METHOD_CALL });
    expect(body.result.code).toBe(PENDING);
    await passMethodCall(body.redirect.url);
    const { body: final } = await read(body.id);
    expect(final.result.code).toBe(SUCCESS);
    expect(final.threeDSecure).toMatchObject({ transStatus: 'Y', eci: '05' });
    expect(final.redirect).toBeUndefined();
  });

  it('is a precondition of the redirect', async () => {
    const { body } = await payment({ 'card.number': WITH_METHOD_CALL });
    expect(body.result.code).toBe(PENDING);
    expect(body.redirect).toMatchObject({
      method: 'GET',
      parameters: [{ name: 'threeDSServerTransID', value: body.threeDSecure.threeDSServerTransID }],
      preconditions: [
        {
          origin: 'iframe#hidden',
          waitUntil: 'iframe#onload',
          method: 'POST',
          url: 'https://bank.example/bank/method',
          parameters: [{ name: 'threeDSMethodData', value: expect.any(String) }],
        },
      ],
    });
    const page = await browse(body.redirect.url);
    expect(page.body).toContain('data-step="method"');
    const after = await browse(`${body.redirect.url}?method=done`);
    expect(after.body).toContain(isSimulated ? 'data-step="done"' : 'data-step="hold"');
  });

  it('leads on to the challenge once the issuer has looked at the browser', async () => {
    const { body } = await payment({ 'card.number': CHALLENGE_WITH_METHOD_CALL });
    const [{ parameters }] = body.redirect.preconditions;
    const [text] = parameters[0].value.split('.');
    const { returnUrl } = JSON.parse(decodeURIComponent(atob(text)));
    expect((await browse(returnUrl, '')).body).toContain('data-step="inner"');
    expect((await browse(body.redirect.url)).body).toContain('data-step="hold"');
    expect((await read(body.id)).body.redirect.preconditions).toBeUndefined();
  });
});

describe('a challenge', () => {
  const OUTCOMES = [
    ['Y', SUCCESS],
    ['N', '100.380.401'],
    ['D', '100.380.401'],
    ['U', '100.390.107'],
    ['X', '100.390.112'],
  ];
  it.each(OUTCOMES)('answered with %s ends with %s', async (outcome, code) => {
    const { body } = await payment({ 'card.number': CHALLENGE });
    expect(body.result.code).toBe(PENDING);
    const back = await answerChallenge(body.redirect.url, outcome);
    expect(back.body).toContain('data-step="inner"');
    expect(back.body).toContain(
      `data-result="https://shop.example/result?id=${body.id}&amp;resourcePath=%2Fv1%2Fpayments%2F${body.id}"`,
    );
    const { body: final } = await read(body.id);
    expect(final.result.code).toBe(code);
    expect(final.threeDSecure).toMatchObject({ transStatus: outcome, flow: 'challenge' });
  });

  it('is a rejection when it is answered with no answer there is', async () => {
    for (const outcome of ['constructor', '__proto__', 'yes']) {
      const { body } = await payment({ 'card.number': CHALLENGE });
      await answerChallenge(body.redirect.url, outcome);
      expect((await read(body.id)).body.result.code).toBe('100.390.112');
    }
  });

  it('is asked of any card by parameters of the merchant', async () => {
    for (const wish of [
      { 'customParameters[3DS2_enrolled]': 'true', 'customParameters[3DS2_flow]': 'challenge' },
      { 'threeDSecure.challengeIndicator': '4' },
    ]) {
      expect((await payment(wish)).body.result.code).toBe(PENDING);
    }
    const { body } = await payment({ 'customParameters[3DS2_flow]': 'frictionless' });
    expect(body).toMatchObject({ result: { code: SUCCESS }, threeDSecure: { eci: '05' } });
  });

  it('is asked about the amount for the risk check, where there is one', async () => {
    const { body } = await payment({ 'card.number': CHALLENGE, 'risk.amount': '150.00' });
    const { question } = await bankAnswer(body.redirect.url, 'Y');
    expect(question).toMatchObject({ amount: '150.00' });
  });

  it('is not asked when the shopper is not there, or the merchant has authenticated', async () => {
    for (const fields of [
      { transactionCategory: 'MO' },
      { 'threeDSecure.eci': '05', 'threeDSecure.verificationId': 'AAACAgSRBklmQCFgMpEGAAAAAAA=' },
    ]) {
      const { body } = await payment({ 'card.number': CHALLENGE, ...fields });
      expect(body.result.code).toBe(SUCCESS);
    }
  });

  it('keeps number and CVV sealed while it lasts, and nothing after', async () => {
    const { body } = await payment({ 'card.number': CHALLENGE });
    const during = await keptCards(body.id);
    expect(during.numbers).toHaveLength(1);
    expect(during.cvvs).toHaveLength(1);
    expect(JSON.stringify(during)).not.toContain(CHALLENGE);
    await answerChallenge(body.redirect.url, 'N');
    expect(await keptCards(body.id)).toEqual({ numbers: [], cvvs: [] });
  });

  it('stores the card when it succeeds and that was asked for', async () => {
    const { body } = await payment({ 'card.number': CHALLENGE, createRegistration: 'true' });
    expect(body.registrationId).toBeUndefined();
    await answerChallenge(body.redirect.url, 'Y');
    const { registrationId } = (await read(body.id)).body;
    const paid = await test.call(`/v1/registrations/${registrationId}/payments`, {
      entityId: test.entityId,
      amount: '1.00',
      currency: 'EUR',
      paymentType: 'DB',
      recurringType: 'REPEATED',
    });
    expect(paid.body.result.code).toBe(SUCCESS);
  });

  it('can be given up by the shopper', async () => {
    const { body } = await payment({ 'card.number': CHALLENGE });
    const page = await browse(body.redirect.url);
    const action = /action="([^"]+\/cancel\/[^"]+)"/.exec(page.body)?.[1] ?? '';
    await browse(action.replaceAll('&amp;', '&'), '');
    expect((await read(body.id)).body.result.code).toBe('100.396.101');
  });
});

describe('what a bank sends back', () => {
  it('is refused, and logged, when it comes twice', async () => {
    const { body } = await payment({ 'card.number': CHALLENGE });
    const { returnUrl, cres } = await bankAnswer(body.redirect.url, 'Y');
    const other = writeMessage(test.bankKey, 'answer', {
      transactionId: body.threeDSecure.threeDSServerTransID,
      outcome: 'N',
    });
    await comeBack(returnUrl, cres);
    await comeBack(returnUrl, other);
    expect((await read(body.id)).body.result.code).toBe(SUCCESS);
    if (isSimulated)
      expect(test.log.some((line) => line.includes(body.id) && line.includes('late'))).toBe(true);
  });

  it('is decided once when it comes twice at the same time', async () => {
    const { body } = await payment({ 'card.number': CHALLENGE });
    const { returnUrl, cres } = await bankAnswer(body.redirect.url, 'Y');
    await Promise.all([1, 2, 3, 4].map(() => comeBack(returnUrl, cres)));
    expect((await read(body.id)).body.result.code).toBe(SUCCESS);
  });

  it.runIf(isSimulated)(
    'changes nothing when it is forged, for another payment, or has a wrong token',
    async () => {
      const { body } = await payment({ 'card.number': CHALLENGE });
      const { body: other } = await payment({ 'card.number': CHALLENGE });
      const mine = await bankAnswer(body.redirect.url, 'Y');
      const others = await bankAnswer(other.redirect.url, 'Y');
      const post = (url: string, cres: string) =>
        browse(url, new URLSearchParams({ cres }).toString());

      const forged = `${mine.cres.split('.')[0]}.${'0'.repeat(64)}`;
      expect((await post(mine.returnUrl, forged)).status).toBe(400);
      expect((await post(mine.returnUrl, others.cres)).status).toBe(400);
      expect((await post(mine.returnUrl.replace(/.$/, 'x'), mine.cres)).status).toBe(404);
      // A token of one use, or of one payment, is none for another.
      const startToken = String(body.redirect.url).split('/').at(-1);
      expect(
        (await post(mine.returnUrl.replace(/[^/]+$/, String(startToken)), mine.cres)).status,
      ).toBe(404);
      expect((await post(others.returnUrl.replace(other.id, body.id), mine.cres)).status).toBe(404);
      expect((await read(body.id)).body.result.code).toBe(PENDING);
      expect(
        test.log.filter((line) => line.includes('a return was refused')).length,
      ).toBeGreaterThan(3);
    },
  );

  it.runIf(isSimulated)(
    'comes too late when the time is over, though no sweeper has come yet',
    async () => {
      const { body } = await payment({ 'card.number': CHALLENGE });
      const { returnUrl, cres } = await bankAnswer(body.redirect.url, 'Y');
      await test.call('/sandbox/clock', { entityId: test.entityId, advance: String(3 * 60 * 60) });
      await browse(returnUrl, new URLSearchParams({ cres }).toString());
      expect((await read(body.id)).body.result.code).toBe('100.396.103');
    },
  );

  it('does nothing for a HEAD request', async () => {
    const { body } = await payment({ 'card.number': CHALLENGE });
    const { returnUrl, cres } = await bankAnswer(body.redirect.url, 'Y');
    await fetch(`${returnUrl}?cres=${encodeURIComponent(cres)}`, { method: 'HEAD' });
    expect((await read(body.id)).body.result.code).toBe(PENDING);
  });
});

describe('a challenge in a checkout', () => {
  it('sends the shopper to the gateway, then back to the merchant, and pays the checkout', async () => {
    const id = await test.createCheckout();
    const { body } = await test.pay(id, { 'card.number': CHALLENGE });
    expect(body.result.code).toBe(PENDING);
    expect(body.redirect.url).toContain('/v1/threeDSecure/');
    const back = await answerChallenge(body.redirect.url, 'Y');
    expect(back.body).toContain(`id=${id}`);
    const { body: final } = await test.call(`/v1/checkouts/${id}/payment`);
    expect(final.result.code).toBe(SUCCESS);
  });

  it('is ended by the next attempt', async () => {
    const id = await test.createCheckout();
    const { body: first } = await test.pay(id, { 'card.number': CHALLENGE });
    const before = await test.call(`/v1/checkouts/${id}/payment`);
    const { body: second } = await test.pay(id);
    expect(second.result.code).toBe(SUCCESS);
    expect((await read(before.body.id)).body.result.code).toBe('100.396.101');
    const late = await browse(first.redirect.url);
    expect(late.body).toContain('data-step="done"');
    expect((await test.call(`/v1/checkouts/${id}/payment`)).body.result.code).toBe(SUCCESS);
  });

  it('goes on when a post comes that could be no attempt', async () => {
    const id = await test.createCheckout();
    const { body } = await test.pay(id, { 'card.number': CHALLENGE });
    const nonsense = await test.call(`/v1/checkouts/${id}/payment`, { nonsense: '1' });
    expect(nonsense.status).toBe(400);
    await answerChallenge(body.redirect.url, 'Y');
    expect((await test.call(`/v1/checkouts/${id}/payment`)).body.result.code).toBe(SUCCESS);
  });

  it.each<Fields>([
    { 'standingInstruction.mode': 'REPEATED' },
    { 'standingInstruction.source': 'MIT' },
    { 'standingInstruction.mode': 'REPEATED', 'standingInstruction.source': 'MIT' },
  ])('cannot be avoided by the shopper’s browser with %o', async (fields) => {
    const id = await test.createCheckout();
    const { body } = await test.pay(id, { 'card.number': CHALLENGE, ...fields });
    expect(body.result.code).toBe(PENDING);
  });

  it('is refused where the browser contradicts the merchant', async () => {
    const id = await test.createCheckout({ recurringType: 'REPEATED' });
    const { body } = await test.pay(id, { 'standingInstruction.mode': 'INITIAL' });
    expect(body.result.parameterErrors).toMatchObject([{ name: 'standingInstruction.mode' }]);
  });

  it('tells only the page that the shopper pays on', async () => {
    const id = await test.createCheckout();
    const { body } = await test.pay(
      id,
      { 'card.number': CHALLENGE },
      { headers: { origin: 'https://shop.example' } },
    );
    const page = await browse(body.redirect.url);
    expect(page.body).toContain('data-embedder="https://shop.example"');
    const [, inside = ''] = /id="request" method="\w+" action="([^"]+)"/.exec(page.body) ?? [];
    if (isSimulated) expect(inside).toContain('https://bank.example/');
    expect(page.headers.get('content-security-policy')).toContain(
      `frame-src 'self' https: ${new URL(inside).origin};`,
    );
  });
});
