#!/usr/bin/env bash
# Checks that a list of plug-ins or modules which names a missing file stops the build with a
# message (lib/lists.cmake).
set -uo pipefail
readonly source=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
touch "$folder"/{thing_{a,b_2,left},other,a}.c
cat > "$folder/try.cmake" << END
cmake_minimum_required(VERSION 3.25)
include($source/lib/lists.cmake)
set(sources $folder/other.c $folder/thing_left.c $folder/thing_a.c)
tc_list_sources(sources things.def "\${PREFIX}")
message(STATUS "sources \${sources}")
END

run_cmake() { # prefix, lines of the list. Prints stdout and stderr of CMake in one line.
  printf '%s\n' "${@:2}" > "$folder/things.def"
  (cd "$folder" && cmake -DPREFIX="$1" -P try.cmake) 2>&1 | tr -s ' \n' ' '
}

expect() { # name of the check, expected text, output of CMake
  case $3 in
  *"$2"*) ;;
  *) printf 'FAILED: %s: no "%s" in: %s\n' "$@"; exit 1 ;;
  esac
}

expect 'the files of the list, in the order of the list' "sources $folder/other.c;$folder/thing_b_2.c;$folder/thing_a.c " \
  "$(run_cmake thing_ '/* things */' 'TC_ENTRY(b_2)' 'TC_ENTRY(a) /* why */')"
expect 'no prefix: all other files remain' "sources $folder/other.c;$folder/thing_left.c;$folder/thing_a.c;$folder/a.c " \
  "$(run_cmake '' 'TC_ENTRY(a)' 'TC_ENTRY(other)')"
expect 'a name without a file' "things.def names gone, but there is no $folder/thing_gone.c" \
  "$(run_cmake thing_ 'TC_ENTRY(a)' 'TC_ENTRY(gone)')"
expect 'a name that occurs twice' 'things.def names a twice' "$(run_cmake thing_ 'TC_ENTRY(a)' 'TC_ENTRY(b_2)' 'TC_ENTRY(a)')"
expect 'a line in another form' "things.def: 'TC_ENTRY(\"a\")' is not TC_ENTRY(name)" "$(run_cmake thing_ 'TC_ENTRY("a")')"
expect 'an indented line' "things.def: ' TC_ENTRY(a)' is not TC_ENTRY(name)" "$(run_cmake thing_ ' TC_ENTRY(a)')"
