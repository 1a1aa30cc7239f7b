#!/usr/bin/env bash
# Builds the microbenchmarks of bench/ and runs them with the given options of Google Benchmark, for example
#   scripts/microbench.sh --benchmark_filter=perft
set -uo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
me=microbench
source "$root/scripts/setup.sh"
take_lock
need_packages build microbench
build release tengen_microbench || die 1 "the build failed"
drop_lock
exec "$root/build/release/tengen_microbench" "$@"
