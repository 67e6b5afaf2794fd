/** The merchant of the demo shop: made on the first start, the same afterwards. */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { audit, findToken, issueToken } from './gateway/access/index.ts';
import { createEntity, findChannel, merchantAbove } from './gateway/entities/index.ts';
import { changeEntityKey, notificationKeyOf } from './gateway/events/index.ts';
import { newAccessToken, newId } from './gateway/ids.ts';
import type { Database } from './store/database.ts';
import { inTransaction, isUniqueViolation } from './store/dialect.ts';
import { readOrCreatePrivateFile, readPrivateFile } from './store/private-file.ts';
import type { Vault } from './vault/vault.ts';

/** In `DATA_DIR`. */
export const CREDENTIALS = 'demo.json';

export interface Store {
  readonly db: Database;
  readonly vault: Vault;
}

export interface ChannelAccess {
  readonly entityId: string;
  readonly accessToken: string;
}

/** Countries whose installment rules the sandbox shows, each by a channel of its own. */
export const INSTALLMENT_COUNTRIES: Readonly<Record<string, string>> = {
  BR: 'Brazil',
  MX: 'Mexico',
};

/** The general channel; those for installments; what encrypts the notifications of all. */
export interface DemoMerchant extends ChannelAccess {
  readonly installments: Readonly<Record<string, ChannelAccess>>;
  readonly notificationKey: string;
}

/**
 * The demo merchant, whose channels and key are made where they are missing. Unless the general
 * channel's credentials are given, they are drawn once and kept in `DATA_DIR/demo.json`, readable by
 * the owner only: the database knows nothing but the hash. What else there is follows from them, so
 * that all instances, and those of an earlier release, come to the same.
 */
export async function demoMerchant(
  store: Store,
  dataDir: string,
  given: Partial<ChannelAccess>,
): Promise<DemoMerchant> {
  const kept = await keptCredentials(dataDir);
  const general = {
    entityId: given.entityId ?? kept.entityId,
    accessToken: given.accessToken ?? kept.accessToken,
  };
  await createMerchant(store.db, general.entityId);
  await allow(store, general);
  const merchantId = await merchantAbove(store.db, general.entityId);
  const inCountry = async (country: string): Promise<[string, ChannelAccess]> => {
    const access = accessIn(country, general);
    await createChannel(store.db, {
      name: `Demo shop, ${INSTALLMENT_COUNTRIES[country]}`,
      parentId: merchantId,
      id: access.entityId,
      country,
    });
    await allow(store, access);
    return [country, access];
  };
  return {
    ...general,
    installments: Object.fromEntries(
      await Promise.all(Object.keys(INSTALLMENT_COUNTRIES).map(inCountry)),
    ),
    notificationKey:
      (await notificationKeyOf(store, general.entityId)) ??
      (await changeEntityKey(
        store,
        { id: merchantId },
        derived(general.accessToken, 'notification key').toString('hex'),
      )),
  };
}

/** Of a channel for installments. */
export const accessIn = (
  country: string,
  { entityId, accessToken }: ChannelAccess,
): ChannelAccess => ({
  entityId: derived(entityId, country).toString('hex').slice(0, 32),
  accessToken: derived(accessToken, country).toString('base64url'),
});

/** As the start prints them, and `npm run admin -- demo`. */
export const demoLines = (demo: DemoMerchant): string[] => [
  `  Entity id         ${demo.entityId}`,
  `  Access token      ${demo.accessToken}`,
  `  Notification key  ${demo.notificationKey}`,
  ...Object.entries(demo.installments).flatMap(([country, access]) => [
    '',
    `  Installments in ${INSTALLMENT_COUNTRIES[country]}`,
    `  Entity id         ${access.entityId}`,
    `  Access token      ${access.accessToken}`,
  ]),
];

/** 32 bytes that only those who know the other can tell, where that is a secret. */
const derived = (from: string, purpose: string): Buffer =>
  createHmac('sha256', from).update(purpose).digest();

async function allow({ db, vault }: Store, { entityId, accessToken: token }: ChannelAccess) {
  if ((await findToken(db, token)) !== undefined) return;
  const { id } = await issueToken(db, { entityId, label: 'demo shop', token });
  await audit(vault, db, {
    actor: 'gateway',
    action: 'token issued',
    subject: entityId,
    detail: { token: id, label: 'demo shop' },
  });
}

const createMerchant = (db: Database, channelId: string): Promise<void> =>
  unlessThere(
    inTransaction(db, async (trx) => {
      if (await findChannel(trx, channelId)) return;
      const merchant = await createEntity(trx, { kind: 'merchant', name: 'Demo merchant' });
      await createEntity(
        trx,
        demoChannel({ name: 'Demo shop', parentId: merchant.id, id: channelId }),
      );
    }),
  );

async function createChannel(db: Database, channel: DemoChannel): Promise<void> {
  if (await findChannel(db, channel.id)) return;
  await unlessThere(createEntity(db, demoChannel(channel)));
}

interface DemoChannel {
  readonly name: string;
  readonly parentId: string;
  readonly id: string;
  readonly country?: string;
}

const demoChannel = ({ name, parentId, id, country }: DemoChannel) => ({
  kind: 'channel' as const,
  name,
  parentId,
  id,
  // There is no processor behind the demo: the simulator stands in for its test system.
  settings: { connector: { kind: 'simulator' }, ...(country && { country }) },
});

/** Another instance that starts now may be faster. */
async function unlessThere(creation: Promise<unknown>): Promise<void> {
  await creation.catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
  });
}

/** The demo merchant's entity, where there has been one. */
export async function demoEntityId({
  demoEntityId: given,
  dataDir,
}: Pick<Config, 'demoEntityId' | 'dataDir'>): Promise<string | undefined> {
  return given ?? (await readCredentials(dataDir)).entityId;
}

/** What the first start has drawn here; nothing where there has been none. */
export async function readCredentials(dataDir: string): Promise<Partial<ChannelAccess>> {
  const kept = await readPrivateFile(join(dataDir, CREDENTIALS));
  return kept === undefined ? {} : JSON.parse(kept);
}

async function keptCredentials(dataDir: string): Promise<ChannelAccess> {
  const draw = (): ChannelAccess => ({ entityId: newId(), accessToken: newAccessToken() });
  const path = join(dataDir, CREDENTIALS);
  return JSON.parse(await readOrCreatePrivateFile(path, () => JSON.stringify(draw())));
}
