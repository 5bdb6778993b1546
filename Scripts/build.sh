#!/usr/bin/env bash
# Builds for release. Arguments are passed to `swift build`.
#
#   Scripts/build.sh --product openmarket
#   Scripts/build.sh --build-tests
#
# All builds for release have the same flags, because other flags build everything again:
# - Swift's tests see declarations of this package that aren't public (OPENMARKET_TESTABLE), so what they test is what is
#   served.
# - No debug information, which takes a tenth of the time: backtraces name functions, not lines.
set -euo pipefail
cd "$(dirname "$0")/.."
export OPENMARKET_TESTABLE=1
exec swift build --scratch-path "${BUILD:-.build}" -c release -debug-info-format none \
    --explicit-target-dependency-import-check error "$@"
