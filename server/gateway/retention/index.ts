/** What other rooms and routes use of this room. */
export { type Erased, eraseShopper } from './erase.ts';
export { endRetention, endRetentionOnTime } from './retention.ts';
