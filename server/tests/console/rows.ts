/** Every route of `/admin/v1`, with a request that really does something, and what is answered to whom. */
import { randomUUID } from 'node:crypto';
import type { AdminRole } from '../../../contract/admin-api.ts';
import { createLink } from '../../console/sign-in/links.ts';
import { codeOf, stepAt } from '../../console/sign-in/one-time-codes.ts';
import { findChannel } from '../../gateway/entities/index.ts';
import { addFont } from '../../gateway/fonts/index.ts';
import { unwatchPage, watchPage } from '../../gateway/page-watch/index.ts';
import { simulatorOf } from '../../gateway/sandbox/index.ts';
import { realNow } from '../../store/clock.ts';
import { inTransaction } from '../../store/dialect.ts';
import { paymentToRow } from '../../store/records/payment.ts';
import type { TestConsole } from '../support/console-client.ts';
import { testFont } from '../support/test-fonts.ts';
import type { TestGateway } from '../support/test-gateway.ts';
import { type Caller, type Merchant, PASSWORD } from './two-merchants.ts';

export interface Place {
  readonly server: TestGateway;
  readonly console: TestConsole;
  /** Whose things are named. */
  readonly merchant: Merchant;
  readonly caller: Caller;
}

export interface RouteRequest {
  /** Values of the path's `:names`, and a query. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object;
}

export interface Row {
  readonly route: string;
  /** From which role on; `signed out`: without a session, `anyone`: each role, for their own account. */
  readonly needs: AdminRole | 'signed out' | 'anyone';
  /** What is answered to one who may. */
  readonly status?: number;
  /** What is answered where the things are another merchant's; without it none is named. */
  readonly foreign?: 403 | 404;
  /** Why it writes no line of the audit log. */
  readonly unaudited?: string;
  prepare?(place: Place): Promise<RouteRequest> | RouteRequest;
}

const ACCOUNT = '/admin/v1/session';
const ofPayment = (type: string, body: object = {}): Pick<Row, 'prepare'> => ({
  prepare: async ({ merchant }) => ({ path: { id: await merchant.pay(type) }, body }),
});
const ofApproval: Pick<Row, 'prepare'> = {
  prepare: async ({ merchant }) => ({ path: { id: await merchant.approval() } }),
};
const ofRegistration: Pick<Row, 'prepare'> = {
  prepare: async ({ merchant }) => ({ path: { id: await merchant.registration() } }),
};
const ofToken: Pick<Row, 'prepare'> = {
  prepare: async ({ merchant }) => ({ path: { id: await merchant.token() } }),
};
const ofWebhook = (body?: object): Pick<Row, 'prepare'> => ({
  prepare: ({ merchant }) => ({ path: { id: merchant.webhook }, ...(body && { body }) }),
});
const ofColleague = (body?: object): Pick<Row, 'prepare'> => ({
  prepare: async ({ merchant }) => ({
    path: { name: await merchant.colleague() },
    ...(body && { body }),
  }),
});
const ofChannel: Pick<Row, 'prepare'> = {
  prepare: ({ merchant }) => ({ query: `?channel=${merchant.channel}` }),
};
const ofItsChannel = (body?: object): Pick<Row, 'prepare'> => ({
  prepare: ({ merchant }) => ({ path: { id: merchant.channel }, ...(body && { body }) }),
});
async function otherBehaviour({ server: { gateway }, merchant }: Place): Promise<RouteRequest> {
  const channel = await findChannel(gateway.db, merchant.channel);
  const now = channel && (await simulatorOf(gateway, channel));
  const behaviour = now?.behaviour === 'slow' ? 'normal' : 'slow';
  return { path: { id: merchant.channel }, body: { behaviour } };
}
const CHANNEL = '/admin/v1/channels/:id';
const FONT = testFont();
/** Of digits, in thousandths of the em. */
let fontWidth = 600;
const PAY_PAGE = 'https://localhost/pay';
/** One that was not read yet. */
async function withPage({ server: { gateway }, merchant }: Place): Promise<RouteRequest> {
  const channel = await findChannel(gateway.db, merchant.channel);
  if (!channel) throw new Error('the merchant has no channel');
  await watchPage(gateway, channel, PAY_PAGE);
  await unwatchPage(gateway.db, channel.id, PAY_PAGE);
  await watchPage(gateway, channel, PAY_PAGE);
  return { path: { id: channel.id } };
}
const OWN = 'is of one’s own list, and changes nothing';

export const ROWS: readonly Row[] = [
  { route: 'GET /admin/v1/openapi.json', needs: 'signed out' },
  { route: `GET ${ACCOUNT}`, needs: 'anyone' },
  {
    ...{ route: `POST ${ACCOUNT}`, needs: 'signed out' },
    prepare: async ({ merchant }) => ({
      body: { name: await merchant.colleague(), password: PASSWORD },
    }),
  },
  { route: `DELETE ${ACCOUNT}`, needs: 'anyone' },
  { route: 'GET /admin/v1/sessions', needs: 'anyone' },
  { route: 'DELETE /admin/v1/sessions', needs: 'anyone' },
  {
    ...{ route: `PUT ${ACCOUNT}/password`, needs: 'anyone' },
    prepare: () => ({ body: { password: PASSWORD, newPassword: 'another long one' } }),
  },
  {
    ...{ route: `POST ${ACCOUNT}/authenticator`, needs: 'anyone' },
    unaudited: 'begins one, which counts with its first code',
  },
  {
    ...{ route: `PUT ${ACCOUNT}/authenticator`, needs: 'anyone' },
    prepare: async ({ caller, console }) => {
      const { body } = await caller.ask(console, `${ACCOUNT}/authenticator`, 'POST');
      return { body: { code: codeOf(body.secret, stepAt(realNow())) } };
    },
  },
  {
    ...{ route: `DELETE ${ACCOUNT}/authenticator`, needs: 'anyone' },
    prepare: () => ({ body: { password: PASSWORD } }),
  },
  { route: `GET ${ACCOUNT}/passkeys`, needs: 'anyone' },
  {
    ...{ route: `POST ${ACCOUNT}/passkeys/options`, needs: 'anyone' },
    unaudited: 'begins one, which counts with its answer',
  },
  {
    // A browser makes a real one: e2e/console/sign-in.test.ts.
    ...{ route: `POST ${ACCOUNT}/passkeys`, needs: 'anyone', status: 401 },
    unaudited: 'nothing was asked for',
    prepare: () => ({ body: { label: 'laptop', response: { id: 'none' } } }),
  },
  {
    ...{ route: `DELETE ${ACCOUNT}/passkeys/:id`, needs: 'anyone', foreign: 404 },
    prepare: async ({ merchant, caller }) => ({
      path: { id: await merchant.passkey(caller.name) },
    }),
  },
  {
    ...{ route: 'GET /admin/v1/links/:token', needs: 'signed out' },
    prepare: async ({ server, merchant }) => ({ path: { token: await linkOf(server, merchant) } }),
  },
  {
    ...{ route: 'POST /admin/v1/links/:token', needs: 'signed out' },
    prepare: async ({ server, merchant }) => ({
      ...{ path: { token: await linkOf(server, merchant) }, body: { password: PASSWORD } },
    }),
  },
  {
    ...{ route: 'POST /admin/v1/passkey/options', needs: 'signed out' },
    unaudited: 'asks, and signs nobody in',
  },
  {
    ...{ route: 'POST /admin/v1/passkey', needs: 'signed out', status: 401 },
    unaudited: 'nothing was asked for',
    prepare: () => ({ body: { challengeId: 'none', response: { id: 'none' } } }),
  },
  { route: 'GET /admin/v1/administrators', needs: 'owner' },
  {
    ...{ route: 'POST /admin/v1/administrators', needs: 'owner', foreign: 403 },
    prepare: ({ merchant }) => ({
      body: { name: 'A new one', role: 'owner', entityId: merchant.id },
    }),
  },
  {
    ...{ route: 'PATCH /admin/v1/administrators/:name', needs: 'owner', foreign: 404 },
    ...ofColleague({ role: 'operator' }),
  },
  {
    ...{ route: 'DELETE /admin/v1/administrators/:name', needs: 'owner', foreign: 404 },
    ...ofColleague(),
  },
  { route: 'GET /admin/v1/payments', needs: 'read-only', foreign: 404, ...ofChannel },
  { route: 'GET /admin/v1/payments.csv', needs: 'support', foreign: 404, ...ofChannel },
  { route: 'GET /admin/v1/payments/:id', needs: 'read-only', foreign: 404, ...ofPayment('DB') },
  {
    ...{ route: 'POST /admin/v1/payments/:id/capture', needs: 'operator', foreign: 404 },
    ...ofPayment('PA'),
  },
  {
    ...{ route: 'POST /admin/v1/payments/:id/refund', needs: 'support', foreign: 404 },
    ...ofPayment('DB', { amount: '1.00' }),
  },
  {
    ...{ route: 'POST /admin/v1/payments/:id/reverse', needs: 'operator', foreign: 404 },
    ...ofPayment('DB'),
  },
  { route: 'GET /admin/v1/checkouts', needs: 'read-only', foreign: 404, ...ofChannel },
  { route: 'GET /admin/v1/funnel', needs: 'read-only', foreign: 404, ...ofChannel },
  { route: 'GET /admin/v1/registrations', needs: 'read-only', foreign: 404, ...ofChannel },
  {
    ...{ route: 'GET /admin/v1/registrations/:id', needs: 'read-only', foreign: 404 },
    ...ofRegistration,
  },
  {
    ...{ route: 'DELETE /admin/v1/registrations/:id', needs: 'operator', foreign: 404 },
    ...ofRegistration,
  },
  { route: 'GET /admin/v1/schedules', needs: 'read-only', foreign: 404, ...ofChannel },
  {
    ...{ route: 'DELETE /admin/v1/schedules/:id', needs: 'operator', foreign: 404 },
    prepare: async ({ merchant }) => ({
      path: { id: await merchant.schedule(await merchant.registration()) },
    }),
  },
  { route: 'GET /admin/v1/chargebacks', needs: 'read-only', foreign: 404, ...ofChannel },
  {
    ...{ route: 'PUT /admin/v1/chargebacks/:id/answer', needs: 'support', foreign: 404 },
    prepare: async ({ merchant }) => ({
      path: { id: await merchant.chargeback() },
      body: { note: 'case 4711' },
    }),
  },
  {
    ...{ route: 'DELETE /admin/v1/chargebacks/:id/answer', needs: 'support', foreign: 404 },
    prepare: async ({ server: { gateway }, merchant }) => {
      const id = await merchant.chargeback();
      const chargebackAnswer = { at: realNow(), by: 'A colleague', note: null };
      await gateway.db
        .updateTable('payments')
        .set(paymentToRow({ chargebackAnswer }))
        .where('id', '=', id)
        .execute();
      return { path: { id }, query: `?at=${new Date(chargebackAnswer.at).toISOString()}` };
    },
  },
  { route: 'GET /admin/v1/settlement', needs: 'read-only', foreign: 404, ...ofChannel },
  { route: 'GET /admin/v1/settlement.csv', needs: 'support', foreign: 404, ...ofChannel },
  { route: 'GET /admin/v1/approvals', needs: 'read-only' },
  {
    ...{ route: 'POST /admin/v1/approvals/:id/approve', needs: 'operator', foreign: 404 },
    ...ofApproval,
  },
  {
    ...{ route: 'POST /admin/v1/approvals/:id/reject', needs: 'operator', foreign: 404 },
    ...ofApproval,
  },
  { route: 'GET /admin/v1/views', needs: 'anyone' },
  {
    ...{ route: 'PUT /admin/v1/views/:name', needs: 'anyone', unaudited: OWN },
    prepare: () => ({ path: { name: 'mine' }, body: { state: 'failed' } }),
  },
  {
    ...{ route: 'DELETE /admin/v1/views/:name', needs: 'anyone', foreign: 404, unaudited: OWN },
    prepare: async ({ server: { gateway }, caller }) => {
      const view = { owner: caller.name, name: 'ours', filter: '{}' };
      await gateway.db.insertInto('console_views').values(view).execute();
      return { path: { name: 'ours' } };
    },
  },
  { route: 'GET /admin/v1/webhooks', needs: 'read-only' },
  { route: 'GET /admin/v1/webhooks/:id', needs: 'read-only', foreign: 404, ...ofWebhook() },
  {
    ...{ route: 'GET /admin/v1/webhooks/:id/deliveries', needs: 'read-only', foreign: 404 },
    ...ofWebhook(),
  },
  {
    route: 'GET /admin/v1/webhooks/:id/deliveries/:delivery',
    ...{ needs: 'read-only', foreign: 404 },
    prepare: async ({ merchant }) => ({
      path: { id: merchant.webhook, delivery: await merchant.delivery(await merchant.pay()) },
    }),
  },
  {
    ...{ route: 'POST /admin/v1/webhooks/:id/resend', needs: 'support', status: 202, foreign: 404 },
    prepare: async ({ merchant }) => ({
      path: { id: merchant.webhook },
      body: { deliveries: [await merchant.delivery(await merchant.pay())] },
    }),
  },
  {
    ...{ route: 'POST /admin/v1/webhooks/:id/pause', needs: 'operator', foreign: 404 },
    ...ofWebhook(),
  },
  {
    ...{ route: 'POST /admin/v1/webhooks/:id/resume', needs: 'operator', foreign: 404 },
    ...ofWebhook(),
  },
  {
    ...{ route: 'POST /admin/v1/webhooks/:id/secret', needs: 'operator', foreign: 404 },
    ...ofWebhook({ overlap: 0 }),
  },
  {
    ...{ route: 'POST /admin/v1/webhooks/:id/test', needs: 'operator', foreign: 404 },
    ...ofWebhook({ type: 'PAYMENT' }),
  },
  { route: 'GET /admin/v1/requests', needs: 'read-only', foreign: 404, ...ofChannel },
  { route: `GET ${CHANNEL}`, needs: 'read-only', foreign: 404, ...ofItsChannel() },
  {
    ...{ route: `PATCH ${CHANNEL}`, needs: 'operator', foreign: 404 },
    // Another one each time: what changes nothing is not noted.
    prepare: ({ merchant }) => ({
      path: { id: merchant.channel },
      body: { descriptor: `Shop ${randomUUID()}` },
    }),
  },
  {
    ...{ route: `POST ${CHANNEL}/notification-key`, needs: 'operator', foreign: 404 },
    ...ofItsChannel({ overlap: 0 }),
  },
  {
    ...{ route: `POST ${CHANNEL}/fonts`, needs: 'operator', foreign: 404 },
    // Another one each time: the same would change nothing.
    prepare: ({ merchant }) => {
      fontWidth += 1;
      const file = testFont({ width: fontWidth }).toString('base64');
      return { path: { id: merchant.channel }, body: { family: 'Shop Sans', file } };
    },
  },
  {
    ...{ route: `DELETE ${CHANNEL}/fonts/:family/:weight`, needs: 'operator', foreign: 404 },
    prepare: async ({ server, merchant }) => {
      await addFont(server.gateway.db, merchant.channel, 'Old Sans', FONT);
      return { path: { id: merchant.channel, family: 'Old Sans', weight: '400' } };
    },
  },
  {
    ...{ route: `PUT ${CHANNEL}/release`, needs: 'operator', foreign: 404 },
    ...ofItsChannel({ release: null }),
  },
  {
    ...{ route: `POST ${CHANNEL}/clock`, needs: 'operator', foreign: 404 },
    ...ofItsChannel({ advance: 1 }),
  },
  {
    ...{ route: `PUT ${CHANNEL}/simulator`, needs: 'operator', foreign: 404 },
    prepare: otherBehaviour,
  },
  { route: `GET ${CHANNEL}/page-watch`, needs: 'read-only', foreign: 404, ...ofItsChannel() },
  {
    ...{ route: `POST ${CHANNEL}/page-watch/decisions`, needs: 'operator', foreign: 404 },
    ...ofItsChannel({
      ...{ decision: 'approved', scripts: ['https://cdn.example/*'], justification: 'ours' },
    }),
  },
  {
    ...{ route: `POST ${CHANNEL}/page-watch/pages`, needs: 'operator', foreign: 404 },
    ...ofItsChannel({ url: PAY_PAGE }),
  },
  {
    ...{ route: `DELETE ${CHANNEL}/page-watch/pages`, needs: 'operator', foreign: 404 },
    prepare: async (place) => ({
      ...(await withPage(place)),
      query: `?url=${encodeURIComponent(PAY_PAGE)}`,
    }),
  },
  {
    ...{ route: `POST ${CHANNEL}/page-watch/check`, needs: 'support', foreign: 404 },
    prepare: withPage,
  },
  { route: 'GET /admin/v1/tokens', needs: 'operator' },
  {
    ...{ route: 'POST /admin/v1/tokens', needs: 'operator', foreign: 404 },
    prepare: ({ merchant }) => ({
      body: { entityId: merchant.channel, label: 'a new one', scopes: ['payments'] },
    }),
  },
  { route: 'POST /admin/v1/tokens/:id/rotate', needs: 'operator', foreign: 404, ...ofToken },
  { route: 'DELETE /admin/v1/tokens/:id', needs: 'operator', foreign: 404, ...ofToken },
  { route: 'GET /admin/v1/today', needs: 'read-only', foreign: 404, ...ofChannel },
];

async function linkOf({ gateway }: TestGateway, merchant: Merchant): Promise<string> {
  const name = `${await merchant.colleague()} too`;
  const wanted = { name, role: 'support', entityId: merchant.id } as const;
  const { token } = await inTransaction(gateway.db, (trx) => createLink(trx, wanted, 60_000));
  return token;
}

/** Sends the row's request, already prepared. */
export function send(
  { route }: Row,
  { path = {}, query = '', body }: RouteRequest,
  ask: (path: string, method: string, body?: object) => ReturnType<Caller['ask']>,
) {
  const [method = '', url = ''] = route.split(' ');
  const filled = url.replace(/:(\w+)/g, (_, name: string) => {
    const value = path[name];
    if (value === undefined) throw new Error(`${route} has no ${name}`);
    return encodeURIComponent(value);
  });
  return ask(filled + query, method, body);
}
