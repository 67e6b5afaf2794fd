/** A channel with a processor behind it, as its merchant, its shoppers and the processor see it. */
import { createCipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { setConnectorSecret } from '../../gateway/processors/connector-secrets.ts';
import { differences, sweep } from '../support/compare-ledgers.ts';
import { startFaultyProxy } from '../support/faulty-proxy.ts';
import { connectRelay } from '../support/processor-gateway.ts';
import { shopperOf } from '../support/shopper.ts';
import { CARD, CARD_FIELDS, type Fields, startAlone } from '../support/test-gateway.ts';

const processor = await startAlone();
const ours = await startAlone();
await connectRelay(ours, processor);
afterAll(async () => {
  expect(await differences(ours, processor)).toEqual([]);
  await ours[Symbol.asyncDispose]();
  await processor[Symbol.asyncDispose]();
});
const shopper = shopperOf({ url: ours.url, bankKey: processor.bankKey });

const payAt = (gateway: Pick<typeof ours, 'call'>, fields: Fields = {}) =>
  gateway.call('/v1/payments', {
    ...{ amount: '92.00', currency: 'EUR', paymentType: 'DB', testMode: 'EXTERNAL' },
    ...CARD_FIELDS,
    ...fields,
  });
const pay = (fields: Fields = {}) => payAt(ours, fields);
const read = async (id: string) => (await ours.call(`/v1/payments/${id}`)).body;
const SUCCESS = '000.100.112';
const CHALLENGE = { 'card.number': '4200000000000018', shopperResultUrl: CARD['shopperResultUrl'] };

/** The payment processor that belongs to one of ours. */
async function paymentThere(id: string) {
  const { reference } = await ours.gateway.db
    .selectFrom('payments')
    .select('reference')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const row = await processor.gateway.db
    .selectFrom('payments')
    .selectAll()
    .where('merchant_transaction_id', '=', reference)
    .executeTakeFirstOrThrow();
  return { ...row, parameters: JSON.parse(row.parameters) };
}

describe('what goes where', () => {
  it('INTERNAL stays with the simulator, EXTERNAL goes to the processor', async () => {
    const inside = await pay({ testMode: undefined });
    expect(inside.body.result.code).toBe('000.100.110');
    await expect(paymentThere(inside.body.id)).rejects.toThrow();
    const outside = await pay();
    expect(outside.body.result.code).toBe(SUCCESS);
    const { id } = await paymentThere(outside.body.id);
    expect(outside.body.resultDetails.ConnectorTxID1).toBe(id);
  });

  it('an operation goes where its payment went, without being told', async () => {
    const { body } = await pay({ paymentType: 'PA' });
    const fields = { paymentType: 'CP', amount: '92.00', currency: 'EUR' };
    const wrong = await ours.call(`/v1/payments/${body.id}`, { ...fields, testMode: 'INTERNAL' });
    expect(wrong.body.result.code).toBe('700.100.600');
    const captured = await ours.call(`/v1/payments/${body.id}`, {
      ...fields,
      testMode: 'EXTERNAL',
      notificationUrl: 'https://shop.example/told',
    });
    expect(captured.body.result.code).toBe(SUCCESS);
    const there = await paymentThere(captured.body.id);
    expect(there.referenced_id).toBe((await paymentThere(body.id)).id);
    // It tells us; whom we tell is our affair.
    expect(there.notification_url).toBeNull();
  });

  it('takes along what the processor needs, and keeps what is not its business', async () => {
    const { body } = await pay({
      merchantTransactionId: 'order-4711',
      merchantInvoiceId: 'invoice-4711',
      descriptor: 'Shop 4711',
      'customer.email': 'jane@shop.example',
      'cart.items[0].name': 'Mug',
      'customParameters[colour]': 'blue',
    });
    expect(body).toMatchObject({
      merchantTransactionId: 'order-4711',
      merchantInvoiceId: 'invoice-4711',
    });
    const { parameters, result_url } = await paymentThere(body.id);
    expect(parameters).toMatchObject({
      descriptor: 'Shop 4711',
      'customer.email': 'jane@shop.example',
      'cart.items[0].name': 'Mug',
      'customParameters[colour]': 'blue',
    });
    expect(parameters['merchantTransactionId']).not.toBe('order-4711');
    expect(parameters).not.toHaveProperty('merchantInvoiceId');
    expect(result_url).toContain(`${ours.url}/v1/threeDSecure/${body.id}/return/`);
  });

  it('a form whose page has hidden the holder is paid all the same', async () => {
    const id = await ours.createCheckout({ testMode: 'EXTERNAL' });
    const hidden = { 'card.holder': undefined, 'card.holderHidden': 'true' };
    expect((await ours.pay(id, hidden)).body.result.code).toBe(SUCCESS);
  });
});

describe('a stored card', () => {
  const stored = () =>
    processor.gateway.db
      .selectFrom('registrations')
      .select('id')
      .where('deleted_at', 'is', null)
      .execute();
  const payStored = (id: string, fields: Fields = {}) =>
    ours.call(`/v1/registrations/${id}/payments`, {
      ...{ amount: '5.00', currency: 'EUR', paymentType: 'DB', testMode: 'EXTERNAL' },
      recurringType: 'REPEATED',
      ...fields,
    });

  it('is stored there with its first payment, used there, and deleted there', async () => {
    const before = (await stored()).length;
    const { body } = await pay({ createRegistration: 'true', recurringType: 'INITIAL' });
    expect(await stored()).toHaveLength(before + 1);
    const NTR = body.resultDetails.acquirerTxId9;
    for (const fields of [{}, { 'customParameters[NTR]': NTR }]) {
      const again = await payStored(body.registrationId, fields);
      expect(again.body.result.code).toBe(SUCCESS);
      expect((await paymentThere(again.body.id)).registration_id).not.toBeNull();
    }
    await ours.call(`/v1/registrations/${body.registrationId}`, undefined, { method: 'DELETE' });
    await sweep(ours, 1);
    expect(await stored()).toHaveLength(before);
  });

  const register = (fields: Fields = {}) =>
    ours.call('/v1/registrations', { ...CARD_FIELDS, testMode: 'EXTERNAL', ...fields });
  const away = () => connectRelay(ours, { ...processor, url: 'http://127.0.0.1:1' });
  const back = () => connectRelay(ours, processor);

  it('that is stored alone is stored there at once, with what was sent, and used there', async () => {
    const before = (await stored()).length;
    const { body } = await register({
      'customer.email': 'jane@shop.example',
      merchantTransactionId: 'our-own-customer',
    });
    expect(body.result.code).toBe(SUCCESS);
    expect(await stored()).toHaveLength(before + 1);
    const { parameters } = await processor.gateway.db
      .selectFrom('registrations')
      .select('parameters')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(parameters)).toMatchObject({
      'customer.email': 'jane@shop.example',
      merchantTransactionId: body.id,
    });
    const paid = await payStored(body.id);
    expect(paid.body.result.code).toBe(SUCCESS);
    expect((await paymentThere(paid.body.id)).registration_id).not.toBeNull();
    expect(await stored()).toHaveLength(before + 1);
    await ours.call(`/v1/registrations/${body.id}`, undefined, { method: 'DELETE' });
    await sweep(ours, 1);
    expect(await stored()).toHaveLength(before);
  });

  it('that is stored in a checkout is stored there at once', async () => {
    const before = (await stored()).length;
    const id = await ours.createCheckout({
      ...{ amount: undefined, currency: undefined, paymentType: undefined },
      ...{ createRegistration: 'true', testMode: 'EXTERNAL' },
    });
    const answer = await ours.call(`/v1/checkouts/${id}/registration`, CARD);
    expect(answer.body.result.code).toBe(SUCCESS);
    expect(await stored()).toHaveLength(before + 1);
  });

  it('with INTERNAL is no business of the processor', async () => {
    const before = (await stored()).length;
    expect((await register({ testMode: undefined })).body.result.code).toBe('000.100.110');
    expect(await stored()).toHaveLength(before);
  });

  it('while the processor is away goes along with its first payment', async () => {
    const before = (await stored()).length;
    await away();
    const { body } = await register();
    await back();
    expect(body.result.code).toBe(SUCCESS);
    expect(await stored()).toHaveLength(before);
    for (const _ of [1, 2]) expect((await payStored(body.id)).body.result.code).toBe(SUCCESS);
    expect(await stored()).toHaveLength(before + 1);
  });

  it('whose answer is lost is stored there once', async () => {
    const before = (await stored()).length;
    await using proxy = await startFaultyProxy(processor.url);
    await connectRelay(ours, processor, { address: proxy.url });
    proxy.next('lose-answer');
    const { body } = await register();
    expect((await payStored(body.id)).body.result.code).toBe(SUCCESS);
    await back();
    expect(await stored()).toHaveLength(before + 1);
  });

  it('whose first request is under way there still is asked about once more', async () => {
    const answers = [
      [409, { result: { code: '200.300.404' } }],
      [200, { id: 'stored-after-all', result: { code: '000.100.110' } }],
    ] as const;
    let asked = 0;
    const server = createServer((_request, response) => {
      const [status, answer] = answers[asked++] ?? answers[1];
      response.writeHead(status).end(JSON.stringify(answer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await connectRelay(ours, { ...processor, url: `http://127.0.0.1:${port}` });
    const { body } = await register();
    await back();
    server.close();
    const { upstream_id } = await ours.gateway.db
      .selectFrom('upstream_registrations')
      .select('upstream_id')
      .where('registration_id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(upstream_id).toBe('stored-after-all');
    await ours.gateway.db
      .deleteFrom('upstream_registrations')
      .where('registration_id', '=', body.id)
      .execute();
  });

  it.each([
    ['800.100.159', '800.100.159'],
    ['100.100.999', '800.100.100'],
  ])('that the processor refuses (%s) is not stored: %s', async (theirs, code) => {
    const server = createServer((_request, response) => {
      const result = { code: theirs, description: 'card 4200 0000 0000 0000 is stolen' };
      response.writeHead(400).end(JSON.stringify({ result }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await connectRelay(ours, { ...processor, url: `http://127.0.0.1:${port}` });
    const { body, status } = await register();
    await back();
    server.close();
    expect([status, body.result.code]).toEqual([400, code]);
    expect(body.result.description).toMatch(/card … is stolen/);
    expect(body.id).toBeUndefined();
  });

  it('that is deleted while the processor is away is deleted there when it is back', async () => {
    const { body } = await register();
    const before = (await stored()).length;
    await away();
    await ours.call(`/v1/registrations/${body.id}`, undefined, { method: 'DELETE' });
    await sweep(ours, 2);
    expect(await stored()).toHaveLength(before);
    await back();
    await sweep(ours, 1);
    expect(await stored()).toHaveLength(before - 1);
  });

  it('that the processor has lost is stored there anew', async () => {
    const { body } = await pay({ createRegistration: 'true' });
    await processor.gateway.db.updateTable('registrations').set({ deleted_at: 1 }).execute();
    expect((await payStored(body.registrationId)).body.result.code).toBe('100.150.200');
    expect((await payStored(body.registrationId)).body.result.code).toBe(SUCCESS);
  });
});

describe('a shopper', () => {
  it('is sent to the processor, and comes back to the merchant', async () => {
    const { body } = await pay(CHALLENGE);
    expect(body.redirect.url).toContain(ours.url);
    const back = await shopper.answerChallenge(body.redirect.url, 'Y');
    expect(back.body).toContain(`data-result="https://shop.example/result?id=${body.id}&amp;`);
    expect(await read(body.id)).toMatchObject({
      result: { code: SUCCESS },
      threeDSecure: { transStatus: 'Y', flow: 'challenge', eci: '05' },
    });
  });

  describe('whose issuer looks at the browser first', () => {
    const METHOD = { ...CHALLENGE, 'card.number': '4200000000000067' };
    const begun = async () => {
      const { body } = await pay(METHOD);
      const [call] = body.redirect.preconditions;
      const [text] = call.parameters[0].value.split('.');
      const { returnUrl } = JSON.parse(decodeURIComponent(atob(text)));
      return { id: body.id, url: body.redirect.url, call, returnUrl };
    };

    it('is told so, as the processor tells us', async () => {
      const { call } = await begun();
      expect(call).toEqual({
        origin: 'iframe#hidden',
        waitUntil: 'iframe#onload',
        description: expect.any(String),
        method: 'POST',
        url: 'https://bank.example/bank/method',
        parameters: [{ name: 'threeDSMethodData', value: expect.any(String) }],
      });
    });

    it('finds it on our page, which lets its end be told to the processor', async () => {
      const { url, returnUrl } = await begun();
      const page = await shopper.browse(url);
      expect(page.body).toMatch(/data-step="method"[^>]+data-until="load"/);
      expect(page.body).toContain('action="https://bank.example/bank/method"');
      const policy = page.headers.get('content-security-policy')?.split('; ');
      for (const directive of ['frame-src', 'form-action']) {
        const sources = `'self' https: https://bank.example ${processor.url}`;
        expect(policy).toContain(`${directive} ${sources}`);
      }
      expect(returnUrl).toContain(`${processor.url}/v1/threeDSecure/`);
    });

    it('who did it on the merchant’s page is not asked again, here or there', async () => {
      const { id, url, returnUrl } = await begun();
      await shopper.browse(returnUrl, '');
      expect((await shopper.browse(url)).body).toContain('data-step="hold"');
      expect((await read(id)).redirect.preconditions).toBeUndefined();
      await shopper.answerChallenge(url, 'Y');
      expect((await read(id)).result.code).toBe(SUCCESS);
    });

    it('where it comes to nothing is looked at by the processor’s page', async () => {
      const { url } = await begun();
      const page = await shopper.browse(`${url}?method=done`);
      const onto = /id="request" method="GET" action="([^"]+)"/.exec(page.body)?.[1] ?? '';
      expect((await shopper.browse(onto)).body).toContain('data-step="method"');
    });

    it('reaches a processor that cannot be asked', async () => {
      const { url } = await begun();
      await connectRelay(ours, processor, { token: 'the-wrong-token-of-today' });
      expect((await shopper.browse(url)).body).toContain('data-step="method"');
      await connectRelay(ours, processor);
    });
  });

  it('who comes back without an answer is still expected', async () => {
    const { body } = await pay(CHALLENGE);
    const { result_url } = await paymentThere(body.id);
    const { id } = await paymentThere(body.id);
    await shopper.browse(`${result_url}?id=${id}`);
    expect((await read(body.id)).redirect.url).toBe(body.redirect.url);
    await shopper.answerChallenge(body.redirect.url, 'Y');
    expect((await read(body.id)).result.code).toBe(SUCCESS);
  });

  it('cannot bring the answer of another payment', async () => {
    const [{ body: mine }, { body: other }] = [await pay(CHALLENGE), await pay(CHALLENGE)];
    await shopper.answerChallenge(other.redirect.url, 'Y');
    const { result_url } = await paymentThere(mine.id);
    const answer = await shopper.browse(`${result_url}?id=${(await paymentThere(other.id)).id}`);
    expect(answer.status).toBe(400);
    expect((await read(mine.id)).result.code).toBe('000.200.000');
    await shopper.answerChallenge(mine.redirect.url, 'N');
  });

  it('who gives up here, and approves there, pays nothing', async () => {
    const { body } = await pay(CHALLENGE);
    const { returnUrl, cres } = await shopper.bankAnswer(body.redirect.url, 'Y');
    const page = await shopper.browse(body.redirect.url);
    const action = /action="([^"]+\/cancel\/[^"]+)"/.exec(page.body)?.[1] ?? '';
    await shopper.browse(action, '');
    expect((await read(body.id)).result.code).toBe('100.396.101');
    await shopper.comeBack(returnUrl, cres);
    expect((await paymentThere(body.id)).state).toBe('succeeded');
    await sweep(ours);
    expect((await paymentThere(body.id)).reversed).toBe(9_200);
    expect((await read(body.id)).result.code).toBe('100.396.101');
  });

  it('who never comes back is found out by asking', async () => {
    const { body } = await pay(CHALLENGE);
    const { returnUrl, cres } = await shopper.bankAnswer(body.redirect.url, 'Y');
    await shopper.browse(returnUrl, new URLSearchParams({ cres }).toString());
    expect((await read(body.id)).result.code).toBe('000.200.000');
    await sweep(ours, 1);
    expect((await read(body.id)).result.code).toBe(SUCCESS);
  });
});

describe('a processor that declines softly and leaves the rest to us', () => {
  it('is asked once more with a challenge, and the shopper is sent there', async () => {
    const asked: URLSearchParams[] = [];
    const server = createServer(async (request, response) => {
      const fields = new URLSearchParams(await text(request));
      asked.push(fields);
      const isChallenge = fields.get('threeDSecure.challengeIndicator') === '04';
      const answer = {
        id: `there-${asked.length}`,
        paymentBrand: 'VISA',
        result: { code: isChallenge ? '000.200.000' : '300.100.100' },
        ...(isChallenge && { redirect: { url: 'https://issuer.example/challenge' } }),
      };
      response.writeHead(isChallenge ? 200 : 400).end(JSON.stringify(answer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await using another = await startAlone();
    await connectRelay(another, { ...processor, url: `http://127.0.0.1:${port}` });
    const softly = {
      shopperResultUrl: CARD['shopperResultUrl'],
      'threeDSecure.challengeIndicator': '02',
    };
    const { body } = await payAt(another, softly);
    const { body: alone } = await payAt(another);
    const page = await shopper.browse(body.redirect.url);
    server.close();
    expect(body.result.code).toBe('000.200.000');
    expect(body.threeDSecure).toEqual({ challengeIndicator: '02', softDeclined: true });
    expect(page.body).toContain('action="https://issuer.example/challenge"');
    const [first, second, third] = asked.map((fields) => Object.fromEntries(fields));
    expect(second).toMatchObject({ 'card.number': first?.['card.number'], 'card.cvv': '123' });
    expect(second?.['merchantTransactionId']).not.toBe(first?.['merchantTransactionId']);
    // Without a page to come back to, there is nothing to ask for.
    expect([alone.result.code, third?.['amount'], asked.length]).toEqual([
      '300.100.100',
      '92.00',
      3,
    ]);
  });
});

describe('a notification of the processor', () => {
  const key = randomBytes(32).toString('hex');
  const wallet = () =>
    pay({
      ...Object.fromEntries(Object.keys(CARD_FIELDS).map((name) => [name, undefined])),
      paymentBrand: 'PAYPAL',
      shopperResultUrl: CARD['shopperResultUrl'],
    });

  function encrypted(content: object, secret = key) {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(secret, 'hex'), iv);
    const body = cipher.update(JSON.stringify(content), 'utf8', 'hex') + cipher.final('hex');
    return { body, iv: iv.toString('hex'), tag: cipher.getAuthTag().toString('hex') };
  }
  const notify = (
    { body, iv, tag }: ReturnType<typeof encrypted>,
    { channel = ours.entityId, type = 'text/plain' } = {},
  ) =>
    fetch(`${ours.url}/v1/upstreams/${channel}/notifications`, {
      method: 'POST',
      headers: {
        'content-type': type,
        'x-initialization-vector': iv,
        'x-authentication-tag': tag,
      },
      body,
    });
  const due = async (id: string) => {
    const { reference } = await ours.gateway.db
      .selectFrom('payments')
      .select('reference')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const row = await ours.gateway.db
      .selectFrom('upstream_requests')
      .select('check_at')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    return row.check_at !== null && row.check_at <= Date.now();
  };

  it('is not taken by a channel without a key', async () => {
    expect((await notify(encrypted({ type: 'PAYMENT' }))).status).toBe(404);
    await setConnectorSecret(
      ours.gateway.db,
      ours.gateway.vault,
      ours.entityId,
      'notificationKey',
      key,
    );
  });

  it.each([
    ['text/plain', (body: string) => body],
    ['application/json', (encryptedBody: string) => JSON.stringify({ encryptedBody })],
  ])('(%s) makes us ask, and settles a payment days later', async (type, wrap) => {
    const { body } = await wallet();
    await shopper.visitWallet(body.redirect.url, 'pend');
    expect((await read(body.id)).result.code).toBe('000.200.000');
    const { id } = await paymentThere(body.id);
    await processor.call(`/sandbox/payments/${id}/settle`, { result: 'accept' });
    // Put off by now, as after a day of asking.
    await ours.gateway.db
      .updateTable('upstream_requests')
      .set({ check_at: Date.now() + 3_600_000 })
      .where('upstream_id', '=', id)
      .execute();
    expect(await due(body.id)).toBe(false);
    const sent = encrypted({ type: 'PAYMENT', payload: { id, result: { code: '000.000.000' } } });
    const answer = await notify({ ...sent, body: wrap(sent.body) }, { type });
    expect(answer.status).toBe(200);
    expect(await due(body.id)).toBe(true);
    await sweep(ours, 1);
    expect((await read(body.id)).result.code).toBe(SUCCESS);
    expect((await notify(sent)).status).toBe(200);
    expect((await read(body.id)).result.code).toBe(SUCCESS);
  });

  it('is not believed: what counts is what the processor answers', async () => {
    const { body } = await wallet();
    const { id } = await paymentThere(body.id);
    await notify(encrypted({ type: 'PAYMENT', payload: { id, result: { code: '000.000.000' } } }));
    await sweep(ours, 1);
    expect((await read(body.id)).result.code).toBe('000.200.000');
    await shopper.visitWallet(body.redirect.url, 'decline');
  });

  const notification = (id: string) => encrypted({ type: 'PAYMENT', payload: { id } });
  const withReference = (id: string) =>
    ours.gateway.db
      .selectFrom('payments')
      .selectAll()
      .where('referenced_id', '=', id)
      .orderBy('created_at')
      .execute();
  const inboundNotifications = () =>
    ours.gateway.db
      .selectFrom('upstream_requests')
      .select('reference')
      .where('type', '=', 'NEWS')
      .execute();

  it('of a chargeback is recorded here, once, and notified to the merchant', async () => {
    const { body } = await pay({ notificationUrl: `${ours.url}/told` });
    const { id } = await paymentThere(body.id);
    const back = await processor.call(`/sandbox/payments/${id}/chargeback`, {
      amount: '50.00',
      code: '000.100.221',
    });
    for (const _ of [1, 2]) {
      expect((await notify(notification(back.body.id))).status).toBe(200);
      await sweep(ours, 2);
    }
    const [chargeback, ...more] = await withReference(body.id);
    expect(more).toEqual([]);
    expect(chargeback).toMatchObject({
      type: 'CB',
      amount: 5_000,
      result_code: '000.100.221',
      mode: 'EXTERNAL',
    });
    const messages = await ours.gateway.db
      .selectFrom('messages')
      .select('body')
      .where('subject_id', '=', chargeback?.id ?? '')
      .where('kind', '=', 'notifications')
      .execute();
    expect(messages.map((message) => JSON.parse(message.body).payload)).toMatchObject([
      { paymentType: 'CB', referencedId: body.id, result: { code: '000.100.221' } },
    ]);
    // Refunded twice over is what a merchant would have lost.
    const refund = await ours.call(`/v1/payments/${body.id}`, {
      ...{ paymentType: 'RF', amount: '42.01', currency: 'EUR' },
    });
    expect(refund.body.result.code).toBe('700.400.200');
    expect(await differences(ours, processor)).toEqual([]);
  });

  it.each([
    ['RF', 'DB', { amount: '40.00', currency: 'EUR' }, 'refunded'],
    ['RV', 'DB', {}, 'reversed'],
    ['CP', 'PA', { amount: '40.00', currency: 'EUR' }, 'captured'],
  ] as const)(
    'of a %s that its operator has made is recorded here',
    async (paymentType, original, money, column) => {
      const { body } = await pay({ paymentType: original });
      const { id } = await paymentThere(body.id);
      const made = await processor.call(`/v1/payments/${id}`, { paymentType, ...money });
      await notify(notification(made.body.id));
      await sweep(ours, 2);
      const [operation] = await withReference(body.id);
      expect(operation).toMatchObject({
        type: paymentType,
        state: 'succeeded',
        result_code: SUCCESS,
      });
      expect(await differences(ours, processor)).toEqual([]);
      const { [column]: booked } = await ours.gateway.db
        .selectFrom('payments')
        .selectAll()
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow();
      expect(booked).toBe(operation?.amount);
      if (paymentType !== 'CP') return;
      // What was captured there can be refunded here.
      const refund = { paymentType: 'RF', amount: '40.00', currency: 'EUR' };
      const answer = await ours.call(`/v1/payments/${operation?.id}`, refund);
      expect(answer.body.result.code).toBe(SUCCESS);
    },
  );

  it.each([
    ['that is unknown there', async () => 'f'.repeat(32)],
    [
      'of another merchant there',
      async () =>
        (
          await processor.call('/v1/payments', {
            ...{ amount: '1.00', currency: 'EUR', paymentType: 'DB', ...CARD_FIELDS },
            merchantTransactionId: 'of-another-shop',
          })
        ).body.id,
    ],
    [
      'that we have asked for ourselves',
      async () => {
        const { body } = await pay();
        const refund = { paymentType: 'RF', amount: '1.00', currency: 'EUR' };
        const { body: made } = await ours.call(`/v1/payments/${body.id}`, refund);
        return (await paymentThere(made.id)).id;
      },
    ],
  ])('of a payment %s changes nothing', async (_whose, idOf) => {
    const id = await idOf();
    const before = await ours.gateway.db.selectFrom('payments').select('id').execute();
    expect((await notify(notification(id))).status).toBe(200);
    await sweep(ours, 1);
    expect(await ours.gateway.db.selectFrom('payments').select('id').execute()).toEqual(before);
    // Asked again for a day, in case it is only late.
    await ours.gateway.db
      .updateTable('upstream_requests')
      .set({ created_at: 0 })
      .where('type', '=', 'NEWS')
      .execute();
    await sweep(ours, 1);
    expect(await inboundNotifications()).toEqual([]);
    await processor.gateway.db
      .deleteFrom('payments')
      .where('merchant_transaction_id', '=', 'of-another-shop')
      .execute();
  });

  it('that comes late and tells an older state changes nothing', async () => {
    const { body } = await pay({ notificationUrl: `${ours.url}/told` });
    const { id } = await paymentThere(body.id);
    const before = await ours.gateway.db.selectFrom('messages').select('id').execute();
    for (const code of ['000.200.000', '800.100.152']) {
      await notify(encrypted({ type: 'PAYMENT', payload: { id, result: { code } } }));
      await sweep(ours, 1);
      expect((await read(body.id)).result.code).toBe(SUCCESS);
    }
    expect(await ours.gateway.db.selectFrom('messages').select('id').execute()).toEqual(before);
  });

  it('reads the example of the public documentation', async () => {
    const published = '000102030405060708090a0b0c0d0e0f'.repeat(2);
    const { db, vault } = ours.gateway;
    await setConnectorSecret(db, vault, ours.entityId, 'notificationKey', published);
    const example = {
      iv: '0'.repeat(24),
      tag: 'CE573FB7A41AB78E743180DC83FF09BD',
      body: '0A3471C72D9BE49A8520F79C66BBD9A12FF9',
    };
    expect((await notify(example)).status).toBe(200);
    await setConnectorSecret(db, vault, ours.entityId, 'notificationKey', key);
  });

  it.each([
    ['of another key', () => encrypted({ type: 'PAYMENT' }, randomBytes(32).toString('hex'))],
    [
      'with a changed byte',
      () => {
        const sent = encrypted({ type: 'PAYMENT' });
        return { ...sent, body: sent.body.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) };
      },
    ],
    ['that is no text', () => ({ ...encrypted({ type: 'PAYMENT' }), body: 'hello' })],
    ['without a tag', () => ({ ...encrypted({ type: 'PAYMENT' }), tag: '' })],
    ['with a short tag', () => ({ ...encrypted({ type: 'PAYMENT' }), tag: 'ab' })],
    ['that is empty JSON', () => ({ ...encrypted({ type: 'PAYMENT' }), body: '{}' })],
  ])('%s is refused', async (_what, make) => {
    expect((await notify(make())).status).toBe(403);
  });
});
