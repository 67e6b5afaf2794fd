/** The React component that is taken home, rendered on a server as a shop does, by each React that we support. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { afterAll, expect, it } from 'vitest';
import { FIRST } from '../design/design.ts';
import { snippet } from './snippets.ts';

const OURS = join(import.meta.dirname, '..', '..', 'node_modules');
const STYLE_SHEET = '.wpwl-form > div:has(> [name="card.holder"]) {\n  --ink: "& <b>";\n}\n';

const shop = mkdtempSync(join(tmpdir(), 'react-snippet-'));
afterAll(() => rmSync(shop, { recursive: true }));

/** Like a shop's folder, with a React of its own. */
function shopWith(version: string): string {
  const folder = join(shop, version);
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@payment-widgets'), { recursive: true });
  if (version === 'current') {
    for (const name of ['react', 'react-dom', 'scheduler'])
      symlinkSync(join(OURS, name), join(modules, name));
  } else {
    const names = ['react', 'react-dom'].map((name) => `${name}@${version}`);
    const flags = ['--prefer-offline', '--no-package-lock', '--no-save', '--no-audit', '--no-fund'];
    execFileSync('npm', ['install', '--prefix', folder, ...flags, ...names], { stdio: 'pipe' });
    mkdirSync(join(modules, '@payment-widgets'), { recursive: true });
  }
  for (const name of ['react', 'loader']) {
    symlinkSync(join(OURS, '..', 'packages', name), join(modules, '@payment-widgets', name));
  }
  return folder;
}

it.each(['18.3.1', 'current'])(
  'its rules are what they were, in React %s',
  { timeout: 60_000 },
  async (version) => {
    const folder = shopWith(version);
    const text = snippet('react', { ...FIRST.design, styleSheet: STYLE_SHEET });
    const { code } = await transformWithOxc(text, 'payment.tsx', { jsx: { runtime: 'automatic' } });
    writeFileSync(join(folder, 'payment.mjs'), code);
    const server = `import { renderToString } from 'react-dom/server';
import { createElement } from 'react';
import { Payment } from './payment.mjs';
console.log(renderToString(createElement(Payment, { checkoutId: 'CHECKOUT' })));`;
    writeFileSync(join(folder, 'server.mjs'), server);
    const page = execFileSync(process.execPath, ['--preserve-symlinks', 'server.mjs'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const [, rules = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
    expect(rules.trim()).toBe(STYLE_SHEET.trim());
  },
);
