/** An event as the list has it: the body that receivers are sent, and what their headers say. */
import { shownTo } from '../../../notifications/request.ts';
import type { MessageRow, WebhookRow } from '../../../store/tables.ts';
import { timestamp } from './envelope.ts';

export const presentEvent = (
  { id, type, channel_id, subject_id, group_id, position, created_at, body }: MessageRow,
  fields: WebhookRow['fields'],
) => ({
  id,
  type,
  entityId: channel_id,
  subjectId: subject_id,
  sequence: position,
  sequenceOf: group_id,
  created: timestamp(created_at),
  occurred: new Date(created_at).toISOString(),
  event: JSON.parse(shownTo({ fields }, body)) as object,
});
