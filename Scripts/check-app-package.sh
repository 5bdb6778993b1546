#!/usr/bin/env bash
# Builds the package of an app that depends on this one, as described in the article “Write an app on it”: with the
# article's manifest, which has `traits: []`, and its code. No package that only the server needs may be fetched or
# requested for it.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
BUILD=${BUILD:-.build}
app=$BUILD/app-package
code=Tests/MarketViewModelsTests/Article

fail() {
    echo "An app's package: $1" >&2
    exit 1
}

mkdir -p "$app/Sources/ChairApp"
# Writes a file only if its contents differ, so that unchanged files aren't rebuilt.
update() {
    cat > "$app/new"
    cmp --silent "$app/new" "$app/$1" || cp "$app/new" "$app/$1"
    rm "$app/new"
}
# The checkout replaces the URL.
Scripts/check-article.py --manifest |
    sed -e "s|url: \"[^\"]*\",|name: \"open-market\", path: \"$root\",|" -e '/branch: "main",/d' | update Package.swift
{ grep --quiet --fixed-strings "path: \"$root\"," "$app/Package.swift" &&
    grep --quiet 'traits: \[\]' "$app/Package.swift"; } ||
    fail "the manifest of the article does not depend on this package with traits: []."
for file in AppParts AppScreens AppForms CellImage ClientCalls; do
    update "Sources/ChairApp/$file.swift" < "$code/$file.swift"
done

rm -f "$app/Package.resolved"
swift package --package-path "$app" resolve > "$app/resolved.log" 2>&1 || {
    cat "$app/resolved.log" >&2
    fail "it can't be resolved."
}
named=$(swift package --package-path "$app" show-dependencies --format json | grep -o 'https\{0,1\}://[^"]*' || true)
[ -z "$named" ] || fail "it asks for $named."
! grep --quiet -E 'https?://' "$app/resolved.log" || fail "it fetches others: $(cat "$app/resolved.log")"
fetched=$(ls "$app/.build/checkouts" "$app/.build/repositories" 2> /dev/null | grep -v -e '^$' -e ':$' || true)
[ -z "$fetched" ] || fail "these packages were fetched for it: $fetched."
[ ! -s "$app/Package.resolved" ] || fail "it pins packages: $(cat "$app/Package.resolved")"

swift build --quiet --package-path "$app"
echo "an app's package with the code of the article builds, and no other package was fetched for it"
