import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from '../tests/support/gateway-process.ts';
import { runAdmin } from '../tests/support/run-admin.ts';
import { createTestDatabase } from '../tests/support/test-database.ts';

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

const admin = async (...args: string[]) => {
  const { code, stdout, stderr } = await runAdmin(args, data);
  return { code, stderr, answer: stdout ? JSON.parse(stdout) : undefined };
};
const checkout = (token: string, fields: Record<string, string> = {}) =>
  fetch(`${server.url}/v1/checkouts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams({ amount: '1.00', currency: 'EUR', paymentType: 'DB', ...fields }),
  });

describe('administration while the server runs', () => {
  it('makes a merchant whose token works at once, for its own tree only', async () => {
    const merchant = (await admin('entity', 'create', 'merchant', 'Bookshop')).answer;
    const division = (
      await admin('entity', 'create', 'division', 'Europe', '--parent', merchant.id)
    ).answer;
    const channel = (await admin('entity', 'create', 'channel', 'Web', '--parent', division.id))
      .answer;
    const { token } = (await admin('token', 'issue', division.id, '--label', 'web')).answer;

    expect((await checkout(token, { entityId: channel.id })).status).toBe(200);
    expect((await checkout(token)).status).toBe(400);
    const demo = '0123456789abcdef0123456789abcdef';
    expect((await checkout(token, { entityId: demo })).status).toBe(400);
    expect((await checkout(token, { entityId: merchant.id })).status).toBe(400);

    const listed = (await admin('token', 'list')).answer;
    const { id } = listed.find(({ label }: { label: string }) => label === 'web');
    expect(JSON.stringify(listed)).not.toContain(token);
    expect((await admin('token', 'revoke', id)).code).toBe(0);
    expect((await checkout(token, { entityId: channel.id })).status).toBe(403);
  });

  it('names the command that was meant, and those of the same kind', async () => {
    const { code, stderr } = await admin('entity', 'craete', 'merchant', 'Bookshop');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^There is no command "entity craete"\. Did you mean "entity create"\?\n/,
    );
    expect(stderr).toContain('  entity show ID');
    expect(stderr).not.toContain('token issue');
    const unknown = await admin('bookshop', 'open');
    expect(unknown.stderr).toBe(
      'There is no command "bookshop open".\nnpm run admin lists all commands.\n',
    );
    expect((await admin()).stderr).toContain('  entity create merchant');
  });

  it('changes settings of a channel, which hold at once', async () => {
    const demo = '0123456789abcdef0123456789abcdef';
    const origins = '["https://shop.example"]';
    const { answer } = await admin('channel', 'set', demo, `origins=${origins}`);
    expect(answer.origins).toEqual(['https://shop.example']);
    const refused = await checkout('token-of-the-tests-0123456789', {
      shopperResultUrl: 'https://elsewhere.example/',
    });
    expect(refused.status).toBe(400);
    expect((await admin('entity', 'show', demo)).answer.settings.origins).toEqual([
      'https://shop.example',
    ]);
    await admin('channel', 'set', demo, 'origins=[]');
  });

  it.each<[args: string[], message: RegExp]>([
    [[], /entity create/],
    [['entity', 'create', 'shop', 'X'], /merchant or division or channel/],
    [['entity', 'create', 'channel', 'Web'], /needs a parent/],
    [['entity', 'create', 'channel', 'Web', '--parent', 'nobody'], /there is no entity nobody/],
    [['channel', 'set', 'nobody', 'mode=live'], /no channel nobody/],
    [['channel', 'set', '0123456789abcdef0123456789abcdef', 'mode=dead'], /mode/],
    [
      ['channel', 'set', '0123456789abcdef0123456789abcdef', 'origins=["https://a.example/b"]'],
      /origin/,
    ],
    [['channel', 'set', '0123456789abcdef0123456789abcdef', 'colour=red'], /colour/],
    [['channel', 'set', '0123456789abcdef0123456789abcdef', 'maxInstallments=13'], /12/],
    [['token', 'issue', 'nobody'], /no entity nobody/],
    [['token', 'revoke', 'nobody'], /no active token/],
    [['erase', 'nobody', '--shopper', '4200000000000000'], /^there is no entity nobody$/m],
    [
      ['token', 'issue', 'nobody', '--label', 'of 4200 0000 0000 0000'],
      /^what is given must not hold a card number$/m,
    ],
    [['entity', 'list', '--colour'], /colour/],
  ])('%j is refused with a reason', async (args, message) => {
    const { code, stderr } = await admin(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe('a token with terms', () => {
  const DEMO = '0123456789abcdef0123456789abcdef';

  it('has scopes, networks and an end', async () => {
    const issued = await admin(
      ...['token', 'issue', DEMO, '--label', 'reports', '--expires', '90d'],
      ...['--scopes', 'reports, webhooks', '--networks', '10.0.0.0/8,2001:db8::1'],
    );
    expect(issued.code, issued.stderr).toBe(0);
    expect((await checkout(issued.answer.token)).status).toBe(403);
    const listed: { id: string }[] = (await admin('token', 'list')).answer;
    expect(listed.find(({ id }) => id === issued.answer.id)).toMatchObject({
      scopes: ['reports', 'webhooks'],
      networks: ['10.0.0.0/8', '2001:db8::1'],
      expires_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
      last_used_at: null,
    });
  });

  it.each([
    ['--expires', '2020-01-01', /--expires is days from now/],
    ['--expires', 'soon', /--expires is days from now/],
    ['--expires', '0d', /--expires is days from now/],
    ['--expires', '9999d', /--expires is days from now/],
    [
      '--scopes',
      'money',
      /--scopes are some of payments, refunds, reports, webhooks; they are money/,
    ],
    ['--scopes', ',', /--scopes are some of/],
    ['--networks', '10.0.0.0/33', /--networks are IP addresses or networks/],
    ['--networks', 'shop.example', /--networks are IP addresses or networks/],
  ])('is not issued with %s %s', async (option, value, rule) => {
    const { code, stderr } = await admin('token', 'issue', DEMO, option, value);
    expect(code).toBe(2);
    expect(stderr).toMatch(rule);
  });
});
