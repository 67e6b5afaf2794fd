/**
 * The internal simulator: approves what looks right, declines the documented test cards, and keeps
 * books of its own (`simulator_ledger`), in which a reference is decided once and for ever.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isInitial } from '../../contract/parameter-rules.ts';
import { isSuccess, RESULT_CODES } from '../../contract/result-codes.ts';
import { TEST_CARDS } from '../../contract/test-cards.ts';
import { realNow } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import type {
  AuthoriseRequest,
  Connector,
  ConnectorAnswer,
  ReferenceRequest,
} from './connector.ts';
import { schemeTransactionId, simulatedChecks } from './simulated-checks.ts';

const APPROVED = { INTERNAL: '000.100.110', EXTERNAL: '000.100.112' } as const;
/** The answer for a reference that was cancelled before its request arrived. */
const CANCELLED = '900.100.500';
const SLOW_ANSWER_MS = 5_000;

/** Parameter of the merchant's server that forces any known result code. */
export const FORCED_RESULT = 'customParameters[simulator.result]';

export function createSimulator(db: Database): Connector {
  /** Books the answer for the reference, unless it was decided before; answers what is decided. */
  async function decide(reference: string, answer: ConnectorAnswer): Promise<ConnectorAnswer> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('simulator_ledger')
      .values({
        reference,
        result_code: answer.resultCode,
        details: JSON.stringify({ details: answer.details, checks: answer.checks }),
        created_at: realNow(),
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n ? answer : ((await ask(reference)) ?? answer);
  }

  async function ask(reference: string): Promise<ConnectorAnswer | undefined> {
    const row = await db
      .selectFrom('simulator_ledger')
      .select(['result_code', 'details'])
      .where('reference', '=', reference)
      .executeTakeFirst();
    return row && { resultCode: row.result_code, ...JSON.parse(row.details) };
  }

  const answerTo = (request: AuthoriseRequest | ReferenceRequest, resultCode: string) => ({
    resultCode,
    details: {
      ConnectorTxID1: request.reference,
      AcquirerResponse: acquirerResponse(resultCode),
      ...(isInitial(request.parameters) &&
        isSuccess(resultCode) && { acquirerTxId9: schemeTransactionId(request.reference) }),
    },
  });

  return {
    timeLimitMs: 8_000,
    leaseMs: 10_000,
    async authorise(request, signal) {
      const card = TEST_CARDS.find(({ number }) => number === request.card.number);
      const declined = card?.resultCode === APPROVED.INTERNAL ? undefined : card?.resultCode;
      const resultCode = forcedResult(request) ?? declined ?? APPROVED[request.testMode];
      if (card?.slow) await sleep(SLOW_ANSWER_MS, undefined, { signal });
      return decide(request.reference, {
        ...answerTo(request, resultCode),
        checks: simulatedChecks(request),
      });
    },
    operate: (request) =>
      decide(
        request.reference,
        answerTo(request, forcedResult(request) ?? APPROVED[request.testMode]),
      ),
    ask,
    cancel: (reference) => decide(reference, { resultCode: CANCELLED, details: {} }),
  };
}

function forcedResult({ parameters }: AuthoriseRequest | ReferenceRequest): string | undefined {
  const forced = parameters[FORCED_RESULT];
  return forced !== undefined && RESULT_CODES.has(forced) ? forced : undefined;
}

/** What an acquirer would have said in its own two characters (ISO 8583, field 39). */
const ACQUIRER_RESPONSES: ReadonlyMap<string, string> = new Map([
  [APPROVED.INTERNAL, '00'],
  [APPROVED.EXTERNAL, '00'],
  ['800.100.152', '05'],
  ['800.100.155', '51'],
  ['800.100.157', '54'],
  ['800.100.159', '43'],
  ['800.100.162', '61'],
  ['800.100.153', '82'],
  ['999.999.999', '96'],
]);

const acquirerResponse = (code: string) => ACQUIRER_RESPONSES.get(code) ?? '05';
