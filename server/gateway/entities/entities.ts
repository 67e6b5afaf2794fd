/** Merchants, their divisions, and the channels that payments go through. */
import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { definitionOf } from '../../connectors/registry.ts';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { databaseNow, inTransaction } from '../../store/dialect.ts';
import { keptQuery } from '../../store/kept-query.ts';
import type { EntityRow } from '../../store/tables.ts';
import { newId } from '../ids.ts';
import { type ChannelSettings, ChannelSettingsSchema } from './channel-settings.ts';
import { brandsMistake } from './known-brands.ts';
import { isOpenToAnyPage, originsMistake } from './origins.ts';
import { settingsMistake } from './settings-mistake.ts';

export interface Entity {
  readonly id: string;
  readonly kind: EntityRow['kind'];
  readonly parentId: string | null;
  readonly name: string;
}

/** Where payments are made. */
export interface Channel extends Entity {
  readonly kind: 'channel';
  readonly settings: ChannelSettings;
  /** How far this channel's clock runs ahead of the real one, milliseconds. */
  readonly clockOffsetMs: number;
}

/** Thrown for input that the administrator has to correct; the message names the rule. */
export class EntityError extends Error {
  override name = 'EntityError';
}

const entityById = keptQuery((db, { id }: { id: string }) =>
  db.selectFrom('entities').selectAll().where('id', '=', id),
);

export async function findEntity(
  db: Database | Transaction,
  id: string,
): Promise<Entity | Channel | undefined> {
  const [row] = (await entityById(db, { id })).rows;
  return row && toEntity(row);
}

export async function findChannel(
  db: Database | Transaction,
  id: string,
): Promise<Channel | undefined> {
  const entity = await findEntity(db, id);
  return entity && isChannel(entity) ? entity : undefined;
}

/** The columns of a channel, beside those of what it is joined to; {@link splitJoined} takes them out. */
export const JOINED_CHANNEL = [
  'channel.id as channel_id',
  'channel.kind as channel_kind',
  'channel.parent_id as channel_parent_id',
  'channel.name as channel_name',
  'channel.settings as channel_settings',
  'channel.clock_offset_ms as channel_clock_offset_ms',
] as const;

type JoinedChannel = {
  readonly [Column in Exclude<
    keyof EntityRow,
    'created_at'
  > as `channel_${Column}`]: EntityRow[Column];
};

/** @returns what its channel was joined to; and the channel, undefined where the entity is none */
export function splitJoined<Row>(
  joined: Row & JoinedChannel,
): readonly [Omit<Row, keyof JoinedChannel>, Channel | undefined] {
  const {
    channel_id: id,
    channel_kind: kind,
    channel_parent_id: parent_id,
    channel_name: name,
    channel_settings: settings,
    channel_clock_offset_ms: clock_offset_ms,
    ...row
  } = joined;
  const entity = toEntity({ id, kind, parent_id, name, settings, clock_offset_ms });
  return [row, isChannel(entity) ? entity : undefined];
}

/** @throws Error where it is gone: no entity is ever deleted */
export async function existingChannel(db: Database | Transaction, id: string): Promise<Channel> {
  const channel = await findChannel(db, id);
  if (!channel) throw new Error(`the channel ${id} is gone`);
  return channel;
}

/** Where an entity stands; its id where that is all that is known of it. */
type Place = string | Pick<Entity, 'id' | 'parentId'>;

async function* upwards(db: Database | Transaction, from: Place): AsyncGenerator<string> {
  let place: Place | null | undefined = from;
  while (place) {
    const id: string = typeof place === 'string' ? place : place.id;
    yield id;
    place = (typeof place === 'string' ? await findEntity(db, id) : place)?.parentId;
  }
}

/** Its id, and those of the entities above it. */
export const idsUpwards = (db: Database | Transaction, from: Place): Promise<string[]> =>
  Array.fromAsync(upwards(db, from));

/** Whether an entity is `rootId` or stands below it. */
export async function isWithin(
  db: Database | Transaction,
  entity: Place,
  rootId: string,
): Promise<boolean> {
  for await (const id of upwards(db, entity)) if (id === rootId) return true;
  return false;
}

/** The time by the channel's clock that is furthest ahead: an index finds what may be due by it. */
export const furthestNow = (db: Database): RawBuilder<number> =>
  sql<number>`((select max(clock_offset_ms) from entities) + ${databaseNow(db)})`;

/** The merchant at the top of the entity's tree; the entity itself where it is one. */
export async function merchantAbove(db: Database | Transaction, entity: Place): Promise<string> {
  let top = '';
  for await (const id of upwards(db, entity)) top = id;
  return top;
}

/** The channels that are, or stand below, an entity; oldest first. */
export const channelsWithin = async (db: Database, rootId: string): Promise<Channel[]> =>
  (await entitiesWithin(db, rootId)).map(toEntity).filter(isChannel);

export const channels = async (db: Database): Promise<Channel[]> =>
  (await listEntities(db)).map(toEntity).filter(isChannel);

/** Ids of the live channels whose form any page may embed. */
export const channelsOpenToAnyPage = async (db: Database): Promise<string[]> =>
  (await channels(db))
    .filter(({ settings }) => settings.mode === 'live' && isOpenToAnyPage(settings))
    .map(({ id }) => id);

/** Ids of the channels whose new checkouts get this release. */
export const channelsPinnedTo = async (db: Database, release: string): Promise<string[]> =>
  (await channels(db)).filter(({ settings }) => settings.release === release).map(({ id }) => id);

/** An entity and all that stand below it; oldest first. */
export async function entitiesWithin(db: Database, rootId: string): Promise<EntityRow[]> {
  const rows = await listEntities(db);
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  const isBelow = (id: string | null | undefined): boolean =>
    id === rootId || (id !== null && id !== undefined && isBelow(parents.get(id)));
  return rows.filter(({ id }) => isBelow(id));
}

export function listEntities(db: Database): Promise<EntityRow[]> {
  return db.selectFrom('entities').selectAll().orderBy('created_at').orderBy('id').execute();
}

const PARENTS = {
  merchant: [],
  division: ['merchant'],
  channel: ['merchant', 'division'],
} as const;

/**
 * Creates a merchant, a division of a merchant, or a channel of either.
 * @param input `settings`: of a channel only
 * @throws EntityError when the parent does not fit or the settings are wrong; a unique violation where the id is
 *   taken, as by another instance that starts at the same moment
 */
export async function createEntity(
  db: Database | Transaction,
  input: {
    kind: EntityRow['kind'];
    name: string;
    parentId?: string;
    id?: string;
    settings?: unknown;
  },
): Promise<Entity> {
  const { kind, name, parentId = null, id = newId() } = input;
  const parents: readonly string[] = PARENTS[kind];
  const parent = parentId === null ? undefined : await findEntity(db, parentId);
  if (parentId !== null && !parent) throw new EntityError(`there is no entity ${parentId}`);
  if (parents.length > 0 && !(parent && parents.includes(parent.kind))) {
    throw new EntityError(`a ${kind} needs a parent of kind ${parents.join(' or ')}`);
  }
  if (parents.length === 0 && parentId !== null) throw new EntityError(`a ${kind} has no parent`);
  if (name.trim() === '') throw new EntityError(`a ${kind} needs a name`);
  const names = Object.keys(Object(input.settings)).join(', ');
  if (kind !== 'channel' && names !== '') {
    throw new EntityError(`a ${kind} has no settings, those of a channel count: ${names}`);
  }
  if (!/^[a-f0-9]{32}$/.test(id)) {
    throw new EntityError(
      `the id must be 32 lowercase hexadecimal characters: ${id.slice(0, 100)}`,
    );
  }
  const settings = kind === 'channel' ? checkSettings(input.settings ?? {}, {}) : {};
  await refuseUnknownRelease(db, settings);
  const row: EntityRow = {
    id,
    kind,
    parent_id: parentId,
    name,
    settings: JSON.stringify(settings),
    clock_offset_ms: 0,
    created_at: realNow(),
  };
  await db.insertInto('entities').values(row).execute();
  return toEntity(row);
}

/** By the settings as they are, where they count. */
type SettingChanges =
  | Readonly<Record<string, unknown>>
  | ((settings: ChannelSettings) => Readonly<Record<string, unknown>>);

/**
 * Replaces the named settings of a channel and keeps the others.
 * @param within what else is written in the transaction of the change; nothing where they are as they were
 * @throws EntityError naming each setting that is wrong
 */
export const changeSettings = (
  db: Database,
  channelId: string,
  changes: SettingChanges,
  within?: (trx: Transaction, settings: ChannelSettings) => Promise<void>,
): Promise<ChannelSettings> =>
  inTransaction(db, async (trx) => {
    // Of two changes at once none is lost.
    await trx
      .selectFrom('entities')
      .select('id')
      .where('id', '=', channelId)
      .forUpdate()
      .executeTakeFirst();
    const { settings, isSame } = await replaceSettings(trx, channelId, changes);
    if (!isSame) await within?.(trx, settings);
    return settings;
  });

async function replaceSettings(
  db: Transaction,
  channelId: string,
  changes: SettingChanges,
): Promise<{ readonly settings: ChannelSettings; readonly isSame: boolean }> {
  const channel = await findChannel(db, channelId);
  if (!channel) throw new EntityError(`there is no channel ${channelId}`);
  const wanted = typeof changes === 'function' ? changes(channel.settings) : changes;
  const settings = checkSettings({ ...channel.settings, ...wanted }, channel.settings);
  if (isDeepStrictEqual(settings, channel.settings)) return { settings, isSame: true };
  if (settings.mode === 'live' && channel.clockOffsetMs > 0) {
    throw new EntityError(
      "this channel's clock was moved in the sandbox: live payments need a channel of their own",
    );
  }
  if (settings.mode === 'live' && channel.settings.mode === 'test') {
    // The shop would take the simulator's success for money.
    const open = await db
      .selectFrom('payments')
      .select('id')
      .where('entity_id', '=', channelId)
      .where('state', 'in', ['pending', 'in_doubt'])
      .executeTakeFirst();
    if (open) {
      throw new EntityError(
        `the test payment ${open.id} is still open: end it, or use a channel of its own for live payments`,
      );
    }
    const schedule = await db
      .selectFrom('schedules')
      .select('id')
      .where('entity_id', '=', channelId)
      .where('state', 'in', ['active', 'suspended'])
      .where('mode', '<>', 'LIVE')
      .executeTakeFirst();
    if (schedule) {
      throw new EntityError(
        `the test schedule ${schedule.id} has not ended: end it, or use a channel of its own for live payments`,
      );
    }
  }
  await refuseLosingProcessor(db, channel, settings);
  if (settings.release !== channel.settings.release) await refuseUnknownRelease(db, settings);
  await db
    .updateTable('entities')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', channelId)
    .execute();
  return { settings, isSame: false };
}

/** Another processor would be asked for what only this one can know, and would deny it. */
async function refuseLosingProcessor(
  db: Database,
  { id, settings: { connector: before } }: Channel,
  { connector: after }: ChannelSettings,
): Promise<void> {
  if (before === null) return;
  const { isSameAccount, openRequestAt } = definitionOf(before);
  if (after?.kind === before.kind && (isSameAccount?.(before, after) ?? true)) return;
  const open = await openRequestAt?.(db, id);
  if (!open) return;
  throw new EntityError(
    `the payment ${open.paymentId ?? open.reference} is still open at the processor: end it, or use a channel of its own for another processor`,
  );
}

async function refuseUnknownRelease(
  db: Database | Transaction,
  { release }: Partial<ChannelSettings>,
): Promise<void> {
  if (release === undefined) return;
  const known = await db
    .selectFrom('releases')
    .select('id')
    .where('id', '=', release)
    .executeTakeFirst();
  if (!known) throw new EntityError(`there is no release ${release}`);
}

function checkSettings(settings: unknown, before: Partial<ChannelSettings>): ChannelSettings {
  const checked = ChannelSettingsSchema.safeParse(settings, { reportInput: true });
  if (!checked.success) throw new EntityError(settingsMistake(checked.error));
  const mistake = originsMistake(checked.data) ?? brandsMistake(checked.data, before);
  if (mistake) throw new EntityError(mistake);
  return checked.data;
}

const isChannel = (entity: Entity): entity is Channel => entity.kind === 'channel';

/** Settings by their JSON: they are read with every request, and hardly ever changed. */
const KNOWN_SETTINGS = new LRUCache<string, ChannelSettings>({ max: 1_000 });
/** While instances are upgraded one after the other, a newer one may have written what is not known here. */
const StoredSettingsSchema = z.object(ChannelSettingsSchema.shape);

function settingsOf(json: string): ChannelSettings {
  const known = KNOWN_SETTINGS.get(json);
  if (known) return known;
  const settings = StoredSettingsSchema.parse(JSON.parse(json));
  KNOWN_SETTINGS.set(json, settings);
  return settings;
}

function toEntity(row: Omit<EntityRow, 'created_at'>): Entity | Channel {
  const entity = { id: row.id, parentId: row.parent_id, name: row.name };
  if (row.kind !== 'channel') return { ...entity, kind: row.kind };
  return {
    ...entity,
    kind: row.kind,
    settings: settingsOf(row.settings),
    clockOffsetMs: row.clock_offset_ms,
  };
}
