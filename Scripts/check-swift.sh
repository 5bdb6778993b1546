#!/usr/bin/env bash
# Reports clearly if Swift is missing or too old.
set -euo pipefail

needed_major=6
needed_minor=2

if ! command -v swift > /dev/null; then
    echo "Open Market needs Swift $needed_major.$needed_minor or newer, and there is no 'swift' in PATH." >&2
    echo "Install it from https://www.swift.org/install and try again." >&2
    exit 1
fi

found=$(swift --version 2> /dev/null | sed -n 's/.*Swift version \([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p' | head -n 1 || true)
if [ -z "$found" ]; then
    echo "'swift --version' fails:" >&2
    swift --version >&2 || true
    exit 1
fi
major=${found%%.*}
minor=${found#*.}
if [ "$major" -lt "$needed_major" ] || { [ "$major" -eq "$needed_major" ] && [ "$minor" -lt "$needed_minor" ]; }; then
    echo "Open Market needs Swift $needed_major.$needed_minor or newer; this is $found ($(command -v swift))." >&2
    echo "Install a newer one from https://www.swift.org/install and try again." >&2
    exit 1
fi
