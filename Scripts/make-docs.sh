#!/usr/bin/env bash
# Builds the documentation of the libraries that an app stands on, as a static site. Links that lead nowhere and public
# symbols that no first page has are errors.
#
#   Scripts/make-docs.sh              builds the libraries first, if need be
#   Scripts/make-docs.sh --no-build   takes the libraries as they were built last, which `make test` has just done
#
# It reads the symbols from the compiled modules and calls docc itself. swift-docc-plugin would do the same, but every
# app that depends on this package would have to fetch it.
set -euo pipefail
cd "$(dirname "$0")/.."
BUILD=${BUILD:-.build}
# In the order in which they stand on each other: links may lead to those before.
rooms="MarketModels MarketAPI MarketTexts MarketClient MarketViewModels"

if [ "${1:-}" != --no-build ]; then
    swift build --quiet --scratch-path "$BUILD" --target MarketViewModels
fi
modules=$(swift build --scratch-path "$BUILD" --show-bin-path)/Modules
triple=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
work=$BUILD/docs-work
trap 'rm -rf "$work"' EXIT
rm -rf "$work"
mkdir -p "$work/graphs"

archives=()
links=()
for room in $rooms; do
    mkdir "$work/graphs/$room"
    swift-symbolgraph-extract -module-name "$room" -I "$modules" -target "$triple" -minimum-access-level public \
        -skip-synthesized-members -output-dir "$work/graphs/$room"
    # Which parameters need a word, whoever writes the comment decides.
    docc convert "Sources/$room/$room.docc" --additional-symbol-graph-dir "$work/graphs/$room" \
        --fallback-display-name "$room" --fallback-bundle-identifier "$room" --fallback-default-module-kind Library \
        --warnings-as-errors --disable-parameters-and-returns-validation --enable-experimental-external-link-support \
        ${links[@]+"${links[@]}"} --output-path "$work/$room.doccarchive" > "$work/log" 2>&1 || {
        cat "$work/log" >&2
        exit 1
    }
    archives+=("$work/$room.doccarchive")
    links+=(--dependency "$work/$room.doccarchive")
done
python3 Scripts/check-article.py --topics "$work/graphs"

rm -rf "$BUILD/docs"
docc merge "${archives[@]}" --synthesized-landing-page-name "Open Market" --synthesized-landing-page-kind Package \
    --synthesized-landing-page-topics-style list --output-path "$BUILD/docs" > /dev/null
echo "The documentation is in $BUILD/docs. To read it:"
echo "  python3 -m http.server --directory $BUILD/docs 8000    and then http://localhost:8000/documentation/"
