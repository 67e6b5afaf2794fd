/** `/reference` and `/openapi.json`: the API as it is, and requests to try against this sandbox. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Endpoint, filledSample, pathNames } from '../../reference/endpoint.ts';
import { ENDPOINTS } from '../../reference/endpoints.ts';
import { openApiDocument } from '../../reference/openapi.ts';
import { sendPage } from '../pages/send-page.ts';
import { referencePolicy } from '../security-headers.ts';
import { formValue } from '../shop/form-value.ts';
import type { GatewayAccess } from '../shop-server.ts';
import { endpointPage } from './endpoint-page.ts';
import { parametersPage, resultCodesPage, testCardsPage, waysToPayPage } from './lists.ts';
import { overviewPage } from './overview.ts';
import { callSandbox, type Pair, sandboxRequest } from './sandbox-call.ts';
import { searchPage } from './search.ts';

/** Fields of the form whose names are parameters have this in front. */
const PARAMETER = 'p:';
/** Of ids and of files. */
const ID = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** @param inbox an address of the workbench that takes webhooks, for samples */
export function addReferenceRoutes(
  app: FastifyInstance,
  gateway: GatewayAccess,
  inbox: string,
): void {
  const page = async (reply: FastifyReply, source: string, status = 200) => {
    await reply.helmet({ contentSecurityPolicy: referencePolicy });
    return sendPage(reply, source, status);
  };
  const find = (request: { params: unknown }) =>
    ENDPOINTS.find(({ id }) => id === formValue(request.params, 'endpoint'));

  app.get('/openapi.json', (_, reply) =>
    reply.header('cache-control', 'no-store').send(openApiDocument(gateway.url)),
  );
  app.get('/reference', (_, reply) => page(reply, overviewPage(gateway.url, gateway.entityId)));
  app.get('/reference/parameters', (_, reply) => page(reply, parametersPage()));
  app.get('/reference/result-codes', (_, reply) => page(reply, resultCodesPage()));
  app.get('/reference/ways-to-pay', (_, reply) => page(reply, waysToPayPage()));
  app.get('/reference/test-cards', (_, reply) => page(reply, testCardsPage()));

  app.get('/reference/search', (request, reply) =>
    page(reply, searchPage(formValue(request.query, 'q') ?? '')),
  );

  app.get('/reference/:endpoint', (request, reply) => {
    const endpoint = find(request);
    if (!endpoint) return reply.callNotFound();
    const today = new Date().toISOString().slice(0, 10);
    const values = filledSample(endpoint, { today, inbox });
    const ids = idsOf(endpoint, request.query);
    return page(reply, endpointPage({ endpoint, ids, values, more: '' }));
  });

  app.post('/reference/:endpoint/try', async (request, reply) => {
    const endpoint = find(request);
    if (!endpoint) return reply.callNotFound();
    const ids = idsOf(endpoint, request.body);
    const more = formValue(request.body, 'more') ?? '';
    const values = fieldsOf(request.body);
    const pairs: Pair[] = [
      ...(endpoint.caller === 'server' ? [['entityId', gateway.entityId] as const] : []),
      ...values.filter(([, value]) => value !== ''),
      ...linesOf(more),
    ];
    if (!Object.values(ids).every((id) => ID.test(id))) return reply.callNotFound();
    const sent = sandboxRequest(endpoint, ids, pairs);
    const answer = await callSandbox(gateway, sent);
    return page(
      reply,
      endpointPage({ endpoint, ids, values, more, tried: { request: sent, answer } }),
    );
  });
}

/** The values of what the path names. */
const idsOf = (endpoint: Endpoint, sent: unknown): Record<string, string> =>
  Object.fromEntries(
    pathNames(endpoint).map((name) => [
      name,
      formValue(sent, name)?.trim() ?? endpoint.pathSample?.[name] ?? '',
    ]),
  );

const fieldsOf = (body: unknown): Pair[] =>
  Object.entries(Object(body)).flatMap(([name, value]): Pair[] =>
    name.startsWith(PARAMETER) && typeof value === 'string'
      ? [[name.slice(PARAMETER.length), value]]
      : [],
  );

/** Lines of `name=value`; others are left out. */
const linesOf = (text: string): Pair[] =>
  text.split(/\r?\n/).flatMap((line): Pair[] => {
    const [, name, value] = /^\s*([^=\s]+)=(.*)$/.exec(line) ?? [];
    return name !== undefined && value !== undefined ? [[name, value.trim()]] : [];
  });
