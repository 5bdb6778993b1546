#!/usr/bin/env bash
# Resolves the package of an app that depends on this one, as described in the article “Write an app on it”: with the
# article's manifest, which has `traits: []`. No package that only the server needs may be fetched or requested for it. The
# article's code is type-checked as an app's, outside of this package, against the built modules: it needs nothing but what
# is public.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
BUILD=${BUILD:-.build}
modules=$BUILD/release/Modules
app=$BUILD/app-package
code=Tests/MarketViewModelsTests/Article

fail() {
    echo "An app's package: $1" >&2
    exit 1
}

rm -rf "$app"
mkdir -p "$app/Sources/ChairApp"
touch "$app/Sources/ChairApp/ChairApp.swift"
# The checkout replaces the URL.
Scripts/check-article.py --manifest |
    sed -e "s|url: \"[^\"]*\",|name: \"open-market\", path: \"$root\",|" -e '/branch: "main",/d' > "$app/Package.swift"
{ grep --quiet --fixed-strings "path: \"$root\"," "$app/Package.swift" &&
    grep --quiet 'traits: \[\]' "$app/Package.swift"; } ||
    fail "the manifest of the article does not depend on this package with traits: []."

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

[ -d "$modules" ] || fail "there are no modules in $modules; build first."
swiftc -typecheck -swift-version 6 -enable-upcoming-feature MemberImportVisibility -parse-as-library -module-name ChairApp \
    -I "$modules" "$code"/{AppParts,AppScreens,AppForms,CellImage,ClientCalls}.swift
echo "an app's package resolves without any other package, and the code of the article compiles with what is public"
