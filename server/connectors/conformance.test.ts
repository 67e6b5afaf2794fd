/** Every connector of ours against the kit. Another one is a call of `describeConnector` more. */
import { afterAll } from 'vitest';
import { createOutgoing } from '../outgoing/guarded-client.ts';
import { DEMO, startServer } from '../tests/support/gateway-process.ts';
import { createTestDatabase, openTestDatabase } from '../tests/support/test-database.ts';
import { describeConnector } from './conformance-kit.ts';
import { manualUnderTest } from './manual/manual-under-test.ts';
import { capabilitiesOf } from './registry.ts';
import { recordStoredCardNotification } from './relay/ledger.ts';
import { relay } from './relay/relay.ts';
import { createRelay } from './relay/relay-connector.ts';
import { RelaySettingsSchema } from './relay/settings.ts';
import { createSimulator } from './simulator/simulator.ts';

const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const each of cleanUp.reverse()) await each();
});

const cards = {
  approved: '4200000000000000',
  declined: '4200000000001016',
  challenged: '4200000000000018',
  softDeclined: '4200000000001107',
  renewed: '4200000000001131',
  gone: '4200000000001164',
};
const channelId = DEMO.DEMO_ENTITY_ID;

async function database() {
  const { db, drop } = await openTestDatabase();
  cleanUp.push(drop);
  // The channel whose payments these are; no settings of it are read here.
  const channel = { id: channelId, kind: 'channel', parent_id: null, name: 'Conformance' } as const;
  await db
    .insertInto('entities')
    .values({ ...channel, settings: '{}', clock_offset_ms: 0, created_at: 0 })
    .execute();
  return db;
}

describeConnector('simulator', async () => ({
  connector: createSimulator(await database(), {
    address: () => 'https://bank.example',
    sign: (text) => text,
  }),
  mode: 'INTERNAL',
  channelId,
  capabilities: capabilitiesOf({ kind: 'simulator' }),
  cards,
}));

describeConnector('relay', async () => {
  const { location, drop } = await createTestDatabase();
  const gateway = await startServer({
    DATA_DIR: location.dataDir,
    // Its banks are on the workbench.
    SHOP_PORT: 'any',
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
  });
  cleanUp.push(drop, () => gateway.stop());
  const settings = RelaySettingsSchema.parse({
    kind: 'upstream',
    address: gateway.url,
    entityId: DEMO.DEMO_ENTITY_ID,
  });
  const db = await database();
  const connector = createRelay({
    db,
    outgoing: createOutgoing({ allowPrivate: true }),
    configOf: async () => ({ settings, token: DEMO.DEMO_ACCESS_TOKEN }),
    own: { id: 'gateway-under-test', origin: () => 'https://gateway.example' },
  });
  return {
    connector,
    mode: 'EXTERNAL',
    channelId,
    capabilities: relay.capabilities(settings),
    cards,
    async changeStoredCard(registrationId, kind) {
      const { upstream_id: there } = await db
        .selectFrom('upstream_registrations')
        .select('upstream_id')
        .where('registration_id', '=', registrationId)
        .executeTakeFirstOrThrow();
      const path = `/sandbox/registrations/${there}/${kind === 'gone' ? 'revoke' : 'update'}`;
      const body = new URLSearchParams({
        ...(kind === 'gone'
          ? { by: 'provider' }
          : { 'card.expiryMonth': '11', 'card.expiryYear': '2038' }),
      });
      const headers = { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` };
      await fetch(gateway.url + path, { method: 'POST', headers, body });
      await recordStoredCardNotification(db, { id: channelId, mode: 'EXTERNAL' }, there);
    },
  };
});

describeConnector('manual', async () => manualUnderTest(await database(), channelId));
