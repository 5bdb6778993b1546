#!/usr/bin/env bash
# Walks a market's whole story with curl and real photos, against a built binary:
#
#   Tests/Smoke/smoke.sh .build/release/openmarket [chapter …]
#
# Needs curl, openssl, python3 and libvips-tools (Scripts/install-packages.sh test).
set -euo pipefail
exec python3 -B "$(dirname "$0")/smoke.py" "$@"
