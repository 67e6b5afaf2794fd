/** Fonts that a channel is given: checked, written, served, and in the form's data and frames. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';
import { afterAll, describe, expect, it } from 'vitest';
import { blocksOf, runShell } from '../tests/guides/guide-code.ts';
import { DEMO, startServer } from '../tests/support/gateway-process.ts';
import { runAdmin } from '../tests/support/run-admin.ts';
import { createTestDatabase } from '../tests/support/test-database.ts';
import { testFont } from '../tests/support/test-fonts.ts';

const CHANNEL = DEMO.DEMO_ENTITY_ID;
/** Its digits are unequally wide by themselves, and have tabular figures. */
const REAL = readFileSync(
  'node_modules/@fontsource/space-grotesk/files/space-grotesk-latin-400-normal.woff2',
);

const { location, drop } = await createTestDatabase();
const data: Record<string, string> = {
  DATA_DIR: location.dataDir,
  ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
};
const server = await startServer(data);
const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
afterAll(async () => {
  await server.stop();
  await drop();
  rmSync(folder, { recursive: true });
});

const font = async (...words: string[]) => {
  const { code, stdout, stderr } = await runAdmin(['font', ...words], data);
  return { code, stderr, answer: stdout ? JSON.parse(stdout) : undefined };
};
const fileOf = (content: Buffer): string => {
  const file = join(folder, 'font.woff2');
  writeFileSync(file, content);
  return file;
};
const newCheckout = async (): Promise<string> => {
  const answer = await fetch(`${server.url}/v1/checkouts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    body: new URLSearchParams({
      entityId: CHANNEL,
      amount: '1.00',
      currency: 'EUR',
      paymentType: 'DB',
    }),
  });
  return (await answer.json()).id;
};
const frameOf = async (name: string): Promise<Response> => {
  const { release } = JSON.parse(readFileSync('dist/release.json', 'utf8'));
  return fetch(`${server.url}/v1/frames/${release}/${await newCheckout()}/${name}.html`);
};
const formData = async () =>
  (await fetch(`${server.url}/v1/checkouts/${await newCheckout()}/form`)).json();

describe('a font given to a channel', () => {
  it('is served under its hash, beside a font of its digits alone', async () => {
    const { answer, stderr } = await font('add', CHANNEL, 'Brand Sans', fileOf(REAL));
    expect(stderr).toBe('');
    const hash = createHash('sha256').update(REAL).digest('hex');
    expect(answer).toMatchObject({
      family: 'Brand Sans',
      weight: 400,
      style: 'normal',
      text: hash,
    });
    expect((await font('list', CHANNEL)).answer).toEqual([answer]);

    const text = await fetch(`${server.url}/v1/fonts/text/${hash}.woff2`);
    expect(Buffer.from(await text.arrayBuffer()).equals(REAL)).toBe(true);
    const digits = await fetch(`${server.url}/v1/fonts/digits/${answer.digits}.otf`);
    for (const [{ headers }, type] of [
      [text, 'font/woff2'],
      [digits, 'font/otf'],
    ] as const) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
    }
    const drawn = create(Buffer.from(await digits.arrayBuffer())) as Font;
    const characters = drawn.characterSet.filter((code) => code !== 0xffff);
    expect(characters.toSorted((a, b) => a - b)).toEqual([
      ...[0x20, ...[...'0123456789'].map((digit) => digit.charCodeAt(0)), 0xa0, 0x2022],
    ]);
    const original = create(REAL) as Font;
    const tabular = original.layout('1', { tnum: true }).glyphs[0]?.advanceWidth;
    for (const digit of '0123456789') {
      expect(drawn.glyphForCodePoint(digit.charCodeAt(0)).advanceWidth).toBe(tabular);
    }
    expect(original.glyphForCodePoint(49).advanceWidth).not.toBe(tabular);
    // Nothing in it can put another drawing in a digit's place.
    expect(drawn.availableFeatures).toEqual([]);
  });

  it('is named by the frames, under a policy that allows the gateway alone', async () => {
    const [{ text, digits }] = (await font('list', CHANNEL)).answer;
    for (const name of ['number', 'cvv', 'iban']) {
      const frame = await frameOf(name);
      const [, style = ''] = /<style>(.*?)<\/style>/.exec(await frame.text()) ?? [];
      expect(style).toContain(`url("/v1/fonts/digits/${digits}.otf")`);
      expect(style).toContain(`url("/v1/fonts/text/${text}.woff2")`);
      const hash = createHash('sha256').update(style).digest('base64');
      const policy = frame.headers.get('content-security-policy') ?? '';
      expect(policy).toContain(`style-src 'sha256-${hash}'; font-src 'self';`);
      expect(policy).not.toContain('http');
    }
  });

  it('is named by the data of the form, with addresses of the gateway', async () => {
    const { fontFaces } = await formData();
    const addresses = [...fontFaces.matchAll(/url\("([^"]+)"\)/g)].map(([, address]) => address);
    expect(addresses).toHaveLength(2);
    for (const address of addresses) expect((await fetch(address)).status).toBe(200);
  });

  it('is replaced by one of the same family, weight and style, and removed', async () => {
    const [{ text: before }] = (await font('list', CHANNEL)).answer;
    const { answer } = await font('add', CHANNEL, 'Brand Sans', fileOf(testFont()));
    await font('add', CHANNEL, 'Brand Sans', fileOf(testFont({ weight: 700 })));
    expect((await font('list', CHANNEL)).answer).toMatchObject([{ weight: 400 }, { weight: 700 }]);
    const removed = await font('remove', CHANNEL, 'Brand Sans', '700');
    expect(removed.answer).toMatchObject([{ weight: 700 }]);
    expect((await font('list', CHANNEL)).answer).toEqual([answer]);
    await font('remove', CHANNEL, 'Brand Sans');
    expect((await font('list', CHANNEL)).answer).toEqual([]);
    expect(await formData()).not.toHaveProperty('fontFaces');
    const frame = await frameOf('number');
    expect(frame.headers.get('content-security-policy')).not.toMatch(/font-src|style-src/);
    // It was asked for before: what an instance has in memory goes a minute later.
    expect(before).not.toBe(answer.text);
    const gone = await fetch(`${server.url}/v1/fonts/text/${answer.text}.woff2`);
    expect(gone.status).toBe(404);
  });
});

it('the guide adds one, lists it and takes it away', async () => {
  const guide = await runShell(blocksOf('docs/operations.md', 'sh fonts').join(''), {
    ...data,
    CHANNEL,
    FONT: fileOf(REAL),
  });
  expect(guide.code, guide.stderr).toBe(0);
  expect(guide.stdout.match(/"family": "Brand Sans"/g)).toHaveLength(3);
  expect((await font('list', CHANNEL)).answer).toEqual([]);
});

describe('what is refused', () => {
  const fonts = {
    GOOD: testFont(),
    PAGE: Buffer.from('<html>'.repeat(20)),
    LIAR: testFont({ same: ['4', '9'] }),
  };

  it.each<[words: string[], message: RegExp]>([
    [['add', CHANNEL, 'Brand', 'PAGE'], /file must begin with "wOF2".*"<htm"/],
    [['add', CHANNEL, 'Brand', 'LIAR'], /digit 9 must not look like digit 4/],
    [['add', 'nobody', 'Brand', 'GOOD'], /channel must be one that there is: nobody/],
    [['add', CHANNEL, 'serif', 'GOOD'], /must be no word of CSS/],
    [['add', CHANNEL, 'a";}', 'GOOD'], /must be 2 to 64 letters/],
    [['add', CHANNEL, 'Brand', '/nowhere.woff2'], /nowhere\.woff2 cannot be read/],
    [['add', CHANNEL, 'Brand'], /font add CHANNEL FAMILY FILE/],
    [['list', 'nobody'], /there is no channel nobody/],
    [['remove', CHANNEL, 'Brand'], /font must be one of the channel's \(none\): Brand/],
  ])('%j', async (words, message) => {
    const given = words.map((word) =>
      word in fonts ? fileOf(fonts[word as keyof typeof fonts]) : word,
    );
    const { code, stderr } = await font(...given);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
    expect(code).toBe(2);
  });

  it('leaves the channel as it was', async () => {
    expect((await font('list', CHANNEL)).answer).toEqual([]);
  });

  it('is a file under the address of another use, or under none', async () => {
    const { answer } = await font('add', CHANNEL, 'Brand', fileOf(fonts.GOOD));
    const status = async (path: string) => (await fetch(`${server.url}/v1/fonts/${path}`)).status;
    expect(await status(`text/${answer.text}.woff2`)).toBe(200);
    expect(await status(`digits/${answer.text}.otf`)).toBe(404);
    expect(await status(`text/${answer.text}.otf`)).toBe(404);
    expect(await status(`text/${'0'.repeat(64)}.woff2`)).toBe(404);
    expect(await status('constructor/x.otf')).toBe(404);
  });
});
