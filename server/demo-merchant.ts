/** The merchant of the demo shop: made on the first start, the same afterwards. */
import { join } from 'node:path';
import type { Config } from './config.ts';
import { audit, findToken, issueToken } from './gateway/access/index.ts';
import { createEntity, findChannel } from './gateway/entities/index.ts';
import { newAccessToken, newId } from './gateway/ids.ts';
import type { Database } from './store/database.ts';
import { inTransaction, isUniqueViolation } from './store/dialect.ts';
import { readOrCreatePrivateFile, readPrivateFile } from './store/private-file.ts';
import type { Vault } from './vault/vault.ts';

/** In `DATA_DIR`. */
const CREDENTIALS = 'demo.json';

export interface DemoMerchant {
  readonly entityId: string;
  readonly accessToken: string;
}

/**
 * The demo channel's credentials. Unless they are given, they are drawn once and kept in
 * `DATA_DIR/demo.json`, readable by the owner only: the database knows nothing but the hash.
 */
export async function demoMerchant(
  { db, vault }: { readonly db: Database; readonly vault: Vault },
  dataDir: string,
  given: Partial<DemoMerchant>,
): Promise<DemoMerchant> {
  const kept = await keptCredentials(dataDir);
  const demo = {
    entityId: given.entityId ?? kept.entityId,
    accessToken: given.accessToken ?? kept.accessToken,
  };
  await createMerchant(db, demo.entityId);
  if ((await findToken(db, demo.accessToken)) === undefined) {
    const { entityId, accessToken: token } = demo;
    const { id } = await issueToken(db, { entityId, label: 'demo shop', token });
    await audit(vault, db, {
      actor: 'gateway',
      action: 'token issued',
      subject: entityId,
      detail: { token: id, label: 'demo shop' },
    });
  }
  return demo;
}

/** Does nothing where the channel is there, or another instance that starts now is faster. */
async function createMerchant(db: Database, channelId: string): Promise<void> {
  try {
    await inTransaction(db, async (trx) => {
      if (await findChannel(trx, channelId)) return;
      const merchant = await createEntity(trx, { kind: 'merchant', name: 'Demo merchant' });
      await createEntity(trx, {
        kind: 'channel',
        name: 'Demo shop',
        parentId: merchant.id,
        id: channelId,
        // There is no processor behind the demo: the simulator stands in for its test system.
        settings: { connector: { kind: 'simulator' } },
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
}

/** The demo merchant's entity, where there has been one. */
export async function demoEntityId({
  demoEntityId: given,
  dataDir,
}: Pick<Config, 'demoEntityId' | 'dataDir'>): Promise<string | undefined> {
  if (given !== undefined) return given;
  const kept = await readPrivateFile(join(dataDir, CREDENTIALS));
  return kept === undefined ? undefined : (JSON.parse(kept) as DemoMerchant).entityId;
}

async function keptCredentials(dataDir: string): Promise<DemoMerchant> {
  const draw = (): DemoMerchant => ({ entityId: newId(), accessToken: newAccessToken() });
  const path = join(dataDir, CREDENTIALS);
  return JSON.parse(await readOrCreatePrivateFile(path, () => JSON.stringify(draw())));
}
