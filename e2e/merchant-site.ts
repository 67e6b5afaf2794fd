/**
 * A merchant's web site, for pages that tests write themselves. It is on `localhost`, the gateway on
 * 127.0.0.1: two sites, as in life.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Page {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface MerchantSite {
  readonly origin: string;
  /** Puts a page on the site, under a path that no other test has, and answers its address. */
  publish(page: Page): string;
  close(): Promise<void>;
}

/** Whatever has no page of its own is the result page: it shows where the shopper came out. */
const RESULT: Page = { html: '<!doctype html><title>Result</title><h1>Thank you</h1>' };

export async function startMerchantSite(): Promise<MerchantSite> {
  const pages = new Map<string, Page>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const { html, headers = {} } = pages.get(path) ?? RESULT;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    publish(page) {
      const path = `/page/${pages.size + 1}`;
      pages.set(path, page);
      return origin + path;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
