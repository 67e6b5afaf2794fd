/**
 * The simulator's banks: issuers that ask their cardholders (3-D Secure), wallets and online banks.
 * They know only what the shopper's browser brings, signed by the simulator, and sign what they say.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { knownScheme } from '../../../contract/color-scheme.ts';
import { AMOUNT, accepts } from '../../../contract/format.ts';
import {
  ANSWER,
  type BankQuestion,
  QUESTION,
  readMessage,
  type Sign,
  writeMessage,
} from '../../../contract/simulated-bank.ts';
import { sendPage } from '../pages/send-page.ts';
import { bankPagePolicy } from '../security-headers.ts';
import { formValue } from '../shop/form-value.ts';
import { bankLanguage } from './bank-language.ts';
import {
  ANSWERS,
  type BankLook,
  challengePage,
  outdatedPage,
  voucherPage,
  walletPage,
} from './bank-page.ts';

export function addBankRoutes(app: FastifyInstance, sign: Sign): void {
  /** Without ancestors: wherever it is shown. */
  const protect = async (reply: FastifyReply, asked?: BankQuestion) => {
    const isFramed = asked?.isInline || (asked?.kind !== 'wallet' && asked?.kind !== 'voucher');
    const ancestors = isFramed ? asked?.ancestors : ["'none'"];
    await reply.helmet({
      contentSecurityPolicy: bankPagePolicy(ancestors),
      frameguard: { action: 'deny' },
    });
    // It knows no list of origins, and says the opposite of the policy.
    if (isFramed) reply.removeHeader('x-frame-options');
  };

  /** What the browser brought, and that it is the simulator's. */
  const questionOf = (request: FastifyRequest, kind: BankQuestion['kind']) => {
    const name = QUESTION[kind];
    const carried = formValue(request.body, name) ?? formValue(request.query, name) ?? '';
    const question = readMessage(sign, 'question', carried);
    return question?.kind === kind ? { question, carried } : undefined;
  };
  const lookOf = (request: FastifyRequest): BankLook => ({
    ...bankLanguage(formValue(request.query, 'locale') ?? request.headers['accept-language']),
    scheme: knownScheme(formValue(request.query, 'scheme')),
  });
  const unknown = async (request: FastifyRequest, reply: FastifyReply) => {
    await protect(reply);
    return sendPage(reply, outdatedPage(lookOf(request)), 400);
  };

  for (const kind of ['challenge', 'wallet'] as const) {
    const page = kind === 'challenge' ? challengePage : walletPage;
    app.route({
      method: ['GET', 'POST'],
      url: `/bank/${kind}`,
      async handler(request, reply) {
        const asked = questionOf(request, kind);
        if (!asked) return unknown(request, reply);
        await protect(reply, asked.question);
        return sendPage(reply, page(asked.question, asked.carried, lookOf(request)));
      },
    });

    app.post(`/bank/${kind}/answer`, async (request, reply) => {
      const asked = questionOf(request, kind);
      if (!asked) return unknown(request, reply);
      await protect(reply, asked.question);
      const { field, values } = ANSWERS[kind];
      const said = formValue(request.body, field) ?? '';
      if (!values.includes(said)) {
        const problem = `${field} must be one of ${values.join(', ')}; it was "${said.slice(0, 64)}"`;
        return sendPage(reply, page(asked.question, asked.carried, lookOf(request), problem), 400);
      }
      const { transactionId, returnUrl } = asked.question;
      const url = new URL(returnUrl);
      const answer = writeMessage(sign, 'answer', { transactionId, outcome: said });
      url.searchParams.set(ANSWER[kind], answer);
      return reply.redirect(url.href, 303);
    });
  }

  app.get('/bank/voucher', async (request, reply) => {
    const asked = questionOf(request, 'voucher');
    if (!asked) return unknown(request, reply);
    await protect(reply, asked.question);
    return sendPage(reply, voucherPage(asked.question, asked.carried, lookOf(request)));
  });

  app.post('/bank/voucher/answer', async (request, reply) => {
    const asked = questionOf(request, 'voucher');
    if (!asked) return unknown(request, reply);
    await protect(reply, asked.question);
    const paid = formValue(request.body, 'amount') ?? '';
    if (!accepts(AMOUNT, paid)) {
      const problem = `amount must be ${AMOUNT.words}; it was "${paid.slice(0, 64)}"`;
      const page = voucherPage(asked.question, asked.carried, lookOf(request), problem);
      return sendPage(reply, page, 400);
    }
    const { transactionId, returnUrl } = asked.question;
    const url = new URL(returnUrl);
    // Each time it is another payment.
    const outcome = `${randomUUID()} ${paid}`;
    url.searchParams.set(ANSWER.voucher, writeMessage(sign, 'answer', { transactionId, outcome }));
    return reply.redirect(url.href, 303);
  });

  // The method call of 3-D Secure: an issuer would look at the browser here.
  app.post('/bank/method', async (request, reply) => {
    const asked = questionOf(request, 'method');
    if (!asked) return unknown(request, reply);
    await protect(reply, asked.question);
    return reply.redirect(asked.question.returnUrl, 303);
  });
}
