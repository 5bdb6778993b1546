#!/usr/bin/env bash
# Has PostgreSQL and nodes fail in all kinds of ways while people list, edit and delete, and checks that every answered write is
# there, once and whole. It takes about half an hour, and isn't part of `make test`.
#
#   Tests/Outages/run.sh BINARY [SCENARIO …]
#
# OUTAGE_CUTS (200), OUTAGE_CRASHES (10), OUTAGE_RESTARTS (5), OUTAGE_FAILOVERS (3), OUTAGE_KILLS (100), OUTAGE_FREEZES
# (3, of OUTAGE_FREEZE_SECONDS, 60) and OUTAGE_REPLACEMENTS (12) are the numbers of failures.
set -euo pipefail
cd "$(dirname "$0")"
exec python3 -B outages.py "$@"
