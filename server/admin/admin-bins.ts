/** `npm run admin -- bins …`: where cards of first digits were issued, for processors that do not say it. */
import { clearBins, currentBins, importBins, issuersOf } from '../gateway/records/index.ts';
import { type Command, UsageError } from './admin-command.ts';

export const BIN_USAGE = `  bins import FILE                  CSV of first digits and country of the issuer, in place of the one before
  bins show [DIGITS]                how many ranges there are; where all cards with 6 to 8 first digits were issued
  bins clear                        takes all ranges away
`;

export const BIN_COMMANDS: Readonly<Record<string, Command>> = {
  'bins import': async (db, [file = '']) => {
    if (file === '') throw new UsageError(BIN_USAGE);
    return importBins(db, file);
  },
  'bins show': async (db, [digits]) => {
    if (digits === undefined) return (await currentBins(db)) ?? { ranges: 0, importedAt: null };
    // A card number stays unsaid.
    if (!/^\d{6,8}$/.test(digits)) throw new UsageError('DIGITS must be 6 to 8 digits');
    return { digits, ...(await issuersOf(db, digits)) };
  },
  'bins clear': async (db) => clearBins(db),
};
