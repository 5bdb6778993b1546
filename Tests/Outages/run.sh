#!/usr/bin/env bash
# Has PostgreSQL fail in all kinds of ways while people list, edit and delete, and checks that every answered write is
# there, once and whole. It takes about ten minutes, and isn't part of `make test`.
#
#   Tests/Outages/run.sh BINARY [cuts|crashes|restarts|failovers …]
#
# OUTAGE_CUTS (200), OUTAGE_CRASHES (10), OUTAGE_RESTARTS (5) and OUTAGE_FAILOVERS (3) are the numbers of failures.
set -euo pipefail
cd "$(dirname "$0")"
exec python3 -B outages.py "$@"
