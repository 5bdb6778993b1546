#!/usr/bin/env bash
# Tests the commands for buyers and sellers against a running market:
#
#   Tests/CommandLine/run.sh .build/release/openmarket [SERVER_BINARY [TEST …]]
#
# SERVER_BINARY runs the market, BINARY by default. TEST is a name such as test_import.Stopping.
# Needs python3 and bash.
set -euo pipefail
exec python3 -B "$(dirname "$0")/run.py" "$@"
