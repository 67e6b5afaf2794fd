/** What other rooms and routes use of this room. */
export { addressLimit } from './address-limits.ts';
export { countedAddress } from './keys.ts';
export {
  type KeptAttempt,
  keepAttempt,
  noteDeclined,
  noteOutcome,
  takeAttempt,
} from './outcome.ts';
export { isAmongFewNewReports, isAmongFewReports, throttleSubmits } from './post-limits.ts';
export { purgeRisk } from './purge.ts';
export {
  CHALLENGE_WISH,
  remedyOf,
  type Screening,
  screenAttempt,
  withdrawAttempt,
} from './screen.ts';
export { describeRisk, riskTrips, UNLOCK_KEYS, type UnlockTarget, unlockRisk } from './unlock.ts';
