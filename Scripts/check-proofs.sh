#!/usr/bin/env bash
# Type-checks the files of Tests/Proofs against the built modules. The first line of each says which error must be the only
# one: what only a seller may see can't be read without a proof, and nothing but the checks makes one.
#
#   Scripts/check-proofs.sh [MODULES]
set -euo pipefail
cd "$(dirname "$0")/.."
modules=${1:-${BUILD:-.build}/release/Modules}
[ -d "$modules" ] || { echo "There are no modules in $modules; build first." >&2; exit 1; }

checked=0 failed=0
for file in Tests/Proofs/*.swift; do
    wanted=$(sed -n '1s|^// error: ||p' "$file")
    # Modules that tests see all of need what they import for themselves, too.
    found=$(swiftc -typecheck -swift-version 6 -enable-upcoming-feature MemberImportVisibility -I "$modules" \
        -I Sources/CSodium "$file" 2>&1 |
        sed -n 's|^[^ ].*: error: ||p' | sort -u || true)
    if [ "$found" != "$wanted" ]; then
        printf '%s\n  expected: %s\n  found:    %s\n' "$file" "${wanted:-no error}" "${found:-no error}" >&2
        failed=$((failed + 1))
    fi
    checked=$((checked + 1))
done
# The proof of whoever may open the data folder is for the service that only they reach, and for tests.
users=$(grep -rlE 'OperatorAuthenticator\.(c|recentC)ommandLine|static let commandLine' Sources --include='*.swift' | sort | tr '\n' ' ')
wanted='Sources/MarketCore/Credentials/OperatorAuthenticator.swift Sources/MarketServer/Administration/AdminService.swift '
if [ "$users" != "$wanted" ]; then
    printf 'The proof of the command line is used in %s\n' "$users" >&2
    failed=$((failed + 1))
fi
[ "$failed" -eq 0 ] || exit 1
echo "$checked files were type-checked: nothing private is read without a proof"
