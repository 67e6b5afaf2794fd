/**
 * Doubts about what an upstream has done, and how they end: by asking, by deciding that it failed, and
 * by undoing there what was decided so.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { RESULT } from '../../../contract/result-by-name.ts';

import { realNow } from '../../store/clock.ts';
import type { ConnectorAnswer } from '../connector.ts';
import { type Outcome, readOutcome } from './upstream-answer.ts';
import { answerIn, type RequestRow, type UpstreamBooks } from './upstream-books.ts';
import type { UpstreamConfig } from './upstream-client.ts';
import type { Inquiry } from './upstream-inquiry.ts';
import type { UpstreamRegistrations } from './upstream-registrations.ts';
import { canBeUndone, mayBeGivenUp, type Undo } from './upstream-undo.ts';

/**
 * How long an upstream is watched for a request that arrives late: as long as it keeps idempotency
 * keys, beyond which a reference that was closed there is open again.
 */
const WATCHED_MS = 24 * 60 * 60_000;
/**
 * Where a reference cannot be closed, what could not be undone is taken for lost only after this long:
 * no request stays on its way for longer.
 */
const MAY_ARRIVE_MS = 15 * 60_000;
const REVERSED = RESULT.timedOutAndReversed;
const UNBELIEVABLE = RESULT.communicationError;

export interface ClearingParts {
  readonly books: UpstreamBooks;
  readonly inquiry: Inquiry;
  readonly undo: Undo;
  readonly registrations: UpstreamRegistrations;
  readonly configOf: (channelId: string) => Promise<UpstreamConfig | undefined>;
  readonly report: (about: { reference: string; why: string }) => void;
  /** Milliseconds for each question. */
  readonly askMs: number;
}

export interface Clearing {
  /** Writes what came out; answers what is true of the reference then. */
  finish(row: RequestRow, outcome: Outcome): Promise<ConnectorAnswer>;
  /** After a doubt: asks until there is an answer, and cancels when there is none in time. */
  clear(row: RequestRow, giveUpAt: number): Promise<ConnectorAnswer>;
  /** As `Connector.ask` and `Connector.cancel`. */
  ask(reference: string): Promise<ConnectorAnswer | undefined>;
  cancel(reference: string, resultCode?: string): Promise<ConnectorAnswer>;
  /** Undoes what was cancelled, as far as that is possible now. */
  undoNow(reference: string): Promise<void>;
}

export function createClearing(parts: ClearingParts): Clearing {
  const { books, inquiry, undo, registrations, configOf, report, askMs } = parts;

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

  const finish = async (row: RequestRow, outcome: Outcome): Promise<ConnectorAnswer> => {
    const { reference } = row;
    const { upstreamId } = outcome;
    if (outcome.kind === 'wrong' && !canBeUndone(row.type)) {
      report({ reference, why: `the processor has ${outcome.why}` });
      throw new Error(`${outcome.why}, which cannot be taken back`);
    }
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
    if (outcome.registrationId !== undefined) {
      await registrations.learn(row, outcome.registrationId);
    }
    return books.decide(reference, outcome.answer, { upstreamId });
  };

  const undoNow = async (reference: string): Promise<void> => {
    const row = await books.find(reference);
    if (row?.undo !== 'watching') return;
    const { undone, registrationId } = await undo(await configFor(row), row);
    // The card that was stored with it is nobody's, and will be deleted there.
    if (registrationId !== undefined) await registrations.learn(row, registrationId);
    if (undone === 'later') return;
    if (undone === 'absent' && realNow() <= row.created_at + WATCHED_MS) return;
    if (undone === 'stuck') report({ reference, why: `a ${row.type} could not be undone` });
    await books.rest(reference, undone === 'stuck' ? 'stuck' : 'done');
  };

  /** Decides that it failed, whatever the upstream says later. */
  const giveUp = async (
    row: RequestRow,
    resultCode: string,
    waiting?: Outcome & { kind: 'pending' | 'decided' },
  ): Promise<ConnectorAnswer> => {
    const { answer: { details = {}, checks } = {}, upstreamId } = waiting ?? {};
    const answer = { resultCode, details, ...(checks && { checks }) };
    const decided = await books.decide(row.reference, answer, { upstreamId, undo: true });
    await undoNow(row.reference).catch(() => undefined);
    return decided;
  };

  const cancel = async (reference: string, resultCode?: string): Promise<ConnectorAnswer> => {
    const row = await books.find(reference);
    if (!row) {
      return books.forbid(reference, {
        resultCode: resultCode ?? RESULT.neverArrived,
        details: {},
      });
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
      if (found && (found.kind !== 'pending' || !mayBeGivenUp(row.type))) {
        return await finish(row, found);
      }
      if (isClosed === 'open' && !mayBeGivenUp(row.type)) {
        const isLost = realNow() > row.created_at + MAY_ARRIVE_MS;
        if (!isLost) throw new Error('the request may still arrive');
      }
      const code = resultCode ?? (found ? REVERSED : RESULT.neverArrived);
      return await giveUp(row, code, found);
    } catch (error) {
      // Told as failed and made after all, it would be made twice: it stays in doubt.
      if (!mayBeGivenUp(row.type)) throw error;
      return giveUp(row, resultCode ?? REVERSED);
    }
  };

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

  const ask: Clearing['ask'] = async (reference) => {
    const row = await books.find(reference);
    if (!row) return undefined;
    const decided = answerIn(row);
    if (decided) return decided;
    const found = await lookUp(row);
    return found && finish(row, found);
  };

  return { finish, clear, ask, cancel, undoNow };
}
