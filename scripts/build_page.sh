#!/usr/bin/env bash
# build_page.sh FOLDER ON|AUTO|OFF: builds web/ with npm where it changed, and writes FOLDER/page.cpp, which holds the
# compressed files of web/dist (src/server/http/page.hpp).
set -uo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
folder=$1 wanted=$2 web=$root/web dist=$root/web/dist problem=

say() { printf 'page: %s\n' "$*" >&2; }

# Builds web/dist unless it is newer than everything it is made of. Prints why not, where it cannot.
build_dist() {
  [[ -f $web/package.json ]] || { echo "there is no web/ folder"; return 1; }
  command -v node >/dev/null && command -v npm >/dev/null || { echo "node and npm are not installed"; return 1; }
  local version
  version=$(node --version)
  [[ $version =~ ^v(1[89]|[2-9][0-9])\. ]] || { echo "node $version is too old; 18 is needed"; return 1; }
  cd "$web" || return 1
  if [[ -f dist/.made && -z $(find src public ./*.html ./*.json ./*.ts ./*.js -newer dist/.made -print -quit 2>/dev/null) ]]; then
    return 0
  fi
  local log=$folder/npm.log started
  started=$(mktemp)  # an edit made during the build is newer than this
  if [[ ! -f node_modules/.package-lock.json || package-lock.json -nt node_modules/.package-lock.json ]]; then
    # Not `npm ci`: it refuses a lock file without the packages of other systems, which not every registry offers.
    npm install --no-save --no-audit --no-fund >"$log" 2>&1 ||
      { echo "npm install failed (see $log): $(tail -n 1 "$log")"; return 1; }
    touch node_modules/.package-lock.json
  fi
  npm run build >"$log" 2>&1 || { tail -n 20 "$log" >&2; echo "npm run build failed (see $log)"; return 1; }
  mv "$started" dist/.made
}

mkdir -p "$folder/files" || exit 1
# Several build folders share web/dist.
{ exec 8>"$web/.build-lock" || exec 8>"$folder/.lock"; } 2>/dev/null
flock 8
if [[ $wanted == OFF ]]; then
  problem="it was switched off (TENGEN_PAGE=OFF)"
else
  problem=$(build_dist) || say "the program gets no page: $problem"
  [[ -n $problem && $wanted == ON ]] && exit 1
fi

rm -rf "$folder/files"
mkdir -p "$folder/files"
source=$dist
if [[ -n $problem ]]; then
  source=$folder/none
  mkdir -p "$source"
  cp "$root/src/server/no_page.html" "$source/index.html"
fi
{
  echo '// Made by scripts/build_page.sh.'
  printf '#include <array>\n\n#include "server/http/page.hpp"\n\nasm(".section .rodata\\n"\n'
  names=() n=0
  while IFS= read -r name; do
    gzip -9nc "$source/$name" >"$folder/files/$n.gz" || exit 1
    printf '    "tengen_page_%d: .incbin \\"%s\\"\\n"\n    "tengen_page_%d_end: .byte 0\\n"\n' "$n" "$folder/files/$n.gz" "$n"
    names+=("$name")
    ((++n))
  done < <(cd "$source" && find . -type f ! -name '.*' ! -name '*.map' | sed 's|^\./||' | sort)
  echo '    ".previous\n");'
  for ((i = 0; i < n; ++i)); do
    printf 'extern const char tengen_page_%d[] asm("tengen_page_%d");\n' "$i" "$i"
    printf 'extern const char tengen_page_%d_end[] asm("tengen_page_%d_end");\n' "$i" "$i"
  done
  printf '\nnamespace tengen::server {\n\nPage built_in_page() {\n  static const std::array<PageFile, %d> files = {{\n' "$n"
  for ((i = 0; i < n; ++i)); do
    printf '      {"%s", {tengen_page_%d, tengen_page_%d_end}, "\\"%s\\""},\n' "${names[i]}" "$i" "$i" \
      "$(sha256sum <"$folder/files/$i.gz" | cut -c 1-16)"
  done
  problem=${problem//\\/\\\\}
  printf '  }};\n  return {files, "%s"};\n}\n\n}  // namespace tengen::server\n' "${problem//\"/\\\"}"
} >"$folder/page.cpp.part" || exit 1
mv "$folder/page.cpp.part" "$folder/page.cpp"
