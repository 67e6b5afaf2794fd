/** What the start of an instance uses of the console. */

export { type ConsoleOptions, createConsole } from './console-server.ts';
export { startConsoleWork } from './console-work.ts';
export { firstOwnerLink } from './first-owner.ts';
export { listenUnlessTaken } from './listen-unless-taken.ts';
