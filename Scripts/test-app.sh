#!/usr/bin/env bash
# Checks the iOS app: the files of its Xcode project, that its sources compile against the declared interfaces of
# Apple's frameworks, and that these are recorded; then uses it against a built market.
#
#   Scripts/test-app.sh .build/release/openmarket [FILTER]
#
# FILTER chooses scenarios, as in `swift test --filter`. Keeps its build in .build-ios, and a parser of project files in
# $BUILD/app-venv, for which it needs python3 with venv and, the first time, PyPI.
set -euo pipefail
binary=$(realpath "${1:?"usage: $0 BINARY [FILTER]"}")
filter=${2:-.}
cd "$(dirname "$0")/.."
here=Tests/AppleInterfaces
venv=${BUILD:-.build}/app-venv

# installed.txt is written last, so that an incomplete venv is created again.
if ! cmp -s "$here/requirements.txt" "$venv/installed.txt"; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
        -r "$here/requirements.txt"
    cp "$here/requirements.txt" "$venv/installed.txt"
fi
"$venv/bin/python" -B Scripts/check-app-project.py --self-test
"$venv/bin/python" -B Scripts/check-app-project.py
python3 -B Scripts/check-app-interfaces.py --self-test

package=(--package-path "$here" --scratch-path .build-ios)
swift build "${package[@]}" --build-tests
python3 -B Scripts/check-app-interfaces.py .build-ios/debug
# An app may still be saving a draft when its scenario ends.
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
TMPDIR=$temporary OPENMARKET=$binary swift test "${package[@]}" --skip-build --disable-xctest --filter "$filter" \
    --experimental-maximum-parallelization-width 4
