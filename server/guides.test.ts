/** The guides on the sandbox and on checkouts, followed to the letter. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCurl, type Reader, readerOf, shellBlocks } from './test-guides.ts';
import { DEMO, type RunningServer, startServer, temporaryDataDir } from './test-process.ts';

const SANDBOX = shellBlocks('sandbox');
const ASYNCHRONOUS = shellBlocks('asynchronous-payments');
const blockWith = (blocks: readonly string[], text: string): string => {
  const found = blocks.find((block) => block.includes(text));
  if (!found) throw new Error(`no guide has ${text}`);
  return found;
};

let server: RunningServer;
let remove: () => Promise<void>;
let sandbox: Reader;
let guide: Reader;
beforeAll(async () => {
  const { dataDir, remove: clear } = await temporaryDataDir();
  remove = clear;
  server = await startServer({ DATA_DIR: dataDir, SHOP_PORT: 'any' });
  sandbox = readerOf(server, SANDBOX);
  guide = readerOf(server, ASYNCHRONOUS);
});
afterAll(async () => {
  await server.stop();
  await remove();
});

const create = async () => {
  const answer = await fetch(`${server.url}/v1/checkouts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    body: new URLSearchParams({ amount: '92.00', currency: 'EUR', paymentType: 'DB' }),
  });
  return (await answer.json()).id;
};

describe.runIf(hasCurl)('by the guide', () => {
  it('time moves by 29 minutes', async () => {
    const { result, channelTime } = await sandbox.run(blockWith(SANDBOX, '/sandbox/clock'));
    expect(result.code).toBe('000.000.100');
    const ahead = Date.parse(channelTime.replace(' ', 'T').replace(/(\d\d)$/, ':$1')) - Date.now();
    expect(Math.round(ahead / 60_000)).toBe(29);
  });

  it('a wallet is begun, and the sandbox settles it', async () => {
    const begun = await guide.run(blockWith(ASYNCHRONOUS, 'paymentBrand=PAYPAL'));
    expect(begun.result.code).toBe('000.200.000');
    expect(begun.redirect).toMatchObject({ method: 'GET' });
    const variables = { PAYMENT_ID: begun.id };
    const settled = await sandbox.run(blockWith(SANDBOX, '/settle'), variables);
    expect(settled.result.code).toBe('000.100.110');
    const read = await guide.run(blockWith(ASYNCHRONOUS, '/v1/payments/$PAYMENT_ID'), variables);
    expect(read).toMatchObject({ id: begun.id, result: { code: '000.100.110' } });
  });

  it('a payment answers as the guide shows it', async () => {
    const answer = await guide.run(blockWith(ASYNCHRONOUS, 'card.number=4200000000000042'));
    const text = readFileSync(
      join(import.meta.dirname, '../docs/asynchronous-payments.md'),
      'utf8',
    );
    const [, shown = ''] = /```json\n([^`]*)```/.exec(text) ?? [];
    expect(answer).toMatchObject(shape(JSON.parse(shown)) as object);
  });

  it('a checkout is deleted', async () => {
    const variables = { CHECKOUT_ID: await create() };
    const { result } = await guide.run(blockWith(ASYNCHRONOUS, '-X DELETE'), variables);
    expect(result.code).toBe('000.200.102');
  });

  it('the connector is disturbed', async () => {
    const { behaviour } = await sandbox.run(blockWith(SANDBOX, '/sandbox/connector'));
    expect(behaviour).toBe('lose-answer');
  });
});

/** What is drawn anew for every payment, and what is the same for all. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shape(part)]));
  }
  const isDrawn = /^http|…|^[0-9a-f]{32}$/.test(String(value));
  return isDrawn ? expect.any(String) : value;
}
