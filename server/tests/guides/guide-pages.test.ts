/** The guides on the workbench, as people read and search them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../../free-port.ts';
import { GUIDE_NAMES } from '../../workbench/guides/guide-list.ts';
import { createWorkbench } from '../../workbench/workbench.ts';
import { ROOT } from './guide-code.ts';

/** Of the project itself: these are read in the repository. */
const INTERNAL = ['decisions', 'mutation', 'night'];

const origin = `http://localhost:${await freePort()}`;
// No page of these asks the gateway for anything.
const workbench = await createWorkbench({
  gatewayUrl: 'http://127.0.0.1:9',
  shopUrl: origin,
  entityId: '0'.repeat(32),
  accessToken: 'token-of-no-gateway',
});
await workbench.listen({ host: 'localhost', port: Number(new URL(origin).port) });
afterAll(() => workbench.close());

const open = async (path: string) => {
  const response = await fetch(origin + path);
  return { status: response.status, headers: response.headers, source: await response.text() };
};

const PAGES = ['/docs', ...GUIDE_NAMES.map((name) => `/docs/${name}`)];

describe('the guides', () => {
  it('are all there, but those of the project itself', async () => {
    const files = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
    const names = files.map((name) => name.slice(0, -'.md'.length));
    expect([...GUIDE_NAMES, ...INTERNAL].sort()).toEqual(names.sort());
    const { source } = await open('/docs');
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    for (const name of GUIDE_NAMES) expect(readme).toContain(`](docs/${name}.md)`);
    for (const name of GUIDE_NAMES) expect(source).toContain(`<a href="/docs/${name}">`);
    for (const name of [...INTERNAL, 'sbom.json', 'openapi.json', 'spec/gateway-api']) {
      expect((await open(`/docs/${name}`)).status, name).toBe(404);
    }
  });

  it.each(['/', '/docs', '/reference'])('are one link away from %s', async (path) => {
    expect((await open(path)).source).toContain('<a href="/docs">Guides</a>');
  });

  it.each(PAGES)('%s runs nothing inline and loads nothing from elsewhere', async (path) => {
    const { status, source, headers } = await open(path);
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(source).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle="|\son[a-z]+="/);
    const loaded = [
      ...source.matchAll(/<(?:script|link|img|form)\b[^>]*?(?:src|href|action)="([^"]+)"/g),
    ];
    expect(loaded.map(([, address = '']) => address).filter((a) => !a.startsWith('/'))).toEqual([]);
  });

  it('link only to what there is, down to the heading', async () => {
    const sources = new Map<string, string>();
    for (const path of PAGES) sources.set(path, (await open(path)).source);
    const missing: string[] = [];
    for (const [page, source] of sources) {
      for (const [, address = ''] of source.matchAll(/(?:href|src)="([^"]+)"/g)) {
        if (/^https?:/.test(address)) continue;
        const [path = '', anchor] = address.split('#');
        const there = path === '' ? source : (sources.get(path) ?? (await found(path)));
        if (there === undefined) missing.push(`${page}: ${address}`);
        else if (anchor && !there.includes(`id="${anchor}"`)) missing.push(`${page}: ${address}`);
      }
    }
    expect(missing).toEqual([]);

    async function found(path: string) {
      const { status, source } = await open(path);
      if (status === 200) sources.set(path, source);
      return status === 200 ? source : undefined;
    }
  });

  it('show a table of contents, and names that are there once', async () => {
    for (const path of PAGES) {
      const { source } = await open(path);
      const ids = [...source.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size, path).toBe(ids.length);
    }
    expect((await open('/docs/form')).source).toMatch(
      /On this page[\s\S]*href="#styling">Styling</,
    );
  });

  it.each([
    '/docs/nothing',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/%2Fetc/passwd',
    '/docs/sbom.json',
  ])('%s is not there', async (path) => {
    expect(
      (await workbench.inject({ url: path, headers: { host: new URL(origin).host } })).statusCode,
    ).toBe(404);
  });

  it('hand out pictures as pictures, and files to copy as text', async () => {
    expect((await open('/docs/logos.png')).headers.get('content-type')).toBe('image/png');
    const { headers, source } = await open('/docs/receivers/receive.mjs');
    expect(headers.get('content-type')).toContain('text/plain');
    expect(source).toContain('export');
  });
});

describe('one search', () => {
  it.each([
    ['the words of a section', 'floating labels', '/docs/form'],
    ['a heading', 'co-badged cards', '/docs/form#co-badged-cards'],
    ['a command', 'vault rotate', '/docs/operations'],
  ])('finds %s in the guides', async (_, sought, address) => {
    const { source } = await open(`/reference/search?q=${encodeURIComponent(sought)}`);
    expect(source).toContain(`<a href="${address}`);
  });

  it('finds guides and parameters together', async () => {
    const { source } = await open('/reference/search?q=merchantTransactionId');
    expect(source).toContain('<h2>Guides</h2>');
    expect(source).toContain('<h2>Parameters</h2>');
    expect(source.indexOf('<h2>Guides</h2>')).toBeLessThan(source.indexOf('<h2>Parameters</h2>'));
  });
});
