/**
 * The simulator's own ledger. A reference is decided once and for ever (`simulator_ledger`); until
 * then it may be undecided: the shopper has to come back, or the sandbox to settle it.
 */
import { sql } from 'kysely';
import { isPending } from '../../../contract/result-codes.ts';
import { RENEWED_CARD } from '../../../contract/test-cards.ts';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { keptQuery } from '../../store/kept-query.ts';
import { shownCard } from '../../store/records/payment.ts';
import type { ConnectorAnswer, StoredCardUpdate } from '../connector.ts';

/** What the simulator tells of a stored card, by its kind. */
export const STORED_CARD_UPDATES: Readonly<Record<StoredCardUpdate['kind'], StoredCardUpdate>> = {
  renewed: { kind: 'renewed', card: { ...shownCard(RENEWED_CARD), number: RENEWED_CARD.number } },
  gone: { kind: 'gone' },
};

export interface SimulatorLedger {
  /** Posts the answer, unless the reference was decided before; answers what is then true. */
  post(
    reference: string,
    answer: ConnectorAnswer,
    approved?: ConnectorAnswer,
  ): Promise<ConnectorAnswer>;
  /** What is true of the reference. */
  ask(reference: string): Promise<ConnectorAnswer | undefined>;
  /** The same, and how the simulator is to behave for a channel (`simulator_behaviours`). */
  askFor(
    channelId: string,
    reference: string,
  ): Promise<{
    readonly known: ConnectorAnswer | undefined;
    readonly behaviour: string | undefined;
  }>;
  /** What an undecided reference waits with, and gets when it is approved. */
  undecided(
    reference: string,
  ): Promise<{ answer: ConnectorAnswer; approved: ConnectorAnswer } | undefined>;
  /** Forgets what references waited with that were decided, of requests before a time, real clock. */
  forgetDecided(before: number): Promise<void>;
}

/** Of a stored card its kind tells all: no card number is written down. */
const written = ({ storedCard, ...answer }: Partial<ConnectorAnswer>): string =>
  JSON.stringify({ ...answer, stored: storedCard?.kind });

function parsed<Answer extends Partial<ConnectorAnswer>>(text: string): Answer {
  const { stored, ...answer } = JSON.parse(text);
  const storedCard = STORED_CARD_UPDATES[stored as StoredCardUpdate['kind']];
  return { ...answer, ...(storedCard && { storedCard }) };
}

const answerOf = (resultCode: string, details: string): ConnectorAnswer => ({
  ...parsed<Omit<ConnectorAnswer, 'resultCode'>>(details),
  resultCode,
});

const decidedRow = keptQuery((db, { reference }: { reference: string }) =>
  db
    .selectFrom('simulator_ledger')
    .select(['result_code', 'details'])
    .where('reference', '=', reference),
);

/** Either row: what was decided, or what an undecided reference waits with. */
const eitherOf = (db: Database | Transaction, reference: string) =>
  db
    .selectFrom('simulator_ledger')
    .select([
      sql<Source>`'decided'`.as('source'),
      'details as text',
      (eb) => eb.ref('result_code').$castTo<string | null>().as('result_code'),
    ])
    .where('reference', '=', reference)
    .unionAll(
      db
        .selectFrom('simulator_undecided')
        .select([
          sql<Source>`'undecided'`.as('source'),
          'answer as text',
          sql<string | null>`null`.as('result_code'),
        ])
        .where('reference', '=', reference),
    );

type Source = 'decided' | 'undecided' | 'behaviour';
type Found = Awaited<ReturnType<ReturnType<typeof eitherOf>['execute']>>[number];

const eitherRow = keptQuery((db, { reference }: { reference: string }) => eitherOf(db, reference));
const eitherRowFor = keptQuery(
  (db, { reference, channelId }: Record<'reference' | 'channelId', string>) =>
    eitherOf(db, reference).unionAll(
      db
        .selectFrom('simulator_behaviours')
        .select([
          sql<Source>`'behaviour'`.as('source'),
          'behaviour as text',
          sql<string | null>`null`.as('result_code'),
        ])
        .where('channel_id', '=', channelId),
    ),
);

const truth = (rows: readonly Found[]): ConnectorAnswer | undefined => {
  const of = (wanted: Source) => rows.find(({ source }) => source === wanted);
  const [decided, undecided] = [of('decided'), of('undecided')];
  if (decided?.result_code) return answerOf(decided.result_code, decided.text);
  return undecided && parsed(undecided.text);
};

const undecidedRow = keptQuery((db, { reference }: { reference: string }) =>
  db
    .selectFrom('simulator_undecided')
    .select(['answer', 'approved'])
    .where('reference', '=', reference),
);

export function openSimulatorLedger(db: Database): SimulatorLedger {
  async function decided(reference: string): Promise<ConnectorAnswer | undefined> {
    const [row] = (await decidedRow(db, { reference })).rows;
    return row && answerOf(row.result_code, row.details);
  }

  const undecided: SimulatorLedger['undecided'] = async (reference) => {
    const [row] = (await undecidedRow(db, { reference })).rows;
    return row && { answer: parsed(row.answer), approved: parsed(row.approved) };
  };

  return {
    undecided,
    ask: async (reference) => truth((await eitherRow(db, { reference })).rows),
    async askFor(channelId, reference) {
      const { rows } = await eitherRowFor(db, { channelId, reference });
      const behaviour = rows.find(({ source }) => source === 'behaviour')?.text;
      return { known: truth(rows), behaviour };
    },
    async forgetDecided(before) {
      await db
        .deleteFrom('simulator_undecided')
        .where('created_at', '<', before)
        .where('reference', 'in', db.selectFrom('simulator_ledger').select('reference'))
        .execute();
    },
    async post(reference, answer, approved = answer) {
      if (isPending(answer.resultCode)) {
        const row = { answer: written(answer), approved: written(approved) };
        await db
          .insertInto('simulator_undecided')
          .values({ reference, ...row, created_at: realNow() })
          .onConflict((conflict) => conflict.column('reference').doUpdateSet(row))
          .execute();
        return (await decided(reference)) ?? answer;
      }
      const { resultCode, details, checks, storedCard } = answer;
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('simulator_ledger')
        .values({
          reference,
          result_code: resultCode,
          details: written({
            details,
            ...(checks && { checks }),
            ...(storedCard && { storedCard }),
          }),
          created_at: realNow(),
        })
        .onConflict((conflict) => conflict.column('reference').doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n ? answer : ((await decided(reference)) ?? answer);
    },
  };
}
