#!/usr/bin/env bash
# Tests a built binary over real sockets, with curl and real photos:
#
#   Tests/Smoke/smoke.sh .build/release/openmarket [--database] [chapter …]
#
# With --database, the markets are in a PostgreSQL cluster that it starts, except those of chapters that are about the
# database in the data folder.
#
# Needs curl, python3, libvips-tools, Caddy, nginx and HAProxy (Scripts/install-packages.sh test).
set -euo pipefail
exec python3 -B "$(dirname "$0")/smoke.py" "$@"
