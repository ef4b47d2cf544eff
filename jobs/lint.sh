#!/usr/bin/env bash
# Checks the C files with clang-tidy 14 and cppcheck. Exit code 1 if one of them reports a fault.
#
#   jobs/lint.sh [--changed [COMMIT] | FILE.c..]
#
# Without arguments the script checks all of lib/ and apps/. The first time this takes some minutes. Later it checks only
# changed files, or all files after a change of a header. --changed: checks C files, also of tests, that differ from COMMIT
# (default: main), and those that include a changed header. Exceptions, with reasons, are in .clang-tidy and
# tests/structure/cppcheck.supp.
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

offer_help "$@"
cd "$root"
stamps=build/lint

# changed COMMIT: prints the C files that differ from the commit, and the C files that include a header that
# differs.
changed() { # commit
  local header
  {
    git diff --name-only --diff-filter=d "$1" -- 'lib/*.c' 'apps/*.c' 'tests/*.c'
    git ls-files --others --exclude-standard -- 'lib/*.c' 'apps/*.c' 'tests/*.c'
    git diff --name-only --diff-filter=d "$1" -- 'lib/*.h' | while read -r header; do
      git grep -lF "\"${header#lib/}\"" -- 'lib/*.c' 'apps/*.c' 'tests/*.c' || true
    done
  } | sort -u | grep -vE '/(cases|golden|scenarios)/' || true
}

case "${1-}" in
  --changed)
    [ $# -le 2 ] || { echo 'usage: jobs/lint.sh [--changed [COMMIT] | FILE.c..]' >&2; exit 2; }
    git rev-parse -q --verify "${2-main}^{commit}" > /dev/null || { echo "${2-main}: unknown commit: name another one" >&2; exit 2; }
    mapfile -t files < <(changed "${2-main}")
    ;;
  -*) echo "$1: unknown option: use jobs/lint.sh [--changed [COMMIT] | FILE.c..]" >&2; exit 2 ;;
  '') mapfile -t files < <(git ls-files 'lib/*.c' 'apps/*.c' | grep -v '/cases/') ;;
  *) files=("$@") ;;
esac
install_packages "${packages_build[@]}" "${packages_lint[@]}"
[ ${#files[@]} -gt 0 ] || { log 'no file has changed'; exit 0; }
[ -e build/compile_commands.json ] || cmake --preset ci > /dev/null
cmake --build build --target tc_commit > /dev/null # a header that the build writes
mkdir -p $stamps/cppcheck
export stamps root

is_checked() { # file, stamp
  [ -e "$2" ] && [ -z "$(find "$1" .clang-tidy tests/structure/analyzer.h -newer "$2")" ] &&
    [ -z "$(find lib apps -name '*.h' -newer "$2" -print -quit)" ]
}

# tests/structure/analyzer.h declares properties of functions that the analyser cannot derive from a single
# file. The files that define these functions are checked without this header.
tidy() { # file
  local stamp=$stamps/${1//\//_}.ok promises=(--extra-arg=-include --extra-arg="$root/tests/structure/analyzer.h")
  if is_checked "$1" "$stamp"; then return; fi
  if grep -qE '^tc_status tc_(status_create|alloc|alloc_zero|pool_alloc|world_alloc|world_agree)\(' "$1"; then promises=(); fi
  clang-tidy-14 -p build --quiet --extra-arg=-D_GNU_SOURCE= --extra-arg="-I$root/lib" "${promises[@]}" "$1" 2> "$stamp.err" || return 1
  mv "$stamp.err" "$stamp"
}
export -f is_checked tidy

log "clang-tidy: ${#files[@]} files"
rc=0
printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'tidy "$0"' || rc=1
log 'cppcheck'
cppcheck --std=c11 --enable=warning,performance,portability --inline-suppr --suppressions-list=tests/structure/cppcheck.supp -q \
  -j "$(nproc)" --cppcheck-build-dir=$stamps/cppcheck -I lib -I apps -I tests --error-exitcode=1 \
  --template='{file}:{line}: {severity}: {message} [{id}]' "${files[@]}" || rc=1
[ $rc = 0 ] && log 'nothing found'
exit $rc
