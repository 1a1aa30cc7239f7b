# Shared by ./tengen and ./test, which set root (the repository) and me (the command's name) and then source this.
# All messages go to stderr: standard output belongs to the program.

say() { printf '%s: %s\n' "$me" "$*" >&2; }
die() { say "${@:2}"; exit "$1"; }

# Only one set-up or build at a time; the lock goes with the process.
take_lock() {
  mkdir -p "$root/build" 2>/dev/null && { exec 9>"$root/build/.lock"; } 2>/dev/null ||
    die 2 "cannot write to $root/build; use a copy of the folder that is yours"
  flock -n 9 || { say "waiting for another build of this folder to finish"; flock 9; }
}
drop_lock() { exec 9>&-; }

# packages SECTION...: the names in these sections of packages.txt.
packages() {
  local section line
  while read -r line; do
    case $line in
      '' | '#'*) ;;
      '['*) section=${line//[\[\]]/} ;;
      *) [[ " $* " == *" $section "* ]] && printf '%s\n' "$line" ;;
    esac
  done <"$root/scripts/packages.txt"
  return 0
}

# need_packages SECTION...: installs what is missing, or says how.
need_packages() {
  [[ -z ${TENGEN_SKIP_PACKAGES-} ]] || return 0
  command -v dpkg-query >/dev/null || { say "not a Debian system, so the packages were not checked"; return 0; }
  local wanted installed missing
  wanted=$(packages "$@" | sort)
  # dpkg-query fails when it does not know one of the names; what it printed is right all the same.
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' $wanted 2>/dev/null | sed -n 's/ installed$//p' | sort -u)
  missing=$(comm -23 <(echo "$wanted") <(echo "$installed") | xargs)
  [[ -n $missing ]] || return 0

  if [[ $(id -u) != 0 ]]; then
    say "these Debian packages are missing; install them once and run this again:"
    say "    $(command -v sudo >/dev/null && echo 'sudo ')apt-get install --no-install-recommends $missing"
    command -v sudo >/dev/null || say "(as root: there is no sudo on this system)"
    die 2 "set TENGEN_SKIP_PACKAGES=1 if you have them from elsewhere"
  fi
  say "installing Debian packages (once): $missing"
  local log=$root/build/packages.log
  # The lists are fetched only when the first try fails: absent on a fresh system, or too old.
  if ! apt_install $missing >"$log" 2>&1; then
    { apt-get update -q && apt_install $missing; } >>"$log" 2>&1 9>&- ||
      { tail -n 20 "$log" >&2; die 1 "apt-get failed; the whole story is in $log"; }
  fi
}
apt_install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends \
    -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=600 "$@" </dev/null 9>&-
}

# Node.js and npm build the page. From wherever they come; Debian's are installed where there are none and we may. The
# program can be built without them, so that their absence is no reason to stop.
need_node() {
  local version
  version=$(node --version 2>/dev/null)
  [[ $version =~ ^v(1[89]|[2-9][0-9])\. ]] && command -v npm >/dev/null && return
  [[ -z ${TENGEN_SKIP_PACKAGES-} ]] && command -v dpkg-query >/dev/null || return 0
  if [[ $(id -u) != 0 ]]; then
    say "the page needs Node.js 18 and npm to be built; without them only the terminal and the commands are there:"
    say "    $(command -v sudo >/dev/null && echo 'sudo ')apt-get install --no-install-recommends nodejs npm"
    return 0
  fi
  say "installing Debian packages (once): nodejs npm"
  local log=$root/build/packages.log
  apt_install nodejs npm >"$log" 2>&1 || { apt-get update -q && apt_install nodejs npm; } >>"$log" 2>&1 9>&- ||
    say "nodejs and npm could not be installed (see $log); the program is built without its page"
}

# As many compilers as there are cores, and at most one for each GB of free memory.
build_jobs() {
  [[ -z ${CMAKE_BUILD_PARALLEL_LEVEL-} ]] || { echo "$CMAKE_BUILD_PARALLEL_LEVEL"; return; }
  local cores memory limit
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo 2>/dev/null)
  limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null)  # a container's own limit
  [[ $limit =~ ^[0-9]+$ ]] && ((limit >> 30 < ${memory:-1})) && memory=$((limit >> 30))
  ((${memory:-1} < cores)) && cores=$memory
  echo $((cores > 1 ? cores : 1))
}

# build PRESET TARGET [CMAKE-OPTION...]: returns non-zero, with the compiler's words shown, when it fails.
build() {
  local preset=$1 target=$2 dir=$root/build/$1 log=$root/build/$1.log
  shift 2
  # CMake refuses a build folder that was made at another path.
  if [[ -f $dir/CMakeCache.txt ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt"; then
    rm -rf "$dir"
  fi
  # Without this ccache keeps nothing that was compiled with a precompiled header.
  export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}
  # ccache stops the build when it has nowhere to write.
  [[ -w ${HOME:-/nowhere} || -w ${CCACHE_DIR:-/nowhere} ]] || export CCACHE_DISABLE=1
  if ! (cd "$root" && cmake --preset "$preset" "$@") >"$log" 2>&1; then
    cat "$log" >&2
    return 1
  fi
  if [[ -t 2 ]]; then  # on a terminal ninja keeps its progress to one line
    cmake --build "$dir" --target "$target" -j "$(build_jobs)" >&2
  elif ! cmake --build "$dir" --target "$target" -j "$(build_jobs)" >"$log" 2>&1; then
    grep -vE '^\[[0-9]+/[0-9]+\] (Building|Linking|Re-checking)' "$log" >&2
    return 1
  elif [[ $me == test ]]; then  # warnings are news for developers only
    grep -A 8 'warning:' "$log" >&2 || true
  fi
}
