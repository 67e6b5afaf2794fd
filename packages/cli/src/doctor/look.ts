/** Opens a payment page in a browser, waits for the form, types into it, and says what was seen. */
import { NotDoneError } from '../usage.ts';
import { type Browser, load, type Page, type PageRequest } from './browser.ts';
import {
  type AxeViolation,
  type DocumentFacts,
  type Facts,
  isScript,
  type Loaded,
  type NamedElement,
  type Violation,
} from './facts.ts';
import {
  axeRun,
  DOCUMENT,
  FOCUSED,
  fieldThere,
  formDrawn,
  inputThere,
  NUMBER_IN_VIEW,
  RECORDER,
  SEEN,
  valueWithin,
} from './in-page.ts';

/** Begins what the form says; what the browser says of policies and hashes is told by other checks. */
const OURS = '[paymentWidgets]';
const LOAD_WITHIN_MS = 30_000;
/** Beside what the form itself may take. */
const ANSWERS_WITHIN_MS = 10_000;
const ARRIVES_WITHIN_MS = 1_000;
/** Digits that begin a test card and are no card number. */
const TYPED = '4200';

/** @throws NotDoneError where the page cannot be opened, or does not answer what it is asked */
export async function look(browser: Browser, url: string, waitMs: number): Promise<Facts> {
  const page = await browser.newPage();
  const watched = watch(page);
  await page.addInitScript(RECORDER);
  const response = await page
    .goto(url, { waitUntil: 'load', timeout: LOAD_WITHIN_MS })
    .catch((error: Error) => {
      throw new NotDoneError(`${url} cannot be opened: ${error.message.split('\n')[0]}`);
    });
  if (!response) throw new NotDoneError(`${url} answers nothing`);
  // The text of a page that is busy never comes, either.
  const looked = Promise.all([response.text(), lookInto(page, waitMs)]);
  // Once the browser is closed, it is no longer waited for.
  looked.catch(() => undefined);
  const [html, into] = await withinMs(looked, ANSWERS_WITHIN_MS + 5 * waitMs, url);
  return {
    ...into,
    ...watched,
    url: response.url(),
    status: response.status(),
    headers: response.headers(),
    html,
  };
}

/** @throws NotDoneError where it takes longer */
async function withinMs<T>(asked: Promise<T>, ms: number, url: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const words = `${url} was not looked at within ${ms / 1000} s: something in it keeps the browser busy`;
    timer = setTimeout(() => reject(new NotDoneError(words)), ms);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

type Into = Omit<Facts, keyof ReturnType<typeof watch> | 'url' | 'status' | 'headers' | 'html'>;

async function lookInto(page: Page, waitMs: number): Promise<Into> {
  const fieldMs = await page.evaluate<number | null>(fieldThere(waitMs));
  if (fieldMs !== null) await page.evaluate(formDrawn(waitMs));
  const before = await page.evaluate<DocumentFacts>(DOCUMENT);
  const typed = await typeInto(page, before, waitMs);
  const seen = await page.evaluate<Seen>(SEEN);
  const inFrames = await violationsIn(page, before);
  const axe = await axeSource();
  const violations =
    axe === undefined ? undefined : await page.evaluate<AxeViolation[]>(axeRun(axe));
  return {
    ...before,
    elements: seen.elements,
    violations: [...seen.violations, ...inFrames],
    fieldMs: fieldMs ?? undefined,
    typed,
    axe: violations,
  };
}

/** What comes over the network, and what the page says, from now on. */
function watch(page: Page): Pick<Facts, 'loaded' | 'notes' | 'errors' | 'sources'> {
  const began = new Map<PageRequest, number>();
  const loaded: Loaded[] = [];
  const notes: string[] = [];
  const errors: string[] = [];
  const sources = new Map<string, string>();
  page.on('request', (request) => began.set(request, performance.now()));
  const end = (isFailed: boolean) => (request: PageRequest) => {
    const ms = performance.now() - (began.get(request) ?? performance.now());
    loaded.push({ url: request.url(), type: request.resourceType(), ms, isFailed });
  };
  page.on('requestfinished', end(false));
  page.on('requestfailed', end(true));
  page.on('response', (response) => {
    if (!isScript(response.url())) return;
    response.text().then(
      (text) => sources.set(response.url(), text),
      // One that was blocked has no text.
      () => undefined,
    );
  });
  page.on('console', (message) => {
    const text = message.text();
    if (text.startsWith(OURS)) notes.push(text);
  });
  page.on('pageerror', (thrown) => errors.push(thrown.message));
  return { loaded, notes, errors, sources };
}

interface Seen {
  readonly elements: readonly NamedElement[];
  readonly violations: readonly Violation[];
}

/** What policies refuse in the frames of the fields, as what stands before the gateway sends them. */
async function violationsIn(page: Page, { frames }: DocumentFacts): Promise<Violation[]> {
  const all = frames.map(async ({ name, src }) => {
    const frame = page.frames().find((each) => each.url() === src);
    const seen = await frame?.evaluate<Seen>(SEEN);
    return (seen?.violations ?? []).map((violation) => ({ ...violation, frame: name }));
  });
  return (await Promise.all(all)).flat();
}

/** As a shopper does: a click into the field, then the keyboard. */
async function typeInto(
  page: Page,
  { frames }: DocumentFacts,
  waitMs: number,
): Promise<string | undefined> {
  const field = frames.find(({ name }) => name === 'card.number');
  const frame = page.frames().find((each) => each.url() === field?.src);
  if (!field?.isShown || !frame) return undefined;
  if (!(await frame.evaluate<boolean>(inputThere(waitMs)))) return '';
  // Looking at the other frames has moved the page.
  const { x, y } = await page.evaluate<{ x: number; y: number }>(NUMBER_IN_VIEW);
  await page.mouse.click(x, y);
  await page.evaluate(FOCUSED);
  await page.keyboard.type(TYPED);
  return frame.evaluate<string>(valueWithin(TYPED.length, ARRIVES_WITHIN_MS));
}

/** Whether what was typed has arrived. */
export const hasArrived = (typed: string): boolean => typed.includes(TYPED);

/** The project's axe-core as text; undefined where it has none. */
async function axeSource(): Promise<string | undefined> {
  const axe = await load('axe-core');
  const { source } = Object(axe?.['default'] ?? axe);
  return typeof source === 'string' ? source : undefined;
}
