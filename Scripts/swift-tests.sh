#!/usr/bin/env bash
# Builds the Swift tests and runs those whose names match FILTER, a regular expression; without one, all of them.
#
#   Scripts/swift-tests.sh [--release] [--build-only | --skip-build] [FILTER]
#
# Without --release they are built for debugging, which is quicker after a small change: with assertions, without
# optimization. It always builds with the same flags, because other flags build everything again.
set -euo pipefail
cd "$(dirname "$0")/.."
BUILD=${BUILD:-.build}
configuration=debug
mode=
while [ $# -gt 0 ]; do
    case $1 in
        --release) configuration=release ;;
        --build-only | --skip-build) mode=$1 ;;
        -*)
            echo "usage: $0 [--release] [--build-only | --skip-build] [FILTER]" >&2
            exit 2
            ;;
        *) break ;;
    esac
    shift
done

if [ "$mode" != --skip-build ]; then
    if [ "$configuration" = release ]; then
        Scripts/build.sh --build-tests
    else
        swift build --scratch-path "$BUILD" --build-tests --explicit-target-dependency-import-check error
    fi
fi
if [ "$mode" != --build-only ]; then
    swift test --scratch-path "$BUILD" -c "$configuration" --skip-build --disable-xctest --filter "${1:-.}" \
        --experimental-maximum-parallelization-width 8
fi
