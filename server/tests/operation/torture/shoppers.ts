/** Clients that pay, capture and refund until they are told to stop, and write down what they were answered. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPending } from '../../../../contract/result-codes.ts';
import { DEMO } from '../../support/gateway-process.ts';
import { CARD_FIELDS } from '../../support/test-gateway.ts';
import type { Cluster } from './cluster.ts';

const SHOPPERS = 6;
/** A client gives an answer up after this long, and asks another instance, with the same key. */
const PATIENCE_MS = 5_000;
const AGAIN_MS = 50;
const BETWEEN_MS = 30;

/** What a client knows of one operation. */
export interface Entry {
  /** The merchant's own reference: one for each thing that is wanted. */
  readonly name: string;
  readonly type: string;
  /** Cents. */
  readonly amount: number;
  readonly original: string | undefined;
  readonly id: string | undefined;
  readonly code: string;
  readonly answeredAt: number;
}

export const isSuccess = ({ code }: Pick<Entry, 'code'>): boolean => code.startsWith('000.');

export interface Shoppers {
  readonly ledger: readonly Entry[];
  /** Resolves when everything that is asked for now was answered. */
  answered(): Promise<void>;
  stop(): Promise<void>;
}

export function startShoppers({ instances }: Cluster, random: () => number): Shoppers {
  const ledger: Entry[] = [];
  const open = new Set<Promise<unknown>>();
  let isOver = false;
  let turn = 0;

  /** Asks the instances in turn until one of them has decided. */
  const ask = async (path: string, fields?: Record<string, string>) => {
    const key = randomUUID();
    for (; ; await sleep(AGAIN_MS)) {
      turn += 1;
      const url = instances[turn % instances.length]?.url + path;
      const headers = {
        authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}`,
        ...(fields && { 'idempotency-key': key }),
      };
      const body = fields && { method: 'POST', body: new URLSearchParams(fields) };
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(url, { headers, signal, ...body })
        .then(async (response) => ({ status: response.status, body: await response.json() }))
        .catch(() => undefined);
      const isDecided = answer && answer.status < 500 && ![409, 429].includes(answer.status);
      if (isDecided) return answer.body;
    }
  };

  const operate = async (type: string, amount: number, original?: string): Promise<Entry> => {
    const name = randomUUID();
    const work = (async () => {
      let body = await ask(original ? `/v1/payments/${original}` : '/v1/payments', {
        ...{ amount: (amount / 100).toFixed(2), currency: 'EUR', paymentType: type },
        ...{ merchantTransactionId: name, testMode: 'EXTERNAL' },
        ...(original === undefined && (CARD_FIELDS as Record<string, string>)),
      });
      while (isPending(body.result.code)) {
        await sleep(AGAIN_MS);
        body = await ask(`/v1/payments/${body.id}`);
      }
      return { id: body.id as string | undefined, code: body.result.code as string };
    })();
    open.add(work);
    const { id, code } = await work;
    open.delete(work);
    const entry = { name, type, amount, original, id, code, answeredAt: Date.now() };
    ledger.push(entry);
    return entry;
  };

  const shop = async () => {
    const amount = 100 + Math.floor(random() * 10_000);
    const isReserved = random() < 0.3;
    const first = await operate(isReserved ? 'PA' : 'DB', amount);
    if (!first.id || !isSuccess(first)) return;
    const paid = isReserved ? await operate('CP', amount, first.id) : first;
    if (!paid.id || !isSuccess(paid) || random() < 0.5) return;
    // Together more than there is: at most one of the two may succeed.
    const part = Math.ceil(amount * 0.6);
    await Promise.all([operate('RF', part, paid.id), operate('RF', part, paid.id)]);
  };

  const shoppers = Array.from({ length: SHOPPERS }, async () => {
    for (; !isOver; await sleep(BETWEEN_MS)) await shop();
  });
  return {
    ledger,
    answered: async () => void (await Promise.all(open)),
    async stop() {
      isOver = true;
      await Promise.all(shoppers);
    },
  };
}
