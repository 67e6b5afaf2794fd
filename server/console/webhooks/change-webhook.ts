/** What is done with a webhook, by the gateway's own operations, once for each key and with its line of the audit log. */
import { z } from 'zod';
import type { NewSecret, Resent, SampleSent } from '../../../contract/admin-api.ts';
import { type AuditEntry, appendAudit, audit } from '../../gateway/access/index.ts';
import { findEntity } from '../../gateway/entities/index.ts';
import {
  changeSecret,
  pauseWebhook,
  presentTest,
  replayDeliveries,
  resumeWebhook,
  testWebhook,
} from '../../gateway/events/index.ts';
import type { Pairs } from '../../gateway/requests/index.ts';
import type { Transaction } from '../../store/database.ts';
import { notFound } from '../admin-failure.ts';
import { actorOf, type ConsoleContext } from '../console-context.ts';
import { moment } from '../period.ts';
import type { SignedIn } from '../sign-in/sessions.ts';
import { asParameter } from './find-deliveries.ts';
import type { SeenWebhook } from './webhooks-in-sight.ts';

/** 30 days, in seconds. */
const LONGEST_OVERLAP = 2_592_000;
const MOST_NAMED = 100;

export const RESEND = z.strictObject({
  deliveries: z
    .array(z.string().regex(/^[a-f0-9]{32}$/, 'must be ids of deliveries'))
    .min(1)
    .max(MOST_NAMED)
    .optional(),
  givenUpSince: moment.optional(),
});
export const SECRET = z.strictObject({
  overlap: z.int().min(0).max(LONGEST_OVERLAP).optional(),
});
export const SAMPLE = z.strictObject({ type: z.string().max(64).optional() });

/** Who does it, to what. */
interface Doing {
  readonly context: ConsoleContext;
  readonly session: SignedIn;
  readonly seen: SeenWebhook;
}

const entryOf = (
  { session, seen }: Doing,
  action: string,
  detail: AuditEntry['detail'] = {},
): AuditEntry => ({ actor: actorOf(session), action, subject: seen.webhook.id, detail });

/** @throws ApiError naming what is wrong; each piece that is sent is a line of the audit log */
export async function resend(
  doing: Doing,
  { deliveries, givenUpSince }: z.infer<typeof RESEND>,
): Promise<Resent> {
  const { context, seen } = doing;
  const { gateway } = context;
  const entity = await findEntity(gateway.db, seen.webhook.entity_id);
  if (!entity) throw notFound('webhook');
  const pairs: [string, string][] = [];
  if (deliveries) pairs.push(['deliveries', deliveries.join(',')]);
  if (givenUpSince) pairs.push(['givenUpSince', asParameter(Date.parse(givenUpSince))]);
  const note = (trx: Transaction, ids: readonly string[]) => {
    const which = deliveries ? { deliveries: ids } : { givenUpSince, messages: ids.length };
    return appendAudit(gateway.vault, trx, entryOf(doing, 'messages resent', which));
  };
  const { ids, hasMore } = await replayDeliveries(gateway, entity, seen.scope, pairs, note);
  return { resent: ids.length, more: hasMore };
}

export async function pauseOrResume(doing: Doing, name: 'pause' | 'resume'): Promise<void> {
  const { gateway } = doing.context;
  const [change, action] =
    name === 'pause' ? [pauseWebhook, 'webhook paused'] : [resumeWebhook, 'webhook resumed'];
  await change(gateway, doing.seen.webhook, (trx) =>
    appendAudit(gateway.vault, trx, entryOf(doing, action)),
  );
}

/** @throws ApiError naming `overlap` where too many secrets are valid */
export async function rotateSecret(
  doing: Doing,
  { overlap }: z.infer<typeof SECRET>,
): Promise<NewSecret> {
  const { gateway } = doing.context;
  const pairs: Pairs = overlap === undefined ? [] : [['overlap', String(overlap)]];
  const note = (trx: Transaction) =>
    appendAudit(gateway.vault, trx, entryOf(doing, 'webhook secret rotated', { overlap }));
  const { secret } = await changeSecret(gateway, doing.seen.webhook, pairs, note);
  return { secret };
}

/** The line of the audit log is there before the call is made. @throws ApiError naming `type` */
export async function sendSample(
  doing: Doing,
  { type }: z.infer<typeof SAMPLE>,
): Promise<SampleSent> {
  const { gateway } = doing.context;
  const pairs: Pairs = type === undefined ? [] : [['type', type]];
  const note = () =>
    audit(gateway.vault, gateway.db, entryOf(doing, 'webhook sample sent', { type }));
  const { test } = await testWebhook(gateway, doing.seen.webhook, pairs, note);
  return presentTest(test);
}
