/** A subscription that its merchant changes, pauses or resumes (docs/webhooks.md). */
import { readParameters } from '../../../contract/parameters.ts';
import type { Outcome } from '../../notifications/attempt.ts';
import {
  changeSubscription,
  pauseSubscription,
  resumeSubscription,
} from '../../notifications/change-subscription.ts';
import { testCall } from '../../notifications/test-call.ts';
import type { Transaction } from '../../store/database.ts';
import type { WebhookRow } from '../../store/tables.ts';
import { invalidParameters, type Pairs } from '../requests/index.ts';
import { found, mistakesOf, refuseUnreachable, type WebhookTools } from './webhooks.ts';

/** Stands for no choice of types, which an empty value could not. */
const ALL_TYPES = 'ALL';

export interface ChangedWebhook {
  readonly webhook: WebhookRow;
  /** What came of the test call to another address. */
  readonly test: Outcome | undefined;
  readonly ignored: readonly string[];
}

/**
 * Changes what is sent along; the rest stays. Another address gets a test call.
 * @throws ApiError naming each parameter that is wrong
 */
export async function changeWebhook(
  tools: WebhookTools,
  webhook: WebhookRow,
  pairs: Pairs,
): Promise<ChangedWebhook> {
  const { parameters, errors, ignored } = readParameters(pairs, 'webhook.change');
  const { url, types: named } = parameters;
  const types = named === ALL_TYPES ? [] : named?.split(/[, ]+/);
  const wrapper = oneOf(['NONE', 'JSON'] as const, parameters['wrapper']);
  const fields = oneOf(['ALL', 'NON_CUSTOMER_DATA'] as const, parameters['fields']);
  const change = {
    ...(url !== undefined && { url }),
    ...(types && { types }),
    ...(wrapper && { wrapper }),
    ...(fields && { fields }),
  };
  const mistakes = [
    ...errors,
    ...(errors.length === 0 ? mistakesOf({ kind: webhook.kind, ...change }) : []),
  ];
  if (mistakes.length > 0) throw invalidParameters(mistakes);
  const isMoved = url !== undefined && url !== webhook.url;
  if (isMoved) await refuseUnreachable(tools, { url, entityId: webhook.entity_id });
  await changeSubscription(tools.db, webhook, change);
  const test = isMoved ? await testCall(tools, await found(tools, webhook.id)) : undefined;
  return { webhook: await found(tools, webhook.id), test, ignored };
}

const oneOf = <T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((each) => each === value);

/**
 * Keeps what happens from now on, and sends nothing.
 * @param within what is written in the same transaction
 */
export async function pauseWebhook(
  tools: WebhookTools,
  webhook: WebhookRow,
  within?: (trx: Transaction) => Promise<void>,
): Promise<WebhookRow> {
  await pauseSubscription(tools.db, webhook, within);
  return found(tools, webhook.id);
}

/**
 * Sends what was kept, also where the receiver had answered 410.
 * @param within what is written in the same transaction
 */
export async function resumeWebhook(
  tools: WebhookTools,
  webhook: WebhookRow,
  within?: (trx: Transaction) => Promise<void>,
): Promise<WebhookRow> {
  await resumeSubscription(tools.db, webhook, within);
  return found(tools, webhook.id);
}
