/**
 * Draws what translators see, a picture for each state, into `docs/texts`, and writes which texts each
 * shows into `locales/translators/pictures.json`: `node e2e/texts/draw.ts [state …]`, all unless some are
 * named.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../.ci/browser.ts';
import pictures from '../../locales/translators/pictures.json' with { type: 'json' };
import { startGateway } from '../gateway.ts';
import { startMerchantSite } from '../merchant-site.ts';
import { findTexts, KEYS, type Shown, teachKeys } from './seen.ts';
import { bringUp, type Desk, onPicture, SCREEN, type TextState } from './state.ts';
import { TEXT_STATES } from './text-states.ts';

const AT_A_TIME = 3;
const QUALITY = 30;

const named = process.argv.slice(2);
const chosen = Object.entries(TEXT_STATES).filter(
  ([name]) => named.length === 0 || named.includes(name),
);
if (chosen.length === 0) throw new Error(`no state is called ${named.join(', ')}`);

const found = new Map<string, Shown>(Object.entries(pictures));

async function draw(browser: Browser, desk: Omit<Desk, 'context' | 'locale'>, name: string) {
  const state = TEXT_STATES[name] as TextState;
  const inLanguage = async <T>(locale: string, look: (desk: Desk) => Promise<T>): Promise<T> => {
    const context = await browser.newContext({ ...SCREEN, reducedMotion: 'reduce' });
    try {
      return await look({ ...desk, context, locale });
    } finally {
      await context.close();
    }
  };
  const { language = 'en' } = state;
  found.set(name, await inLanguage(KEYS, (keys) => findTexts(keys, state)));
  const picture = await inLanguage(language, async (shop) =>
    onPicture(await bringUp(shop, state), state).screenshot({ type: 'jpeg', quality: QUALITY }),
  );
  await writeFile(`docs/texts/${name}.jpg`, picture);
  console.log(`${name}: ${found.get(name)?.seen}`);
}

await mkdir('docs/texts', { recursive: true });
const { gateway, end } = await startGateway();
const merchant = await startMerchantSite();
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox'],
});
try {
  await teachKeys(gateway);
  const alone = chosen.filter(([, { changesChannel }]) => changesChannel);
  const beside = chosen.filter((entry) => !alone.includes(entry));
  const work = async (queue: (typeof chosen)[number][]) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name] = next;
      await draw(browser, { gateway, merchant }, name).catch((error: unknown) => {
        process.exitCode = 1;
        console.error(`${name}: ${error instanceof Error ? error.message : error}`);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, () => work(beside)));
  await work(alone);
} finally {
  await browser.close();
  await merchant.close();
  await end();
}
const sorted = Object.keys(TEXT_STATES).flatMap((name) => {
  const texts = found.get(name);
  return texts ? [[name, texts] as const] : [];
});
await writeFile(
  'locales/translators/pictures.json',
  `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`,
);
