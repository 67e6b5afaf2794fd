/** What a shop sells in a day, made through the API: what the console's tests and pictures look at. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMO } from '../../server/tests/support/gateway-process.ts';

type Fields = Readonly<Record<string, string>>;

/** Markup in each field that a shopper or a merchant can fill: it has to come out as text. */
export const MARKUP = '<img src=x onerror=alert(1)>';
/** Names take letters only, so this is all that a holder can try. */
export const ODD_NAME = "O'Brien - Müller";

export interface ADay {
  /** Of 92.00 EUR, Mastercard that ends in 5454, charged twice. */
  readonly twice: readonly [string, string];
  /** PA of 120.00 EUR, of which 50.00 are captured. */
  readonly preauthorised: string;
  /** PA of 75.00 EUR that nothing happened to. */
  readonly untouched: string;
  /** DB of 240.00 EUR, of which 40.00 are refunded. */
  readonly refunded: string;
  readonly declined: string;
  /** DB of 310.00 EUR that the cardholder's bank took back. */
  readonly chargedBack: string;
  /** Its merchantTransactionId is markup. */
  readonly odd: string;
  /** A saved Visa that ends in 0000, which a schedule of 9.90 EUR pays with. */
  readonly registration: string;
  readonly subscription: string;
  readonly gatewayUrl: string;
  /** When the chargeback came, milliseconds. */
  readonly soldAt: number;
  /** A debit of 45.00 EUR that its shopper can pay. */
  checkout(merchantTransactionId: string): Promise<string>;
  /** One more debit, by Visa. */
  sell(amount: string, currency: string): Promise<string>;
  end(): Promise<void>;
}

const CARD = {
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
} as const;
const VISA = { ...CARD, paymentBrand: 'VISA', 'card.number': '4200000000000000' } as const;
const MASTERCARD = { ...CARD, paymentBrand: 'MASTER', 'card.number': '5454545454545454' } as const;
const AMEX = {
  ...CARD,
  paymentBrand: 'AMEX',
  'card.number': '377777777777770',
  'card.cvv': '1234',
} as const;

/** Does what its callers say, in order: the list shows what came last first. */
export async function sellForADay(gatewayUrl: string): Promise<ADay> {
  const call = async (path: string, fields: Fields) => {
    const answer = await fetch(gatewayUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
      body: new URLSearchParams({ entityId: DEMO.DEMO_ENTITY_ID, ...fields }),
    });
    const { id, result } = await answer.json();
    if (!id) throw new Error(`${path} answered ${JSON.stringify(result)}`);
    return String(id);
  };
  const sell = (amount: string, fields: Fields) =>
    call('/v1/payments', { amount, currency: 'EUR', paymentType: 'DB', ...fields });
  const then = (id: string, paymentType: string, amount?: string) =>
    call(`/v1/payments/${id}`, { paymentType, ...(amount && { amount, currency: 'EUR' }) });

  const failing = await startFailingReceiver();
  const subscription = await call('/v1/webhooks', { kind: 'events', url: failing.url });
  for (const [at, { amount, fields }] of ORDINARY.entries()) {
    await sell(amount, { ...fields, merchantTransactionId: `order-${1001 + at}` });
  }
  const declined = await sell('64.00', {
    ...VISA,
    'card.number': '4200000000001024',
    merchantTransactionId: 'order-2001',
  });
  const soldAt = Date.now();
  const chargedBack = await sell('310.00', { ...AMEX, merchantTransactionId: 'order-2002' });
  await call(`/sandbox/payments/${chargedBack}/chargeback`, { code: '000.100.221' });
  const refunded = await sell('240.00', { ...VISA, merchantTransactionId: 'order-2003' });
  await then(refunded, 'RF', '40.00');
  const preauthorised = await sell('120.00', {
    ...VISA,
    paymentType: 'PA',
    merchantTransactionId: 'order-2004',
  });
  await then(preauthorised, 'CP', '50.00');
  const untouched = await sell('75.00', {
    ...AMEX,
    paymentType: 'PA',
    merchantTransactionId: 'order-2005',
  });
  const odd = await sell('13.37', {
    ...VISA,
    'card.holder': ODD_NAME,
    merchantTransactionId: MARKUP,
    descriptor: MARKUP,
    'customParameters[SHOPPER_note]': MARKUP,
    'customer.email': 'odd@shop.example',
  });
  const registration = await call('/v1/registrations', VISA);
  await call(`/v1/registrations/${registration}/payments`, {
    ...{ amount: '9.90', currency: 'EUR', paymentType: 'DB', merchantTransactionId: 'order-6001' },
  });
  await call('/scheduling/v1/schedules', {
    ...{ registrationId: registration, paymentType: 'SD', amount: '9.90', currency: 'EUR' },
    ...{ 'job.dayOfMonth': '5', 'job.hour': '7', merchantTransactionId: 'order-6002' },
  });
  const checkout = (merchantTransactionId: string) =>
    call('/v1/checkouts', {
      ...{ amount: '45.00', currency: 'EUR', paymentType: 'DB', merchantTransactionId },
    });
  for (let at = 0; at < 3; at++) await checkout(`order-${4001 + at}`);
  const order = { ...MASTERCARD, merchantTransactionId: 'order-3001' };
  const first = await sell('92.00', { ...order, 'customer.email': 'jane@shop.example' });
  const second = await sell('92.00', { ...order, 'customer.email': 'jane@shop.example' });
  return {
    soldAt,
    twice: [first, second],
    preauthorised,
    untouched,
    refunded,
    declined,
    chargedBack,
    odd,
    registration,
    subscription,
    ...{ gatewayUrl, checkout },
    sell: (amount, currency) => sell(amount, { ...VISA, currency }),
    end: failing.close,
  };
}

/** The rest of the shop: amounts, brands and ends as they come. */
const ORDINARY: readonly { readonly amount: string; readonly fields: Fields }[] = [
  ...['24.00', '68.00', '18.50', '92.00', '36.00', '154.90', '12.00', '77.00'].map(
    (amount, at) => ({ amount, fields: at % 2 ? VISA : MASTERCARD }),
  ),
  ...['33.00', '59.00'].map((amount) => ({ amount, fields: AMEX })),
  ...['4200000000001016', '4200000000001024', '4200000000001057', '4200000000001065'].map(
    (number) => ({ amount: '49.00', fields: { ...VISA, 'card.number': number } }),
  ),
];

/** A receiver that took the test call, and has answered nothing but errors since, in markup. */
async function startFailingReceiver(): Promise<{ url: string; close(): Promise<void> }> {
  let calls = 0;
  const server: Server = createServer((request, response) => {
    request.resume();
    calls += 1;
    response.writeHead(calls === 1 ? 200 : 500, { 'content-type': 'text/html' });
    response.end(calls === 1 ? 'ok' : MARKUP);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
