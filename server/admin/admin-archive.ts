/** `npm run admin -- archive …`: old payments in files, out of the database and back. */
import { channelsWithin } from '../gateway/entities/index.ts';
import {
  archivePayments,
  findInArchive,
  readArchive,
  restorePayments,
} from '../gateway/retention/index.ts';
import { paymentFromRow } from '../store/records/payment.ts';
import { type Command, UsageError } from './admin-command.ts';

export const ARCHIVE_USAGE = `  archive create ENTITY DIRECTORY [--before YYYY-MM]   payments without personal data, a file a month
  archive show FILE [--payment ID]  what is in it, or one payment with what was made of it
  archive restore FILE              back into the database
`;

export const ARCHIVE_COMMANDS: Readonly<Record<string, Command>> = {
  'archive create': async (db, [id = '', directory = ''], { before }) => {
    if (directory === '') throw new UsageError(ARCHIVE_USAGE);
    const channels = await channelsWithin(db, id);
    if (channels.length === 0) throw new UsageError(`there is no channel in entity ${id}`);
    const files = [];
    for (const channel of channels) {
      const months = await archivePayments(db, channel, directory, before);
      files.push(...months.map((month) => ({ channel: channel.id, ...month })));
    }
    return files;
  },
  'archive show': async (_db, [file = ''], { payment }) => {
    if (file === '') throw new UsageError(ARCHIVE_USAGE);
    if (payment === undefined) return readArchive(file);
    const family = await findInArchive(file, payment);
    if (family.length === 0) throw new UsageError(`${file} has no payment ${payment}`);
    return family.map(paymentFromRow);
  },
  'archive restore': async (db, [file = '']) => {
    if (file === '') throw new UsageError(ARCHIVE_USAGE);
    return restorePayments(db, file);
  },
};
