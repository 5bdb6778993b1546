#!/usr/bin/env bash
# Checks the iOS app: the files of its Xcode project, and that its sources compile against signatures of what they use
# of Apple's frameworks (Tests/AppleInterfaces), with warnings as errors. Nothing is run.
#
#   Scripts/test-app.sh MODULES
#
# MODULES has the compiled libraries of this repository: .build/release/Modules or .build/debug/Modules. Keeps the
# compiled signatures and a parser of project files in $BUILD/app, for which it needs python3 with venv and, the first
# time, PyPI.
set -euo pipefail
modules=$(realpath "${1:?"usage: $0 MODULES"}")
cd "$(dirname "$0")/.."
here=Tests/AppleInterfaces
made=${BUILD:-.build}/app
venv=$made/venv

# installed.txt is written last, so that an incomplete venv is created again.
if ! cmp -s "$here/requirements.txt" "$venv/installed.txt"; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
        -r "$here/requirements.txt"
    cp "$here/requirements.txt" "$venv/installed.txt"
fi
"$venv/bin/python" -B Scripts/check-app-project.py --self-test
"$venv/bin/python" -B Scripts/check-app-project.py

# Also the settings of the targets in Xcode.
strict=(-swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility
    -warnings-as-errors -parse-as-library)

# Compiles a module from the Swift files below a folder.
signatures() {
    find "$here/$1" -name '*.swift' -print0 | sort -z | xargs -0 swiftc -emit-module -module-name "$1" \
        -emit-module-path "$made/$1.swiftmodule" -I "$made" "${strict[@]}"
}

# Checks the types of the Swift files below folders.
check() {
    local name=$1
    shift
    find "$@" -name '*.swift' -print0 | sort -z | xargs -0 swiftc -typecheck -module-name "$name" \
        -I "$made" -I "$modules" "${strict[@]}"
    echo "$name compiles against the signatures of Apple's frameworks"
}

for module in CoreGraphics ImageIO Security UniformTypeIdentifiers UIKit PhotosUI Network XCUIAutomation; do signatures "$module"; done
check OpenMarket Apps/iOS/OpenMarket
check OpenMarketUITests Apps/iOS/UITests
