#!/usr/bin/env bash
# Has PostgreSQL, nodes and the object store fail in all kinds of ways while people list, edit and delete, and checks that every
# answered write is there, once and whole. It takes about an hour and a half, and isn't part of `make test`.
#
#   Tests/Outages/run.sh BINARY [SCENARIO …]
#
# The numbers of failures are in OUTAGE_CUTS (200), OUTAGE_CRASHES (10), OUTAGE_RESTARTS (5), OUTAGE_FAILOVERS (3),
# OUTAGE_RECOVERIES (50), OUTAGE_PROMOTIONS (20), OUTAGE_KILLS (100), OUTAGE_FREEZES (3), OUTAGE_REPLACEMENTS (12),
# OUTAGE_SECOND_SIGNALS (6), OUTAGE_HALF_OPEN (4), OUTAGE_POOLERS (12) and OUTAGE_RELOADS (20); how long they take, in
# OUTAGE_FREEZE_SECONDS, OUTAGE_STORE_SECONDS, OUTAGE_CLOCK_SECONDS, OUTAGE_CACHE_SECONDS and OUTAGE_HALF_OPEN_SECONDS (60
# each). OUTAGE_NEWER is the build that replaces nodes in `evening`. With OUTAGE_STORE=moto, the object store is moto instead
# of OpenStack Swift; it is kept in $BUILD/moto-venv, and needs PyPI the first time.
set -euo pipefail
if [ $# -lt 1 ]; then
    echo "usage: $0 BINARY [SCENARIO …]" >&2
    exit 2
fi
binary=$(realpath "$1")
shift
cd "$(dirname "$0")"
../../Scripts/install-packages.sh test
if [ "${OUTAGE_STORE:-swift}" = moto ]; then
    venv=$(realpath -m "${BUILD:-../../.build}/moto-venv")
    if ! cmp -s requirements.txt "$venv/installed.txt"; then
        echo "Installing moto into $venv"
        rm -rf "$venv"
        python3 -m venv "$venv"
        "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r requirements.txt
        cp requirements.txt "$venv/installed.txt"
    fi
    export OUTAGE_MOTO=$venv/bin/python
fi
exec python3 -B outages.py "$binary" "$@"
