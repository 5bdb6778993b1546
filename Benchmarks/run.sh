#!/usr/bin/env bash
# Compares a release build of the market with nginx and a constant Hummingbird route in one run:
#
#   Benchmarks/run.sh .build/release/openmarket
#
# Environment variables: BUILD is SwiftPM's scratch folder (.build); ROUNDS (3), SECONDS_EACH (3) and PRODUCTS (1000000)
# set the size of a run. Needs wrk, nginx, vipsthumbnail, curl and python3 (Scripts/install-packages.sh bench). Only
# loopback addresses are used.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
market=$(realpath "${1:?usage: Benchmarks/run.sh BINARY}")
build=$(realpath "${BUILD:-$here/../.build}")

echo "Building the benchmark's tools …" >&2
swift build --package-path "$here/ConstantRoute" -c release >&2
"$here/../Scripts/build.sh" --product openmarket-bench-fill >&2

exec python3 -B "$here/bench.py" \
    --market "$market" \
    --constant "$here/ConstantRoute/.build/release/ConstantRoute" \
    --fill "$build/release/openmarket-bench-fill" \
    --rounds "${ROUNDS:-3}" --seconds "${SECONDS_EACH:-3}" --products "${PRODUCTS:-1000000}"
