/** The server of the examples' shops, `examples/server.mjs`, beside a gateway that answers and one that does not. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Running, start } from '../../../packages/test-support/run.ts';
import { freePort } from '../../free-port.ts';
import { temporaryDataDir } from '../support/gateway-process.ts';
import { startMerchant } from '../support/merchant.ts';
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
