/**
 * Unknown outcomes at a processor, and how they end: by asking, by deciding that it failed, and by
 * compensating there what was decided so.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { RESULT } from '../../../contract/result-by-name.ts';

import { realNow } from '../../store/clock.ts';
import type { ConnectorAnswer } from '../connector.ts';
import { type Outcome, readOutcome } from './answer.ts';
import type { RelayConfig } from './client.ts';
import { type Compensate, canBeCompensated, mayBeGivenUp } from './compensation.ts';
import type { Inquiry } from './inquiry.ts';
import { answerIn, type RelayLedger, type RequestRow, STORED } from './ledger.ts';
import type { RelayRegistrations } from './registrations.ts';

/**
 * How long a processor is monitored for a request that arrives late: as long as it keeps idempotency
 * keys, beyond which a reference that was closed there is open again.
 */
const MONITORED_MS = 24 * 60 * 60_000;
/**
 * Where a reference cannot be closed, what could not be compensated is taken for lost only after this long:
 * no request stays on its way for longer.
 */
const MAY_ARRIVE_MS = 15 * 60_000;
const REVERSED = RESULT.timedOutAndReversed;
const UNBELIEVABLE = RESULT.communicationError;

export interface ResolutionParts {
  readonly ledger: RelayLedger;
  readonly inquiry: Inquiry;
  readonly compensate: Compensate;
  readonly registrations: RelayRegistrations;
  readonly configOf: (channelId: string) => Promise<RelayConfig | undefined>;
  readonly report: (about: { reference: string; why: string }) => void;
  /** Milliseconds for each question. */
  readonly askMs: number;
}

export interface OutcomeResolution {
  /** Writes what came out; answers what is true of the reference then. */
  finish(row: RequestRow, outcome: Outcome): Promise<ConnectorAnswer>;
  /** After a doubt: asks until there is an answer, and cancels when there is none in time. */
  clear(row: RequestRow, giveUpAt: number): Promise<ConnectorAnswer>;
  /** As `Connector.ask` and `Connector.cancel`. */
  ask(reference: string): Promise<ConnectorAnswer | undefined>;
  cancel(reference: string, resultCode?: string): Promise<ConnectorAnswer>;
  /** Compensates what was cancelled, as far as that is possible now. */
  compensateNow(reference: string): Promise<void>;
}

export function createOutcomeResolution(parts: ResolutionParts): OutcomeResolution {
  const { ledger, inquiry, compensate, registrations, configOf, report, askMs } = parts;

  const configFor = async (row: Pick<RequestRow, 'channel_id'>): Promise<RelayConfig> => {
    const config = row.channel_id === null ? undefined : await configOf(row.channel_id);
    if (!config) throw new Error('the channel has no processor any more');
    return config;
  };

  const lookUp = async (row: RequestRow): Promise<Outcome | undefined> => {
    const config = await configFor(row);
    const body = await inquiry.find(config, row.reference, row.upstream_id, row.type);
    return body && readOutcome(body, row, config.settings);
  };

  const finish = async (row: RequestRow, outcome: Outcome): Promise<ConnectorAnswer> => {
    const { reference } = row;
    const { processorId } = outcome;
    const learn = async () => {
      if (outcome.kind !== 'wrong' && outcome.registrationId !== undefined) {
        await registrations.learn(row, outcome.registrationId);
      }
    };
    if (outcome.kind === 'wrong' && !canBeCompensated(row.type)) {
      report({ reference, why: `the processor has ${outcome.why}` });
      throw new Error(`${outcome.why}, which cannot be taken back`);
    }
    if (outcome.kind === 'pending') {
      // A mandate holds before it is settled. Only the first answer is news: it may be lost there since.
      if (row.upstream_id === null) await learn();
      await ledger.schedulePoll(reference, processorId);
      return answerIn(await ledger.find(reference)) ?? outcome.answer;
    }
    if (outcome.kind === 'wrong') {
      report({ reference, why: outcome.why });
      const details = {
        ExtendedDescription: `the processor answered with ${outcome.why}`,
        ...(processorId !== undefined && { ConnectorTxID1: processorId }),
      };
      const answer = { resultCode: UNBELIEVABLE, details };
      const decided = await ledger.decide(reference, answer, { processorId, compensate: true });
      await compensateNow(reference).catch(() => undefined);
      return decided;
    }
    await learn();
    return ledger.decide(reference, outcome.answer, { processorId });
  };

  const compensateNow = async (reference: string): Promise<void> => {
    const row = await ledger.find(reference);
    if (row?.undo !== STORED.monitoring) return;
    const { compensation, registrationId } = await compensate(await configFor(row), row);
    // No payment uses the card that was stored with it: it is deleted there.
    if (registrationId !== undefined) await registrations.learn(row, registrationId);
    if (compensation === 'later') return;
    if (compensation === 'absent' && realNow() <= row.created_at + MONITORED_MS) return;
    if (compensation === 'manual_review')
      report({ reference, why: `a ${row.type} could not be compensated` });
    await ledger.markDone(reference, compensation === 'manual_review' ? compensation : 'done');
  };

  /** Decides that it failed; what the processor says later changes nothing. */
  const giveUp = async (
    row: RequestRow,
    resultCode: string,
    waiting?: Outcome & { kind: 'pending' | 'decided' },
  ): Promise<ConnectorAnswer> => {
    const { answer: { details = {}, checks } = {}, processorId } = waiting ?? {};
    const answer = { resultCode, details, ...(checks && { checks }) };
    const decided = await ledger.decide(row.reference, answer, { processorId, compensate: true });
    await compensateNow(row.reference).catch(() => undefined);
    return decided;
  };

  const cancel = async (reference: string, resultCode?: string): Promise<ConnectorAnswer> => {
    const row = await ledger.find(reference);
    if (!row) {
      return ledger.blockReference(reference, {
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
        if (pause > askMs) throw new Error('the processor has the request and does not tell');
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
      // Read as failed and made after all, it would be made twice: it stays in doubt.
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
        if (performance.now() + pause > giveUpAt) return cancel(row.reference);
      }
      await sleep(pause);
    }
  };

  const ask: OutcomeResolution['ask'] = async (reference) => {
    const row = await ledger.find(reference);
    if (!row) return undefined;
    const decided = answerIn(row);
    if (decided) return decided;
    const found = await lookUp(row);
    return found && finish(row, found);
  };

  return { finish, clear, ask, cancel, compensateNow };
}
