#!/usr/bin/env bash
# A list that names what is not there stops the build, and says what is missing (lib/lists.cmake).
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

tried() { # prefix, lines of the list; stdout and stderr of CMake, in one line
  printf '%s\n' "${@:2}" > "$folder/things.def"
  (cd "$folder" && cmake -DPREFIX="$1" -P try.cmake) 2>&1 | tr -s ' \n' ' '
}

expect() { # what, text, what CMake said
  case $3 in
  *"$2"*) ;;
  *) printf 'FAILED: %s: no "%s" in: %s\n' "$@"; exit 1 ;;
  esac
}

expect 'what the list names, in its order' "sources $folder/other.c;$folder/thing_b_2.c;$folder/thing_a.c " \
  "$(tried thing_ '/* things */' 'TC_ENTRY(b_2)' 'TC_ENTRY(a) /* why */')"
expect 'no prefix: all other files are kept' "sources $folder/other.c;$folder/thing_left.c;$folder/thing_a.c;$folder/a.c " \
  "$(tried '' 'TC_ENTRY(a)' 'TC_ENTRY(other)')"
expect 'a name without a file' "things.def names gone, but there is no $folder/thing_gone.c" \
  "$(tried thing_ 'TC_ENTRY(a)' 'TC_ENTRY(gone)')"
expect 'twice' 'things.def names a twice' "$(tried thing_ 'TC_ENTRY(a)' 'TC_ENTRY(b_2)' 'TC_ENTRY(a)')"
expect 'not as it should be written' "things.def: 'TC_ENTRY(\"a\")' is not TC_ENTRY(name)" "$(tried thing_ 'TC_ENTRY("a")')"
expect 'indented' "things.def: ' TC_ENTRY(a)' is not TC_ENTRY(name)" "$(tried thing_ ' TC_ENTRY(a)')"
