/** `npm run admin -- demo`: what the start has printed, once more. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DEMO, startServer } from '../tests/support/gateway-process.ts';
import { runAdmin } from '../tests/support/run-admin.ts';
import { createTestDatabase } from '../tests/support/test-database.ts';

const { location, drop } = await createTestDatabase();
const elsewhere = await mkdtemp(join(tmpdir(), 'gateway-elsewhere-'));
const data = {
  DATA_DIR: location.dataDir,
  ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
};
/** Drawn at the first start, as on a newcomer's machine. */
const DRAWN = { DEMO_ENTITY_ID: '', DEMO_ACCESS_TOKEN: '' };
const KEYS = 'vault-keys';
const server = await startServer({ ...data, ...DRAWN });
afterAll(async () => {
  await server.stop();
  await drop();
  await rm(elsewhere, { recursive: true });
});

const demo = (variables: Readonly<Record<string, string>> = {}) =>
  runAdmin(['demo'], { ...data, ...DRAWN, ...variables });

describe('the demo merchant is shown again', () => {
  it('as the start has printed it, with a token that works', async () => {
    const { code, stdout } = await demo();
    expect(code).toBe(0);
    const lines = stdout.trim();
    expect(lines).toMatch(/^Entity id +[0-9a-f]{32}\n {2}Access token +\S+\n/);
    expect(server.output()).toContain(lines);
    const [, entityId = '', token = ''] =
      /Entity id +(\S+)\s+Access token +(\S+)/.exec(lines) ?? [];
    const { status } = await fetch(`${server.url}/v1/checkouts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams({ entityId, amount: '1.00', currency: 'EUR', paymentType: 'DB' }),
    });
    expect(status).toBe(200);
  });

  it('and nothing of it is kept in the audit log', async () => {
    const [token = ''] = /(?<=Access token +)\S+/.exec((await demo()).stdout) ?? [];
    const { stdout } = await runAdmin(['audit', 'list'], data);
    expect(stdout).toContain('admin demo');
    expect(stdout).not.toContain(token);
  });
});

describe('it is not shown', () => {
  const refused = async (variables: Readonly<Record<string, string>>, why: RegExp) => {
    const { code, stdout, stderr } = await demo(variables);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(why);
  };

  it('with a token that is another one', () => refused({ ...DEMO }, /there is no demo merchant/));

  it('with a token that the database does not know', async () => {
    const [id = ''] = /(?<=Entity id +)\S+/.exec((await demo()).stdout) ?? [];
    await refused(
      { DEMO_ENTITY_ID: id, DEMO_ACCESS_TOKEN: 'another-token-of-16' },
      /is not one of this database/,
    );
  });

  it.runIf(location.databaseUrl)('where its token was not kept', async () => {
    // Another instance has the keys of the database, and a directory of its own.
    await copyFile(join(location.dataDir, KEYS), join(elsewhere, KEYS));
    await refused({ DATA_DIR: elsewhere }, /nothing but its hash/);
  });

  it('once its channel is live', async () => {
    const [id = ''] = /(?<=Entity id +)\S+/.exec((await demo()).stdout) ?? [];
    const live = ['channel', 'set', id, 'mode=live', 'origins=["https://shop.example"]'];
    expect((await runAdmin(live, data)).code).toBe(0);
    await refused({}, /is live: a token that moves money is shown once/);
  });
});
