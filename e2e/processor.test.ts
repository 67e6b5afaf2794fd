/** 3-D Secure behind a processor: the shopper goes through two gateways to the bank, and back. */
import {
  DEMO,
  runScript,
  startServer,
  temporaryDataDir,
} from '../server/tests/support/gateway-process.ts';
import { expect, test } from './fixtures.ts';
import {
  bankIn,
  CHALLENGE,
  CHALLENGE_WITH_METHOD_CALL,
  openAndPay,
  PLACES,
  press,
} from './waiting-payment.ts';

const EXTERNAL = { testMode: 'EXTERNAL' };

let stopProcessor: () => Promise<unknown>;
test.beforeAll(async ({ gateway }) => {
  const { dataDir, remove } = await temporaryDataDir();
  const processor = await startServer({ DATA_DIR: dataDir, SHOP_PORT: 'any' });
  stopProcessor = async () => {
    await processor.stop();
    await remove();
  };
  const connector = { kind: 'upstream', address: processor.url, entityId: DEMO.DEMO_ENTITY_ID };
  await gateway.setChannel(`connector=${JSON.stringify(connector)}`);
  const secret = ['connector', 'secret', DEMO.DEMO_ENTITY_ID, 'token'];
  const environment = { DATA_DIR: gateway.dataDir };
  await runScript('server/admin/admin.ts', secret, environment, DEMO.DEMO_ACCESS_TOKEN);
});
test.afterAll(async ({ gateway }) => {
  await gateway.setChannel('connector={"kind":"simulator"}');
  await stopProcessor();
});

for (const [where, options, gatewayPage] of PLACES) {
  for (const [number, outcome, code] of [
    [CHALLENGE, 'Y', '000.100.112'],
    [CHALLENGE, 'N', '100.380.401'],
    [CHALLENGE_WITH_METHOD_CALL, 'Y', '000.100.112'],
  ] as const) {
    test(`${where}, ${number} answered with ${outcome} ends with ${code}`, async ({
      page,
      openForm,
      gateway,
    }) => {
      let methodCalls = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/bank/method')) methodCalls += 1;
      });
      const checkout = EXTERNAL;
      const { checkoutId } = await openAndPay(openForm, { options, checkout, number });
      const bank = bankIn(bankIn(gatewayPage(page)));
      await bank.locator('select[name=transStatus]').selectOption(outcome);
      await press(bank.getByRole('button'));
      await page.waitForURL('**/result?**');
      const { result, threeDSecure } = await gateway.status(checkoutId);
      expect(result.code).toBe(code);
      expect(threeDSecure).toMatchObject({ transStatus: outcome, flow: 'challenge' });
      // By our page; the processor's has heard of it.
      expect(methodCalls).toBe(number === CHALLENGE_WITH_METHOD_CALL ? 1 : 0);
    });
  }

  test(`${where}, the shopper can give it up`, async ({ page, openForm, gateway }) => {
    const { checkoutId } = await openAndPay(openForm, { options, checkout: EXTERNAL });
    await press(gatewayPage(page).getByRole('button').first());
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('100.396.101');
  });
}

test('a wallet behind the processor is paid, and the shopper is back at the shop', async ({
  page,
  gateway,
}) => {
  const response = await fetch(`${gateway.url}/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    body: new URLSearchParams({
      ...{ entityId: DEMO.DEMO_ENTITY_ID, amount: '92.00', currency: 'EUR', paymentType: 'DB' },
      ...{ paymentBrand: 'PAYPAL', shopperResultUrl: `${gateway.url}/v1/resultcodes` },
      ...EXTERNAL,
    }),
  });
  const { id, redirect } = await response.json();
  await page.goto(redirect.url);
  await page.locator('[value=accept]').first().click();
  await page.waitForURL('**/v1/resultcodes?**');
  const read = await fetch(`${gateway.url}/v1/payments/${id}`, {
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
  });
  expect((await read.json()).result.code).toBe('000.100.112');
});
