/** A language that a channel is given: the form and the gateway's own pages speak it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DEMO, startServer } from '../tests/support/gateway-process.ts';
import { runAdmin } from '../tests/support/run-admin.ts';
import { createTestDatabase } from '../tests/support/test-database.ts';
import { CARD } from '../tests/support/test-gateway.ts';

const HEBREW = {
  cardNumber: 'מספר כרטיס',
  submit: 'לתשלום',
  errorSummary_one: 'יש לתקן שדה אחד: {{fields}}.',
  errorSummary_two: 'יש לתקן שני שדות: {{fields}}.',
  errorSummary_other: 'יש לתקן {{count}} שדות: {{fields}}.',
  authenticationTitle: 'אישור התשלום',
};
const CHANNEL = DEMO.DEMO_ENTITY_ID;

const { location, drop } = await createTestDatabase();
const data: Record<string, string> = {
  DATA_DIR: location.dataDir,
  ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
};
// The issuer's pages are on the workbench.
const server = await startServer({ ...data, SHOP_PORT: 'any' });
const folder = mkdtempSync(join(tmpdir(), 'languages-'));
afterAll(async () => {
  await server.stop();
  await drop();
  rmSync(folder, { recursive: true });
});

const language = async (...words: string[]) => {
  const { code, stdout, stderr } = await runAdmin(['language', ...words], data);
  return { code, stderr, answer: stdout ? JSON.parse(stdout) : undefined };
};
const fileOf = (content: unknown) => {
  const file = join(folder, 'texts.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};
const post = async (path: string, fields: Record<string, string>) => {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    body: new URLSearchParams({ entityId: CHANNEL, amount: '1.00', currency: 'EUR', ...fields }),
  });
  return answer.json();
};
const formIn = async (locale: string, query = '') => {
  const { id } = await post('/v1/checkouts', { paymentType: 'DB' });
  const answer = await fetch(`${server.url}/v1/checkouts/${id}/form?locale=${locale}${query}`);
  return answer.json();
};

describe('a language given to a channel', () => {
  it('is spoken by the form, whole: tag, direction and plural forms, English where a text is missing', async () => {
    const { answer } = await language('set', CHANNEL, 'he', fileOf(HEBREW));
    expect(answer).toMatchObject({ tag: 'he', texts: 6 });
    expect(answer.missing).toContain('cvv');
    expect(answer.missing).not.toContain('errorSummary_two');

    const form = await formIn('he-IL');
    expect(form).toMatchObject({ language: 'he-IL', direction: 'rtl', locale: 'he' });
    expect(form.texts).toMatchObject({
      cardNumber: HEBREW.cardNumber,
      errorSummary_two: HEBREW.errorSummary_two,
      cvv: 'CVV',
      tryAgain: 'Try again',
    });
    expect((await formIn('de')).texts.submit).toBe('Jetzt bezahlen');
  });

  it('stands behind the words of the page, and before English', async () => {
    expect(await formIn('he', '&languages=he')).toMatchObject({
      own: 'he',
      textsLanguage: 'he',
      texts: { submit: HEBREW.submit },
    });
  });

  it('is spoken by the pages of a confirmation', async () => {
    const { redirect, result } = await post('/v1/payments', {
      paymentType: 'DB',
      ...(CARD as Record<string, string>),
      'card.number': '4200000000000018',
    });
    expect(result).toMatchObject({ code: '000.200.000' });
    const page = await (await fetch(`${redirect.url}?locale=he`)).text();
    expect(page).toContain('<html lang="he" dir="rtl">');
    expect(page).toContain(HEBREW.authenticationTitle);
  });

  it('can be one of ours, key by key', async () => {
    await language('set', CHANNEL, 'de', fileOf({ submit: 'Kaufen' }));
    const { texts } = await formIn('de-AT');
    expect(texts).toMatchObject({ submit: 'Kaufen', cardNumber: 'Kartennummer' });
    expect((await language('list', CHANNEL)).answer).toMatchObject([
      { tag: 'he', texts: 6 },
      { tag: 'de', texts: 1 },
    ]);
    await language('remove', CHANNEL, 'de');
    expect((await formIn('de')).texts.submit).toBe('Jetzt bezahlen');
  });

  it.each<[words: string[], content: unknown, message: RegExp]>([
    [['set', CHANNEL, 'not a tag'], { submit: 'Plati' }, /must be a language tag/],
    [['set', CHANNEL, '__proto__'], { submit: 'Plati' }, /__proto__ is no language tag/],
    [['set', CHANNEL, 'sr'], { colour: 'Boja' }, /is no key of locales\/en\.json.*sr\.colour/s],
    [['set', CHANNEL, 'sr'], { errorSummary_two: '{{count}} {{fields}}' }, /errorSummary_few/],
    [['set', CHANNEL, 'sr'], { submitAmount: 'Plati {{amout}}' }, /needs \{\{amount\}\}/],
    [['set', CHANNEL, 'sr'], { submit: 7 }, /string/],
    [['set', CHANNEL, 'sr'], { submit: 'x'.repeat(501) }, /500/],
    [['set', CHANNEL, 'sr'], '{"submit":', /texts\.json is no JSON file/],
    [['set', 'nobody', 'sr'], { submit: 'Plati' }, /no channel nobody/],
  ])('%j with %.40j is refused', async (words, content, message) => {
    const { code, stderr } = await language(...words, fileOf(content));
    expect(stderr).toMatch(message);
    expect(code).not.toBe(0);
  });

  it('that the channel does not have cannot be removed', async () => {
    const { code, stderr } = await language('remove', CHANNEL, 'sr');
    expect(code).toBe(2);
    expect(stderr).toMatch(/no language sr/);
  });

  it('is what it was after all these', async () => {
    expect((await language('list', CHANNEL)).answer).toMatchObject([{ tag: 'he', texts: 6 }]);
  });
});
