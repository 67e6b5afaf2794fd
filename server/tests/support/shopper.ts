/** A shopper's browser in tests: goes where a payment sends it, through any gateway on the way. */
import { expect } from 'vitest';
import { writeMessage } from '../../../contract/simulated-bank.ts';
import type { Answer, TestGateway } from './test-gateway.ts';

const attribute = (page: string, pattern: RegExp) =>
  pattern.exec(page)?.[1]?.replaceAll('&amp;', '&');

export interface Shopper {
  /** Requests an address without the merchant's token; with a body it posts. */
  browse(url: string, body?: string): Promise<Answer>;
  /** The page that the bank's frame is in, in the end. */
  openAuthentication(redirect: string): Promise<Answer>;
  /** What the simulated issuer would send the browser back with. */
  bankAnswer(
    redirect: string,
    outcome: string,
  ): Promise<{ returnUrl: string; cres: string; question: Record<string, string> }>;
  /** Lets the issuer look at the browser; gives the page that our own gateway ends with. */
  passMethodCall(redirect: string): Promise<Answer>;
  /** Answers the challenge; gives the page that our own gateway ends with. */
  answerChallenge(redirect: string, outcome: string): Promise<Answer>;
  /** Posts what a bank sends back, and follows where that leads. */
  comeBack(returnUrl: string, cres: string): Promise<Answer>;
  /** Does something at the wallet; gives our own gateway's redirect to the merchant. */
  visitWallet(redirect: string, outcome: string): Promise<Answer>;
}

export function shopperOf({ url, bankKey }: Pick<TestGateway, 'url' | 'bankKey'>): Shopper {
  const browse: Shopper['browse'] = async (address, body) => {
    const response = await fetch(new URL(address, url), {
      redirect: 'manual',
      ...(body !== undefined && {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  };

  const openAuthentication: Shopper['openAuthentication'] = async (redirect) => {
    const page = await browse(redirect);
    const method = attribute(page.body, /id="request" method="(\w+)"/);
    const action = attribute(page.body, /id="request" method="\w+" action="([^"]+)"/) ?? '';
    // A page of the upstream is asked for by GET; a bank's by POST.
    return method === 'GET' ? openAuthentication(action) : page;
  };

  /** The end of the upstream's page leads on to ours. */
  const onwards = async (answer: Answer): Promise<Answer> => {
    const next = attribute(answer.body, /data-result="([^"]+)"/) ?? '';
    return next.startsWith(`${url}/v1/threeDSecure/`) ? browse(next) : answer;
  };

  const comeBack: Shopper['comeBack'] = async (returnUrl, cres) =>
    onwards(await browse(returnUrl, new URLSearchParams({ cres }).toString()));

  const bankAnswer: Shopper['bankAnswer'] = async (redirect, outcome) => {
    const page = await openAuthentication(redirect);
    const sent = attribute(page.body, /name="creq" value="([^"]+)"/) ?? '';
    const [text = ''] = sent.split('.');
    const question = JSON.parse(decodeURIComponent(atob(text)));
    const { returnUrl, transactionId } = question;
    return {
      returnUrl,
      question,
      cres: writeMessage(bankKey, 'answer', { transactionId, outcome }),
    };
  };

  const passMethodCall: Shopper['passMethodCall'] = async (redirect) => {
    const page = await browse(redirect);
    const action = attribute(page.body, /id="request" method="GET" action="([^"]+)"/);
    if (action) return passMethodCall(action);
    expect(page.body).toContain('data-step="method"');
    const next = attribute(page.body, /data-next="([^"]+)"/) ?? '';
    const after = await browse(new URL(next, redirect).href);
    const onto = attribute(after.body, /id="request" method="GET" action="([^"]+)"/);
    return onto ? passMethodCall(onto) : onwards(after);
  };

  return {
    browse,
    passMethodCall,
    openAuthentication,
    bankAnswer,
    comeBack,
    async answerChallenge(redirect, outcome) {
      const { returnUrl, cres } = await bankAnswer(redirect, outcome);
      return comeBack(returnUrl, cres);
    },
    async visitWallet(redirect, outcome) {
      const follow = async (address: string): Promise<URL> => {
        const answer = await browse(address);
        expect(answer.status).toBe(303);
        const next = new URL(answer.headers.get('location') ?? '');
        return next.hostname === '127.0.0.1' ? follow(next.href) : next;
      };
      const bank = await follow(redirect);
      expect(bank.origin + bank.pathname).toBe('https://bank.example/bank/wallet');
      const [text = ''] = (bank.searchParams.get('order') ?? '').split('.');
      const { transactionId, returnUrl } = JSON.parse(decodeURIComponent(atob(text)));
      const receipt = writeMessage(bankKey, 'answer', { transactionId, outcome });
      const back = await browse(`${returnUrl}?${new URLSearchParams({ receipt })}`);
      const next = back.headers.get('location') ?? '';
      return next.startsWith(`${url}/`) ? browse(next) : back;
    },
  };
}
