/**
 * What thieves learn of 10,000 stolen cards, and what honest shoppers feel of it: `node
 * bench/card-testing.ts [cards] [with|without]`, on SQLite or on the PostgreSQL of `TEST_DATABASE_URL`.
 * Cards are of one BIN or of 300, come from 1, 60 or 10,000 addresses, and meet one instance or two,
 * each with connections of its own. A thief takes a new checkout for each card, and sends 16 at once, as
 * fast as they are answered; the honest shoppers are spread over the attack. `without`: a channel whose
 * processor has no 3-D Secure.
 *
 * A card is learned when the processor was asked for it without a challenge. Of the stolen cards 30 %
 * work; a thief cannot pass a challenge, an honest shopper passes it and is then declined as before.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { APPROVED } from '../contract/payment-mode.ts';
import { RESULT } from '../contract/result-by-name.ts';
import { createCheckout } from '../server/gateway/checkout/create-checkout.ts';
import { payCheckout } from '../server/gateway/checkout/pay-checkout.ts';
import type { GatewayContext } from '../server/gateway/context.ts';
import {
  type Channel,
  changeSettings,
  createEntity,
  findChannel,
} from '../server/gateway/entities/entities.ts';
import { existingCheckout } from '../server/gateway/records/checkouts.ts';
import { settlePending } from '../server/gateway/undecided/index.ts';
import { closeDatabase, type Database, openDatabase } from '../server/store/database.ts';
import { migrate } from '../server/store/migrate.ts';
import { cardNumber } from '../server/tests/support/card-numbers.ts';
import {
  simulatedGateway,
  simulatorOf,
  withSimulator,
} from '../server/tests/support/simulated-gateway.ts';
import { createTestDatabase, isTestedOnPostgres } from '../server/tests/support/test-database.ts';
import { openVault } from '../server/vault/vault.ts';
import { countArgument } from './measure.ts';

const CARDS = countArgument(0, 10_000);
const HAS_CHALLENGE = process.argv[3] !== 'without';
const SHOPPERS = 200;
const AT_ONCE = 16;
const WORKING_CARDS = 0.3;

const ASKS = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const RELEASE = 'bench';

interface Attack {
  readonly bins: number;
  readonly addresses: number;
  readonly instances: number;
}

interface Figures {
  readonly learned: number;
  readonly challenged: number;
  readonly refused: number;
  /** Of honest shoppers. */
  readonly lost: number;
  readonly asked: number;
  readonly declined: number;
  readonly seconds: number;
}

/** The same sequence in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const binOf = (n: number): string => String(42_000_000 + n * 137);
/** Each in a /24 of its own, as rented machines in many places are. */
const addressOf = (n: number): string => `${20 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.77`;
const homeOf = (n: number): string => `198.18.${n}.5`;

async function attack({ bins, addresses, instances }: Attack): Promise<Figures> {
  const database = await createTestDatabase();
  const { dataDir } = database.location;
  const databases: Database[] = [];
  for (let n = 0; n < instances; n += 1) databases.push(await openDatabase(database.location));
  const [first] = databases;
  if (!first) throw new Error('there is no instance');
  await migrate(first);
  const works = random(1);
  const workingCards = new Map<string, boolean>();
  /** Asked for without a challenge. */
  const learned = new Set<string>();
  const gateways: GatewayContext[] = [];
  for (const db of databases) {
    const gateway = simulatedGateway(db, await openVault({ db, dataDir }));
    const { authorise } = simulatorOf(gateway);
    gateways.push(
      withSimulator(gateway, {
        async authorise(request, signal) {
          const { number = '' } = request.card ?? {};
          const isAsked = request.parameters['threeDSecure.challengeIndicator'] === '04';
          if (HAS_CHALLENGE && isAsked) return authorise(request, signal);
          learned.add(number);
          // A bank takes its time, so that many are under way.
          await sleep(5);
          const isGood = workingCards.get(number) ?? true;
          const resultCode = isGood ? APPROVED[request.mode] : RESULT.declined;
          return { resultCode, details: {} };
        },
      }),
    );
  }
  const channel = await channelOf(first);
  let challenged = 0;
  let refused = 0;
  let lost = 0;
  let asked = 0;
  let declined = 0;

  const pay = async (n: number, number: string, address: string) => {
    const gateway = gateways[n % instances] as GatewayContext;
    const { checkoutId } = await createCheckout(gateway.db, channel, RELEASE, Object.entries(ASKS));
    const fields = {
      paymentBrand: 'VISA',
      'card.number': number,
      'card.holder': 'Jane Jones',
      'card.expiryMonth': '05',
      'card.expiryYear': '2034',
      'card.cvv': '123',
      shopperResultUrl: 'https://shop.example/result',
    };
    const found = await existingCheckout(gateway.db, checkoutId);
    const { payment } = await payCheckout(gateway, found, Object.entries(fields), address);
    return { gateway, payment };
  };

  const steal = async (n: number): Promise<void> => {
    const number = cardNumber(binOf(n % bins), n);
    workingCards.set(number, works() < WORKING_CARDS);
    const { payment } = await pay(n, number, addressOf(n % addresses));
    if (payment.state === 'pending') challenged += 1;
    if (payment.resultCode.startsWith('800.120.')) refused += 1;
  };

  const shop = async (n: number): Promise<void> => {
    // Of the same banks, and of other people.
    const number = cardNumber(binOf(n % bins), 5_000_000 + n);
    // 8 %
    const isDeclined = n % 25 === 7 || n % 25 === 13;
    workingCards.set(number, !isDeclined);
    const { gateway, payment } = await pay(n, number, homeOf(n));
    if (payment.resultCode.startsWith('800.120.')) {
      lost += 1;
    } else if (payment.state === 'pending') {
      asked += 1;
      await settlePending(gateway, payment.id, isDeclined ? 'decline' : 'accept');
    } else if (isDeclined) {
      declined += 1;
    } else if (payment.resultCode !== APPROVED.INTERNAL) {
      throw new Error(`an honest payment came to ${payment.resultCode}`);
    }
  };

  const startedAt = performance.now();
  let next = 0;
  const every = Math.max(1, Math.floor(CARDS / SHOPPERS));
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let n = next++; n < CARDS; n = next++) {
        if (n % every === 0 && n / every < SHOPPERS) await shop(n / every);
        await steal(n);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const stolen = [...learned].filter((number) => !isHonest(number)).length;
  for (const db of databases) await closeDatabase(db);
  await database.drop();
  return { learned: stolen, challenged, refused, lost, asked, declined, seconds };
}

/** Numbers of shoppers count from five million. */
const isHonest = (number: string): boolean => Number(number.slice(8, 15)) >= 5_000_000;

async function channelOf(db: Database): Promise<Channel> {
  await db
    .insertInto('releases')
    .values({
      ...{ id: RELEASE, integrity: '', script: '', number_frame: '', cvv_frame: '' },
      created_at: 0,
    })
    .execute();
  const { id: parentId } = await createEntity(db, { kind: 'merchant', name: 'Bench' });
  const { id } = await createEntity(db, { kind: 'channel', name: 'Bench', parentId });
  await changeSettings(db, id, { cardTesting: { challenge: HAS_CHALLENGE } });
  const channel = await findChannel(db, id);
  if (!channel) throw new Error('the channel is gone');
  return channel;
}

const HEADINGS = [
  'BINs',
  'addresses',
  'instances',
  'learned',
  'challenged',
  'refused',
  'honest lost',
  'honest challenged',
  'honest declined',
  'seconds',
];

process.stdout.write(
  `${CARDS} stolen cards, ${SHOPPERS} honest shoppers, ${isTestedOnPostgres ? 'PostgreSQL' : 'SQLite'}, ` +
    `${HAS_CHALLENGE ? 'with' : 'without'} 3-D Secure\n\n` +
    `| ${HEADINGS.join(' | ')} |\n|${' --- |'.repeat(HEADINGS.length)}\n`,
);
for (const instances of [2, 1]) {
  for (const addresses of [1, 60, 10_000]) {
    for (const bins of [1, 300]) {
      const figures = await attack({ bins, addresses, instances });
      const { learned, challenged, refused, lost, asked, declined, seconds } = figures;
      const shown = [learned, challenged, refused, lost, asked, declined, Math.round(seconds)];
      process.stdout.write(`| ${[bins, addresses, instances, ...shown].join(' | ')} |\n`);
    }
  }
}
