#!/usr/bin/env bash
# No function and no variable may be defined twice in the library, the profiler and the sampler. A program may be linked with
# all of them. Two files of the sampler are excluded, because the profiler contains them.
set -uo pipefail
: "${TETRACAST_TESTS:?must name the directory of the test programs}"
lib=$TETRACAST_TESTS/../lib
mapfile -t archives < <(sed -nE "s|^ *tetracast_target\(([a-z0-9_]+).*|$lib/libtetracast-\1.a|p" "${TETRACAST_SOURCE:?must name the sources}/lib/CMakeLists.txt")
mapfile -t objects < <(find "$lib/sampler" -name '*.o' ! -name 'clock.c.o' ! -name 'syscalls.c.o')
twice=$(for file in "${archives[@]}" "${objects[@]}"; do
  [ -e "$file" ] && nm --defined-only "$file" 2> /dev/null
done | awk '$2 ~ /^[TDBR]$/ && $3 ~ /^t[cbs]_/ { print $3 }' | sort | uniq -d)
[ -z "$twice" ] && exit
printf 'FAILED: defined twice:\n%s\n' "$twice"
exit 1
