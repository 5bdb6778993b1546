#!/usr/bin/env bash
# The server's Swift tests under the thread sanitizer, built in a folder of their own. What is given goes to `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=${TSAN_BUILD:-.build/tsan}
# The rooms of the server; those of apps have no threads of their own.
filter='^(MarketServerTests|MarketCoreTests|MarketSQLiteTests|MarketImagesTests|MarketSecretsTests|MarketAPITests)\.'
# libvips, GLib and SQLite are not built with the sanitizer, which sees none of their locks.
export TSAN_OPTIONS="suppressions=$PWD/Scripts/tsan-suppressions.txt halt_on_error=0 exitcode=66 ${TSAN_OPTIONS:-}"
# A tenth as fast as without: the large market of the cost tests is a small one here.
export MARKET_TEST_PRODUCTS=${MARKET_TEST_PRODUCTS:-20000}
swift build --scratch-path "$scratch" --sanitize=thread --build-tests
# The sanitizer wants its addresses where they always are.
setarch -R swift test --scratch-path "$scratch" --sanitize=thread --skip-build --disable-xctest \
    --experimental-maximum-parallelization-width 4 --filter "$filter" "$@"
