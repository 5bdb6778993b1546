#!/usr/bin/env bash
# Tests the pages of a built binary in Debian's Chromium, on a phone in portrait; layout, text size and accessibility also on its side
# and on a desktop (`matrix`): the sentences of Documentation/UX.md.
#
#   Tests/Browser/run.sh .build/release/openmarket [--database] [--full] [pytest option …]
#
# With --database, the markets are in PostgreSQL clusters that the tests start. With --full, languages and schemes don't take
# turns on the devices, pages move in all tests, and what is slow and rarely finds anything runs, too.
# Keeps Playwright in $BUILD/browser-venv. Needs chromium-headless-shell, fonts-noto-cjk, python3 with venv and, the first
# time, PyPI. Tests of the back/forward cache, which the headless shell hasn't, need chromium, which takes four times the
# CPU, for its own windows.
# $CHROMIUM names another browser for all of them.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [ $# -lt 1 ]; then
    echo "usage: $0 BINARY [--database] [--full] [pytest option …]" >&2
    exit 2
fi
binary=$(realpath "$1")
shift
venv=${BUILD:-$here/../../.build}/browser-venv
# installed.txt is written last, so that an incomplete venv is created again.
if ! cmp -s "$here/requirements.txt" "$venv/installed.txt"; then
    echo "Installing Playwright into $venv"
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
        -r "$here/requirements.txt"
    cp "$here/requirements.txt" "$venv/installed.txt"
fi
exec "$venv/bin/python" -B -m pytest -c "$here/pytest.ini" --rootdir "$here" --binary "$binary" "$here" "$@"
