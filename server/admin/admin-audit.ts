/** `npm run admin -- audit …`: who did what, and whether the log of it is whole. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  type AuditHead,
  auditEntries,
  latestEntries,
  verifyAudit,
} from '../gateway/access/index.ts';
import { openVaultOf } from '../open-store.ts';
import type { AuditRow } from '../store/tables.ts';
import { type Command, isoTime, UsageError } from './admin-command.ts';

export const AUDIT_USAGE = `  audit list [COUNT]                who did what, newest first
  audit verify [--head POSITION:HASH]     finds what was changed or removed; --head: as written down
  audit export FILE                 JSON lines, oldest first
`;

const SHOWN = 50;
const MOST_SHOWN = 1_000;

export const AUDIT_COMMANDS: Readonly<Record<string, Command>> = {
  'audit list': async (db, [count = String(SHOWN)]) => {
    if (!/^\d{1,4}$/.test(count) || Number(count) > MOST_SHOWN || Number(count) < 1) {
      throw new UsageError(`audit list shows 1 to ${MOST_SHOWN} entries; it is ${count}`);
    }
    return (await latestEntries(db, Number(count))).map(presentEntry);
  },
  'audit verify': async (db, _words, { head }, config) => {
    const verified = await verifyAudit(
      await openVaultOf(db, config),
      db,
      head === undefined ? undefined : headOf(head),
    );
    // A script that goes on has to stop here.
    if (verified.faults.length > 0) process.exitCode = 1;
    const { position, hash } = verified.head;
    return { ...verified, head: `${position}:${hash}` };
  },
  'audit export': async (db, [file = '']) => {
    if (file === '') throw new UsageError('audit export needs the name of a new file');
    let entries = 0;
    let head = '0:';
    await pipeline(
      async function* lines() {
        for await (const row of auditEntries(db)) {
          entries += 1;
          head = `${row.position}:${row.hash}`;
          yield `${JSON.stringify(presentEntry(row))}\n`;
        }
      },
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    ).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`${file} cannot be written: ${error.code ?? error.message}`);
    });
    return { file, entries, head };
  },
};

const presentEntry = ({ at, detail, ...entry }: AuditRow) => ({
  ...entry,
  at: isoTime(at),
  detail: JSON.parse(detail) as unknown,
});

function headOf(text: string): AuditHead {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!hash)
    throw new UsageError(`--head is POSITION:HASH, as audit verify prints it; it is ${text}`);
  return { position: Number(position), hash };
}
