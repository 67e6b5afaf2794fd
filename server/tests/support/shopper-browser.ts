/** A shopper in tests, as far as the browser makes requests: to the gateway, and to simulated banks. */
import { writeMessage } from '../../../contract/simulated-bank.ts';
import type { Answer, TestGateway } from './test-gateway.ts';

const browse = (test: TestGateway, url: string, body?: string): Promise<Answer> =>
  test.call(url.replace(test.url, ''), body, { headers: { authorization: '' } });

const questionIn = (message: string) =>
  JSON.parse(decodeURIComponent(atob(message.split('.')[0] ?? '')));

/** @param outcome Y, N, U, D or X */
export async function answerChallenge(
  test: TestGateway,
  redirect: string,
  outcome: string,
): Promise<Answer> {
  const page = await browse(test, redirect);
  const [, creq = ''] = /name="creq" value="([^"]+)"/.exec(page.body) ?? [];
  const { returnUrl, transactionId } = questionIn(creq);
  const cres = writeMessage(test.bankKey, 'answer', { transactionId, outcome });
  return browse(test, returnUrl, new URLSearchParams({ cres }).toString());
}

export async function giveUpChallenge(test: TestGateway, redirect: string): Promise<Answer> {
  const page = await browse(test, redirect);
  const [, action = ''] = /action="([^"]+\/cancel\/[^"]+)"/.exec(page.body) ?? [];
  return browse(test, action.replaceAll('&amp;', '&'), '');
}

/** @param outcome accept, decline, cancel or pend */
export async function visitWallet(
  test: TestGateway,
  redirect: string,
  outcome: string,
): Promise<Answer> {
  const { headers } = await browse(test, redirect);
  const order = new URL(headers.get('location') ?? '').searchParams.get('order') ?? '';
  const { transactionId, returnUrl } = questionIn(order);
  const receipt = writeMessage(test.bankKey, 'answer', { transactionId, outcome });
  return browse(test, `${returnUrl}?${new URLSearchParams({ receipt })}`);
}
