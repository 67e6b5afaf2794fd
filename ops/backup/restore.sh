#!/usr/bin/env bash
# Makes a data directory of PostgreSQL as it was at a time, from a base backup and the archived log:
#   ops/backup/restore.sh BASE LOG DATA [TIME]      TIME as in '2026-11-23 14:05:07+00'; the end without it
# Then start PostgreSQL on DATA: it replays the log up to TIME and takes connections.
set -euo pipefail
base=$(realpath "$1") log=$(realpath "$2") data=$3 time=${4:-}
if [ -e "$data" ]; then
  echo "$data exists already" >&2
  exit 2
fi
cp --archive "$base" "$data"
chmod 700 "$data"
{
  # The last piece of the log may not be full.
  echo "restore_command = 'cp \"$log/%f\" \"%p\" || cp \"$log/%f.partial\" \"%p\"'"
  echo "recovery_target_timeline = 'latest'"
  if [ -n "$time" ]; then
    echo "recovery_target_time = '$time'"
    echo "recovery_target_action = 'promote'"
  fi
  # What a copy must not do: wait for the archive of the one that is gone.
  echo "synchronous_standby_names = ''"
} >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"
