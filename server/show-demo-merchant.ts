/** The demo merchant's credentials once more, for who has lost what the first start has printed. */
import type { Config } from './config.ts';
import {
  accessIn,
  type ChannelAccess,
  CREDENTIALS,
  type DemoMerchant,
  INSTALLMENT_COUNTRIES,
  readCredentials,
  type Store,
} from './demo-merchant.ts';
import { findToken } from './gateway/access/index.ts';
import { findChannel } from './gateway/entities/index.ts';
import { notificationKeyOf } from './gateway/events/index.ts';
import type { Database } from './store/database.ts';

/** Why they are not shown. */
export class NoDemoError extends Error {
  override name = 'NoDemoError';
}

/**
 * The demo merchant as the first start has made it; nothing is made or changed. The database has the hash
 * of its token alone, so it is shown from where the server has it: the environment, or the file in
 * `DATA_DIR` that only its owner can read.
 * @throws NoDemoError where the token is not there, is good for nothing any more, or could move money
 */
export async function existingDemo(
  store: Store,
  { dataDir, demoEntityId, demoAccessToken }: Config,
): Promise<DemoMerchant> {
  const kept = await readCredentials(dataDir);
  const { entityId = kept.entityId, accessToken = kept.accessToken } = {
    entityId: demoEntityId,
    accessToken: demoAccessToken,
  };
  if (entityId === undefined || accessToken === undefined) {
    throw new NoDemoError(
      `the demo merchant's token is in no ${CREDENTIALS} of ${dataDir}, and the database has nothing but its hash: give DATA_DIR, or DEMO_ENTITY_ID and DEMO_ACCESS_TOKEN, as the server has them`,
    );
  }
  const general = { entityId, accessToken };
  if (!(await findChannel(store.db, entityId))) {
    throw new NoDemoError(`there is no demo merchant ${entityId} here: a start makes it`);
  }
  const installments = Object.keys(INSTALLMENT_COUNTRIES).map(
    (country): [string, ChannelAccess] => [country, accessIn(country, general)],
  );
  for (const access of [general, ...installments.map(([, each]) => each)]) {
    await refuseUnlessDemo(store.db, access);
  }
  const notificationKey = await notificationKeyOf(store, entityId);
  if (notificationKey === undefined) {
    throw new NoDemoError('the demo merchant has no notification key: the next start makes one');
  }
  return { ...general, installments: Object.fromEntries(installments), notificationKey };
}

/** What is shown works, and is worth nothing. */
async function refuseUnlessDemo(
  db: Database,
  { entityId, accessToken }: ChannelAccess,
): Promise<void> {
  const token = await findToken(db, accessToken);
  if (token?.entityId !== entityId) {
    throw new NoDemoError(`the token that is kept for ${entityId} is not one of this database`);
  }
  if (token.revokedAt !== undefined) {
    throw new NoDemoError(`the token of ${entityId} was revoked: token issue makes another one`);
  }
  if ((await findChannel(db, entityId))?.settings.mode !== 'test') {
    throw new NoDemoError(`${entityId} is live: a token that moves money is shown once only`);
  }
}
