#!/usr/bin/env bash
# Formats every C++ file in place, or with --check only names the first line of each file that would change.
# Other versions of clang-format write some lines differently, so they cannot stand in for this one.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 2
sources() { find src tests bench -name '*.?pp' -print0 2>/dev/null; }

if (($# > 1)) || [[ ${1-} != @(|--check) ]]; then
  echo "Usage: scripts/format.sh [--check]" >&2
  exit 2
elif [[ ${1-} != --check ]]; then
  sources | xargs -0r clang-format-16 -i
  exit
fi
complaints=$(sources | xargs -0r clang-format-16 --dry-run -Werror 2>&1)
code=$?
grep 'error:' <<<"$complaints" | sort -u -t: -k1,1 | cut -d: -f1,2
exit "$code"
