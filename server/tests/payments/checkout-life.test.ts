/** The life of a checkout, row by row: the clock is moved as the sandbox does it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeMessage } from '../../../contract/simulated-bank.ts';
import { startSweeper } from '../../gateway/sweeper.ts';
import { aWhile } from '../support/a-while.ts';
import {
  CARD,
  CARD_FIELDS,
  type Fields,
  startTestGateway,
  type TestGateway,
} from '../support/test-gateway.ts';

const MINUTE = 60;
const CHALLENGE: Fields = { 'card.number': '4200000000000018' };
const PENDING = '000.200.000';

let test: TestGateway;
/** Every request that the merchant's result page got. */
let calls: string[] = [];
let failures = 0;
const shop = createServer((request, response) => {
  calls.push(request.url ?? '');
  failures -= 1;
  response.writeHead(failures >= 0 ? 503 : 200).end('thank you');
});
let resultUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  resultUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/result`;
});
afterAll(() => void shop.close());

let stop: () => Promise<void>;
beforeEach(async () => {
  calls = [];
  failures = 0;
  test = await startTestGateway();
  const sweeper = startSweeper(test.gateway, (error) => {
    throw error;
  });
  stop = () => sweeper.stop();
});
afterEach(async () => {
  await stop();
  await test[Symbol.asyncDispose]();
});

const advance = (seconds: number) =>
  test.call('/sandbox/clock', { entityId: test.entityId, advance: String(seconds) });
const status = (id: string) => test.call(`/v1/checkouts/${id}/payment`);
const pay = (id: string, fields: Fields = {}) =>
  test.pay(id, { shopperResultUrl: resultUrl, ...fields });
const remove = (id: string) =>
  test.call(`/v1/checkouts/${id}?entityId=${test.entityId}`, undefined, { method: 'DELETE' });
/** What a moved clock makes due is done by the sweepers' next round. */
const soon = (check: () => unknown) => expect.poll(check, { interval: 100 });
const paymentsOf = (id: string) =>
  test.gateway.db.selectFrom('payments').selectAll().where('checkout_id', '=', id).execute();

describe('at 29 minutes', () => {
  it('the result page is called when the merchant has not read the final status', async () => {
    const id = await test.createCheckout();
    await pay(id);
    await advance(28 * MINUTE);
    await aWhile(1_500);
    expect(calls).toEqual([]);
    await advance(MINUTE);
    await soon(() => calls).toEqual([
      `/result?id=${id}&resourcePath=${encodeURIComponent(`/v1/checkouts/${id}/payment`)}`,
    ]);
    await advance(MINUTE);
    await aWhile(1_500);
    expect(calls).toHaveLength(1);
  });

  it('it is not called when the final status was read, or no shopper paid', async () => {
    const paid = await test.createCheckout();
    await pay(paid);
    await status(paid);
    await test.createCheckout();
    await advance(29 * MINUTE);
    await aWhile(1_500);
    expect(calls).toEqual([]);
  });

  it('it is called for a pending payment, whose status was not final', async () => {
    const id = await test.createCheckout();
    await pay(id, CHALLENGE);
    expect((await status(id)).body.result.code).toBe(PENDING);
    await advance(29 * MINUTE);
    await soon(() => calls.length).toBe(1);
  });

  it('it is called for a registration', async () => {
    const id = await test.createCheckout({
      amount: undefined,
      currency: undefined,
      paymentType: undefined,
      createRegistration: 'true',
    });
    await test.call(`/v1/checkouts/${id}/registration`, {
      ...CARD,
      shopperResultUrl: resultUrl,
    });
    await advance(29 * MINUTE);
    await soon(() => calls[0]).toContain(encodeURIComponent(`/v1/checkouts/${id}/registration`));
  });
});

describe('result pages that hang', () => {
  const hanging = createServer(() => {});
  let hangingUrl = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
    hangingUrl = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/result`;
  });
  // Sweepers wait for their calls before they stop.
  afterEach(() => hanging.closeAllConnections());
  afterAll(() => void hanging.close());

  it('keep no call from any other, and no payment from its end', async () => {
    const unread = Array.from({ length: 25 }, () => test.createCheckout());
    await Promise.all(
      unread.map(async (id) => test.pay(await id, { shopperResultUrl: hangingUrl })),
    );
    const other = await test.createCheckout();
    await pay(other);
    const asked = await test.createCheckout();
    await pay(asked, { ...CHALLENGE, shopperResultUrl: hangingUrl });
    await advance(31 * MINUTE);
    await soon(() => calls.some((call) => call.includes(other))).toBe(true);
    await soon(async () => (await paymentsOf(asked))[0]?.state).toBe('failed');
  });
});

describe('until 30 minutes', () => {
  it('a checkout can be paid', async () => {
    const id = await test.createCheckout();
    await advance(30 * MINUTE - 30);
    expect((await pay(id)).status).toBe(200);
  });
});

describe('at 30 minutes', () => {
  it('an unpaid checkout is over, and so is its authentication', async () => {
    const id = await test.createCheckout();
    const { body } = await pay(id, CHALLENGE);
    await advance(30 * MINUTE);
    await soon(async () => (await status(id)).status).toBe(404);
    const [payment] = await paymentsOf(id);
    expect(payment).toMatchObject({ state: 'failed', result_code: '100.396.103' });
    expect(await test.gateway.db.selectFrom('card_numbers').selectAll().execute()).toEqual([]);
    expect(await test.gateway.db.selectFrom('card_cvvs').selectAll().execute()).toEqual([]);
    expect((await pay(id)).status).toBe(404);
    const late = await test.call(body.redirect.url.replace(test.url, ''));
    expect(late.body).toContain('The confirmation took too long. You have not been charged.');
    expect((await paymentsOf(id))[0]?.result_code).toBe('100.396.103');
  });

  it('a paid one stays readable for 90 days, and no longer', async () => {
    const id = await test.createCheckout();
    await pay(id);
    await advance(90 * 24 * 60 * MINUTE);
    expect((await status(id)).body.result.code).toBe('000.100.110');
    await advance(31 * MINUTE);
    expect((await status(id)).status).toBe(404);
  });
});

describe('the form of a checkout whose time is over', () => {
  const form = (id: string) => test.call(`/v1/checkouts/${id}/form`);

  it('is not over for the page while a payment is open: no other checkout is to be paid', async () => {
    const id = await test.createCheckout({ 'customParameters[simulator.result]': PENDING });
    await pay(id);
    await advance(31 * MINUTE);
    const { status: http, body } = await form(id);
    expect([http, body.paid]).toEqual([200, false]);
    expect(body.expiresAt).toBeGreaterThan(body.now + 60_000);
    const [payment] = await paymentsOf(id);
    await test.call(`/sandbox/payments/${payment?.id}/settle`, { result: 'decline' });
    expect((await form(id)).status).toBe(404);
  });
});

describe('DELETE /v1/checkouts/{id}', () => {
  it('ends an unpaid checkout', async () => {
    const id = await test.createCheckout();
    expect(await remove(id)).toMatchObject({
      status: 200,
      body: { id, ndc: id, result: { code: '000.200.102' } },
    });
    expect((await pay(id)).status).toBe(404);
    expect((await status(id)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  it('ends what is unfinished in it', async () => {
    const id = await test.createCheckout();
    await pay(id, CHALLENGE);
    await remove(id);
    expect(await paymentsOf(id)).toMatchObject([{ state: 'failed', result_code: '100.396.201' }]);
  });

  it('comes first, or the money does: never both', async () => {
    const { vault } = test.gateway;
    const { 'card.cvv': _, ...card } = CARD_FIELDS;
    const { body: stored } = await test.call('/v1/registrations', {
      entityId: test.entityId,
      ...card,
    });
    const id = await test.createCheckout({ 'registrations[0].id': stored.id });
    const read = vault.readCard;
    let removed = 0;
    // The shopper's post was found right; its attempt has not begun.
    vi.spyOn(vault, 'readCard').mockImplementationOnce(async (...record) => {
      removed = (await remove(id)).status;
      return read(...record);
    });
    const paid = await test.call(`/v1/checkouts/${id}/payment`, {
      registrationId: stored.id,
      shopperResultUrl: resultUrl,
    });
    expect([removed, paid.status]).toEqual([200, 404]);
    expect(await paymentsOf(id)).toEqual([]);
  });

  it('is refused once it is paid', async () => {
    const id = await test.createCheckout();
    await pay(id);
    const { status: refused, body } = await remove(id);
    expect(refused).toBe(400);
    expect(body.result.description).toContain('already paid');
    expect((await status(id)).body.result.code).toBe('000.100.110');
  });
});

describe('a connector in trouble', () => {
  const behave = (behaviour: string) =>
    test.call('/sandbox/connector', { entityId: test.entityId, behaviour });
  const ledger = (reference: string) =>
    test.gateway.db
      .selectFrom('simulator_ledger')
      .select('result_code')
      .where('reference', '=', reference)
      .execute();

  it.each([
    ['fail', '900.100.500'],
    ['lose-answer', '000.100.110'],
    ['hang', '900.100.500'],
  ])('%s: ends definitely, as the simulator has it in its books', async (behaviour, code) => {
    await behave(behaviour);
    const id = await test.createCheckout();
    const { body } = await pay(id);
    expect(body.result.code).toBe(code);
    const [payment] = await paymentsOf(id);
    expect(await ledger(payment?.reference ?? '')).toEqual([{ result_code: code }]);
    await behave('normal');
  });

  it('loses the answer to an authentication, which still ends definitely', async () => {
    await behave('lose-answer');
    const id = await test.createCheckout();
    const { body } = await pay(id, CHALLENGE);
    expect(body.result.code).toBe(PENDING);
    expect(body.redirect.url).toContain('/v1/threeDSecure/');
  });
});

describe('the sandbox', () => {
  it('is impossible on a live channel', async () => {
    await test.set({ mode: 'live' });
    for (const [path, fields] of [
      ['/sandbox/clock', { advance: '60' }],
      ['/sandbox/connector', { behaviour: 'fail' }],
      [`/sandbox/payments/${'0'.repeat(32)}/settle`, { result: 'accept' }],
    ] as const) {
      const { status: refused } = await test.call(path, { entityId: test.entityId, ...fields });
      expect(refused).toBe(403);
    }
  });

  it('leaves no moved clock to a channel that goes live', async () => {
    await advance(60);
    await expect(test.set({ mode: 'live' })).rejects.toThrow(/a channel of their own/);
    expect((await advance(60)).status).toBe(200);
  });

  it('leaves no open payment to a channel that goes live', async () => {
    const id = await test.createCheckout();
    const { body } = await pay(id, CHALLENGE);
    const [payment] = await paymentsOf(id);
    await expect(test.set({ mode: 'live' })).rejects.toThrow(
      `payment ${payment?.id} is still open`,
    );
    // Even so, the simulator's yes is no success of a live channel.
    const { settings } = await test.gateway.db
      .selectFrom('entities')
      .select('settings')
      .where('id', '=', test.entityId)
      .executeTakeFirstOrThrow();
    await test.gateway.db
      .updateTable('entities')
      .set({ settings: JSON.stringify({ ...JSON.parse(settings), mode: 'live' }) })
      .where('id', '=', test.entityId)
      .execute();
    const page = await test.call(body.redirect.url.replace(test.url, ''));
    const question = /name="creq" value="([^".]+)/.exec(page.body)?.[1] ?? '';
    const { returnUrl, transactionId } = JSON.parse(decodeURIComponent(atob(question)));
    const cres = writeMessage(test.bankKey, 'answer', { transactionId, outcome: 'Y' });
    await test.call(returnUrl.replace(test.url, ''), { cres });
    expect((await paymentsOf(id))[0]?.state).toBe('failed');
  });

  it('moves the clock up to 100 years', async () => {
    const TEN_YEARS = 10 * 365 * 24 * 60 * MINUTE;
    for (let n = 0; n < 10; n += 1) expect((await advance(TEN_YEARS)).status).toBe(200);
    const { status: refused, body } = await advance(1);
    expect(refused).toBe(400);
    expect(body.result.parameterErrors).toMatchObject([{ name: 'advance', value: '1' }]);
    expect(await test.createCheckout()).toMatch(/^[0-9A-F]{32}/);
  });

  it('refuses what it does not understand', async () => {
    for (const value of ['-60', 'soon', '', '1e9']) {
      expect((await test.call('/sandbox/clock', { advance: value })).status).toBe(400);
    }
    expect((await test.call('/sandbox/connector', { behaviour: 'dance' })).status).toBe(400);
  });
});
