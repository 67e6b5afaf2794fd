/** Of what is in samples: nothing that there is has it. */
export const SAMPLE_ID = '0'.repeat(32);
