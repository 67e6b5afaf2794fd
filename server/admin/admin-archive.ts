/** `npm run admin -- archive …`: old payments in files, out of the database and back. */
import { channelsWithin } from '../gateway/entities/index.ts';
import {
  archivePayments,
  findInArchive,
  readArchive,
  restorePayments,
  sealOf,
} from '../gateway/retention/index.ts';
import { openVaultOf } from '../open-store.ts';
import { paymentFromRow } from '../store/records/payment.ts';
import { type Command, UsageError } from './admin-command.ts';

export const ARCHIVE_USAGE = `  archive create ENTITY DIRECTORY [--before YYYY-MM]   payments without personal data, a file a month
  archive show FILE [--payment ID]  what is in it, or one payment with what was made of it
  archive restore FILE              back into the database
`;

export const ARCHIVE_COMMANDS: Readonly<Record<string, Command>> = {
  'archive create': async (db, [id = '', directory = ''], { before }, config) => {
    if (directory === '') throw new UsageError(ARCHIVE_USAGE);
    const channels = await channelsWithin(db, id);
    if (channels.length === 0) throw new UsageError(`there is no channel in entity ${id}`);
    const tools = { db, vault: await openVaultOf(db, config) };
    const files = [];
    for (const channel of channels) {
      const months = await archivePayments(tools, channel, directory, before);
      files.push(...months.map((month) => ({ channel: channel.id, ...month })));
    }
    return files;
  },
  'archive show': async (db, [file = ''], { payment }, config) => {
    if (file === '') throw new UsageError(ARCHIVE_USAGE);
    const seal = sealOf(await openVaultOf(db, config));
    if (payment === undefined) return readArchive(seal, file);
    const family = await findInArchive(seal, file, payment);
    if (family.length === 0) throw new UsageError(`${file} has no payment ${payment}`);
    return family.map(paymentFromRow);
  },
  'archive restore': async (db, [file = ''], _options, config) => {
    if (file === '') throw new UsageError(ARCHIVE_USAGE);
    return restorePayments({ db, vault: await openVaultOf(db, config) }, file);
  },
};
