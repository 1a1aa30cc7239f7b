#!/usr/bin/env bash
# Tests ./tengen itself on a copy in a folder with spaces, with stand-ins for cmake, dpkg-query and id: no real build,
# no real package. Each stand-in build appends a line to built.log.
set -uo pipefail
repo=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
copy="$work/a copy with spaces"
mkdir -p "$copy/src/core" "$copy/cmake" "$copy/data" "$copy/weights" "$work/bin"
cp -r "$repo/tengen" "$repo/scripts" "$copy"
touch "$copy/CMakeLists.txt" "$copy/CMakePresets.json" "$copy/src/core/a.cpp"

cat >"$work/bin/cmake" <<'STANDIN'
#!/usr/bin/env bash
[[ $1 == --build ]] || { echo "configuring noise"; exit 0; }
echo "building noise"
grep -qs broken "$root"/src/core/*.cpp && { echo "a.cpp:1: error: broken"; exit 1; }
sleep "${BUILD_SECONDS:-0}"
echo built >>"$root/built.log"
mkdir -p "$2"
printf '#!/bin/sh\nprintf "<%%s>" "$@"\nexit 7\n' >"$2/tengen"
chmod +x "$2/tengen"
STANDIN
printf '#!/bin/sh\nfor p; do echo "$p installed"; done\n' >"$work/bin/dpkg-query"
chmod +x "$work/bin"/*
export root=$copy PATH="$work/bin:$PATH"
unset TENGEN_SKIP_PACKAGES

failures=0
check() {  # check WHAT CONDITION...
  if "${@:2}"; then echo "ok: $1"; else echo "FAILED: $1"; ((++failures)); fi
}
run() { out=$("$copy/tengen" "$@" 2>"$work/err"); code=$?; }
builds() { [[ $(wc -l <"$copy/built.log" 2>/dev/null || echo 0) -eq $1 ]]; }
newer() { sleep 0.02; "$@"; }  # file times have a resolution

run games --json "two words" ""
check "the program's output and exit code are passed on" test "$out $code" = "<games><--json><two words><> 7"
check "the first use builds" builds 1
run games
check "the second use does not build" builds 1
check "and says nothing" test ! -s "$work/err"
newer touch "$copy/src/core/a.cpp"; run
check "a changed file is rebuilt" builds 2
newer touch "$copy/src/core/b.cpp"; run
check "an added file is rebuilt" builds 3
newer rm "$copy/src/core/b.cpp"; run
check "a removed file is rebuilt" builds 4
newer touch "$copy/CMakeLists.txt"; run; run
check "a changed CMakeLists.txt is rebuilt, once" builds 5

newer sh -c "echo broken >'$copy/src/core/a.cpp'"; run
check "a broken build fails" test "$code" -eq 1
check "prints nothing to stdout" test -z "$out"
check "shows the compiler's words" grep -q "error: broken" "$work/err"
run
check "and is tried again" grep -q "error: broken" "$work/err"
echo >"$copy/src/core/a.cpp"; run
check "until it is repaired" builds 6

ln -s "$copy/tengen" "$work/link"
out=$(cd / && "$work/link" x)
check "it runs through a link from another folder" test "$out" = "<x>"

rm -r "$copy/build" "$copy/built.log"
BUILD_SECONDS=0.5 "$copy/tengen" one >"$work/one" 2>/dev/null &
BUILD_SECONDS=0.5 "$copy/tengen" two >"$work/two" 2>/dev/null &
wait
check "two first uses at once build once" builds 1
check "and both run" test "$(cat "$work/one" "$work/two")" = "<one><two>"

rm -r "$copy/build"
printf '#!/bin/sh\necho 1000\n' >"$work/bin/id"
printf '#!/bin/sh\nshift 3; for p; do test $p = cmake || echo "$p installed"; done; exit 1\n' >"$work/bin/dpkg-query"
chmod +x "$work/bin/id"; run
check "missing packages without root: exit code 2" test "$code" -eq 2
check "and the line to type" grep -Eq "apt-get install --no-install-recommends cmake$" "$work/err"
export TENGEN_SKIP_PACKAGES=1; run; unset TENGEN_SKIP_PACKAGES
check "unless told to skip the check" test "$code" -eq 7

echo "$failures failures"
((failures == 0))
