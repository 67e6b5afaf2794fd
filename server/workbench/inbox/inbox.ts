/**
 * The inbox: a receiver of webhooks for merchants without a public address, and a merchant itself: it
 * subscribes by the API, and reads what it is sent with the file that the documentation hands out.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { readEvent, readNotification } from '../../../docs/receivers/receive.mjs';
import type { GatewayAccess } from '../shop-server.ts';
import { callGateway } from './call-gateway.ts';

export const KINDS = ['notifications', 'events'] as const;
export type Kind = (typeof KINDS)[number];

/** What arrived, as it arrived: it may have come before its secret. */
interface Arrived {
  readonly kind: Kind;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface InboxMessage extends Arrived {
  /** What tells duplicates: the same message again has the same. */
  readonly id: string;
  /** Undefined where it could not be read. */
  readonly message: Readonly<Record<string, unknown>> | undefined;
  /** How often it has come. */
  readonly times: number;
}

/** What is told of one payment or registration, in the order in which it happened. */
export interface InboxGroup {
  /** Of the payment or registration; undefined for calls of no payment: tests and samples. */
  readonly id: string | undefined;
  readonly messages: readonly InboxMessage[];
}

export interface Inbox {
  /** Calls that are kept at most: the oldest go. */
  readonly capacity: number;
  /** Subscribes to both kinds, or takes up the subscriptions of an earlier run. */
  connect(): Promise<void>;
  isConnected(): boolean;
  receive(arrived: Arrived): void;
  /** The group that something has come for latest is the first. */
  groups(): readonly InboxGroup[];
  /** Ascends with everything that changes what is shown. */
  version(): number;
  /** Tells of it, too. */
  onChange(listener: () => void): void;
  /** Asks the gateway to send a message again. @throws GatewayError */
  replay(kind: Kind, deliveryId: string): Promise<void>;
}

/** Characters of all calls that are kept: the page shows all of them, also those of a stranger. */
const MOST_CHARACTERS = 2 ** 21;

const sizeOf = ({ headers, body }: Arrived): number => body.length + JSON.stringify(headers).length;

interface Subscription {
  readonly id: string;
  readonly secrets: readonly string[];
}

/** @param inboxUrl where the kinds are received: its address, a slash, and the kind */
export function createInbox(gateway: GatewayAccess, inboxUrl: string, capacity = 200): Inbox {
  const arrived: Arrived[] = [];
  const subscriptions = new Map<Kind, Subscription>();
  const listeners: (() => void)[] = [];
  let version = 0;
  const changed = () => {
    version += 1;
    for (const listener of listeners) listener();
  };

  const subscribe = async (kind: Kind): Promise<void> => {
    const url = `${inboxUrl}/${kind}`;
    const { webhooks } = await callGateway(gateway, 'GET', '/v1/webhooks');
    const known = (webhooks as { id: string; url: string; ended?: string }[]).find(
      (each) => each.url === url && each.ended === undefined,
    );
    // A secret is told once: an earlier run has taken it with it.
    const made = known
      ? await callGateway(gateway, 'POST', `/v1/webhooks/${known.id}/secret`)
      : await callGateway(gateway, 'POST', '/v1/webhooks', { kind, url });
    const before = subscriptions.get(kind)?.secrets ?? [];
    const secrets = [String(made['secret']), ...before];
    subscriptions.set(kind, { id: String(made['id']), secrets });
    if (known) await callGateway(gateway, 'POST', `/v1/webhooks/${known.id}/test`);
  };

  const read = ({ kind, headers, body, at }: Arrived): InboxMessage['message'] => {
    const secrets = subscriptions.get(kind)?.secrets ?? [];
    try {
      return kind === 'events'
        ? readEvent(headers, body, secrets, at).event
        : readNotification(headers, body, secrets).message;
    } catch {
      return undefined;
    }
  };

  /** Each once, however often it has come; latest first. */
  const messages = (): InboxMessage[] => {
    const byId = Map.groupBy(
      arrived,
      ({ kind, headers }) => `${kind} ${headers['webhook-id'] ?? ''}`,
    );
    return [...byId.values()].flatMap(([latest, ...others]) => {
      if (!latest) return [];
      const id = String(latest.headers['webhook-id'] ?? '');
      return [{ ...latest, id, message: read(latest), times: 1 + others.length }];
    });
  };

  return {
    capacity,
    isConnected: () => subscriptions.size > 0,
    async connect() {
      for (const kind of KINDS) await subscribe(kind);
      changed();
    },
    receive(message) {
      arrived.unshift(message);
      arrived.splice(capacity);
      let characters = arrived.reduce((sum, each) => sum + sizeOf(each), 0);
      while (characters > MOST_CHARACTERS) characters -= sizeOf(arrived.pop() ?? message);
      changed();
    },
    groups() {
      const byGroup = Map.groupBy(messages(), ({ headers }) =>
        String(headers['webhook-sequence-of'] ?? ''),
      );
      return [...byGroup].map(([id, ofGroup]) => ({
        id: id === '' ? undefined : id,
        // Calls of no payment have no sequence: they stay in the order in which they came, latest first.
        messages: id === '' ? ofGroup : ofGroup.toSorted((a, b) => sequenceOf(a) - sequenceOf(b)),
      }));
    },
    version: () => version,
    onChange: (listener) => void listeners.push(listener),
    async replay(kind, deliveryId) {
      const { id = '' } = subscriptions.get(kind) ?? {};
      const path = `/v1/webhooks/${id}/deliveries/${encodeURIComponent(deliveryId)}/replay`;
      await callGateway(gateway, 'POST', path);
    },
  };
}

const sequenceOf = ({ headers }: InboxMessage): number => Number(headers['webhook-sequence'] ?? 0);
