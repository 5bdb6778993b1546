#!/usr/bin/env bash
# The steps of `make test` and CI: format, imports, documents, Swift tests, and the release build from outside. Safe to
# repeat. With FULL=1, as `make test-all` sets it, also what is slow and rarely finds anything.
set -euo pipefail
cd "$(dirname "$0")/.."
BUILD=${BUILD:-.build}
full=${FULL:+--full}
if [ -n "$full" ]; then export MARKET_FUZZ_ROUNDS=${MARKET_FUZZ_ROUNDS:-1000}; fi
started=$SECONDS

# Prints the number of passed tests, from the last matching line of a step's output. None at all is a failure, whatever
# the step returned.
counted() {
    local count
    count=$(sed -nE "s/$3/\\1/p" "$logs/$1.log" | tail -n 1)
    if [ "${count:-0}" -eq 0 ]; then
        echo "No $2 was run." >&2
        exit 1
    fi
    echo "$count"
}

step() { printf '\n== %s (%s s)\n' "$1" "$((SECONDS - started))"; }

# The output of each step; it stays for reading.
logs=$BUILD/test-logs
rm -rf "$logs"
mkdir -p "$logs"

# Runs a command beside others: its output is shown when it has ended.
beside() {
    local name=$1 title=$2 status=0
    shift 2
    "$@" > "$logs/$name.log" 2>&1 || status=$?
    step "$title"
    cat "$logs/$name.log"
    return "$status"
}

# Starts a function in a process group of its own, which is ended when this script ends.
lanes=()
begin() {
    set -m
    "$@" &
    lanes+=($!)
    set +m
}
finish() {
    local lane
    for lane in "${lanes[@]}"; do wait "$lane"; done
    lanes=()
}

# Prints what failed, from the logs of all steps: it is told at the end, whatever was printed meanwhile.
say_failures() {
    local log found
    for log in "$logs"/*.log; do
        # The forms of Swift Testing, with what the test says of it, of a process that crashes, of our own runners, pytest and
        # schemathesis. Swift Testing begins with its version.
        found=$(grep -aE '^(✘ .*recorded an issue|↳ |error: |.*Fatal error: |\*\*\* Program crashed|FAIL|ERROR|_+ [A-Z]+ /)' "$log" \
            | grep -avE '^↳ (Testing Library Version|Target Platform)' | cut -c 1-300 | tail -n 12 || true)
        if [ -n "$found" ]; then printf '\n== Failed in %s\n%s\n' "$log" "$found"; fi
    done
}

# Ends the lanes that still run, and says what failed.
end() {
    local status=$? lane
    for lane in ${lanes[@]+"${lanes[@]}"}; do kill -- "-$lane" 2> /dev/null || true; done
    if [ "$status" -ne 0 ]; then say_failures; fi
}
trap end EXIT

step "Packages"
Scripts/install-packages.sh build test
echo "all packages are installed"

step "Format"
swift format lint --strict --parallel --recursive Package.swift Sources Tests Apps Benchmarks/ConstantRoute
echo "all files match .swift-format"

step "Imports"
python3 Scripts/check-app-imports.py --self-test
python3 Scripts/check-app-imports.py
# A quarter of a first build was theirs (Documentation/Decisions/21-http-1-1-here-tls-in-front.md).
if grep -nE '"(AsyncHTTPClient|Hummingbird(HTTP2|TLS|Testing)|NIO(HTTP2|SSL))"' Package.swift; then
    echo "No target may depend on these: TLS and HTTP/2 are the proxy's." >&2
    exit 1
fi
echo "no target needs TLS or HTTP/2"

step "Documents"
Scripts/make-api-docs.py --check
echo "docs.html matches openapi.json"
Scripts/make-web-assets.py --check
echo "the embedded files of the pages are up to date"
python3 Scripts/check-references.py --self-test
python3 Scripts/check-references.py
python3 Scripts/check-facts.py
python3 Scripts/check-errors.py
python3 Scripts/check-article.py

step "Build of the program and of all tests"
Scripts/swift-tests.sh --release --build-only
program=$BUILD/release/openmarket
Scripts/check-proofs.sh

libraries() {
    beside docs "Documentation of the libraries" Scripts/make-docs.sh --no-build &&
        beside app "The iOS app" Scripts/test-app.sh "$BUILD/release/Modules" &&
        beside package "An app's package" Scripts/check-app-package.sh &&
        beside fuzzing "Short fuzzing run" "$BUILD/release/openmarket-fuzz" --inputs 30000 --jobs 1 \
            --keep "$BUILD/fuzz" Tests/MarketAPITests/Bodies Tests/Fuzz/Corpus
}
step "Swift tests; the libraries for apps beside them"
begin libraries
Scripts/swift-tests.sh --release --skip-build 2>&1 | tee "$logs/swift.log"
swift_tests=$(counted swift "Swift test" '.*Test run with ([0-9]+) tests? .*passed.*')
finish

# The suites about the API, whose results depend on the store. OPENMARKET_TEST_STORE has all of MarketServerTests run on it.
on_postgres='Administration|Attribute|Browsing|DeclaredField|Budget|Editing|ForgivingSearch|Guessing'
on_postgres+='|ListingLifecycleRoute|ListingOrder|ListingState|Listing|ListingUpdate|LongRead|Operations|PriceOrder'
on_postgres+='|OperatorPassword|ProductDeletion|Reduction|ReleasedImage|RepeatedRequest|ResponseCaching|SearchQuery|SellerContact|SellerLink'
# These are about how old apps and currencies are read and written, above what the stores' contract is about.
if [ -n "$full" ]; then on_postgres+='|Currency|Extension|ImageEditing|Items|Vendor|WholePrices'; fi
step "Swift tests of the API, on PostgreSQL"
OPENMARKET_TEST_STORE=postgres Scripts/swift-tests.sh --release --skip-build "MarketServerTests\.($on_postgres)Tests" 2>&1 \
    | tee "$logs/postgres.log"
postgres_tests=$(counted postgres "Swift test on PostgreSQL" '.*Test run with ([0-9]+) tests? .*passed.*')

# Most of them wait for one answer after the other, so all of them take little longer than the longest.
outside() {
    beside commands "Command line" Tests/CommandLine/run.sh "$program" &&
        beside smoke "Smoke test" Tests/Smoke/smoke.sh "$program"
}
schema() { beside schema "Schema test" Tests/Schema/run.sh "$program" $full; }
step "Browser test; command line, smoke test and schema test beside it"
begin outside
begin schema
Tests/Browser/run.sh "$program" $full 2>&1 | tee "$logs/browser.log"
browser_tests=$(counted browser "browser test" '.*\b([0-9]+) passed.*')
tried_again=$(sed -nE 's/^tried again: ([0-9]+)$/\1/p' "$logs/browser.log" | tail -n 1)
finish
smoke_checks=$(counted smoke "smoke check" '^([0-9]+) passed, 0 failed$')
command_tests=$(counted commands "test of the command line" '^([0-9]+) passed, 0 failed$')
schema_checks=$(counted schema "schema check" '^([0-9]+) passed, 0 failed$')

step "Done"
echo "Format, imports and documents are correct; $swift_tests Swift tests, $postgres_tests of them on PostgreSQL again,"
echo "$smoke_checks smoke checks, $command_tests tests of the command line, $schema_checks schema checks,"
echo "and $browser_tests browser tests passed; the iOS app type-checks."
outside=$((smoke_checks + command_tests + schema_checks + browser_tests))
# A test that passes only on a retry indicates a fault in it or in the program.
echo "tried again: ${tried_again:?the browser tests printed no count of retries} browser tests"
echo "total: $((swift_tests + postgres_tests + outside)) passed, 0 failed"
