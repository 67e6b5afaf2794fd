/** The events' schemas as JSON Schema, draft 2020-12. */
import { z } from 'zod';
import { EVENTS, type EventType } from './events.ts';

/** Where they are published, below the gateway's origin. */
export const SCHEMA_PATH = '/schemas/events/v1';

export const schemaAddress = (type: EventType): string => `${SCHEMA_PATH}/${type}.json`;

/**
 * The schema of one event, with the shared types in `$defs`.
 * @param extent `open` takes fields that are added later, as receivers should, and is published;
 *   `closed` takes none, and is what our own events are tested against
 */
export function jsonSchemaOf(type: EventType, extent: 'open' | 'closed' = 'open') {
  const io = extent === 'open' ? 'input' : 'output';
  return { $id: schemaAddress(type), title: type, ...z.toJSONSchema(EVENTS[type], { io }) };
}
