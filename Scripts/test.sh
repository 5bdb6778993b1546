#!/usr/bin/env bash
# The steps of `make test` and CI: format, imports, documents, Swift tests, and the release build from outside. Safe to
# repeat.
set -euo pipefail
cd "$(dirname "$0")/.."
BUILD=${BUILD:-.build}
started=$SECONDS

# Prints the number of passed tests, from the last matching line of the log. None at all is a failure, whatever the step
# returned.
counted() {
    local count
    count=$(sed -nE "s/$2/\\1/p" "$log" | tail -n 1)
    if [ "${count:-0}" -eq 0 ]; then
        echo "No $1 was run." >&2
        exit 1
    fi
    echo "$count"
}

step() { printf '\n== %s (%s s)\n' "$1" "$((SECONDS - started))"; }

log=$(mktemp)
schema_log=$(mktemp)
schema=
trap 'rm -f "$log" "$schema_log"; [ -z "$schema" ] || kill "$schema" 2> /dev/null || true' EXIT

step "Packages"
Scripts/install-packages.sh build test
echo "all packages are installed"

step "Format"
swift format lint --strict --parallel --recursive Package.swift Sources Tests Apps Benchmarks/ConstantRoute
echo "all files match .swift-format"

step "Imports"
python3 Scripts/check-app-imports.py --self-test
python3 Scripts/check-app-imports.py

step "Documents"
Scripts/make-api-docs.py --check
echo "docs.html matches openapi.json"
Scripts/make-web-assets.py --check
echo "the embedded files of the pages are up to date"
python3 Scripts/check-references.py --self-test
python3 Scripts/check-references.py
python3 Scripts/check-facts.py --self-test
python3 Scripts/check-facts.py
python3 Scripts/check-article.py --self-test
python3 Scripts/check-article.py

step "Swift tests: building"
Scripts/swift-tests.sh --build-only
step "Swift tests: running"
Scripts/swift-tests.sh --skip-build 2>&1 | tee "$log"
swift_tests=$(counted "Swift test" '.*Test run with ([0-9]+) tests? .*passed.*')

step "Documentation of the libraries"
Scripts/make-docs.sh --no-build
step "An app's package"
Scripts/check-app-package.sh

step "Release build"
# With the flags of `make build`: other flags would build everything again.
swift build --scratch-path "$BUILD" -c release -debug-info-format none --product openmarket

step "Short fuzzing run"
swift build --scratch-path "$BUILD" -c release -debug-info-format none --product openmarket-fuzz
"$BUILD/release/openmarket-fuzz" --inputs 300000 --jobs 2 --seed 1 --keep "$BUILD/fuzz" Tests/MarketAPITests/Bodies

step "Smoke test of the release build; its schema test beside it"
# The schema test waits for one answer after the other, so both take little longer than one of them.
Tests/Schema/run.sh "$BUILD/release/openmarket" > "$schema_log" 2>&1 &
schema=$!
Tests/Smoke/smoke.sh "$BUILD/release/openmarket" 2>&1 | tee "$log"
smoke_checks=$(counted "smoke check" '^([0-9]+) passed, 0 failed$')

step "Command line of the release build"
Tests/CommandLine/run.sh "$BUILD/release/openmarket" 2>&1 | tee "$log"
command_tests=$(counted "test of the command line" '^([0-9]+) passed, 0 failed$')

step "Schema test of the release build"
schema_result=0
wait "$schema" || schema_result=$?
schema=
tee "$log" < "$schema_log"
[ "$schema_result" -eq 0 ] || exit "$schema_result"
schema_checks=$(counted "schema check" '^([0-9]+) passed, 0 failed$')

step "The iOS app against the release build"
Scripts/test-app.sh "$BUILD/release/openmarket" 2>&1 | tee "$log"
app_scenarios=$(counted "scenario of the app" '.*Test run with ([0-9]+) tests? .*passed.*')

step "Browser test of the release build"
Tests/Browser/run.sh "$BUILD/release/openmarket" 2>&1 | tee "$log"
browser_tests=$(counted "browser test" '.*\b([0-9]+) passed.*')
tried_again=$(sed -nE 's/^tried again: ([0-9]+)$/\1/p' "$log" | tail -n 1)

step "Done"
echo "Format, imports and documents are correct; $swift_tests Swift tests, $smoke_checks smoke checks,"
echo "$command_tests tests of the command line, $schema_checks schema checks, $app_scenarios scenarios of the app and"
echo "$browser_tests browser tests passed."
outside=$((smoke_checks + command_tests + schema_checks + app_scenarios + browser_tests))
# A test that passes only on a retry indicates a fault in it or in the program.
echo "tried again: ${tried_again:?the browser tests printed no count of retries} browser tests"
echo "total: $((swift_tests + outside)) passed, 0 failed"
