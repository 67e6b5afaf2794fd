/**
 * Typing is sacred: whatever people and browsers do to a field, and whenever the form's own tasks run
 * between, it holds what a plain input with the same edits would hold, written as the field's rules
 * say. Undo brings back what has stood there before, or changes nothing.
 *
 * `TYPING_RUNS` says how many random sequences each field gets, `SEED` repeats them.
 */
import fc from 'fast-check';
// Thousands of keys would be as many pictures of the page.
import { untraced as test } from '../fixtures.ts';
import { stepsOf } from './edits.ts';
import { openBeside } from './field-beside.ts';
import { FIELDS } from './fields.ts';
import { typeBeside } from './type-beside.ts';

/** Of each of the five. */
const SEQUENCES = Number(process.env['TYPING_RUNS'] ?? 40);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

for (const field of FIELDS) {
  test(`what is typed stays what it is in ${field.what}`, async ({ page, openForm, merchant }) => {
    test.setTimeout(Math.max(240_000, SEQUENCES * 10_000));
    console.log(`${field.what}: ${SEQUENCES} sequences, SEED=${SEED}`);
    const beside = await openBeside({ page, openForm, merchant, field });
    // Where nothing is written anew, the plain input has the same past, and undoes the same. It cannot
    // have been dropped into at the same place: fonts differ.
    const steps = stepsOf(field.texts, field.brands, field.rulesWith !== undefined);
    await fc.assert(
      fc.asyncProperty(steps, (sequence) => typeBeside(beside, sequence)),
      { numRuns: SEQUENCES, seed: SEED, endOnFailure: true },
    );
  });
}
