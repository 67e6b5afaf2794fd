/** What CI holds of a payment page: names and colours of the theme, and the page itself in a browser. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';

/** One of the test's own: the shop may be running beside it. */
const probe = createServer().listen(0, 'localhost');
await once(probe, 'listening');
const PORT = String(probe.address().port);
probe.close();
await once(probe, 'close');

const payments = (...args) => {
  const { status, stdout, stderr } = spawnSync('payment-widgets', args, { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
};

let shop;
before(async () => {
  shop = spawn(process.execPath, ['shop.mjs'], {
    env: { ...process.env, PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(shop.stdout, 'data'),
    once(shop, 'exit').then(() => assert.fail('the shop did not start')),
  ]);
});
after(() => shop.kill());

test('the theme has names that there are, and colours that can be told apart', () =>
  payments('theme', 'check', 'theme.css'));

test('the payment page works, and a warning is too much', () =>
  payments('doctor', `http://localhost:${PORT}`, '--strict'));
