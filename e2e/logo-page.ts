/** A page with all logos as the form draws them, on light and on dark. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { BRAND_NAMES } from '../contract/brand-names.ts';
import { parseLogo } from '../server/http/brand-logos.ts';
import { stylesFor } from '../server/http/form-fields/field-styles.ts';

/** Of the form's text, in pixels: a logo is 2.25 times as wide. The first is what most forms have. */
const TEXT_SIZES = [16, 21.33, 40];
const SCHEMES = ['light', 'dark'];

const nameOf = (code: string) => BRAND_NAMES.get(code) ?? 'any other card';

const onScheme = (scheme: string, svg: string) => {
  const marks = TEXT_SIZES.map(
    (size) => `<span class="wpwl-brand-logos" style="font-size: ${size}px">${svg}</span>`,
  );
  return `<div class="wpwl-container ${scheme}">${marks.join('')}</div>`;
};

const figureOf = (file: string) => {
  const code = basename(file, '.svg');
  const { paths } = parseLogo(file, readFileSync(`public/brands/${file}`, 'utf8'));
  const drawn = paths.map(({ d, fill }) => `<path d="${d}" fill="${fill}"/>`).join('');
  const svg = `<svg viewBox="0 0 36 24">${drawn}</svg>`;
  return `<figure id="${code}"><figcaption>${nameOf(code)} <small>${code}</small></figcaption>
${SCHEMES.map((scheme) => onScheme(scheme, svg)).join('')}</figure>`;
};

export const logoPage = (): string => `<!doctype html><meta charset="utf-8"><title>Logos</title>
<style>
  ${readFileSync('widget/page/style/theme.css', 'utf8')} ${stylesFor(true, [])[1]}
  body { display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px; margin: 12px; }
  figure { margin: 0; }
  figcaption { font: 14px/1.6 system-ui, sans-serif; }
  div.wpwl-container { display: inline-flex; flex-wrap: wrap; gap: 8px; width: 50%; padding: 8px; }
  .light { color-scheme: light; background: #fff; }
  .dark { color-scheme: dark; background: #111; }
</style>${readdirSync('public/brands').map(figureOf).join('')}`;
