/** The pages of the simulated banks: who may show them, what they answer, in which language. */
import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ANSWER,
  type BankQuestion,
  QUESTION,
  readMessage,
  type Sign,
  writeMessage,
} from '../../../contract/simulated-bank.ts';
import { createWorkbench } from '../workbench.ts';

const sign: Sign = (text) => createHmac('sha256', 'shared').update(text).digest('hex');
const GATEWAY = 'http://127.0.0.1:8080';

let workbench: FastifyInstance;
beforeAll(async () => {
  workbench = await createWorkbench({
    gatewayUrl: GATEWAY,
    shopUrl: 'http://localhost',
    entityId: '8a8294174b7ecb28014b9699220015ca',
    accessToken: 'token',
    bankKey: sign,
  });
});
afterAll(() => workbench.close());

const question = (more: Partial<BankQuestion> = {}): BankQuestion => ({
  kind: 'challenge',
  transactionId: 'd7c1',
  returnUrl: `${GATEWAY}/v1/threeDSecure/1/return/2`,
  amount: '92.00',
  currency: 'EUR',
  merchant: 'Shop <b>',
  brand: 'VISA',
  last4Digits: '0018',
  ...more,
});
const ask = (asked: BankQuestion, locale = 'en', path: string = asked.kind) =>
  workbench.inject({
    method: 'GET',
    url: `/bank/${path}`,
    query: { [QUESTION[asked.kind]]: writeMessage(sign, 'question', asked), locale },
  });
const ancestorsOf = ({ headers }: { headers: Record<string, unknown> }) =>
  /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1];

describe('who may show a page in a frame', () => {
  it("a challenge: the gateway's page, in the origins of the channel", async () => {
    const ancestors = [GATEWAY, 'https://shop.example'];
    const page = await ask(question({ ancestors }));
    expect(ancestorsOf(page)).toBe(ancestors.join(' '));
    expect(page.headers['x-frame-options']).toBeUndefined();
  });

  it('a challenge of a channel that lists no origins, or null: any page, a file too', async () => {
    const page = await ask(question());
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(ancestorsOf(page)).toBeUndefined();
    expect(page.headers['x-frame-options']).toBeUndefined();
  });

  it('a wallet: no page', async () => {
    const page = await ask(question({ kind: 'wallet', ancestors: ['https://shop.example'] }));
    expect(ancestorsOf(page)).toBe("'none'");
    expect(page.headers['x-frame-options']).toBe('DENY');
  });
});

describe('a bank that is asked', () => {
  it('shows amount, merchant and card, as text', async () => {
    const { body, statusCode } = await ask(question());
    expect(statusCode).toBe(200);
    expect(body).toContain('€92.00');
    expect(body).toContain('Shop &lt;b&gt;');
    expect(body).toContain('VISA •••• 0018');
    expect(body).toContain('This bank is a simulation');
  });

  it('speaks the language of the form', async () => {
    const { body } = await ask(question(), 'ar');
    expect(body).toContain('<html lang="ar" dir="rtl"');
    expect(body).not.toContain('This bank is a simulation');
  });

  it.each([
    ['normal', 'light'],
    ['dark', 'dark'],
    ['light dark', 'any'],
  ])('has the colours of the shop: %s', async (scheme, expected) => {
    const asked = question();
    const { body } = await workbench.inject({
      method: 'GET',
      url: '/bank/challenge',
      query: { creq: writeMessage(sign, 'question', asked), scheme },
    });
    expect(body).toContain(`data-scheme="${expected}"`);
  });

  it('sends the shopper back with an answer that it has signed', async () => {
    const asked = question();
    const answer = await workbench.inject({
      method: 'POST',
      url: '/bank/challenge/answer',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        [QUESTION.challenge]: writeMessage(sign, 'question', asked),
        transStatus: 'N',
      }).toString(),
    });
    expect(answer.statusCode).toBe(303);
    const back = new URL(String(answer.headers.location));
    expect(back.origin + back.pathname).toBe(asked.returnUrl);
    const said = readMessage(sign, 'answer', back.searchParams.get(ANSWER.challenge));
    expect(said).toEqual({ transactionId: 'd7c1', outcome: 'N' });
  });
});

describe('an answer that the bank does not know', () => {
  it.each([
    ['challenge', 'transStatus', 'Q', 'transStatus must be one of Y, N, D, U, X; it was "Q"'],
    ['challenge', 'transStatus', '', 'transStatus must be one of Y, N, D, U, X; it was ""'],
    ['challenge', 'outcome', 'Y', 'transStatus must be one of Y, N, D, U, X; it was ""'],
    ['challenge', 'transStatus', '__proto__', 'it was "__proto__"'],
    ['wallet', 'outcome', 'Y', 'outcome must be one of accept, decline, pend, cancel; it was "Y"'],
    ['wallet', 'outcome', '<b>', 'it was "&lt;b&gt;"'],
    ['wallet', 'outcome', 'x'.repeat(3000), `it was "${'x'.repeat(64)}"`],
  ] as const)(
    '%s: %s=%s is refused by name, and the page is there for another one',
    async (kind, field, said, problem) => {
      const answer = await workbench.inject({
        method: 'POST',
        url: `/bank/${kind}/answer?locale=ar&scheme=dark`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          [QUESTION[kind]]: writeMessage(sign, 'question', question({ kind })),
          [field]: said,
        }).toString(),
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.headers.location).toBeUndefined();
      expect(answer.body.replaceAll('&quot;', '"')).toContain(problem);
      expect(answer.body).toContain(`action="/bank/${kind}/answer?locale=ar&amp;scheme=dark"`);
      expect(answer.body).toContain('<html lang="ar" dir="rtl" data-scheme="dark">');
    },
  );
});

describe('a bank that cannot know who asks', () => {
  const forged = writeMessage(
    (text) => createHmac('sha256', 'mine').update(text).digest('hex'),
    'question',
    question(),
  );
  it.each([
    ['GET', '/bank/challenge', { creq: forged }],
    ['GET', '/bank/challenge', {}],
    ['GET', '/bank/wallet', { order: writeMessage(sign, 'question', question()) }],
    ['POST', '/bank/challenge/answer', { creq: forged, transStatus: 'Y' }],
    ['POST', '/bank/method', { threeDSMethodData: forged }],
  ] as const)('%s %s: says so, in a page that leads nowhere', async (method, url, fields) => {
    const answer = await workbench.inject({
      method,
      url,
      ...(method === 'GET'
        ? { query: { ...fields, locale: 'en' } }
        : {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: new URLSearchParams(fields).toString(),
          }),
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers.location).toBeUndefined();
    expect(answer.body).toContain('This page is no longer valid.');
  });
});
