/** What guides tell an operator to type for a channel, with the gateway as a process beside it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DEMO, startServer } from '../support/gateway-process.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { blocksOf, ROOT, runShell } from './guide-code.ts';

const CHANNEL = DEMO.DEMO_ENTITY_ID;
const { location, drop } = await createTestDatabase();
const data: Record<string, string> = {
  DATA_DIR: location.dataDir,
  ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
};
const server = await startServer(data);
afterAll(async () => {
  await server.stop();
  await drop();
});

async function typed(script: string, variables: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await runShell(script, { ...data, CHANNEL, ...variables });
  expect(code, stdout + stderr).toBe(0);
  return stdout;
}
const commandsIn = (guide: string): string[] =>
  blocksOf(guide, 'sh')
    .flatMap((block) => block.trim().split('\n'))
    .filter((line) => line.startsWith('npm '));

it('the console: days of a chargeback, by brand', async () => {
  const [command = ''] = commandsIn('docs/console.md');
  expect(await typed(command)).toContain('"VISA": 18');
});

it('the console: a table of first digits, and a file with a card number in it', async () => {
  const [table = ''] = blocksOf('docs/console.md', 'csv');
  const [script = ''] = blocksOf('docs/console.md', 'sh bins');
  const FILE = join(location.dataDir, 'bins.csv');
  await writeFile(FILE, table);
  const said = await typed(script, { FILE });
  expect(said.match(/"ranges": 3/g)).toHaveLength(2);
  expect(said).toContain('"country": "US"');
  await writeFile(FILE, `${table}4200000000000000,US\n`);
  const { code, stderr } = await runShell(script, { ...data, FILE });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^line 5: first digits must be/)]);
  expect(stderr).not.toContain('42');
});

it('the form: fonts of the channel', async () => {
  const fonts = join(ROOT, 'node_modules/@fontsource/space-grotesk/files/space-grotesk-latin-');
  const script = commandsIn('docs/form.md')
    .join('\n')
    .replaceAll('CHANNEL', CHANNEL)
    .replaceAll(/brand-sans-(\d+)\.woff2/g, `${fonts}$1-normal.woff2`);
  const said = await typed(script);
  expect(said.match(/"family": "Brand Sans"/g)).toHaveLength(2);
});

it('wallets: keys at Apple and at Google', async () => {
  const script = commandsIn('docs/wallets.md').join('\n');
  expect(script.match(/^npm /gm)).toHaveLength(5);
  const said = await typed(script);
  expect(said.match(/BEGIN CERTIFICATE REQUEST/g)).toHaveLength(2);
  expect(said).toContain('"BCR2DN4T000000"');
});

describe('processors: bank transfers that an operator looks after', () => {
  const call = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
      body: new URLSearchParams({ entityId: CHANNEL, currency: 'EUR', ...fields }),
    });
    return (await answer.json()).id;
  };
  const pay = () =>
    call('/v1/payments', {
      ...{ testMode: 'EXTERNAL', amount: '92.00', paymentType: 'DB' },
      ...{ paymentBrand: 'SOFORTUEBERWEISUNG', shopperResultUrl: 'https://shop.example/result' },
    });
  const read = async (id: string) => {
    const answer = await fetch(`${server.url}/v1/payments/${id}?entityId=${CHANNEL}`, {
      headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    });
    return (await answer.json()).result.code;
  };
  const becomes = (id: string, code: string) =>
    expect.poll(() => read(id), { timeout: 30_000, interval: 200 }).toBe(code);

  it('one has come, another has not, and a refund is sent', async () => {
    const [set = '', list = '', received = '', failed = '', sent = ''] =
      commandsIn('docs/processors.md');
    await typed(set);
    const [paid, unpaid] = [await pay(), await pay()];
    const waiting = await typed(list);
    expect(waiting).toContain(paid);
    await typed(received, { PAYMENT: paid });
    await becomes(paid, '000.100.112');
    await typed(failed, { PAYMENT: unpaid });
    await becomes(unpaid, '800.100.100');
    const REFUND = await call(`/v1/payments/${paid}`, { amount: '92.00', paymentType: 'RF' });
    await typed(sent, { REFUND });
    await becomes(REFUND, '000.100.112');
  });
});
