#!/usr/bin/env bash
# Runs the server's Swift tests under the thread sanitizer, built in a folder of their own. Arguments are passed to
# `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=${TSAN_BUILD:-.build/tsan}
# The server's targets; those for apps start no threads.
filter='^Market(Server|Core|SQLite|Postgres|S3|Images|Secrets|API)Tests\.'
# libvips, GLib and SQLite are not built with the sanitizer, which can't see their locks.
export TSAN_OPTIONS="suppressions=$PWD/Scripts/tsan-suppressions.txt halt_on_error=0 exitcode=66 ${TSAN_OPTIONS:-}"
# The sanitizer makes the tests ten times slower, so the large market of the cost tests is smaller here.
export MARKET_TEST_PRODUCTS=${MARKET_TEST_PRODUCTS:-20000}
swift build --scratch-path "$scratch" --sanitize=thread --build-tests
clang -shared -fPIC -O1 -o "$scratch/tsan-mutex.so" Scripts/tsan-mutex.c -ldl
mutex=$(realpath "$scratch/tsan-mutex.so")
# The sanitizer needs its fixed addresses: no address space randomization.
LD_PRELOAD=$mutex setarch -R swift test --scratch-path "$scratch" --sanitize=thread --skip-build --disable-xctest \
    --experimental-maximum-parallelization-width 4 --filter "$filter" "$@"
