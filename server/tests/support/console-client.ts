/** The console in tests: its server beside a gateway, and administrators who ask it over HTTP. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { inOtherWords, type Refusals } from '../../../console/words/refusals.ts';
import type {
  AdminError,
  AdminRole,
  Session,
  TimelineEntry,
  TimelineKind,
} from '../../../contract/admin-api.ts';
import { createConsole } from '../../console/console-server.ts';
import { createLink } from '../../console/sign-in/links.ts';
import { createLogger } from '../../create-logger.ts';
import type { GatewayContext } from '../../gateway/context.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { Reader } from '../../store/replica.ts';

export const PASSWORD = 'correct horse battery';

export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look at answers as untyped code does
  readonly body: any;
}

export interface Client {
  readonly session: Session;
  readonly cookie: string;
  /** With its cookie and its session's token. A body makes it a POST. */
  ask(path: string, body?: object, options?: RequestInit): Promise<ConsoleAnswer>;
}

export interface TestConsole extends AsyncDisposable {
  readonly url: string;
  /** Every path that the server knows, as Fastify prints them. */
  readonly routes: string;
  /** Without a session. */
  ask(path: string, body?: object, options?: RequestInit): Promise<ConsoleAnswer>;
  /** Invites an administrator, who signs in by the link. */
  administrator(name: string, role: AdminRole, entityId?: string | null): Promise<Client>;
}

/** The value of a cookie that an answer sets, with its name. */
export const cookieIn = ({ headers }: Pick<ConsoleAnswer, 'headers'>): string =>
  headers.get('set-cookie')?.split(';')[0] ?? '';

const REFUSALS = ['de', 'ar'].map((language): [string, Refusals] => [
  language,
  JSON.parse(readFileSync(`console/texts/refusals/${language}.json`, 'utf8')),
]);
/** Of all others the console's own words say enough. */
const SAID_BY_SERVER: readonly (string | undefined)[] = ['refused', 'invalid', 'conflict'];

/** Whatever the admin API refuses in a test, an administrator reads in each language. */
function refuseUntranslated({ reason, description, parameterErrors }: Partial<AdminError>): void {
  if (!SAID_BY_SERVER.includes(reason)) return;
  const sentences = parameterErrors?.map(({ message }) => message) ?? [description ?? ''];
  for (const sentence of sentences) {
    for (const [language, refusals] of REFUSALS) {
      if (inOtherWords(sentence, refusals) !== undefined) continue;
      throw new Error(`console/texts/refusals/${language}.json has no words for "${sentence}"`);
    }
  }
}

const STORY = ['de', 'ar'].map((language): [string, Refusals] => [
  language,
  JSON.parse(readFileSync(`console/texts/story/${language}.json`, 'utf8')),
]);
const STORY_PATH = /^\/admin\/v1\/payments\/\w+$/;
/** The others are codes, paths, names of events, and results, which have words of their own. */
const IN_CODES: readonly TimelineKind[] = ['authentication', 'settled', 'message', 'request'];

/** Likewise what a payment's story tells. */
function refuseUntold(entries: readonly TimelineEntry[]): void {
  for (const { text } of entries.filter(({ kind }) => !IN_CODES.includes(kind))) {
    for (const [language, story] of STORY) {
      if (inOtherWords(text, story) !== undefined) continue;
      throw new Error(`console/texts/story/${language}.json has no words for "${text}"`);
    }
  }
}

/** @param reader of what takes long; the database itself where absent */
export async function startConsole(gateway: GatewayContext, reader?: Reader): Promise<TestConsole> {
  let url = '';
  const log: string[] = [];
  const logger = createLogger('error', { write: (line) => void log.push(line) });
  const app = await createConsole({
    ...{ gateway, consoleUrl: () => url, logger },
    ...(reader && { reader }),
  });
  await app.listen({ host: 'localhost', port: 0 });
  url = `http://localhost:${(app.server.address() as AddressInfo).port}`;

  const ask: TestConsole['ask'] = async (path, body, options = {}) => {
    const response = await fetch(url + path, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      ...options,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    if (isJson && response.status >= 400) refuseUntranslated(JSON.parse(text));
    const told = isJson ? JSON.parse(text) : text;
    if (STORY_PATH.test(path) && told.timeline) refuseUntold(told.timeline);
    return { status: response.status, headers: response.headers, body: told };
  };

  return {
    url,
    routes: app.printRoutes({ commonPrefix: false }),
    ask,
    async administrator(name, role, entityId = null) {
      const wanted = { name, role, entityId };
      const { token } = await inTransaction(gateway.db, (trx) => createLink(trx, wanted, 60_000));
      const answer = await ask(`/admin/v1/links/${token}`, { password: PASSWORD });
      if (answer.status !== 200) throw new Error(`${JSON.stringify(answer.body)} ${log}`);
      const session: Session = answer.body;
      const cookie = cookieIn(answer);
      return {
        ...{ session, cookie },
        ask: (path, body, options = {}) =>
          ask(path, body, {
            ...options,
            headers: { cookie, 'x-csrf-token': session.csrfToken, ...options.headers },
          }),
      };
    },
    async [Symbol.asyncDispose]() {
      await app.close();
    },
  };
}

/** "POST /admin/v1/session" and so on, from the tree that Fastify prints. */
export function servedRoutes({ routes }: Pick<TestConsole, 'routes'>): string[] {
  const parents: string[] = [];
  return routes.split('\n').flatMap((line) => {
    const [, indent = '', path = '', methods = ''] =
      /^((?:│ {3}| {4})*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line) ?? [];
    if (!path.startsWith('/') && indent === '') return [];
    const depth = indent.length / 4;
    parents.splice(depth);
    parents.push(path);
    const whole = parents.join('');
    return methods
      .split(', ')
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method} ${whole}`);
  });
}
