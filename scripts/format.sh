#!/usr/bin/env bash
# Formats every C++ file in place, or with --check only names the files that are not formatted.
# Other versions of clang-format write some lines differently, so they cannot stand in for this one.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 2
mode=(-i)
[[ ${1-} == --check ]] && mode=(--dry-run -Werror)
find src tests bench -name '*.?pp' -print0 2>/dev/null | xargs -0r clang-format-16 "${mode[@]}"
