/** The brands' names and drawings. `public/brands` holds files that are nothing but filled paths. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CARD_BRANDS } from '../../contract/card-brands.ts';
import type { BrandLogo, FormBrand } from '../../contract/form-data.ts';
import { OTHER_BRAND_FORMS } from './form-fields/other-brands.ts';

/** What a request may name at most. */
const MAX_BRANDS = 50;
/** Of all cards, the first of which is chosen: those that most shoppers have, then by their codes. */
const ALL_CARDS = [...new Set(['VISA', 'MASTER', 'AMEX', ...Object.keys(CARD_BRANDS)])];

export interface BrandCatalogue {
  /**
   * The brands that were asked for and are offered, in that order; all cards offered when none was.
   * @param stored brands of what the shopper has stored
   */
  describe(
    asked: readonly string[] | undefined,
    isOffered: (brand: string) => boolean,
    stored?: readonly string[],
  ): Readonly<Record<string, FormBrand>>;
}

/** @throws when a drawing has anything but paths, or there is none for an unknown brand */
export async function readBrandLogos(folder: string): Promise<BrandCatalogue> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.svg'));
  const logos = new Map(
    await Promise.all(
      files.map(async (file) => {
        const svg = await readFile(join(folder, file), 'utf8');
        return [basename(file, '.svg'), parseLogo(file, svg)] as const;
      }),
    ),
  );
  const generic = logos.get('GENERIC');
  if (!generic) throw new Error(`${folder} has no GENERIC.svg`);
  return {
    describe(asked = ALL_CARDS, isOffered, stored = []) {
      const codes = [...asked, ...stored].slice(0, MAX_BRANDS).filter((code) => isOffered(code));
      return Object.fromEntries(
        codes.map((code) => {
          const other = OTHER_BRAND_FORMS[code];
          const logo = logos.get(code) ?? generic;
          return [code, { name: CARD_BRANDS[code] ?? code, logo, ...other }];
        }),
      );
    },
  };
}

/**
 * The paths of a drawing. The browser builds it from them, without parsing markup. What is black has no
 * tile behind it: the colour of the text there.
 */
export function parseLogo(file: string, svg: string): BrandLogo {
  const tags = svg.match(/<[a-z]+/g) ?? [];
  const paths = [...svg.matchAll(/<path\b[^>]*>/g)].map(([tag]) => ({
    d: attribute(tag, 'd'),
    fill: attribute(tag, 'fill').replace(/^#000$/, 'currentColor'),
  }));
  const complete = paths.every(({ d, fill }) => d !== '' && fill !== '');
  if (!complete || paths.length === 0 || tags.length !== paths.length + 1) {
    throw new Error(`${file}: a logo is an <svg> of <path d fill> and nothing else`);
  }
  return { paths };
}

const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
