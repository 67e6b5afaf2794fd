/** Finding payments in the console, and doing something with one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentDetail, Today } from '../../../contract/admin-api.ts';
import { auditEntries } from '../../gateway/access/index.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import { createWalletKey, importCertificate } from '../../gateway/wallets/index.ts';
import { createSubscription } from '../../notifications/subscriptions.ts';
import { issueCertificate, newAuthority } from '../../tests/support/certificates.ts';
import { type Client, startConsole } from '../../tests/support/console-client.ts';
import { startMerchant } from '../../tests/support/merchant.ts';
import { makeSearchable } from '../console-work.ts';

const merchant = await startMerchant();
const { gateway, entityId, call } = merchant;
const { db } = gateway;
const console = await startConsole(gateway);
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await merchant[Symbol.asyncDispose]();
});

let owner: Client;
let support: Client;
let operator: Client;
beforeAll(async () => {
  owner = await console.administrator('Olga', 'owner');
  support = await console.administrator('Sam', 'support');
  operator = await console.administrator('Opal', 'operator');
  await pay({ amount: '1.00', 'card.number': '5454545454545454', paymentBrand: 'MASTER' });
});

const pay = async (fields: Readonly<Record<string, string>> = {}) => {
  const { body } = await call('/v1/payments', {
    ...{ entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB', paymentBrand: 'VISA' },
    ...{ 'card.number': '4200000000000000', 'card.holder': 'Jane Jones', 'card.cvv': '123' },
    ...{ 'card.expiryMonth': '05', 'card.expiryYear': '2034', ...fields },
  });
  if (!body.id) throw new Error(JSON.stringify(body));
  return body.id as string;
};
const list = async (query: string, client = support) =>
  (await client.ask(`/admin/v1/payments?${query}`)).body;
const idsOf = async (query: string) =>
  (await list(query)).items.map(({ id }: { id: string }) => id);
const detail = async (id: string, client = owner): Promise<PaymentDetail> =>
  (await client.ask(`/admin/v1/payments/${id}`)).body;
let keys = 0;
const operate = (client: Client, id: string, name: string, body: object = {}, key?: string) => {
  keys += 1;
  return client.ask(`/admin/v1/payments/${id}/${name}`, body, {
    headers: { 'content-type': 'application/json', 'idempotency-key': key ?? `key ${keys}` },
  });
};

describe('a support agent finds a payment', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['the last four digits', { 'card.number': '4012001037141112' }, 'last4=1112'],
    ['the first digits', { 'card.number': '4012001037141112' }, 'bin=401200'],
    ['the holder, in any case', { 'card.holder': 'Ana María Öz' }, 'holder=ana maría öz'],
    ['the e-mail address', { 'customer.email': 'Ann@Example.com' }, 'email=ann@example.COM'],
    ['the reference', { merchantTransactionId: 'order-77' }, 'reference=order-77'],
    ['the invoice', { merchantInvoiceId: 'invoice-78' }, 'reference=invoice-78'],
    ['the amount', { amount: '77.41' }, 'amountMin=77.41&amountMax=77.41&currency=EUR'],
    [
      'the brand',
      { paymentBrand: 'AMEX', 'card.number': '377777777777770', 'card.cvv': '1234' },
      'brand=AMEX',
    ],
    ['the type', { paymentType: 'PA' }, 'type=PA'],
    ['the currency', { currency: 'USD' }, 'currency=USD'],
    ['the result', { 'card.number': '4200000000001016' }, 'resultCode=800.100.152&state=failed'],
  ])('by %s', async (_, fields, query) => {
    const before = await idsOf(query);
    const id = await pay(fields);
    expect(await idsOf(query)).toEqual([id, ...before]);
    expect((await idsOf('')).length).toBeGreaterThan((await idsOf(query)).length);
  });

  it('by an amount of any currency, each in its own smallest unit', async () => {
    const yen = await pay({ amount: '5300.00', currency: 'JPY' });
    const dinar = await pay({ amount: '5300.00', currency: 'KWD' });
    const euro = await pay({ amount: '5300.00' });
    const between = (min: string, max: string) => idsOf(`amountMin=${min}&amountMax=${max}`);
    expect(await between('5300.00', '5300.00')).toEqual([euro, dinar, yen]);
    expect(await between('5299.50', '5300.5')).toEqual([euro, dinar, yen]);
    expect(await between('5300.001', '9999.00')).toEqual([]);
    expect(await between('53.00', '53.00')).toEqual([]);
    expect(await between('530.00', '530.00')).toEqual([]);
  });

  it('by its id, and by that of its checkout', async () => {
    const checkoutId = await merchant.createCheckout();
    await merchant.pay(checkoutId);
    const [id, ...more] = await idsOf(`id=${checkoutId}`);
    expect(more).toEqual([]);
    expect(await idsOf(`id=${id}`)).toEqual([id]);
  });

  it('once where order and invoice have the same name', async () => {
    const order = { merchantTransactionId: 'same name', merchantInvoiceId: 'same name' };
    const ids = [
      await pay(order),
      await pay({ merchantInvoiceId: 'same name' }),
      await pay({ merchantTransactionId: 'same name' }),
    ];
    expect(await idsOf('reference=same name')).toEqual(ids.toReversed());
  });

  it('in a period and a channel', async () => {
    const id = await pay();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(await idsOf(`from=${tomorrow}`)).toEqual([]);
    expect(await idsOf(`until=${tomorrow}&channel=${entityId}`)).toContain(id);
  });

  it('of a release that knew nothing of the console', async () => {
    const id = await pay({ 'card.holder': 'Old Payment', merchantInvoiceId: 'old invoice' });
    await db
      .updateTable('payments')
      .set({
        ...{ card_holder: null, card_last4: null, merchant_invoice_id: null },
        is_searchable: null,
      })
      .where('id', '=', id)
      .execute();
    expect(await idsOf('holder=old payment')).toEqual([]);
    await makeSearchable(db);
    expect(await idsOf('holder=old payment')).toEqual([id]);
    expect(await idsOf('reference=old invoice')).toEqual([id]);
  });

  it('page by page, each once, while others are made', async () => {
    const made = await Promise.all(Array.from({ length: 60 }, () => pay({ currency: 'GBP' })));
    const first = await list('currency=GBP');
    expect(first.items).toHaveLength(50);
    await pay({ currency: 'GBP' });
    const second = await list(`currency=GBP&cursor=${first.next}`);
    expect(second.next).toBeNull();
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(ids.toSorted()).toEqual(made.toSorted());
  });

  it.each([
    ['a filter that there is not', 'colour=red', 'colour'],
    ['four digits that are none', 'last4=12a4', 'last4'],
    ['a filter of ten thousand characters', `holder=${'a'.repeat(10_000)}`, 'holder'],
    ['a NUL, which is no text', 'holder=Jane%00', 'holder'],
    ['a cursor of nowhere', 'cursor=abc', 'cursor'],
    ['a time that is none', 'from=yesterday', 'from'],
    ['more digits than are kept', 'bin=40120010', 'bin'],
    ['half a yen', 'currency=JPY&amountMin=1.50', 'amountMin'],
  ])('and is told what is wrong with %s', async (_, query, name) => {
    const { status, body } = await support.ask(`/admin/v1/payments?${query}`);
    expect(status).toBe(400);
    expect(body.reason).toBe('invalid');
    expect(JSON.stringify(body)).toContain(name);
    expect(JSON.stringify(body).length).toBeLessThan(1_000);
  });
});

describe('a file of payments', () => {
  it('has what is filtered, and no formula', async () => {
    const id = await pay({ 'card.holder': '-Jane Jones', currency: 'CHF' });
    const { status, headers, body } = await support.ask('/admin/v1/payments.csv?currency=CHF');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/csv');
    const [head, row, end] = body.split('\r\n');
    expect(head).toMatch(/^id,createdAt,/);
    expect(row).toContain(id);
    expect(row).toContain("'-Jane Jones");
    expect(end).toBe('');
  });

  it('says of a refund of a capture which card and order it is of', async () => {
    const order = { merchantTransactionId: 'order-90', currency: 'NOK', paymentType: 'PA' };
    const id = await pay({ ...order, paymentBrand: 'MASTER', 'card.number': '5454545454545454' });
    const { body } = await operate(owner, id, 'capture');
    const captured = body.payment.id;
    expect(body.payment).toMatchObject({ last4: '5454', reference: 'order-90' });
    await operate(owner, captured, 'refund', { amount: '2.00' });
    const { items } = await list('currency=NOK');
    expect(items.map(({ type }: { type: string }) => type)).toEqual(['RF', 'CP', 'PA']);
    for (const item of items) {
      expect(item).toMatchObject({ last4: '5454', holder: 'Jane Jones', reference: 'order-90' });
    }
    expect(await detail(items[0].id)).toMatchObject({
      ...{ last4: '5454', bin: '545454', expiry: '05/2034', reference: 'order-90' },
      ...{ issuerCountry: (await detail(id)).issuerCountry, referencedId: captured },
    });
    const file = (await support.ask('/admin/v1/payments.csv?currency=NOK')).body;
    expect(file.match(/,5454,Jane Jones,order-90,/g)).toHaveLength(3);
  });

  it('says of a capture its own reference where it has one', async () => {
    const id = await pay({ merchantTransactionId: 'order-91', paymentType: 'PA' });
    const { body } = await call(`/v1/payments/${id}`, {
      ...{ entityId, paymentType: 'CP', amount: '92.00', currency: 'EUR' },
      merchantTransactionId: 'delivery-91',
    });
    expect(await detail(body.id)).toMatchObject({ reference: 'delivery-91', last4: '0000' });
  });

  it('stops being read when the one who asked is gone', async () => {
    const aborting = new AbortController();
    const reading = fetch(`${console.url}/admin/v1/payments.csv`, {
      headers: { cookie: support.cookie },
      signal: aborting.signal,
    });
    await reading;
    aborting.abort();
    expect((await support.ask('/admin/v1/payments')).status).toBe(200);
  });
});

describe('what can be done with a payment', () => {
  it('is shown with what is left, and its story', async () => {
    const checkoutId = await merchant.createCheckout({ paymentType: 'PA' });
    await merchant.pay(checkoutId);
    const [id] = await idsOf(`id=${checkoutId}`);
    const before = await detail(id);
    expect(before.sums).toMatchObject({ authorised: '92.00', captured: '0.00', left: '92.00' });
    expect(before.actions.map(({ type }) => type)).toEqual(['capture', 'reverse']);
    expect((await operate(owner, id, 'capture', { amount: '60.00' })).status).toBe(200);
    const after = await detail(id);
    expect(after.sums).toMatchObject({ captured: '60.00', left: '32.00' });
    expect(after.actions.map(({ type, maximum }) => `${type} ${maximum}`)).toEqual([
      'capture 32.00',
    ]);
    expect(after.timeline.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['checkout', 'payment', 'settled', 'capture', 'administrator']),
    );
    expect(after.timeline.find(({ kind }) => kind === 'administrator')).toMatchObject({
      actor: 'administrator Olga',
      text: 'capture',
      amount: '60.00',
    });
    expect(JSON.stringify(after)).not.toContain('4200000000000000');
  });

  it('is shown of a preauthorisation with what went back of its captures', async () => {
    const id = await pay({ amount: '120.00', paymentType: 'PA' });
    const capture = async (amount: string) =>
      (await operate(owner, id, 'capture', { amount })).body.payment.id as string;
    const refunded = await capture('50.00');
    await operate(owner, refunded, 'refund');
    expect((await detail(id)).sums).toMatchObject({ refunded: '50.00', chargedBack: '0.00' });
    const chargedBack = await capture('30.00');
    await call(`/sandbox/payments/${chargedBack}/chargeback`, { entityId, code: '000.100.221' });
    expect((await detail(id)).sums).toMatchObject({
      ...{ authorised: '120.00', captured: '80.00', refunded: '50.00', chargedBack: '30.00' },
      ...{ reversed: '0.00', left: '40.00' },
    });
    expect((await detail(refunded)).sums).toMatchObject({ refunded: '50.00', left: '0.00' });
  });

  it('is done once, however often it is sent, and by two agents at once only as often as there is money', async () => {
    const id = await pay();
    const key = 'the same';
    const [one, other] = await Promise.all([
      operate(owner, id, 'refund', { amount: '60.00' }, key),
      operate(owner, id, 'refund', { amount: '60.00' }, key),
    ]);
    expect(one.body.payment.id).toBe(other.body.payment.id);
    const second = await pay();
    const both = await Promise.all([
      operate(owner, second, 'refund', { amount: '60.00' }),
      operate(support, second, 'refund', { amount: '60.00' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await detail(second)).sums).toMatchObject({ refunded: '60.00', left: '32.00' });
  });

  it('under the key of another request is a conflict, and no refusal: the other one may have moved money', async () => {
    const id = await pay();
    await operate(owner, id, 'refund', { amount: '20.00' }, 'of another');
    const other = await operate(owner, id, 'refund', { amount: '10.00' }, 'of another');
    expect(other).toMatchObject({ status: 409, body: { reason: 'conflict' } });
    expect((await detail(id)).sums).toMatchObject({ refunded: '20.00', left: '72.00' });
  });

  it('needs a key, an amount that there is, and says what the gateway says', async () => {
    const id = await pay();
    const without = await owner.ask(`/admin/v1/payments/${id}/refund`, { amount: '1.00' });
    expect(without).toMatchObject({ status: 400, body: { reason: 'invalid' } });
    const more = await operate(owner, id, 'refund', { amount: '92.01' });
    expect(more).toMatchObject({ status: 400, body: { reason: 'refused', code: '700.400.200' } });
    const wrong = await operate(owner, id, 'refund', { amount: 'a lot' });
    expect(wrong.status).toBe(400);
    const captured = await operate(owner, id, 'capture');
    expect(captured).toMatchObject({ status: 400, body: { reason: 'refused' } });
  });

  it.each([
    ['a third decimal, which the API does not have', 'KWD', '1.005'],
    ['less than the least that the API can write', 'KWD', '0.005'],
    ['a number of a programming language', 'EUR', '0x10'],
    ['two dots', 'EUR', '5.5.5'],
    ['one decimal', 'EUR', '5.5'],
    ['a sign', 'EUR', '-1.00'],
  ])('is of no amount with %s', async (_, currency, amount) => {
    const id = await pay({ amount: '92.00', currency });
    const { status, body } = await operate(owner, id, 'refund', { amount });
    expect({ status, body }).toMatchObject({ status: 400, body: { reason: 'invalid' } });
    expect(body.parameterErrors).toEqual([
      { name: 'amount', message: `must be an amount in ${currency}` },
    ]);
    expect((await detail(id)).sums).toMatchObject({ refunded: '0.00', left: '92.00' });
  });

  it('above a role’s limit waits for another administrator', async () => {
    const id = await pay({ amount: '500.00' });
    expect((await detail(id, support)).actions).toEqual([
      { type: 'refund', maximum: '500.00', limit: '100.00' },
    ]);
    const asked = await operate(support, id, 'refund', { amount: '400.00' });
    expect(asked).toMatchObject({ status: 200, body: { approval: { state: 'waiting' } } });
    const { id: approval } = asked.body.approval;
    expect((await detail(id)).sums.refunded).toBe('0.00');
    const own = await support.ask(`/admin/v1/approvals/${approval}/approve`, {});
    expect(own).toMatchObject({ status: 403, body: { reason: 'forbidden' } });
    expect((await owner.ask('/admin/v1/session')).body.approvalsWaiting).toBe(1);
    const [first, second] = await Promise.all([
      owner.ask(`/admin/v1/approvals/${approval}/approve`, {}),
      owner.ask(`/admin/v1/approvals/${approval}/approve`, {}),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await detail(id)).sums.refunded).toBe('400.00');
    const late = await owner.ask(`/admin/v1/approvals/${approval}/reject`, {});
    expect(late).toMatchObject({ status: 409, body: { reason: 'conflict' } });
  });

  it('is limited for all that one administrator gives back of a payment, not for each request', async () => {
    const id = await pay({ amount: '500.00' });
    expect((await operate(support, id, 'refund', { amount: '60.00' })).body).toHaveProperty(
      'payment',
    );
    expect((await detail(id, support)).actions).toEqual([
      { type: 'refund', maximum: '440.00', limit: '40.00' },
    ]);
    const second = await operate(support, id, 'refund', { amount: '40.01' });
    expect(second.body).toMatchObject({ approval: { state: 'waiting', amount: '40.01' } });
    expect((await operate(support, id, 'refund', { amount: '40.00' })).body).toHaveProperty(
      'payment',
    );
    expect((await detail(id)).sums.refunded).toBe('100.00');
    const another = await operate(operator, id, 'refund', { amount: '400.00' });
    expect(another.body, 'each administrator has a limit').toHaveProperty('payment');
  });

  it('is limited for an administrator whose name the log masks, too', async () => {
    const agent = await console.administrator('Sam 4200000000000000', 'support');
    const id = await pay({ amount: '500.00' });
    const [first, second] = [
      await operate(agent, id, 'refund', { amount: '60.00' }),
      await operate(agent, id, 'refund', { amount: '60.00' }),
    ];
    expect(first.body).toHaveProperty('payment');
    expect(second.body).toMatchObject({ approval: { state: 'waiting' } });
  });

  it('is limited for two requests at once, too', async () => {
    const id = await pay({ amount: '500.00' });
    const both = await Promise.all(
      Array.from({ length: 4 }, () => operate(support, id, 'refund', { amount: '60.00' })),
    );
    expect(both.filter(({ body }) => 'payment' in body)).toHaveLength(1);
    expect(both.filter(({ body }) => 'approval' in body)).toHaveLength(3);
    expect((await detail(id)).sums.refunded).toBe('60.00');
  });

  it('is limited for all captures of a preauthorisation together', async () => {
    const id = await pay({ amount: '500.00', paymentType: 'PA' });
    const captures: string[] = [];
    for (const amount of ['200.00', '300.00']) {
      captures.push((await operate(owner, id, 'capture', { amount })).body.payment.id);
    }
    const answers = [];
    for (const capture of captures) {
      answers.push((await operate(support, capture, 'refund', { amount: '80.00' })).body);
    }
    expect(answers).toEqual([
      { payment: expect.anything() },
      { approval: expect.objectContaining({ state: 'waiting' }) },
    ]);
  });

  it('is no reversal of more than one’s limit of what was taken, and any of what was only authorised', async () => {
    const taken = await pay({ amount: '5000.00' });
    const types = async (id: string) =>
      (await detail(id, operator)).actions.map(({ type }) => type);
    expect(await types(taken)).toEqual(['refund']);
    const refused = await operate(operator, taken, 'reverse');
    expect(refused).toMatchObject({ status: 403, body: { reason: 'forbidden' } });
    expect(refused.body.description).toContain('1000.00 EUR');
    expect((await detail(taken)).sums).toMatchObject({ reversed: '0.00', reserved: '0.00' });
    expect((await operate(owner, taken, 'reverse')).status).toBe(200);
    const small = await pay({ amount: '1000.00' });
    expect((await operate(operator, small, 'reverse')).status).toBe(200);
    const authorised = await pay({ amount: '5000.00', paymentType: 'PA' });
    expect(await types(authorised)).toEqual(['capture', 'reverse']);
    expect((await operate(operator, authorised, 'reverse')).status).toBe(200);
  });

  it('is approved up to the approver’s own limit on that payment', async () => {
    const id = await pay({ amount: '5000.00' });
    const asked: string[] = [];
    for (const amount of ['600.00', '601.00']) {
      asked.push((await operate(support, id, 'refund', { amount })).body.approval.id);
    }
    const approve = (approval = '') => operator.ask(`/admin/v1/approvals/${approval}/approve`, {});
    expect((await approve(asked[0])).status).toBe(200);
    expect(await approve(asked[1])).toMatchObject({ status: 403, body: { reason: 'forbidden' } });
    const { approvals, sums } = await detail(id);
    expect(sums.refunded).toBe('600.00');
    // What was not carried out is not decided: an owner can.
    expect(approvals.map(({ state }) => state)).toEqual(['approved', 'waiting']);
    expect((await owner.ask(`/admin/v1/approvals/${asked[1]}/approve`, {})).status).toBe(200);
  });

  describe('that is not possible any more', () => {
    const asked = async (id: string, amount = '400.00'): Promise<string> =>
      (await operate(support, id, 'refund', { amount })).body.approval.id;
    const listed = async (approval: string) =>
      (await owner.ask('/admin/v1/approvals')).body.find(
        ({ id }: { readonly id: string }) => id === approval,
      );
    const refund = (id: string, amount: string) => operate(owner, id, 'refund', { amount });

    it.each<[string, string, (id: string) => Promise<unknown>]>([
      ['its payment was reversed', 'reversed', (id) => operate(owner, id, 'reverse')],
      ['another refund has taken it', 'too-little-left', (id) => refund(id, '100.01')],
      [
        'the payment was charged back',
        'charged-back',
        (id) =>
          db.updateTable('payments').set({ charged_back: 50_000 }).where('id', '=', id).execute(),
      ],
      [
        'the payment is no success any more',
        'not-paid',
        (id) => db.updateTable('payments').set({ state: 'failed' }).where('id', '=', id).execute(),
      ],
    ])('since %s says so until it is dismissed', async (_, obstacle, happens) => {
      const id = await pay({ amount: '500.00' });
      const approval = await asked(id);
      expect(await listed(approval)).not.toHaveProperty('obstacle');
      await happens(id);
      expect(await listed(approval)).toMatchObject({ state: 'waiting', obstacle });
      expect((await detail(id)).approvals).toMatchObject([{ state: 'waiting', obstacle }]);
      const dismissed = await support.ask(`/admin/v1/approvals/${approval}/reject`, {});
      expect(dismissed.body).toMatchObject({ state: 'rejected' });
      expect(await listed(approval)).toBeUndefined();
      expect((await detail(id)).approvals[0]).not.toHaveProperty('obstacle');
      const entries: object[] = [];
      for await (const { action, subject, detail: why } of auditEntries(db)) {
        if (action === 'refund rejected' && subject === id) entries.push(JSON.parse(why));
      }
      expect(entries).toMatchObject([{ approval, obstacle }]);
    });

    it('is not said while what stands in its way may fail', async () => {
      const id = await pay({ amount: '500.00' });
      const approval = await asked(id);
      await db.updateTable('payments').set({ reserved: 20_000 }).where('id', '=', id).execute();
      expect(await listed(approval)).not.toHaveProperty('obstacle');
    });
  });

  it('that was rejected moves no money', async () => {
    const id = await pay({ amount: '500.00' });
    const { body } = await operate(support, id, 'refund', { amount: '400.00' });
    const reject = (by: Client) => by.ask(`/admin/v1/approvals/${body.approval.id}/reject`, {});
    expect((await reject(owner)).body).toMatchObject({ state: 'rejected', decidedBy: 'Olga' });
    // On a page that is older: it was another administrator who decided.
    expect((await reject(operator)).body).toMatchObject({ state: 'rejected', decidedBy: 'Olga' });
    const late = await owner.ask(`/admin/v1/approvals/${body.approval.id}/approve`, {});
    expect(late).toMatchObject({ status: 409 });
    expect((await detail(id)).sums.refunded).toBe('0.00');
    const actions: string[] = [];
    for await (const { action, subject } of auditEntries(db)) {
      if (subject === id) actions.push(action);
    }
    expect(actions).toEqual(['refund asked for', 'refund rejected']);
  });

  it('is a reversal of the whole, too', async () => {
    const id = await pay();
    expect(await operate(owner, id, 'reverse', { amount: '1.00' })).toMatchObject({ status: 400 });
    expect((await operate(owner, id, 'reverse')).status).toBe(200);
    expect((await detail(id)).sums).toMatchObject({ reversed: '92.00', left: '0.00' });
    expect((await detail(id)).actions).toEqual([]);
  });
});

it('what a shopper or merchant can write comes back as text in JSON, in every place', async () => {
  const evil = '<img src=x onerror=alert(1)>';
  const id = await pay({
    'card.holder': 'Eve',
    merchantInvoiceId: evil,
    'customParameters[note]': evil,
  });
  const { headers, body } = await owner.ask(`/admin/v1/payments/${id}`);
  expect(headers.get('content-type')).toContain('application/json');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(JSON.stringify(body.parameters)).toContain(evil);
});

describe('of another merchant', () => {
  it('nothing is seen, and nothing done', async () => {
    const other = await createEntity(db, { kind: 'merchant', name: 'Another' });
    const stranger = await console.administrator('Xen', 'owner', other.id);
    const id = await pay();
    expect((await list('', stranger)).items).toEqual([]);
    expect((await stranger.ask(`/admin/v1/payments?channel=${entityId}`)).status).toBe(404);
    expect((await stranger.ask(`/admin/v1/payments/${id}`)).status).toBe(404);
    for (const name of ['capture', 'refund', 'reverse']) {
      expect((await operate(stranger, id, name)).status, name).toBe(404);
    }
    expect((await stranger.ask('/admin/v1/payments.csv')).body.trim().split('\r\n')).toHaveLength(
      1,
    );
    expect((await detail(id)).sums.refunded).toBe('0.00');
  });
});

it('today adds up', async () => {
  const before = (await owner.ask('/admin/v1/today')).body;
  await pay({ currency: 'SEK' });
  await pay({ 'card.number': '4200000000001016', currency: 'SEK' });
  const { body } = await owner.ask('/admin/v1/today');
  expect(body.attempts - before.attempts).toBe(2);
  expect(body.approved - before.approved).toBe(1);
  expect(body.money).toContainEqual({ currency: 'SEK', in: '92.00', out: '0.00' });
  expect(body.declines[0]).toHaveProperty('resultDescription');
  const hours = body.byHour as Today['byHour'];
  expect(hours).toHaveLength(25);
  const sums = { attempts: 0, approved: 0 };
  for (const [n, hour] of hours.entries()) {
    expect(Date.parse(hour.at) - Date.parse(hours[0]?.at ?? '')).toBe(n * 3_600_000);
    sums.attempts += hour.attempts;
    sums.approved += hour.approved;
  }
  expect(body).toMatchObject(sums);
  // The hour may have changed between the two answers.
  const latest = hours.slice(-2).reduce((sum, { attempts }) => sum + attempts, 0);
  expect(latest).toBeGreaterThanOrEqual(2);
  expect(body.attention).toMatchObject({ unknownOutcomes: 0, failingWebhooks: [] });
});

it('an access token is named when it ends within two weeks, and not once it was revoked', async () => {
  const ending = async () =>
    (await owner.ask('/admin/v1/today')).body.attention.endingTokens.map(
      ({ label }: { label: string }) => label,
    );
  const issue = async (label: string, days: number) => {
    const expiresAt = new Date(Date.now() + days * 86_400_000).toISOString();
    const { body } = await owner.ask('/admin/v1/tokens', { entityId, label, expiresAt });
    return body.id as string;
  };
  const soon = await issue('ends soon', 13);
  await issue('ends later', 15);
  expect(await ending()).toEqual(['ends soon']);
  await owner.ask(`/admin/v1/tokens/${soon}`, undefined, { method: 'DELETE' });
  expect(await ending()).toEqual([]);
});

describe('a certificate of Apple’s', () => {
  const ending = async () => (await owner.ask('/admin/v1/today')).body.attention.endingCertificates;
  const certified = async (days: number) => {
    const { id } = await createWalletKey(gateway, {
      ...{ channelId: entityId, wallet: 'APPLEPAY', use: 'identity' },
    });
    const { public_key } = await db
      .selectFrom('wallet_keys')
      .select('public_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const key = Buffer.from(public_key, 'base64');
    const endsAt = Math.floor(Date.now() / 1000) * 1000 + days * 86_400_000;
    const pem = await issueCertificate(await newAuthority(), 'shop.example', key, endsAt);
    await importCertificate(db, entityId, Buffer.from(pem));
    return new Date(endsAt).toISOString();
  };

  it('that ends within a month, or has ended, is named until another one is in its place', async () => {
    expect(await ending()).toEqual([]);
    const over = await certified(-1);
    expect(await ending()).toEqual([{ channelId: entityId, use: 'identity', endsAt: over }]);
    const soon = await certified(20);
    expect(await ending()).toEqual([{ channelId: entityId, use: 'identity', endsAt: soon }]);
    await certified(40);
    expect(await ending()).toEqual([]);
  });

  it('of another merchant is not named', async () => {
    const merchantTo = await createEntity(db, { kind: 'merchant', name: 'Other of Apple' });
    const stranger = await console.administrator('Ona', 'owner', merchantTo.id);
    await db.deleteFrom('wallet_keys').execute();
    await certified(3);
    const { attention } = (await stranger.ask('/admin/v1/today')).body;
    expect(attention.endingCertificates).toEqual([]);
    expect(await ending()).toHaveLength(1);
  });
});

describe('where a card was issued', () => {
  it('is told of a payment as its processor says it, and finds it', async () => {
    const brazilian = await pay({ 'card.number': '4200000000001040' });
    const untold = await pay({ 'card.number': '4012001037141112' });
    expect(await detail(brazilian)).toMatchObject({ issuerCountry: 'BR' });
    expect(await detail(untold)).toMatchObject({ issuerCountry: null });
    expect(await idsOf('issuerCountry=BR')).toEqual([brazilian]);
    expect(await idsOf('issuerCountry=AQ')).toEqual([]);
  });

  it('is no field of what the gateway’s API answers', async () => {
    const { body } = await call(`/v1/payments/${await pay()}`);
    expect(JSON.stringify(body)).not.toMatch(/country/i);
  });

  it('is kept where a shopper is asked before the payment is decided', async () => {
    const { body } = await call('/v1/payments', {
      ...{ entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB', paymentBrand: 'VISA' },
      ...{ 'card.number': '4242424242424242', 'card.holder': 'Jane Jones', 'card.cvv': '123' },
      ...{ 'card.expiryMonth': '05', 'card.expiryYear': '2034' },
      ...{ 'threeDSecure.challengeIndicator': '04', shopperResultUrl: 'https://shop.example/' },
    });
    expect(body.result.code).toBe('000.200.000');
    expect(await detail(body.id)).toMatchObject({ issuerCountry: 'GB', state: 'pending' });
  });

  it('parts the day’s approvals, by brand as well, with what is not known apart', async () => {
    const rowsOf = async () => (await owner.ask('/admin/v1/today')).body.byIssuerCountry;
    const of = (rows: Today['byIssuerCountry'], country: string | null, brand: string) => {
      const row = rows.find(({ issuerCountry }) => issuerCountry === country);
      const { attempts = 0, approved = 0 } = row?.byBrand.find((one) => one.brand === brand) ?? {};
      return [attempts, approved];
    };
    const before = await rowsOf();
    await pay({ 'card.number': '5105105105105100', paymentBrand: 'MASTER' });
    await pay({ 'card.number': '4200000000001032' });
    await pay({ 'card.number': '4012001037141112' });
    const after = await rowsOf();
    const more = (country: string | null, brand: string) =>
      of(after, country, brand).map((count, n) => count - (of(before, country, brand)[n] ?? 0));
    expect(more('FR', 'MASTER')).toEqual([1, 1]);
    expect(more('FR', 'VISA')).toEqual([1, 0]);
    expect(more(null, 'VISA')).toEqual([1, 0]);
    const french = after.find(
      ({ issuerCountry }: { issuerCountry: string }) => issuerCountry === 'FR',
    );
    expect(french).toMatchObject({ attempts: 2, approved: 1 });
  });

  it('is nothing of what is paid without a card', async () => {
    const before = (await owner.ask('/admin/v1/today')).body;
    const { body } = await call('/v1/payments', {
      ...{ entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB', paymentBrand: 'PAYPAL' },
      ...{
        shopperResultUrl: 'https://shop.example/',
        'customParameters[simulator.result]': '000.100.110',
      },
    });
    expect(body.paymentBrand).toBe('PAYPAL');
    await db
      .updateTable('payments')
      .set({ state: 'succeeded' })
      .where('id', '=', body.id)
      .execute();
    const { body: after } = await owner.ask('/admin/v1/today');
    expect(after.attempts).toBe(before.attempts + 1);
    expect(after.byIssuerCountry).toEqual(before.byIssuerCountry);
  });
});

it('a message of a payment is in its story, with the way to its webhook', async () => {
  await createSubscription(db, gateway.vault, {
    ...{ entityId, url: 'https://shop.example/hook', kind: 'notifications' },
    ...{ types: [], wrapper: 'NONE', fields: 'ALL' },
  });
  const id = await pay();
  const { timeline } = await detail(id);
  const delivery = timeline.find(({ kind }) => kind === 'message')?.delivery;
  expect(delivery).toMatchObject({ url: 'https://shop.example/hook', state: 'waiting' });
  const path = `/admin/v1/webhooks/${delivery?.subscriptionId}/deliveries/${delivery?.id}`;
  expect((await support.ask(path)).body).toMatchObject({ id: delivery?.id, paymentId: id });
});

it('a saved view keeps nothing that says who a shopper is', async () => {
  const keep = (filter: object) => owner.ask('/admin/v1/views/mine', filter, { method: 'PUT' });
  for (const [name, filter] of [
    ['holder', { holder: 'Jane Jones', state: 'failed' }],
    ['email', { email: 'jane@shop.example' }],
  ] as const) {
    const refused = await keep(filter);
    expect(refused).toMatchObject({ status: 400, body: { parameterErrors: [{ name }] } });
    expect(JSON.stringify(refused.body)).not.toMatch(/Jane|jane@/);
  }
  expect((await owner.ask('/admin/v1/views')).body).toEqual([]);
  expect((await keep({ state: 'failed', last4: '5454' })).status).toBe(200);
});
