#!/usr/bin/env bash
# Archives the write-ahead log as it is written, until it is stopped; a service on another machine:
#   ops/backup/receive-wal.sh DIRECTORY [SLOT]      PGHOST, PGPORT, PGUSER say where from
# With synchronous_standby_names = 'pg_receivewal' no payment is answered before its log is in DIRECTORY.
# A second archive needs a SLOT of its own: PostgreSQL serves one receiver by each.
set -euo pipefail
slot=${2:-payment_gateway_archive}
pg_receivewal --create-slot --if-not-exists --slot="$slot"
exec pg_receivewal --directory="$1" --slot="$slot" --synchronous
