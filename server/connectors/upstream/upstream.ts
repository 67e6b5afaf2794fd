/**
 * The connector to an upstream gateway that speaks this same API. A charge is sent once. Whenever its
 * answer is not clear, the upstream is asked by our reference before anything else; what cannot be
 * found out in time is cancelled here and undone there.
 */
import { setTimeout as sleep } from 'node:timers/promises';
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
import {
  MISCONFIGURED,
  type Outcome,
  readAnswer,
  readOutcome,
  refused,
} from './upstream-answer.ts';
import { answerIn, openUpstreamBooks, type RequestRow } from './upstream-books.ts';
import { createUpstreamClient, type Fields, type UpstreamConfig } from './upstream-client.ts';
import { createInquiry } from './upstream-inquiry.ts';
import { openRegistrations } from './upstream-registrations.ts';
import { chargeFields, operationFields } from './upstream-request.ts';
import { createUndo, mayBeGivenUp } from './upstream-undo.ts';

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

/** How long an upstream is watched for a request that arrives late. */
const WATCHED_MS = 24 * 60 * 60_000;
const UNREACHABLE = '900.100.600';
const NEVER_ARRIVED = '900.100.500';
const REVERSED = '900.100.301';
const UNBELIEVABLE = '900.100.100';
const NO_REFERENCE = '700.100.100';

export function createUpstream(options: UpstreamOptions): Connector {
  const { db, outgoing, configOf, own, timing = TIMING, report = () => {} } = options;
  const { chargeMs, askMs, giveUpMs, marginMs } = timing;
  const books = openUpstreamBooks(db);
  const registrations = openRegistrations(db);
  const client = createUpstreamClient(outgoing, own);
  const inquiry = createInquiry(client, askMs);
  const undo = createUndo(client, inquiry, askMs);

  const configFor = async (row: Pick<RequestRow, 'channel_id'>): Promise<UpstreamConfig> => {
    const config = row.channel_id === null ? undefined : await configOf(row.channel_id);
    if (!config) throw new Error('the channel has no upstream any more');
    return config;
  };

  const lookUp = async (row: RequestRow): Promise<Outcome | undefined> => {
    const config = await configFor(row);
    const body = await inquiry.find(config, row.reference, row.upstream_id);
    return body && readOutcome(body, row, config.settings);
  };

  /** Writes what came out; answers what is true of the reference then. */
  const finish = async (row: RequestRow, outcome: Outcome): Promise<ConnectorAnswer> => {
    const { reference } = row;
    const { upstreamId } = outcome;
    if (outcome.kind === 'pending') {
      await books.expectNews(reference, upstreamId);
      return answerIn(await books.find(reference)) ?? outcome.answer;
    }
    if (outcome.kind === 'wrong') {
      report({ reference, why: outcome.why });
      const details = {
        ExtendedDescription: `the processor answered with ${outcome.why}`,
        ...(upstreamId !== undefined && { ConnectorTxID1: upstreamId }),
      };
      const answer = { resultCode: UNBELIEVABLE, details };
      const decided = await books.decide(reference, answer, { upstreamId, undo: true });
      await undoNow(reference).catch(() => undefined);
      return decided;
    }
    if (outcome.registrationId !== undefined)
      await registrations.learn(row, outcome.registrationId);
    return books.decide(reference, outcome.answer, { upstreamId });
  };

  const undoNow = async (reference: string): Promise<void> => {
    const row = await books.find(reference);
    if (row?.undo !== 'watching') return;
    const undone = await undo(await configFor(row), row);
    const isOver = realNow() > row.created_at + WATCHED_MS && row.upstream_id === null;
    if (undone === 'stuck') report({ reference, why: `a ${row.type} could not be undone` });
    if (undone !== 'later' || isOver) {
      await books.rest(reference, undone === 'stuck' ? 'stuck' : 'done');
    }
  };

  /** Decides that it failed, whatever the upstream says later. */
  const giveUp = async (
    row: RequestRow,
    resultCode: string,
    waiting?: ConnectorAnswer,
  ): Promise<ConnectorAnswer> => {
    const { details = {}, checks } = waiting ?? {};
    const answer = { resultCode, details, ...(checks && { checks }) };
    const decided = await books.decide(row.reference, answer, { undo: true });
    await undoNow(row.reference).catch(() => undefined);
    return decided;
  };

  const cancel = async (reference: string, resultCode?: string): Promise<ConnectorAnswer> => {
    const row = await books.find(reference);
    if (!row) {
      return books.forbid(reference, { resultCode: resultCode ?? NEVER_ARRIVED, details: {} });
    }
    const decided = answerIn(row);
    if (decided) return decided;
    try {
      let found = await lookUp(row);
      const isClosed = found ? 'arrived' : await inquiry.close(await configFor(row), row);
      for (let pause = 50; !found && isClosed === 'arrived'; pause *= 2) {
        if (pause > askMs) throw new Error('the upstream has the request and does not tell');
        await sleep(pause);
        found = await lookUp(row);
      }
      if (found && found.kind !== 'pending') return await finish(row, found);
      const code = resultCode ?? (found ? REVERSED : NEVER_ARRIVED);
      return await giveUp(row, code, found?.answer);
    } catch (error) {
      // Told as failed and made after all, it would be made twice: it stays in doubt.
      if (!mayBeGivenUp(row.type)) throw error;
      return giveUp(row, resultCode ?? REVERSED);
    }
  };

  /** After a doubt: asks until there is an answer, and cancels when there is none in time. */
  const clear = async (row: RequestRow, giveUpAt: number): Promise<ConnectorAnswer> => {
    for (let pause = 100; ; pause *= 2) {
      try {
        const found = await lookUp(row);
        return found ? await finish(row, found) : await cancel(row.reference);
      } catch {
        if (realNow() + pause > giveUpAt) return cancel(row.reference);
      }
      await sleep(pause);
    }
  };

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
    try {
      const options = { key: reference, timeLimitMs: chargeMs };
      const answered = await client.post(config, sending.path, sending.fields, options);
      const outcome = readAnswer(answered, row, config.settings);
      // Its books count, not what came over the wire: most of these cannot be undone.
      if (outcome.kind === 'wrong') return await clear(row, giveUpAt);
      if (answered.body.result.code.startsWith('100.150.')) await registrations.forget(row);
      return await finish(row, outcome);
    } catch (error) {
      if (error instanceof NotAllowedError) {
        const why = 'the address of the processor is not allowed: private, or our own';
        return finish(row, refused(MISCONFIGURED, why));
      }
      if (error instanceof NotSentError) {
        const why = 'the processor cannot be reached, or has a wrong certificate';
        return finish(row, refused(UNREACHABLE, why));
      }
      return clear(row, giveUpAt);
    }
  };

  const ask: Connector['ask'] = async (reference) => {
    const row = await books.find(reference);
    if (!row) return undefined;
    const decided = answerIn(row);
    if (decided) return decided;
    const found = await lookUp(row);
    return found && finish(row, found);
  };

  const catchUp = async (
    row: RequestRow,
    tell: (reference: string) => Promise<boolean>,
  ): Promise<void> => {
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
        const id = original?.upstream_id;
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
        } catch (error) {
          if (realNow() + pause > giveUpAt) throw error;
        }
        await sleep(pause);
      }
    },
    ask,
    cancel,
    async catchUp(tell) {
      const due = await books.takeDue();
      // One that fails is due again later by itself.
      await Promise.allSettled(due.map((row) => catchUp(row, tell)));
      await registrations.forgetDeleted(client, configOf, askMs);
    },
  };
}
