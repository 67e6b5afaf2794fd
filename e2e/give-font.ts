/** Fonts of a channel, as an operator gives them, and as another machine may have one. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { testFont } from '../server/tests/support/test-fonts.ts';
import type { Gateway } from './gateway.ts';

export async function giveFont(gateway: Gateway, family: string, font: Buffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fonts-'));
  const file = join(folder, 'font.woff2');
  await writeFile(file, font);
  await gateway.addFont(family, file);
  await rm(folder, { recursive: true });
}

/** Addresses of the digits of all fonts. */
export const DIGITS = '**/v1/fonts/digits/**';

/**
 * The digits of a channel's font come with a 1 that is wider, as those of a font of the machine may: the
 * gateway takes none like it.
 */
export const bringUnevenDigits = (page: Page, addresses = DIGITS): Promise<unknown> =>
  page.route(addresses, (route) =>
    route.fulfill({
      body: testFont({ wide: '1' }),
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
