/** The packages where there is no page: on a server that renders, in a worker, under `require`. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createSSRApp, h } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';

const require = createRequire(import.meta.url);
const FORM = { gateway: 'https://gateway.example', checkoutId: '1234', locale: 'de' };
/** For browsers, and safe to import. */
const ENTRIES = [
  ...['loader', 'loader/pure', 'loader/form', 'react', 'vue', 'element', 'element/pure'],
].map((entry) => `@payment-widgets/${entry}`);

/** Past what runs the tests, as Node.js itself imports what is built. */
const importBuilt = (entry: string) =>
  import(/* @vite-ignore */ pathToFileURL(require.resolve(entry).replace(/\.cjs$/, '.js')).href);

describe('without a window', () => {
  it.each(ENTRIES)(
    '%s is imported, by import and by require, with the same names',
    async (entry) => {
      const [modern, old] = [await importBuilt(entry), require(entry)];
      expect(Object.keys(modern).sort()).toEqual(Object.keys(old).sort());
      expect(Object.keys(modern).length).toBeGreaterThan(0);
    },
  );

  it('the loader refuses with a code, and preconnect does nothing', async () => {
    const { isLoadError, loadPaymentWidgets, preconnect } = require('@payment-widgets/loader');
    preconnect('https://gateway.example');
    const refused: Error & { code?: string } = await loadPaymentWidgets(FORM).catch(
      (error: Error) => error,
    );
    expect(isLoadError(refused)).toBe(true);
    expect(refused).toMatchObject({
      code: 'no-window',
      message: 'No page: call it in a browser',
    });
  });

  it.each(['PaymentWidgets', 'PaymentElement'])('React renders <%s> as an empty place', (name) => {
    const { [name]: Component } = require('@payment-widgets/react');
    const html = renderToString(createElement(Component, { ...FORM, fallback: 'One moment' }));
    expect(html).toBe('<div lang="de"></div>One moment');
  });

  it.each(['PaymentWidgets', 'PaymentElement'])(
    'Vue renders <%s> as an empty place',
    async (name) => {
      const { [name]: Component } = require('@payment-widgets/vue');
      const app = createSSRApp({ render: () => h(Component, FORM, () => 'One moment') });
      expect(await renderVue(app)).toMatch(/^<div><div lang="de"><\/div>.*One moment.*<\/div>$/);
    },
  );

  it('the element defines nothing', () => {
    const { definePaymentWidgets } = require('@payment-widgets/element');
    expect(definePaymentWidgets()).toBeUndefined();
  });
});

it('React takes its module for one of the client', async () => {
  const { readFileSync } = await import('node:fs');
  const file = require.resolve('@payment-widgets/react');
  for (const path of [file, file.replace(/\.cjs$/, '.js')]) {
    expect(readFileSync(path, 'utf8')).toMatch(/^["']use client["'];/);
  }
});
