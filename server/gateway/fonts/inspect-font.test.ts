import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fontOfGlyphsInGlyphs, packTables, testFont } from '../../tests/support/test-fonts.ts';
import { withoutDescriptors } from '../../tests/support/without-descriptors.ts';
import { FontError } from './font-error.ts';
import { inspectFont } from './inspect-font.ts';

const FONTS = 'node_modules/@fontsource/space-grotesk/files';
const small = testFont();
/** 200 MB of nothing, in some hundred bytes. */
const bomb = packTables([{ tag: 'head', content: Buffer.alloc(200 * 1024 * 1024), claimed: 5000 }]);

test.each([300, 700])('a real font of the weight %d', async (weight) => {
  const file = readFileSync(`${FONTS}/space-grotesk-latin-${weight}-normal.woff2`);
  expect(await inspectFont(file)).toMatchObject({ weight, style: 'normal' });
});

describe('many at once', () => {
  /** None of them ends while this looks: the gateway that is blocked by it ends them. */
  const readers = () => {
    const { stdout } = spawnSync('pgrep', ['-f', '-P', String(process.pid), 'font-process']);
    return String(stdout).match(/\d+/g) ?? [];
  };
  const partsOf = (pid: string, file: 'cmdline' | 'environ') =>
    readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').filter(Boolean);

  test('are read two at a time, each to its end, and no more than twenty wait', async () => {
    const processes: number[] = [];
    const count = setInterval(() => processes.push(readers().length), 50);
    const all = await Promise.allSettled(Array.from({ length: 24 }, () => inspectFont(small)));
    clearInterval(count);
    expect(all.map(({ status }) => status).toSorted()).toEqual([
      ...Array(22).fill('fulfilled'),
      ...Array(2).fill('rejected'),
    ]);
    expect(all.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { message: expect.stringContaining('must be sent again: 20 others wait') },
    });
    expect(Math.max(...processes)).toBe(2);
  });

  test('have readers with a limit of memory, and with nothing that the gateway knows', async () => {
    const commands: string[][] = [];
    const names: string[] = [];
    const look = setInterval(() => {
      for (const pid of readers()) {
        commands.push(partsOf(pid, 'cmdline'));
        names.push(...partsOf(pid, 'environ').map((entry) => entry.replace(/=.*/s, '')));
      }
    }, 10);
    await Promise.all([inspectFont(small), inspectFont(small)]);
    clearInterval(look);
    expect(commands).not.toEqual([]);
    for (const command of commands) expect(command).toContain('--max-old-space-size=128');
    // What Node itself gives them.
    expect(names.filter((name) => !name.startsWith('NODE_CHANNEL_'))).toEqual([]);
    expect(process.env['PATH']).toBeDefined();
  });
});

test('one is refused where there is no descriptor for its process, and the next is read', async () => {
  const work = `() => fonts.inspectFont(Buffer.from('${small.toString('base64')}', 'base64'))`;
  const said = await withoutDescriptors(work, {
    fonts: new URL('./inspect-font.ts', import.meta.url).href,
  });
  const no = expect.stringMatching(/file must be readable: .*EMFILE/);
  expect(said).toEqual([no, no, no, 'done']);
});

describe('refused is', () => {
  test.each<[what: string, file: Buffer, message: RegExp]>([
    ['what is no font', Buffer.from('<html>'.repeat(20)), /file must begin with "wOF2"/],
    ['one that draws no 5', testFont({ empty: '5' }), /^digit 5 must have a drawing: empty$/],
    [
      'glyphs in glyphs in glyphs',
      fontOfGlyphsInGlyphs(),
      /file must be readable: .*(its reader, with 128 MB, ended|not read in 5 s)/,
    ],
    [
      'tables that are none',
      packTables([{ tag: 'glyf', content: Buffer.alloc(60, 1) }]),
      /file must/,
    ],
  ])('%s', async (_, file, message) => {
    const refused = inspectFont(file);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toThrow(FontError);
  });

  test('a bomb before it costs memory', async () => {
    const { arrayBuffers: before } = process.memoryUsage();
    await inspectFont(bomb).catch(() => undefined);
    expect(bomb.length).toBeLessThan(1000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * 1024 * 1024);
  });
});
