import { describe, expect, it } from 'vitest';
import { addFact, FIELD_EVIDENCE, NO_EVIDENCE, readEvidence } from './field-evidence.ts';

describe('evidence', () => {
  it('counts each fact by itself', () => {
    const twice = addFact(addFact(NO_EVIDENCE, 'covered'), 'covered');
    expect(readEvidence(addFact(twice, 'focusTaken'))).toEqual({ focusTaken: 1, covered: 2 });
  });

  it('has one width, however much there is', () => {
    let evidence = NO_EVIDENCE;
    for (let times = 0; times < 10_100; times++) {
      evidence = addFact(evidence, 'covered');
      expect(evidence).toMatch(FIELD_EVIDENCE);
    }
    expect(readEvidence(evidence)).toEqual({ focusTaken: 0, covered: 9999 });
  });

  it.each(['', 'x', 'null'])('begins anew where %j was kept', (kept) => {
    expect(addFact(kept, 'covered')).toBe('00000001');
  });
});
