#!/usr/bin/env bash
# Builds the documentation of the libraries for apps, as a static site. Broken links, and public symbols that no first
# page lists, are errors.
#
#   Scripts/make-docs.sh              builds the libraries first, if necessary
#   Scripts/make-docs.sh --no-build   uses the last build of the libraries, as after `make test`
#
# It reads the symbols from the compiled modules and calls docc itself. swift-docc-plugin would do the same, but every
# app that depends on this package would have to fetch it.
set -euo pipefail
cd "$(dirname "$0")/.."
BUILD=${BUILD:-.build}
# In dependency order: links may lead to earlier ones.
targets="MarketModels MarketAPI MarketTexts MarketClient MarketViewModels"

if [ "${1:-}" != --no-build ]; then
    Scripts/build.sh --quiet --target MarketViewModels
fi
modules=$BUILD/release/Modules
triple=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
work=$BUILD/docs-work
trap 'rm -rf "$work"' EXIT
rm -rf "$work"
mkdir -p "$work/graphs"

archives=()
links=()
for target in $targets; do
    mkdir "$work/graphs/$target"
    swift-symbolgraph-extract -module-name "$target" -I "$modules" -target "$triple" -minimum-access-level public \
        -skip-synthesized-members -output-dir "$work/graphs/$target"
    # Not every parameter needs documentation.
    docc convert "Sources/$target/$target.docc" --additional-symbol-graph-dir "$work/graphs/$target" \
        --fallback-display-name "$target" --fallback-bundle-identifier "$target" --fallback-default-module-kind Library \
        --warnings-as-errors --disable-parameters-and-returns-validation --enable-experimental-external-link-support \
        ${links[@]+"${links[@]}"} --output-path "$work/$target.doccarchive" > "$work/log" 2>&1 || {
        cat "$work/log" >&2
        exit 1
    }
    archives+=("$work/$target.doccarchive")
    links+=(--dependency "$work/$target.doccarchive")
done
python3 Scripts/check-article.py --topics "$work/graphs"

rm -rf "$BUILD/docs"
docc merge "${archives[@]}" --synthesized-landing-page-name "Open Market" --synthesized-landing-page-kind Package \
    --synthesized-landing-page-topics-style list --output-path "$BUILD/docs" > /dev/null
echo "The documentation is in $BUILD/docs. To read it:"
echo "  python3 -m http.server --directory $BUILD/docs 8000    and open http://localhost:8000/documentation/"
