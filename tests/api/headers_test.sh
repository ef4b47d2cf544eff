#!/usr/bin/env bash
# Checks that the public headers compile as C99, C17 and C++17 without warnings, with gcc and, if it is
# installed, clang. Files with all headers, in two orders, are compiled in all these ways. A file with only
# one header is compiled as C99 and C++17 by gcc alone. This is enough, because it does not depend on the
# compiler or on a later standard whether a header includes what it uses.
set -uo pipefail
: "${TETRACAST_TESTS:?must name the directory of the test programs}"
readonly build=${TETRACAST_TESTS%/tests}
cd lib/api/include || exit 1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
command -v g++ > /dev/null || { echo 'skipped: g++ is missing (apt-get install g++)'; exit 77; }
# Compiler option for the include path of MPI, taken from the build.
mpi=$(grep -oE -- '-isystem [^ "]*(mpi|mpich)[^ "]*' "$build/compile_commands.json" | sort -u | tr '\n' ' ')

# There is one file for each header, and two files with all headers in opposite orders.
mapfile -t headers < <(printf '%s\n' tetracast/*.h)
printf '#include <%s>\n' "${headers[@]}" > "$folder/all.c"
tac "$folder/all.c" > "$folder/reverse.c"
for header in "${headers[@]}"; do printf '#include <%s>\n' "$header" > "$folder/alone_${header##*/}.c"; done
for file in "$folder"/*.c; do cp "$file" "${file%.c}.cpp"; done

faults=0 compilations=0
# shellcheck disable=SC2086 # several words
compile() { # compiler, standard, files
  local compiler=$1 standard=$2
  shift 2
  command -v "$compiler" > /dev/null || return
  "$compiler" -std="$standard" -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I . $mpi "$@" || faults=$((faults + 1))
  compilations=$((compilations + $#))
}
compile gcc c99 "$folder"/alone_*.c
compile g++ c++17 "$folder"/alone_*.cpp
for compiler in gcc clang-14; do for standard in c99 c17; do compile $compiler $standard "$folder"/{all,reverse}.c; done; done
for compiler in g++ clang++-14; do compile $compiler c++17 "$folder"/{all,reverse}.cpp; done
echo "$compilations compilations"
exit $((faults > 0))
