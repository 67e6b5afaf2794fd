/**
 * True where the machine is so slow that what is run by day would not end in time: CI ends a run after 90
 * minutes. `.ci/test.ts` and `.ci/run` find out, and say so.
 */
export const IS_SHORT = process.env['TEST_EXTENT'] === 'short';
