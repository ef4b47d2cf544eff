#!/usr/bin/env bash
# Checks that no function and no variable is defined twice in the library, the profiler and the
# sampler, because a program may be linked with all of them. Two files of the sampler are excluded,
# because the profiler contains them.
set -uo pipefail
: "${TETRACAST_TESTS:?must name the directory of the test programs}"
lib=$TETRACAST_TESTS/../lib
mapfile -t archives < <(sed -nE "s|^ *tetracast_target\(([a-z0-9_]+).*|$lib/libtetracast-\1.a|p" "${TETRACAST_SOURCE:?must name the sources}/lib/CMakeLists.txt")
mapfile -t objects < <(find "$lib/sampler" -name '*.o' ! -name 'clock.c.o' ! -name 'syscalls.c.o')
# Uses readelf, because nm is slow: it loads the plug-ins of all compilers for each object file.
mapfile -t files < <(for file in "${archives[@]}" "${objects[@]}"; do [ ! -e "$file" ] || echo "$file"; done)
symbols=$(readelf -sW "${files[@]}" | awk '$5 == "GLOBAL" && $7 ~ /^[0-9]+$/ && $8 ~ /^t[cbs]_/ { print $8 }' | sort)
[ -n "$symbols" ] || { echo 'FAILED: readelf found no symbol: check the folder of the libraries'; exit 1; }
twice=$(uniq -d <<< "$symbols")
[ -z "$twice" ] && exit
printf 'FAILED: defined twice:\n%s\n' "$twice"
exit 1
