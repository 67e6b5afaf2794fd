/** What the merchant has decided about the scripts of its payment pages. */
import type { Database, Transaction } from '../../store/database.ts';
import { databaseNow, inTransaction } from '../../store/dialect.ts';
import type { PageScriptDecisionRow, PageScriptRow } from '../../store/tables.ts';
import { type PageScript, sourceOf } from './script.ts';

/** Thrown for input that the administrator has to correct; the message names the rule. */
export class PageWatchError extends Error {
  override name = 'PageWatchError';
}

export type Decision = PageScriptDecisionRow;

/** Of a pattern: any value of the attribute. */
const ANY_INTEGRITY = '*';
/** Decisions of a channel. */
const MOST_DECISIONS = 2_000;
const MAX_JUSTIFICATION = 500;
/** An address, all addresses of a folder or an origin, an inline script, all of a kind. */
const PATTERN =
  /^(?:https?:\/\/[^\s/*?#@]+\/[^\s*#]*\*?|sha256-(?:[A-Za-z0-9+/]{43}=|\*)|data:(?:sha256-[A-Za-z0-9+/]{43}=|\*)|blob:)$/;

export const decisionsOf = (db: Database | Transaction, channelId: string): Promise<Decision[]> =>
  db
    .selectFrom('page_script_decisions')
    .selectAll()
    .where('channel_id', '=', channelId)
    .orderBy('decided_at')
    .execute();

/** The decision that holds for a script: the narrowest one. */
export const decisionFor = (
  decisions: readonly Decision[],
  script: PageScript,
): Decision | undefined =>
  decisions.filter((decision) => covers(decision, script)).sort(byNarrowness)[0];

export const isPattern = ({ source }: Pick<Decision, 'source'>): boolean => source.endsWith('*');

const covers = (decision: Decision, { source, integrity }: PageScript): boolean =>
  (isPattern(decision)
    ? source.startsWith(decision.source.slice(0, -1))
    : source === decision.source) &&
  (decision.integrity === ANY_INTEGRITY || decision.integrity === integrity);

const byNarrowness = (one: Decision, other: Decision): number =>
  Number(one.integrity === ANY_INTEGRITY) - Number(other.integrity === ANY_INTEGRITY) ||
  Number(isPattern(one)) - Number(isPattern(other)) ||
  other.source.length - one.source.length;

export interface Verdict {
  readonly decision: Decision['decision'];
  readonly justification: string;
  /** As the audit log names who decides. */
  readonly by: string;
}

/**
 * Decides about scripts: by the id that the inventory has for one, with the integrity that it has there,
 * or by an address or hash with any integrity, which may end in `*`.
 * @throws PageWatchError naming the word that is none, or what is missing
 */
export async function decide(
  db: Database,
  channelId: string,
  words: readonly string[],
  { decision, justification, by }: Verdict,
  within?: (trx: Transaction, scripts: readonly PageScript[]) => Promise<void>,
): Promise<PageScript[]> {
  const said = justification.trim();
  if (said === '' || said.length > MAX_JUSTIFICATION) {
    const rule = `needs --justification, 1 to ${MAX_JUSTIFICATION} characters: why it is on the page`;
    throw new PageWatchError(`a decision ${rule}`);
  }
  if (words.length === 0)
    throw new PageWatchError('a decision needs the id or address of a script');
  return inTransaction(db, async (trx) => {
    const scripts = await Promise.all(words.map((word) => named(trx, channelId, word)));
    for (const script of scripts) {
      const verdict = {
        decision,
        justification: said,
        decided_by: by,
        decided_at: databaseNow(trx),
      };
      await trx
        .insertInto('page_script_decisions')
        .values({ channel_id: channelId, ...script, ...verdict })
        .onConflict((conflict) =>
          conflict.columns(['channel_id', 'source', 'integrity']).doUpdateSet(verdict),
        )
        .execute();
    }
    const { decisions } = await trx
      .selectFrom('page_script_decisions')
      .select((eb) => eb.fn.countAll<number>().as('decisions'))
      .where('channel_id', '=', channelId)
      .executeTakeFirstOrThrow();
    if (Number(decisions) > MOST_DECISIONS) {
      throw new PageWatchError(`a channel has ${MOST_DECISIONS} decisions at most: use a pattern`);
    }
    await within?.(trx, scripts);
    return scripts;
  });
}

/** As reports write it: the host in ASCII and small letters, without the usual port. Undefined for what is none. */
function asReported(word: string): string | undefined {
  if (!word.endsWith('*')) return sourceOf(word);
  if (!word.startsWith('http')) return word;
  const start = word.slice(0, -1);
  // With what may follow, or `/assets/.*` would be all of the folder.
  const source = start.includes('?') ? sourceOf(start) : sourceOf(`${start}x`)?.slice(0, -1);
  return source && `${source}*`;
}

async function named(trx: Transaction, channelId: string, word: string): Promise<PageScript> {
  const source = PATTERN.test(word) ? asReported(word) : undefined;
  if (source !== undefined) return { source, integrity: ANY_INTEGRITY };
  const found: Pick<PageScriptRow, 'source' | 'integrity'> | undefined = await trx
    .selectFrom('page_scripts')
    .select(['source', 'integrity'])
    .where('channel_id', '=', channelId)
    .where('id', '=', word)
    .executeTakeFirst();
  if (found) return found;
  const rule =
    'is neither the id of a script in the inventory nor an address such as ' +
    'https://shop.example/app.js, https://shop.example/assets/*, sha256-…';
  throw new PageWatchError(`${word.slice(0, 100)} ${rule}`);
}

/** The form's own script is approved by the gateway; what the merchant decides of it stays. */
export async function approveOwnScripts(
  trx: Transaction,
  channelId: string,
  source: string,
): Promise<void> {
  await trx
    .insertInto('page_script_decisions')
    .values({
      channel_id: channelId,
      source,
      integrity: ANY_INTEGRITY,
      decision: 'approved',
      justification: 'The payment form itself: /v1/scripts.json has its hash, version and purpose.',
      decided_by: 'gateway',
      decided_at: databaseNow(trx),
    })
    .onConflict((conflict) => conflict.columns(['channel_id', 'source', 'integrity']).doNothing())
    .execute();
}
