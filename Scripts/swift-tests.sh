#!/usr/bin/env bash
# Builds the Swift tests and runs those whose names match FILTER, a regular expression; without one, all of them.
#
#   Scripts/swift-tests.sh [--build-only | --skip-build] [FILTER]
#
# It always builds with the same flags, because other flags build everything again.
set -euo pipefail
cd "$(dirname "$0")/.."
BUILD=${BUILD:-.build}
mode=
case ${1:-} in
    --build-only | --skip-build)
        mode=$1
        shift
        ;;
    -*)
        echo "usage: $0 [--build-only | --skip-build] [FILTER]" >&2
        exit 2
        ;;
esac

if [ "$mode" != --skip-build ]; then
    swift build --scratch-path "$BUILD" --build-tests --explicit-target-dependency-import-check error
fi
if [ "$mode" != --build-only ]; then
    swift test --scratch-path "$BUILD" --skip-build --disable-xctest --filter "${1:-.}" \
        --experimental-maximum-parallelization-width 8
fi
