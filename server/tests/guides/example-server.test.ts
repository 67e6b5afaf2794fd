/** The server of the examples' shops, `examples/server.mjs`, beside a gateway that answers and one that does not. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Running, start } from '../../../packages/test-support/run.ts';
import { freePort } from '../../free-port.ts';
import { temporaryDataDir } from '../support/gateway-process.ts';
import { startMerchant } from '../support/merchant.ts';
import { CARD } from '../support/test-gateway.ts';
import { ROOT } from './guide-code.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());

const { dataDir: folder, remove } = await temporaryDataDir();
const running: Running[] = [];
afterAll(async () => {
  await Promise.all(running.map((shop) => shop.stop()));
  await remove();
});
mkdirSync(join(folder, 'dist'));
writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html><title>Cart</title>');

/** Answers its address. */
async function openShop(GATEWAY: string): Promise<string> {
  const { entityId: ENTITY_ID, token: ACCESS_TOKEN } = merchant;
  const shop = start(process.execPath, [join(ROOT, 'examples', 'server.mjs')], {
    cwd: folder,
    env: { GATEWAY, ENTITY_ID, ACCESS_TOKEN, PORT: '0' },
  });
  running.push(shop);
  const [, address = ''] = await shop.until(/The shop is at (\S+)/);
  return address;
}

/** What a gateway that knows every code answers. */
let answered = '';
const gateway = createServer((_request, response) => {
  const payment = { id: '0'.repeat(32), amount: '92.00', currency: 'EUR' };
  response.end(JSON.stringify({ ...payment, result: { code: answered } }));
}).listen(0, '127.0.0.1');
afterAll(() => gateway.close());
const besideAnswers = once(gateway, 'listening').then(() =>
  openShop(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`),
);

describe('where no gateway answers', () => {
  const lonely = freePort().then((port) => openShop(`http://127.0.0.1:${port}`));

  it.each([
    ['a checkout', '/checkout', { method: 'POST' }],
    ['a result', '/result?resourcePath=/v1/checkouts/any/payment', {}],
  ])('the shop says so to who asks for %s, and goes on', async (_, path, options) => {
    const shop = await lonely;
    for (const _again of [1, 2]) {
      const answer = await fetch(shop + path, options);
      expect([answer.status, await answer.text()]).toEqual([
        500,
        'The shop has a problem. Its log says which.',
      ]);
    }
    expect(await (await fetch(shop)).text()).toContain('Cart');
  });
});

describe('the result page', () => {
  const shop = openShop(merchant.url);
  const resultOf = async (id: string) => {
    const query = new URLSearchParams({ resourcePath: `/v1/checkouts/${id}/payment` });
    return (await fetch(`${await shop}/result?${query}`)).text();
  };

  it('tells a payment that is not decided yet from one that nobody has tried', async () => {
    const id = await merchant.createCheckout();
    expect(await resultOf(id)).toContain('This was not paid');
    await merchant.pay(id, { ...CARD, 'card.number': '4200000000000042' });
    expect(await resultOf(id)).toContain('We are checking your payment. Do not pay again.');
    await merchant.pay(id, CARD);
    expect(await resultOf(id)).toContain('Thank you. 92.00 EUR are paid.');
  });

  it.each([
    ['000.100.112', 'are paid'],
    ['000.300.000', 'are paid'],
    ['000.400.110', 'are paid'],
    ['000.200.000', 'We are checking'],
    ['000.400.101', 'This was not paid'],
    ['800.100.152', 'This was not paid'],
  ])('reads %s as "%s"', async (code, words) => {
    answered = code;
    const query = new URLSearchParams({ resourcePath: '/v1/checkouts/any/payment' });
    const answer = await fetch(`${await besideAnswers}/result?${query}`);
    expect(await answer.text()).toContain(words);
  });
});
