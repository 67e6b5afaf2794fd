#!/usr/bin/env bash
# A base backup of PostgreSQL while it runs, complete when the command ends:
#   ops/backup/base-backup.sh DIRECTORY      an empty or new one; PGHOST, PGPORT, PGUSER say where from
# The role needs REPLICATION. The tables of CVVs' keys are unlogged, so no base backup has their rows.
set -euo pipefail
exec pg_basebackup --pgdata="$1" --checkpoint=fast --wal-method=stream
