/** Card testing: what is counted by card, address and so on, and what trips (D21). The door of this room: others enter by it. */
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
  CHALLENGE_REQUEST,
  remedyOf,
  type Screening,
  screenAttempt,
  withdrawAttempt,
} from './screen.ts';
export {
  describeRisk,
  riskTrips,
  UNLOCK_KEYS,
  type UnlockTarget,
  unlockMistake,
  unlockRisk,
} from './unlock.ts';
