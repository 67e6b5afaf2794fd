/** What is deleted and anonymised when, and a shopper who wants to be forgotten. The door of this room: others enter by it. */
export { type Erased, eraseShopper } from './erase.ts';
export { endRetention, endRetentionOnTime } from './retention.ts';
