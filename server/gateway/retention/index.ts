/** What is deleted, archived and anonymised when, and a shopper who wants to be forgotten. The door of this room: others enter by it. */
export { type ArchivedMonth, archivePayments, restorePayments, sealOf } from './archive.ts';
export { ArchiveError, type ArchiveSummary, findInArchive, readArchive } from './archive-file.ts';
export { type Erased, eraseShopper } from './erase.ts';
export { endRetention, endRetentionOnTime, monthsBefore } from './retention.ts';
