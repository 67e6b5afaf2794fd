/**
 * A slow network, for tests in browsers: every request waits before a server looks at it, and answers overtake
 * each other. A test, or a page, that counts on what has mostly come by then fails. Plain JavaScript:
 * programs that tests start on an older Node.js read it, too.
 *
 *     NODE_OPTIONS="--import $PWD/e2e/slow-answers.js" npx playwright test --config e2e/playwright.config.ts
 */
import { Server } from 'node:http';

/** In milliseconds: mostly nothing that one notices, often a far country, now and then a bad line. */
const WAITS = [
  { share: 0.5, ms: 25 },
  { share: 0.9, ms: 300 },
  { share: 1, ms: 1_200 },
];

const { emit } = Server.prototype;

/** @this {Server} */
Server.prototype.emit = function (name, ...about) {
  if (name !== 'request') return emit.call(this, name, ...about);
  const drawn = Math.random();
  const { ms } = WAITS.find(({ share }) => drawn < share) ?? WAITS[0];
  setTimeout(() => emit.call(this, name, ...about), ms);
  return true;
};
