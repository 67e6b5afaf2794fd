/** Keys of wallets, as an operator makes and changes them. */
import { afterAll, expect, it } from 'vitest';
import { runAdmin } from '../tests/support/run-admin.ts';
import { createTestDatabase } from '../tests/support/test-database.ts';

const { location, drop } = await createTestDatabase();
afterAll(drop);
const CHANNEL = '0123456789abcdef0123456789abcde0';

async function admin(args: readonly string[], input = '') {
  const variables = {
    DATA_DIR: location.dataDir,
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
  };
  const { code, stdout, stderr } = await runAdmin(args, variables, input);
  return { code, stderr, answer: stdout ? JSON.parse(stdout) : undefined };
}

it('keys are made, listed, certified by Apple alone, and removed; no private key is shown', async () => {
  const { id: parent } = (await admin(['entity', 'create', 'merchant', 'Bookshop'])).answer;
  await admin(['entity', 'create', 'channel', 'Web', '--parent', parent, '--id', CHANNEL]);
  const identity = (await admin(['applepay', 'key', CHANNEL, 'identity'])).answer;
  expect(identity.toVendor).toMatch(/^-----BEGIN CERTIFICATE REQUEST-----\n[\w+/=\n]+-----END/);
  const { id } = (await admin(['applepay', 'key', CHANNEL, 'payment'])).answer;
  const listed = await admin(['applepay', 'list', CHANNEL]);
  expect(listed.answer).toEqual([
    { id: identity.id, use: 'identity', createdAt: expect.any(String), certificateEnds: null },
    { id, use: 'payment', createdAt: expect.any(String), certificateEnds: null },
  ]);
  expect((await admin(['googlepay', 'key', CHANNEL])).answer.toVendor).toMatch(/^B[\w+/]{86}=$/);

  expect((await admin(['applepay', 'certificate', CHANNEL], 'nonsense')).stderr).toContain(
    'what was read is no certificate, PEM or DER',
  );
  expect((await admin(['applepay', 'key', CHANNEL])).stderr).toContain('payment or identity');
  expect((await admin(['applepay', 'key', 'nowhere', 'payment'])).stderr).toContain(
    'there is no channel nowhere',
  );
  for (const wallet of ['applepay', 'googlepay']) {
    const { code, stderr } = await admin([wallet, 'list', 'nowhere']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'there is no channel nowhere\n' });
  }
  expect((await admin(['googlepay', 'remove', id])).stderr).toContain(`there is no key ${id}`);
  expect((await admin(['applepay', 'remove', id])).answer).toEqual({ removed: id });
});
