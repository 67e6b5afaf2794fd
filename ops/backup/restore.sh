#!/usr/bin/env bash
# Makes a data directory of PostgreSQL as it was at a time, from a base backup and the archived log:
#   ops/backup/restore.sh BASE LOG DATA [TIME]      TIME as in '2026-11-23 14:05:07+00'; the end without it
# Then start PostgreSQL on DATA: it replays the log up to TIME and takes connections.
set -euo pipefail
refuse() {
  echo "$1" >&2
  exit 2
}
base=$(realpath "$1") log=$(realpath "$2") data=$3 time=${4:-}
[ ! -e "$data" ] || refuse "$data exists already"
[ -f "$base/PG_VERSION" ] || refuse "$base is no base backup of PostgreSQL"
# PostgreSQL takes a log that is not there for one that has ended.
pieces=$(find "$log" -maxdepth 1 -regextype posix-extended -regex '.*/[0-9A-F]{24}(\.partial)?' || true)
[ -n "$pieces" ] || refuse "$log has no archived log"
cp --archive "$base" "$data"
chmod 700 "$data"
{
  # The last piece of the log may not be full.
  echo "restore_command = 'cp \"$log/%f\" \"%p\" || cp \"$log/%f.partial\" \"%p\"'"
  echo "recovery_target_timeline = 'latest'"
  # Empty is the end. It is written all the same: the base may be of a database that was restored to a time.
  echo "recovery_target_time = '$time'"
  echo "recovery_target_action = 'promote'"
  # What a copy must not do: wait for the archive of the one that is gone.
  echo "synchronous_standby_names = ''"
} >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"
cat >&2 <<END
Payments are answered without waiting for an archive. Once receive-wal.sh runs for $data:
  psql -c 'alter system reset synchronous_standby_names' -c 'select pg_reload_conf()'
END
