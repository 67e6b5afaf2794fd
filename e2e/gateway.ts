/** The running gateway, as a merchant's server uses it and as its operator does. */
import { rm } from 'node:fs/promises';
import { closeDatabase, openDatabase } from '../server/store/database.ts';
import {
  DEMO,
  type RunningServer,
  runScript,
  startServer,
  temporaryDataDir,
} from '../server/tests/support/gateway-process.ts';

export type Fields = Readonly<Record<string, string>>;

export interface NewCheckout {
  readonly id: string;
  /** Hash of the script, where it was asked for. */
  readonly integrity?: string;
}

export interface Gateway extends RunningServer {
  /** As a merchant's server creates it. Answers the id. */
  createCheckout(fields?: Fields): Promise<string>;
  /** The same, with all of the answer. */
  create(fields?: Fields): Promise<NewCheckout>;
  /** Half an hour passes for this checkout. */
  expire(checkoutId: string): Promise<void>;
  /** As a merchant's server changes a checkout that a shopper looks at. */
  update(checkoutId: string, fields: Readonly<Record<string, string>>): Promise<void>;
  /** Sets something of the channel, as an operator does. */
  setChannel(...settings: string[]): Promise<void>;
  /** Gives the channel a font; `file` is a path. */
  addFont(family: string, file: string): Promise<void>;
  removeFonts(family: string): Promise<void>;
  /** Makes a key for a wallet of the channel: `googlepay`. */
  createKey(wallet: string): Promise<void>;
  /** As a merchant's server reads it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers as untyped code does
  status(checkoutId: string): Promise<any>;
  /** Whatever else it reads. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers as untyped code does
  read(path: string): Promise<any>;
  readonly dataDir: string;
}

/** Starts one with a database of its own; both are gone when `end` is done. */
export async function startGateway(): Promise<{ gateway: Gateway; end(): Promise<void> }> {
  const { dataDir, remove } = await temporaryDataDir();
  const server = await startServer({
    DATA_DIR: dataDir,
    SHOP_PORT: 'any',
    WEBHOOK_ALLOW_PRIVATE: '1',
  });
  return {
    gateway: asMerchant(server, dataDir),
    async end() {
      await server.stop();
      await remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function asMerchant(server: RunningServer, dataDir: string): Gateway {
  const headers = {
    authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const create = async (fields: Fields = {}): Promise<NewCheckout> => {
    const body = new URLSearchParams({
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      ...fields,
    });
    const answer = await fetch(`${server.url}/v1/checkouts`, { method: 'POST', headers, body });
    const { id, integrity, result } = await answer.json();
    if (!id) throw new Error(`no checkout: ${JSON.stringify(result)}`);
    return { id, integrity };
  };
  const read = async (path: string) => (await fetch(server.url + path, { headers })).json();
  const admin = async (...args: string[]): Promise<void> => {
    const variables = { DATA_DIR: dataDir };
    const { code, stderr } = await runScript('server/admin/admin.ts', args, variables);
    if (code !== 0) throw new Error(stderr);
  };
  return {
    ...server,
    dataDir,
    create,
    createCheckout: async (fields) => (await create(fields)).id,
    read,
    status: (checkoutId) => read(`/v1/checkouts/${checkoutId}/payment`),
    async update(checkoutId, fields) {
      const body = new URLSearchParams(fields);
      const address = `${server.url}/v1/checkouts/${checkoutId}`;
      const { ok, status } = await fetch(address, { method: 'POST', headers, body });
      if (!ok) throw new Error(`the checkout was not changed: HTTP ${status}`);
    },
    async expire(checkoutId) {
      const databaseUrl = process.env['DATABASE_URL'] || undefined;
      const db = await openDatabase({ dataDir, databaseUrl });
      await db
        .updateTable('checkouts')
        .set({ expires_at: Date.now() })
        .where('id', '=', checkoutId)
        .execute();
      await closeDatabase(db);
    },
    setChannel: (...settings) => admin('channel', 'set', DEMO.DEMO_ENTITY_ID, ...settings),
    addFont: (family, file) => admin('font', 'add', DEMO.DEMO_ENTITY_ID, family, file),
    removeFonts: (family) => admin('font', 'remove', DEMO.DEMO_ENTITY_ID, family),
    createKey: (wallet) => admin(wallet, 'key', DEMO.DEMO_ENTITY_ID),
  };
}
