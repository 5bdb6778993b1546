#!/usr/bin/env bash
# Writes the command line's manual, one page for each command, and its completions for bash, zsh and fish.
#
#   Scripts/make-man.sh [PROGRAM]   into $BUILD/man and $BUILD/completions, from the release build unless told otherwise
#
# The pages are made by generate-manual of swift-argument-parser, from what the program says of itself. It is built by
# itself, because its plugin would build the whole server once more.
set -euo pipefail
cd "$(dirname "$0")/.."
BUILD=${BUILD:-.build}
program=${1:-$BUILD/release/openmarket}
tool=$BUILD/manual-tool
parser=$BUILD/checkouts/swift-argument-parser
commit_day=$(git log -1 --format=%cs 2> /dev/null || date +%Y-%m-%d)

mkdir -p "$BUILD"
log=$BUILD/manual-tool.log
swift build --quiet --package-path "$parser" --scratch-path "$tool" --product generate-manual > "$log" 2>&1 || {
    cat "$log" >&2
    exit 1
}

rm -rf "$BUILD/man" "$BUILD/completions"
mkdir -p "$BUILD/man" "$BUILD/completions"
"$tool/debug/generate-manual" "$program" --multi-page --date "$commit_day" --output-directory "$BUILD/man"
rm -f "$BUILD/man/openmarket.help.1"
for page in "$BUILD"/man/*.1; do
    name=$(basename "$page" .1)
    # Named with hyphens, `man openmarket add` finds a command's page. An empty line is a paragraph.
    sed -e '/^\.Xr openmarket\.help 1/d' -e '/^\.\(Xr\|Dt\) /s/\./-/2g' -e 's/^$/.Pp/' "$page" > "$page.new"
    rm "$page"
    mv "$page.new" "$BUILD/man/${name//./-}.1"
done

"$program" --generate-completion-script bash > "$BUILD/completions/openmarket"
"$program" --generate-completion-script zsh > "$BUILD/completions/_openmarket"
"$program" --generate-completion-script fish > "$BUILD/completions/openmarket.fish"
echo "The manual is in $BUILD/man ($(ls "$BUILD/man" | wc -l) pages), the completions are in $BUILD/completions"
