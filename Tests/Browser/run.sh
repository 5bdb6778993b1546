#!/usr/bin/env bash
# Opens a built binary's market in Debian's Chromium and holds it to what people are to see: the sentences of the
# design, on a phone upright and on its side, and on a desktop.
#
#   Tests/Browser/run.sh .build/release/openmarket [option of pytest …]
#
# Keeps Playwright in $BUILD/browser-venv. Needs chromium, fonts-noto-cjk, python3 with venv and, the first time, PyPI.
# $CHROMIUM names another browser.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [ $# -lt 1 ]; then
    echo "usage: $0 BINARY [option of pytest …]" >&2
    exit 2
fi
binary=$(realpath "$1")
shift
venv=${BUILD:-$here/../../.build}/browser-venv
# What is installed is noted when it is complete: a venv that was cut off is made anew.
if ! cmp -s "$here/requirements.txt" "$venv/installed.txt"; then
    echo "Installing Playwright into $venv"
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
        -r "$here/requirements.txt"
    cp "$here/requirements.txt" "$venv/installed.txt"
fi
exec "$venv/bin/python" -B -m pytest -c "$here/pytest.ini" --rootdir "$here" --binary "$binary" "$here" "$@"
