#!/usr/bin/env bash
# Tests a built binary with schemathesis: requests are generated from Sources/ServerFiles/openapi.json, and responses
# compared with it.
#
#   Tests/Schema/run.sh .build/release/openmarket [--database] [--full] [schemathesis option …]
#
# With --database, the market is in a PostgreSQL cluster that the test starts. With --full, ten times as many requests are
# generated.
# Keeps schemathesis in $BUILD/schema-venv. Needs python3 with venv and, the first time, PyPI.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [ $# -lt 1 ]; then
    echo "usage: $0 BINARY [--database] [--full] [schemathesis option …]" >&2
    exit 2
fi
venv=${BUILD:-$here/../../.build}/schema-venv
# installed.txt is written last, so that an incomplete venv is created again.
if ! cmp -s "$here/requirements.txt" "$venv/installed.txt"; then
    echo "Installing schemathesis into $venv"
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
        -r "$here/requirements.txt"
    cp "$here/requirements.txt" "$venv/installed.txt"
fi
exec "$venv/bin/python" -B "$here/run.py" "$@"
