/**
 * A brand's font as its designer has it: one file with all letters. npm has Space Grotesk (SIL Open Font
 * License) in parts by script, of which Turkish needs two.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, type Font, type Glyph } from 'fontkit';
import opentype from 'opentype.js';
import { DEMO, runScript } from '../../server/tests/support/gateway-process.ts';
import { woff2 } from '../../server/tests/support/test-fonts.ts';

const BRAND_FAMILY = 'Space Grotesk';
/** Those of the form: what is typed, labels, the pay button. */
const WEIGHTS = [400, 500, 600];
const FILES = 'node_modules/@fontsource/space-grotesk/files/space-grotesk';

/** Gives it to the demo merchant's channel, as an operator does. */
export async function addBrandFont(dataDir: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'brand-font-'));
  for (const weight of WEIGHTS) {
    const file = join(folder, `${weight}.woff2`);
    writeFileSync(file, brandFont(weight));
    const words = ['font', 'add', DEMO.DEMO_ENTITY_ID, BRAND_FAMILY, file];
    const { code, stderr } = await runScript('server/admin/admin.ts', words, { DATA_DIR: dataDir });
    if (code !== 0) throw new Error(stderr);
  }
  rmSync(folder, { recursive: true });
}

/** @param weight of those that the package has: 300 to 700 */
function brandFont(weight: number): Buffer {
  const parts = ['latin', 'latin-ext'].map((script) => {
    const font = create(readFileSync(`${FILES}-${script}-${weight}-normal.woff2`));
    if (!('unitsPerEm' in font)) throw new Error('Space Grotesk is a collection');
    return font;
  });
  const [first] = parts as [Font];
  const characters = new Map(
    parts.flatMap((font) => font.characterSet.map((code) => [code, glyphOf(font, code)] as const)),
  );
  const font = new opentype.Font({
    familyName: BRAND_FAMILY,
    styleName: String(weight),
    unitsPerEm: first.unitsPerEm,
    ascender: first.ascent,
    descender: first.descent,
    weightClass: String(weight),
    glyphs: [
      new opentype.Glyph({ name: '.notdef', advanceWidth: 500, path: new opentype.Path() }),
      ...[...characters].map(
        ([unicode, { advanceWidth, path }]) =>
          new opentype.Glyph({ name: `u${unicode}`, unicode, advanceWidth, path: pathOf(path) }),
      ),
    ],
  });
  return woff2(Buffer.from(font.toArrayBuffer()));
}

/** Digits are those of tables, equally wide. */
const glyphOf = (font: Font, code: number): Glyph => {
  const [glyph] = font.layout(String.fromCodePoint(code), { tnum: true }).glyphs;
  return glyph ?? font.glyphForCodePoint(code);
};

function pathOf({ commands }: Glyph['path']): opentype.Path {
  const path = new opentype.Path();
  for (const { command, args } of commands) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
    if (command === 'moveTo') path.moveTo(a, b);
    else if (command === 'lineTo') path.lineTo(a, b);
    else if (command === 'quadraticCurveTo') path.quadraticCurveTo(a, b, c, d);
    else if (command === 'bezierCurveTo') path.bezierCurveTo(a, b, c, d, e, f);
    else path.close();
  }
  return path;
}
