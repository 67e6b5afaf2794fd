/**
 * Sets the clock of a process wrong, for tests of several instances: loaded by `node --import` before
 * the server, so that everything in the process reads it. `TEST_CLOCK_AHEAD_MS` says how wrong.
 */
const aheadMs = Number(process.env['TEST_CLOCK_AHEAD_MS'] ?? 0);
const RightDate = Date;
const now = (): number => RightDate.now() + aheadMs;

globalThis.Date = new Proxy(RightDate, {
  apply: () => new RightDate(now()).toString(),
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
