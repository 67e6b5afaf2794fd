/**
 * The connector to an upstream gateway that speaks this same API. A charge is sent once. Whenever its
 * answer is not clear, the upstream is asked by our reference before anything else; what cannot be
 * found out in time is cancelled here and undone there.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { RESULT } from '../../../contract/result-by-name.ts';
import { isPending } from '../../../contract/result-codes.ts';
import { NotAllowedError, NotSentError, type Outgoing } from '../../outgoing/guarded-client.ts';
import { realNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import type {
  AuthoriseRequest,
  Connector,
  ConnectorAnswer,
  ReferenceRequest,
} from '../connector.ts';
import { MISCONFIGURED, type Outcome, readAnswer, refused } from './upstream-answer.ts';
import { answerIn, NEWS, openUpstreamBooks, type RequestRow } from './upstream-books.ts';
import { createClearing } from './upstream-clearing.ts';
import { createUpstreamClient, type Fields, type UpstreamConfig } from './upstream-client.ts';
import { createForeign } from './upstream-foreign.ts';
import { createInquiry } from './upstream-inquiry.ts';
import { registerThere } from './upstream-register.ts';
import { openRegistrations } from './upstream-registrations.ts';
import { chargeFields, operationFields } from './upstream-request.ts';
import { createUndo } from './upstream-undo.ts';

/** Milliseconds. */
export interface UpstreamTiming {
  /** For a charge, or an operation on one. */
  readonly chargeMs: number;
  /** For each question, and each step of undoing. */
  readonly askMs: number;
  /** After the charge was sent: what is not known by then is cancelled. */
  readonly giveUpMs: number;
  /** How long a sweeper keeps away beyond all of that. */
  readonly marginMs: number;
}

const TIMING: UpstreamTiming = {
  chargeMs: 15_000,
  askMs: 5_000,
  giveUpMs: 22_000,
  marginMs: 30_000,
};

export interface UpstreamOptions {
  readonly db: Database;
  readonly outgoing: Outgoing;
  /** Undefined where the channel has no upstream, or no token for it. */
  readonly configOf: (channelId: string) => Promise<UpstreamConfig | undefined>;
  /** Who we are: nobody is sent to ourselves. */
  readonly own: { readonly id: string; readonly origin: () => string };
  readonly timing?: UpstreamTiming;
  /** Told of what could not be undone, and of answers that were not believed. */
  readonly report?: (about: { reference: string; why: string }) => void;
}

const UNREACHABLE = RESULT.acquirerUnavailable;
const NO_REFERENCE = RESULT.referenceNotFound;

export function createUpstream(options: UpstreamOptions): Connector {
  const { db, outgoing, configOf, own, timing = TIMING, report = () => {} } = options;
  const { chargeMs, askMs, giveUpMs, marginMs } = timing;
  const books = openUpstreamBooks(db);
  const registrations = openRegistrations(db);
  const client = createUpstreamClient(outgoing, own);
  const inquiry = createInquiry(client, askMs);
  const undo = createUndo(client, inquiry, askMs);

  const parts = { books, inquiry, undo, registrations, configOf, report, askMs };
  const { finish, clear, ask, cancel, undoNow } = createClearing(parts);

  /** Asks for money, once. */
  const request = async (
    asked: AuthoriseRequest | ReferenceRequest,
    prepare: (config: UpstreamConfig) => Promise<{ path: string; fields: Fields } | Outcome>,
  ): Promise<ConnectorAnswer> => {
    const { reference, channelId, paymentType: type, amount, currency, mode } = asked;
    const isNew = await books.begin({
      reference,
      channel_id: channelId,
      type,
      amount,
      currency,
      mode,
      registration_id: 'registrationId' in asked ? (asked.registrationId ?? null) : null,
    });
    const row = await books.find(reference);
    if (!row) throw new Error(`the request ${reference} is gone`);
    // Cancelled before it was made; or under way, and made once.
    if (!isNew) return answerIn(row) ?? Promise.reject(new Error('this was asked for before'));
    const config = await configOf(channelId);
    if (!config) {
      const why = 'the connector of this channel is not configured';
      return finish(row, refused(MISCONFIGURED, why));
    }
    const sending = await prepare(config);
    if ('kind' in sending) return finish(row, sending);
    const giveUpAt = realNow() + giveUpMs;
    const options = { key: reference, timeLimitMs: chargeMs };
    const outcome = await client
      .post(config, sending.path, sending.fields, options)
      .then((answered) => readAnswer(answered, row, config.settings))
      .catch(notSent);
    // Its books count, not what came over the wire: most of it could not be undone.
    if (!outcome || outcome.kind === 'wrong') return clear(row, giveUpAt);
    if (isUnknownCard(outcome)) await registrations.forget(row);
    return finish(row, outcome);
  };

  const lookAtForeign = createForeign({ books, inquiry, configOf, report });

  const catchUp = async (
    row: RequestRow,
    [tell, book]: Parameters<NonNullable<Connector['catchUp']>>,
  ): Promise<void> => {
    if (row.type === NEWS) return lookAtForeign(row, book);
    if (row.undo === 'watching') return undoNow(row.reference);
    const known = answerIn(row) ?? (await ask(row.reference));
    if (!known || isPending(known.resultCode)) return;
    if (await tell(row.reference)) await books.rest(row.reference);
  };

  return {
    timeLimitMs: giveUpMs + 4 * askMs,
    leaseMs: giveUpMs + 4 * askMs + marginMs,
    authorise: (asked) =>
      request(asked, async (config) => {
        const stored = await registrations.find(asked);
        const fields = chargeFields(asked, config.settings, stored !== undefined);
        const path = stored
          ? `/v1/registrations/${encodeURIComponent(stored)}/payments`
          : '/v1/payments';
        return { path, fields };
      }),
    operate: (asked) =>
      request(asked, async (config) => {
        const original = await books.find(asked.referenced);
        let id = original?.upstream_id;
        if (original && !id) {
          // Its answer never came, and somebody has said that it was made: the upstream has its id.
          const found = await inquiry
            .find(config, original.reference)
            .catch(() => 'unknown' as const);
          if (found === 'unknown') {
            return refused(UNREACHABLE, 'the processor cannot be asked for the payment');
          }
          id = found?.id;
        }
        if (!id) return refused(NO_REFERENCE, 'the processor has no such payment');
        const path = `/v1/payments/${encodeURIComponent(id)}`;
        return { path, fields: operationFields(asked, config.settings) };
      }),
    async isGenuine(reference, { id }) {
      // It proves nothing, and need not: the upstream is asked what became of the payment.
      const row = await books.find(reference);
      return row !== undefined && (id === undefined || id === row.upstream_id);
    },
    async resume({ reference }) {
      const giveUpAt = realNow() + giveUpMs;
      for (let pause = 100; ; pause *= 2) {
        try {
          const known = await ask(reference);
          if (known) return known;
        } catch {
          // Asked again below.
        }
        if (realNow() + pause > giveUpAt) throw new Error('the upstream does not tell');
        await sleep(pause);
      }
    },
    ask,
    cancel,
    async register(asked) {
      const config = await configOf(asked.channelId);
      return config && registerThere(asked, config, { client, registrations, timeLimitMs: askMs });
    },
    async catchUp(...listeners) {
      const due = await books.takeDue();
      // One that fails is due again later by itself.
      await Promise.allSettled(due.map((row) => catchUp(row, listeners)));
      await registrations.deleteUnused(client, configOf, askMs);
    },
  };
}

/** What is definite about a request that failed: that it was not sent. Anything else is a doubt. */
function notSent(error: unknown): Outcome | undefined {
  if (error instanceof NotAllowedError) {
    const why = 'the address of the processor is not allowed: private, or our own';
    return refused(MISCONFIGURED, why);
  }
  if (!(error instanceof NotSentError)) return undefined;
  return refused(UNREACHABLE, 'the processor cannot be reached, or has a wrong certificate');
}

/** The upstream has no such registration any more. */
const isUnknownCard = (outcome: Outcome): boolean =>
  outcome.kind === 'decided' && outcome.answer.resultCode.startsWith('100.150.');
