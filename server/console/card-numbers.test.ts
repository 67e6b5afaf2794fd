/** No text that an administrator types keeps a card number, whatever it is for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, PASSWORD, startConsole } from '../tests/support/console-client.ts';
import { startMerchant } from '../tests/support/merchant.ts';

const merchant = await startMerchant();
const { gateway, entityId } = merchant;
const { db } = gateway;
const console = await startConsole(gateway);
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await merchant[Symbol.asyncDispose]();
});

let owner: Client;
beforeAll(async () => {
  owner = await console.administrator('Olga', 'owner');
});

const NUMBER = '4200 0000 0000 0000';
const REFUSED = 'must not hold a card number';
const CHANNEL = `/admin/v1/channels/${entityId}`;
const view = (name: string) => `/admin/v1/views/${encodeURIComponent(name)}`;

it.each<[what: string, name: string, method: string, path: string, body: object]>([
  ['a token', 'label', 'POST', '/admin/v1/tokens', { entityId, label: `of ${NUMBER}` }],
  ['a view', 'name', 'PUT', view(NUMBER), { state: 'failed' }],
  ['a view’s filter', 'reference', 'PUT', view('mine'), { reference: NUMBER }],
  ['a view’s filter by id', 'id', 'PUT', view('mine'), { id: NUMBER.replaceAll(' ', '') }],
  [
    'an administrator',
    'name',
    'POST',
    '/admin/v1/administrators',
    { name: NUMBER, role: 'support', entityId: null },
  ],
  ['a setting', 'descriptor', 'PATCH', CHANNEL, { descriptor: NUMBER }],
  ['a list', 'origins', 'PATCH', CHANNEL, { origins: [`https://shop.example/${NUMBER}`] }],
  [
    'a reason',
    'justification',
    'POST',
    `${CHANNEL}/page-watch/decisions`,
    { scripts: ['https://shop.example/a.js'], decision: 'approved', justification: NUMBER },
  ],
])('a card number as %s is refused', async (_, name, method, path, body) => {
  const answer = await owner.ask(path, body, { method });
  expect(answer).toMatchObject({ status: 400, body: { reason: 'invalid' } });
  expect(answer.body.parameterErrors).toEqual([{ name, message: REFUSED }]);
});

it('a browser that calls itself one is kept without it', async () => {
  const signIn = { name: 'Olga', password: PASSWORD };
  const headers = { 'user-agent': `Browser/1 ${NUMBER}` };
  expect((await console.ask('/admin/v1/session', signIn, { headers })).status).toBe(200);
  const browsers = await db.selectFrom('console_sessions').select('browser').execute();
  expect(browsers.map(({ browser }) => browser)).toContainEqual(expect.stringMatching(/^Browser/));
  expect(JSON.stringify(browsers)).not.toContain(NUMBER);
});

it('a password may be one: it is not kept', async () => {
  const { body } = await console.ask('/admin/v1/session', { name: 'Olga', password: NUMBER });
  expect(body.reason).toBe('wrong-credentials');
});
